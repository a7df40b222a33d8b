#!/bin/sh
# A member of a class template, defined outside of it, that launches a kernel through a variable: where
# an instance is known, the template itself has nothing to add. In it `&kernel<T>` is a call that is
# not resolved, if overloads of operator& are in sight.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/member.cu" <<'CU'
struct Flags { int bits; };
Flags operator&(Flags, Flags);
namespace lib {
template <class T> void start(dim3 grid, dim3 block, void *kernel, const T &t, float *out)
{
    void *arguments[] = {(void *)&t, &out};
    cudaLaunchKernel(kernel, grid, block, arguments, 0, 0);
}
}
template <class T> struct Held { T value; };
template <int N> struct Kernel {
    static constexpr int THREADS = N;
    static void run(float *out, float by);
};
template <class K, class T>
__global__ void __launch_bounds__(K::THREADS) turn(const T t, float *out)
{
    __shared__ float s[K::THREADS];
    s[threadIdx.x] = t.value + threadIdx.y;
    __syncthreads();
    out[threadIdx.x] = s[K::THREADS - 1 - threadIdx.x];
}
template <int N> void Kernel<N>::run(float *out, float by)
{
    auto v = by;
    Held<decltype(v)> held = {v};
    auto kernel = &turn<Kernel<N>, decltype(held)>;
    LAUNCH
}
template <int N> void all(float *out) { Kernel<N>::run(out, 2); }
int main()
{
    float *out;
    cudaMalloc(&out, 1024);
    all<256>(out);
}
CU
fail() { cat "$dir/out"; exit 1; }
lint() { # NAME LAUNCH
    sed "s/LAUNCH/$2/" "$dir/member.cu" >"$dir/$1.cu"
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
}
lint brackets 'kernel<<<1, N>>>(held, out);'
grep -q 'kernel: turn <.*: proved.* for 256x1x1' "$dir/out" || fail
lint passed 'lib::start(1, N, (void *)kernel, held, out);'
grep -q 'kernel: turn <.*: proved.* for 256x1x1' "$dir/out" || fail
lint wrong 'kernel<<<1, dim3(N \/ 2, 2)>>>(held, out);'
grep -q 'kernel: turn <.*: findings' "$dir/out" || fail
lint wrong_passed 'lib::start(1, dim3(N \/ 2, 2), (void *)kernel, held, out);'
grep -q 'kernel: turn <.*: findings' "$dir/out" || fail

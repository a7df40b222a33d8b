#!/bin/sh
# A template argument of a kernel that rests on a name which nothing declares: the instance is
# analysed with a number in the name's place, its races are told, and it is never proved.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/kernel.cuh" <<'CU'
template <int team, int teams> __global__ void kernel(float *y)
{
    __shared__ float x[teams][team];
    x[threadIdx.y][threadIdx.x] = y[threadIdx.x];
    __syncthreads();
    float v = x[threadIdx.y][team - 1 - threadIdx.x];
    if (threadIdx.y == 0)
        y[threadIdx.x] = v;
}
CU
sed '5d' "$dir/kernel.cuh" >"$dir/racy.cuh"
for kernel in kernel racy; do
    cat >"$dir/$kernel-file.cu" <<CU
#include "$kernel.cuh"
constexpr int threads = MY_GPU_THREADS;
template <int team> void run(float *y)
{
    dim3 block(team, threads / team);
    kernel<team, threads / team><<<3, block>>>(y);
}
void all(float *y) { run<64>(y); }
CU
    cat >"$dir/$kernel-body.cu" <<CU
#include "$kernel.cuh"
template <int team> void run(float *y)
{
    constexpr int threads = MY_GPU_THREADS, teams = threads / team;
    dim3 block(team, teams);
    kernel<team, teams><<<3, block>>>(y);
}
void all(float *y) { run<64>(y); }
CU
    cat >"$dir/$kernel-call.cu" <<CU
#include "$kernel.cuh"
template <int team> void run(float *y) { kernel<team, 1><<<3, team>>>(y); }
constexpr int threads = MY_GPU_THREADS;
void all(float *y) { run<threads>(y); }
CU
done
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$@" 2>&1; }
for form in file body call; do
    lint "$dir/kernel-$form.cu" >"$dir/out"
    grep -q "kernel: kernel.*: undecided: .*which nothing declares" "$dir/out"
    lint "$dir/racy-$form.cu" >"$dir/out"
    grep -q "error: race on \`x\`" "$dir/out"
    lint "$dir/kernel-$form.cu" -- -DMY_GPU_THREADS=64 >"$dir/out"
    grep -q "kernel: kernel <64, 1>: proved (barriers, shared, global in a block)" "$dir/out"
done
# The same instance is known elsewhere.
echo 'void more(float *y) { kernel<64, 1><<<3, 64>>>(y); }' >>"$dir/kernel-call.cu"
lint "$dir/kernel-call.cu" >"$dir/out"
grep -q "kernel: kernel <64, 1>: proved (barriers, shared, global in a block)" "$dir/out"
# The name stands behind a constant, a class, an alias, a function, a default or an argument.
cat >"$dir/head" <<'CU'
template <class T, T v> struct number { static constexpr T value = v; };
template <int N> struct sized { static constexpr int n = N; };
struct policy { static constexpr int n = MY_GPU_THREADS; };
constexpr int pick(int x) { return x > 3 ? MY_GPU_THREADS : 0; }
struct picked { static constexpr int n = pick(7); };
using other = sized<MY_GPU_THREADS>;
CU
cat >"$dir/kernels" <<'CU'
template <int N> __global__ void kernel(float *o)
{
    __shared__ float b[64];
    b[threadIdx.x % (N ? N : 1)] = threadIdx.x;
    __syncthreads();
    o[blockIdx.x * 64 + threadIdx.x] = b[threadIdx.x];
}
template <int N = MY_GPU_THREADS> void by_default(float *o) { kernel<N><<<4, 64>>>(o); }
template <class T> void by_type(float *o) { kernel<T::n><<<4, 64>>>(o); }
template <class T> void by_value(float *o, T) { kernel<T::value><<<4, 64>>>(o); }
CU
cat >"$dir/calls" <<'CU'
enum { n = MY_GPU_THREADS }; kernel<n><<<4, 64>>>(o);
kernel<policy::n><<<4, 64>>>(o);
kernel<pick(7)><<<4, 64>>>(o);
by_default(o);
by_type<policy>(o);
by_type<picked>(o);
by_type<other>(o);
constexpr int n = MY_GPU_THREADS; by_value(o, number<int, n>{});
constexpr int n = sizeof(my_gpu_word); kernel<n><<<4, 64>>>(o);
CU
while read -r call; do
    cat "$dir/head" "$dir/kernels" >"$dir/behind.cu"
    echo "void run(float *o) { $call }" >>"$dir/behind.cu"
    lint "$dir/behind.cu" >"$dir/out"
    grep -q "kernel: kernel.*undecided\|kernel: kernel.*findings" "$dir/out"
done <"$dir/calls"
# ... and is the size of a launch, or what the kernel is given.
cat >"$dir/kernels" <<'CU'
__global__ void kernel(float *o, int n)
{
    __shared__ float b[1024];
    b[threadIdx.x % n] = threadIdx.x;
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = b[threadIdx.x % n];
}
template <int N = MY_GPU_THREADS> void by_default(float *o) { kernel<<<4, N>>>(o, 64); }
template <int N = MY_GPU_THREADS> void gives(float *o) { kernel<<<4, 64>>>(o, N); }
template <class T> void by_type(float *o) { dim3 block(T::n); kernel<<<4, block>>>(o, 64); }
CU
cat >"$dir/calls" <<'CU'
by_default(o);
gives(o);
by_type<policy>(o);
by_type<other>(o);
constexpr int n = MY_GPU_THREADS; by_default<n>(o);
constexpr int n = MY_GPU_THREADS; using L = sized<n>; dim3 block(L::n); kernel<<<4, block>>>(o, 64);
enum { n = MY_GPU_THREADS }; kernel<<<4, 64>>>(o, n + 64);
CU
while read -r call; do
    cat "$dir/head" "$dir/kernels" >"$dir/behind.cu"
    echo "void run(float *o) { $call }" >>"$dir/behind.cu"
    lint "$dir/behind.cu" >"$dir/out"
    grep -q "kernel: kernel: undecided (shared" "$dir/out"
    lint "$dir/behind.cu" -- -DMY_GPU_THREADS=64 >"$dir/out"
    grep -q "kernel: kernel: proved\|n + 64" "$dir/out" || echo "$call" | grep -q "n + 64"
done <"$dir/calls"
echo ok

#!/bin/sh
# Kernels that only host templates launch, and that nothing instantiates: the launcher gets made-up
# arguments, and its kernels those it passes on, with its block.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/launchers.cuh" <<'CU'
template <typename T, int N> __global__ void no_barrier(const T *in, T *out)
{
    __shared__ T s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int k = N / 2; k > 0; k /= 2)
        if (t < k)
            s[t] += s[t + k];
    if (t == 0)
        *out = s[0];
}
template <typename T, bool small> struct runner {
    void run(const T *in, T *out)
    {
        no_barrier<T, small ? 64 : 256><<<1, small ? 64 : 256>>>(in, out);
    }
};
enum class mode { first = 3, second = 7 };
template <typename T> struct traits {
    static constexpr int threads = 128;
};
template <typename T, typename P> __global__ void reversed(const T *in, T *out)
{
    __shared__ T s[P::threads];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[P::threads - 1 - threadIdx.x];
}
template <typename T, typename P> __global__ void reversed_too_soon(const T *in, T *out)
{
    __shared__ T s[P::threads];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[P::threads - 1 - threadIdx.x];
}
template <typename T, mode m> void start(const T *in, T *out)
{
    using P = traits<T>;
    if (m == mode::second)
        reversed<T, P><<<1, P::threads>>>(in, out);
    else
        reversed_too_soon<T, P><<<1, P::threads>>>(in, out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/launchers.cuh" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
for kernel in no_barrier reversed_too_soon; do
    grep -q "kernel: $kernel .*: findings" "$dir/out" || fail "$kernel is not found"
done
grep -q 'kernel: reversed .*: findings' "$dir/out" && fail "a right kernel has a finding"
grep -A 5 'error: .*shared-race' "$dir/out" | grep -q 'reads .* was made up)' ||
    fail "the finding does not say that the instance was made up"
grep -q 'kernel: [a-z_]* .*: proved' "$dir/out" && fail "a made-up instance is proved"
exit 0

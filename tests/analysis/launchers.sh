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

# What the launcher makes of its arguments is launched, with its block; no other instance is.
cat >"$dir/made.cuh" <<'CU'
struct two {
    float x, y;
};
template <typename T> struct packed {
    using type = two;
};
template <typename T> struct kept_of {
    __device__ T *get()
    {
        __shared__ T kept[32];
        return kept;
    }
};
template <typename T> __global__ void by_warp(T *data, int passes)
{
    kept_of<T> of;
    T *kept = of.get();
    for (int i = 0; i < passes; i++) {
        kept[threadIdx.x] = data[i * 32 + threadIdx.x];
        data[i * 32 + threadIdx.x] = kept[threadIdx.x];
    }
}
template <typename T> void start_by_warp(T *data, int n)
{
    using P = typename packed<T>::type;
    dim3 block(32);
    by_warp<P><<<n, block>>>(reinterpret_cast<P *>(data), n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/made.cuh" >"$dir/out" 2>&1 || fail "a block that nothing launches"
grep -q 'by_warp <two>: ' "$dir/out" || fail "other instances than the launched one"
sed 's/block(32)/block(64)/' "$dir/made.cuh" >"$dir/wider.cuh"
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/wider.cuh" >"$dir/out" 2>&1 && fail "no finding for the wider block"
grep -q 'by_warp <two>: findings' "$dir/out" || fail "no finding in the instance that is launched"
exit 0

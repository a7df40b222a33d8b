#!/bin/sh
# A function that is not followed and stands between two accesses may be the barrier that seems to
# be missing: then the finding is low. Not if threads of a block part before it, if the bodies it
# may have say nothing of order, or if its name is about a warp and the threads are of several. A
# shuffle is known, in a template too. A vote of a group is of a warp, and a function that must be
# constant does not wait.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/calls.cu" <<'CU'
template <class B>
__global__ void parted(B *ret, const B *points, unsigned n)
{
    unsigned tid = threadIdx.x + blockDim.x * blockIdx.x;
    B acc = ret[tid];
    for (unsigned i = 0; i < n; i++)
        if ((tid & i) == 0)
            acc.add(points[i]);
    if (threadIdx.x % 32 == 0)
        ret[tid / 32] = acc;
}
template <class B>
__global__ void parted_and_named(B *ret, const B *points, unsigned n)
{
    unsigned tid = threadIdx.x + blockDim.x * blockIdx.x;
    B acc = ret[tid];
    for (unsigned i = 0; i < n; i++)
        if ((tid & i) == 0)
            acc.wait(points[i]);
    if (threadIdx.x % 32 == 0)
        ret[tid / 32] = acc;
}
template <class B>
__global__ void together(B *ret, const B *points, unsigned n)
{
    unsigned tid = threadIdx.x + blockDim.x * blockIdx.x;
    B acc = ret[tid];
    for (unsigned i = 0; i < n; i++)
        acc.add(points[i]);
    if (threadIdx.x % 32 == 0)
        ret[tid / 32] = acc;
}
template <class B>
__global__ void parted_in_a_warp(B *ret, int n)
{
    __shared__ int s[32];
    B acc;
    for (int i = 0; i < n; i++) {
        s[threadIdx.x] = i;
        __syncwarp();
        int v = s[31 - threadIdx.x];
        if (threadIdx.x > i)
            acc.add(v);
    }
    ret[threadIdx.x] = acc;
}
__device__ int up(int v) { return v * 2; }
__device__ float up(float v) { return v * 2; }
template <class T>
__global__ void bodies(T *out, const T *in)
{
    static_assert(sizeof(T) == 999, "no instance");
    __shared__ T s[256];
    s[threadIdx.x] = in[threadIdx.x];
    T v = up(in[threadIdx.x]);
    out[threadIdx.x] = v + s[255 - threadIdx.x];
}
__device__ int meet(int v) { __syncthreads(); return v; }
__device__ float meet(float v) { return v; }
template <class T>
__global__ void one_body_waits(T *out, const T *in)
{
    static_assert(sizeof(T) == 999, "no instance");
    __shared__ T s[256];
    s[threadIdx.x] = in[threadIdx.x];
    T v = meet(in[threadIdx.x]);
    out[threadIdx.x] = v + s[255 - threadIdx.x];
}
template <class B>
__global__ void of_a_warp(B *out, const B *in)
{
    __shared__ float s[256];
    s[threadIdx.x] = 1;
    B acc = in[threadIdx.x];
    acc.add_all = acc.warp_reduce(16);
    out[threadIdx.x] = acc.add_all + s[255 - threadIdx.x];
}
template <class B>
__global__ void in_a_warp(B *out, const B *in)
{
    __shared__ float s[256];
    s[threadIdx.x] = 1;
    B acc = in[threadIdx.x];
    acc.add_all = acc.warp_reduce(16);
    out[threadIdx.x] = acc.add_all + s[threadIdx.x ^ 1];
}
template <class B>
__global__ void across_warps(B *out, const B *in)
{
    __shared__ float s[256];
    s[threadIdx.x] = 1;
    B acc = in[threadIdx.x];
    acc.add_all = acc.cross_warp_reduce(16);
    out[threadIdx.x] = acc.add_all + s[255 - threadIdx.x];
}
template <class B>
__global__ void warps_that_wait(B *out, const B *in)
{
    __shared__ float s[256];
    s[threadIdx.x] = 1;
    B acc = in[threadIdx.x];
    acc.add_all = acc.warp_wait(16);
    out[threadIdx.x] = acc.add_all + s[255 - threadIdx.x];
}
template <class T>
__global__ void shuffled(T *out, const unsigned *in)
{
    __shared__ unsigned s[256];
    unsigned v = in[threadIdx.x];
    s[threadIdx.x] = v;
    v = __shfl_sync(0xffffffff, v, 0);
    out[threadIdx.x] = v + s[255 - threadIdx.x];
}
template <class G>
__global__ void votes(G cg, int *out, int n)
{
    __shared__ int s[256];
    s[threadIdx.x] = 1;
    bool any = cg.any(threadIdx.x < n);
    out[threadIdx.x] = any + s[255 - threadIdx.x];
}
template <class G>
__global__ void votes_of_block(G cg, int *out, int n)
{
    __shared__ int s[256];
    s[threadIdx.x] = 1;
    bool any = cg.any_of_block(threadIdx.x < n);
    out[threadIdx.x] = any + s[255 - threadIdx.x];
}
template <typename T> __device__ constexpr T none();
template <typename T> __device__ T next();
template <>
__device__ constexpr int none<int>()
{
    return -1;
}
template <typename T>
__global__ void constant(T *out)
{
    __shared__ int s[256];
    s[threadIdx.x] = 1;
    T v = none<T>();
    out[threadIdx.x] = v + s[255 - threadIdx.x];
}
template <typename T>
__global__ void not_constant(T *out)
{
    __shared__ int s[256];
    s[threadIdx.x] = 1;
    T v = next<T>();
    out[threadIdx.x] = v + s[255 - threadIdx.x];
}
CU
"$CUDASYNCLINT" --isolated --no-cache --min-confidence=low --format=json "$dir/calls.cu" \
    >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
# The confidence of the only finding of a kernel.
confidence() {
    tr -d '\n' <"$dir/out" | grep -o '"confidence": "[a-z]*"[^{}]*"function": "'"$1"'"' | cut -d'"' -f4
}
while read -r kernel expected; do
    [ "$(confidence "$kernel")" = "$expected" ] || {
        echo "$kernel: not $expected"
        cat "$dir/out"
        exit 1
    }
done <<'TABLE'
parted medium
parted_and_named low
together low
parted_in_a_warp medium
bodies medium
one_body_waits low
of_a_warp medium
in_a_warp low
across_warps low
warps_that_wait low
shuffled medium
votes medium
votes_of_block low
constant medium
not_constant low
TABLE

#!/bin/sh
# The storage of a collective of a warp, or of a block of one warp, may be used again behind a barrier of
# those that share it: "A subsequent __syncwarp() warp-wide barrier should be invoked after calling this
# method if the collective's temporary storage (e.g., temp_storage) is to be reused or repurposed"
# (https://nvidia.github.io/cccl/cub/api/classcub_1_1WarpScan.html, each method). What exchanges by
# shuffles, a power of two of lanes, does without the storage, and orders no other memory; a reduction of a block by warps, if only one, has a barrier of the block inside.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cub/cub.cuh>
template <int W> __device__ void twice(int *p, int *o)
{
    typedef cub::WarpScan<int> Scan;
    __shared__ typename Scan::TempStorage s[4];
    int v = p[threadIdx.x], w;
    Scan(s[threadIdx.x / 32]).InclusiveSum(v, w);
    if (W) __syncwarp();
    Scan(s[threadIdx.x / 32]).ExclusiveSum(w, v);
    o[threadIdx.x] = v;
}
__global__ void good_twice(int *p, int *o) { twice<1>(p, o); }
__global__ void bad_twice(int *p, int *o) { twice<0>(p, o); }
template <int W> __device__ void loop(int *p, int *o, int n)
{
    typedef cub::WarpReduce<int> R;
    __shared__ typename R::TempStorage s[4];
    for (int i = 0; i < n; i++) {
        int v = R(s[threadIdx.x / 32]).Sum(p[i * 128 + threadIdx.x]);
        if (threadIdx.x % 32 == 0) o[i * 4 + threadIdx.x / 32] = v;
        if (W) __syncwarp();
    }
}
__global__ void good_loop(int *p, int *o, int n) { loop<1>(p, o, n); }
__global__ void bad_loop(int *p, int *o, int n) { loop<0>(p, o, n); }
// tiles of eight
template <int D> __device__ void tiles(int *p, int *o)
{
    typedef cub::WarpReduce<int, 8> R;
    __shared__ typename R::TempStorage s[16];
    int v = R(s[threadIdx.x / D]).Sum(p[threadIdx.x]);
    if (threadIdx.x % 8 == 0) o[threadIdx.x / 8] = v;
}
__global__ void good_tiles(int *p, int *o) { tiles<8>(p, o); }
__global__ void bad_tiles(int *p, int *o) { tiles<16>(p, o); }
// a number of lanes that is no power of two works in the storage
template <int W> __device__ void odd(int *p, int *o)
{
    typedef cub::WarpReduce<int, 24> R;
    __shared__ typename R::TempStorage s;
    int v = R(s).Sum(p[threadIdx.x]);
    if (W) __syncwarp();
    v += R(s).Sum(p[threadIdx.x + 24]);
    if (threadIdx.x == 0) o[0] = v;
}
__global__ void good_odd(int *p, int *o) { odd<1>(p, o); }
__global__ void bad_odd(int *p, int *o) { odd<0>(p, o); }
// one storage for all warps
template <int D> __device__ void warps(int *p, int *o)
{
    typedef cub::WarpReduce<int> R;
    __shared__ typename R::TempStorage s[4];
    int v = R(s[threadIdx.x / D]).Sum(p[threadIdx.x]);
    if (threadIdx.x % 32 == 0) o[threadIdx.x / 32] = v;
}
__global__ void good_warps(int *p, int *o) { warps<32>(p, o); }
__global__ void bad_warps(int *p, int *o) { warps<64>(p, o); }
// does not order memory
template <int W> __device__ void build(int *p, int *o)
{
    typedef cub::WarpReduce<int> R;
    __shared__ typename R::TempStorage s[4];
    __shared__ int d[128];
    d[threadIdx.x] = p[threadIdx.x];
    int v = R(s[threadIdx.x / 32]).Sum(p[threadIdx.x]);
    if (W) __syncwarp();
    o[threadIdx.x] = v + d[threadIdx.x ^ 1];
}
__global__ void good_build(int *p, int *o) { build<1>(p, o); }
__global__ void bad_build(int *p, int *o) { build<0>(p, o); }
// block of one warp
template <int W> __device__ void block(int *p, int *o)
{
    typedef cub::BlockReduce<int, 32> R;
    __shared__ typename R::TempStorage s;
    int v = R(s).Sum(p[threadIdx.x]);
    if (W) __syncthreads();
    v += R(s).Sum(p[threadIdx.x + 32]);
    if (threadIdx.x == 0) o[0] = v;
}
__global__ void good_block(int *p, int *o) { block<1>(p, o); }
__global__ void bad_block(int *p, int *o) { block<0>(p, o); }
// orders other memory: with a barrier of the block inside, or by shuffles alone
template <cub::BlockReduceAlgorithm A> __device__ void best(int *p, int *o, int n)
{
    typedef cub::BlockReduce<int, 32, A> R;
    __shared__ typename R::TempStorage s;
    __shared__ int most;
    int v = 0;
    for (int i = 0; i < n; i++) {
        int sum = R(s).Sum(p[i * 32 + threadIdx.x]);
        if (threadIdx.x == 0) most = sum;
        __syncthreads();
        v += most;
    }
    o[threadIdx.x] = v;
}
__global__ void good_best(int *p, int *o, int n) { best<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(p, o, n); }
__global__ void bad_best(int *p, int *o, int n) { best<cub::BLOCK_REDUCE_RAKING>(p, o, n); }
// reused for something else
template <int W> __device__ void other(int *p, int *o)
{
    typedef cub::WarpScan<int> R;
    union U { typename R::TempStorage s; int d[32]; };
    __shared__ U u[4];
    int v;
    R(u[threadIdx.x / 32].s).InclusiveSum(p[threadIdx.x], v);
    if (W) __syncwarp();
    u[threadIdx.x / 32].d[threadIdx.x % 32] = v;
    __syncwarp();
    o[threadIdx.x] = u[threadIdx.x / 32].d[threadIdx.x % 32 ^ 1];
}
__global__ void good_other(int *p, int *o) { other<1>(p, o); }
__global__ void bad_other(int *p, int *o) { other<0>(p, o); }
// the sum of all lanes is none of the caller's any more
template <int D> __device__ void sums(int *p, int *o)
{
    typedef cub::WarpScan<int> R;
    __shared__ typename R::TempStorage s[4];
    int v, all = 1;
    R(s[threadIdx.x / 32]).InclusiveScan(p[threadIdx.x], v, cub::Sum(), all);
    if (D ? p[threadIdx.x / 32] > 0 : all > 0)
        v += __shfl_xor_sync(~0u, v, 1);
    o[D ? threadIdx.x : (all > 0) * threadIdx.x] = v;
}
__global__ void good_sums(int *p, int *o) { sums<1>(p, o); }
__global__ void bad_sums(int *p, int *o) { sums<0>(p, o); }
// lanes of a warp name one storage
template <int D> __device__ void lanes(int *p, int *o)
{
    typedef cub::WarpScan<int> Scan;
    __shared__ typename Scan::TempStorage s[8];
    int v;
    Scan(s[threadIdx.x / D]).InclusiveSum(p[threadIdx.x], v);
    o[threadIdx.x] = v;
}
__global__ void good_lanes(int *p, int *o) { lanes<32>(p, o); }
__global__ void bad_lanes(int *p, int *o) { lanes<16>(p, o); }
template <int D> __device__ void rows(int *p, int *o)
{
    typedef cub::WarpScan<int> Scan;
    __shared__ typename Scan::TempStorage s[16];
    int v, t = threadIdx.y * D + threadIdx.x;
    Scan(s[threadIdx.y]).InclusiveSum(p[t], v);
    o[t] = v;
}
__global__ void good_rows(int *p, int *o) { rows<32>(p, o); }
__global__ void bad_rows(int *p, int *o) { rows<16>(p, o); }
void run(int *p, int *o, int n)
{
    good_lanes<<<1, 128>>>(p, o);
    bad_lanes<<<1, 128>>>(p, o);
    good_rows<<<1, dim3(32, 4)>>>(p, o);
    bad_rows<<<1, dim3(16, 8)>>>(p, o);
    good_twice<<<1, 128>>>(p, o);
    bad_twice<<<1, 128>>>(p, o);
    good_loop<<<1, 128>>>(p, o, n);
    bad_loop<<<1, 128>>>(p, o, n);
    good_tiles<<<1, 128>>>(p, o);
    bad_tiles<<<1, 128>>>(p, o);
    good_odd<<<1, 24>>>(p, o);
    bad_odd<<<1, 24>>>(p, o);
    good_warps<<<1, 128>>>(p, o);
    bad_warps<<<1, 128>>>(p, o);
    good_build<<<1, 128>>>(p, o);
    bad_build<<<1, 128>>>(p, o);
    good_block<<<1, 32>>>(p, o);
    bad_block<<<1, 32>>>(p, o);
    good_best<<<1, 32>>>(p, o, n);
    bad_best<<<1, 32>>>(p, o, n);
    good_sums<<<1, 128>>>(p, o);
    bad_sums<<<1, 128>>>(p, o);
    good_other<<<1, 128>>>(p, o);
    bad_other<<<1, 128>>>(p, o);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for name in twice loop tiles warps build block best other sums lanes rows odd; do
    grep -q "kernel: good_$name: proved" "$dir/out" || { cat "$dir/out"; exit 1; }
    ! grep -q "kernel: bad_$name: proved" "$dir/out" || { cat "$dir/out"; exit 1; }
done
for name in build block best odd; do
    grep -q "kernel: bad_$name: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
done
# Lanes that shuffle ask for the storage and do without: of low confidence.
"$CUDASYNCLINT" --no-cache --min-confidence=low -v "$dir/k.cu" >"$dir/low" 2>&1 || true
for name in twice loop tiles warps other; do
    ! grep -q "kernel: bad_$name: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
    grep -q "kernel: bad_$name: findings" "$dir/low" || { cat "$dir/low"; exit 1; }
done
grep -q 'though lanes that shuffle do without the storage they ask for' "$dir/low"

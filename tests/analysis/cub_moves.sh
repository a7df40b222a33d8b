#!/bin/sh
# The storage of a collective that moves items: it may be used again after a barrier of those that share
# it, of the block or of the warp. The bins of a histogram are complete after a barrier of the caller.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cub/cub.cuh>
template <bool ENDS> __device__ void turn_all(int *p, int n)
{
    typedef cub::WarpExchange<int, 4> Exchange;
    __shared__ Exchange::TempStorage storage[4];
    int v[4], w[4];
    for (int round = 0; round < n; round++) {
        for (int i = 0; i < 4; i++)
            v[i] = p[(round * 128 + threadIdx.x) * 4 + i];
        Exchange(storage[threadIdx.x / 32]).StripedToBlocked(v, w);
        for (int i = 0; i < 4; i++)
            p[(round * 128 + threadIdx.x) * 4 + i] = w[i];
        if (ENDS)
            __syncwarp();
    }
}
__global__ void good_turns(int *p, int n) { turn_all<true>(p, n); }
__global__ void bad_turns(int *p, int n) { turn_all<false>(p, n); }
template <bool WAITS> __device__ void count(int *p, unsigned *o)
{
    typedef cub::BlockHistogram<int, 128, 4, 256, cub::BLOCK_HISTO_ATOMIC> Histogram;
    __shared__ Histogram::TempStorage storage;
    __shared__ unsigned bins[256];
    int v[4];
    for (int i = 0; i < 4; i++)
        v[i] = p[threadIdx.x * 4 + i];
    Histogram(storage).Histogram(v, bins);
    if (WAITS)
        __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 128)
        o[i] = bins[i];
}
__global__ void good_count(int *p, unsigned *o) { count<true>(p, o); }
__global__ void bad_count(int *p, unsigned *o) { count<false>(p, o); }
template <bool AGAIN> __device__ void unpack(int *p, int *o)
{
    typedef cub::BlockRunLengthDecode<int, 128, 2, 4> Decode;
    __shared__ Decode::TempStorage storage;
    int value[2] = {p[2 * threadIdx.x], p[2 * threadIdx.x + 1]}, length[2] = {1, 2}, out[4], all;
    Decode decode(storage, value, length, all);
    for (int at = 0; at < all; at += 512) {
        decode.RunLengthDecode(out, at);
        for (int i = 0; i < 4; i++)
            if (at + (int)threadIdx.x * 4 + i < all)
                o[at + threadIdx.x * 4 + i] = out[i];
        if (AGAIN)
            Decode other(storage, value, length);
    }
}
__global__ void good_unpack(int *p, int *o) { unpack<false>(p, o); }
__global__ void bad_unpack(int *p, int *o) { unpack<true>(p, o); }
void run(int *p, int *o, int n)
{
    good_turns<<<1, 128>>>(p, n);
    bad_turns<<<1, 128>>>(p, n);
    good_count<<<1, 128>>>(p, (unsigned *)o);
    bad_count<<<1, 128>>>(p, (unsigned *)o);
    good_unpack<<<1, 128>>>(p, o);
    bad_unpack<<<1, 128>>>(p, o);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for name in turns count unpack; do
    grep -q "kernel: good_$name: proved" "$dir/out" || { cat "$dir/out"; exit 1; }
    grep -q "kernel: bad_$name: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
done

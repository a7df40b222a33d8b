#!/bin/sh
# A place that is computed of loaded data on a long way: a table that others fill with no barrier
# before it is read is told, as some data lead there, or any; a thread's own column is not, whatever the data.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_runtime.h>
__constant__ unsigned table[256];
__device__ unsigned mixed(unsigned x, int k)
{
    for (int i = 0; i < 4; i++) {
        x ^= x >> 13;
        x *= 0x5bd1e995u;
        x += k;
    }
    return x;
}
__global__ void looks_up(const unsigned *in, unsigned *out)
{
    __shared__ unsigned t[256];
    unsigned w[8];
    t[threadIdx.x] = table[threadIdx.x];
    for (int i = 0; i < 8; i++)
        w[i] = mixed(in[blockIdx.x * 8 + i], i);
    unsigned char *byte = (unsigned char *)w;
    out[blockIdx.x * 256 + threadIdx.x] = t[byte[threadIdx.x & 31]];
}
__global__ void looks_up_own(const unsigned *in, unsigned *out)
{
    __shared__ unsigned t[4 * 256];
    unsigned place[8];
    for (int i = 0; i < 8; i++)
        place[i] = (mixed(in[blockIdx.x * 8 + i], i) & 3) * 256 + threadIdx.x;
    for (int i = 0; i < 4; i++)
        t[i * 256 + threadIdx.x] = table[threadIdx.x];
    out[blockIdx.x * 256 + threadIdx.x] = t[place[in[3] & 7]];
}
/* No run of a thread tells what is computed of vectors. */
__global__ void looks_up_pairs(const uint2 *in, uint2 *out)
{
    __shared__ uint2 t[256];
    uint2 w[8];
    t[threadIdx.x] = make_uint2(table[threadIdx.x], 0);
    for (int i = 0; i < 8; i++)
        w[i] = in[blockIdx.x * 8 + i];
    for (int k = 0; k < 12; k++)
        for (int i = 0; i < 8; i++)
            w[i].x ^= t[__byte_perm(w[7 - i].y, 0, 0x44440 + (i & 3))].x;
    out[blockIdx.x * 256 + threadIdx.x] = w[0];
}
void run(unsigned *in, unsigned *out)
{
    looks_up_pairs<<<10, 256>>>((uint2 *)in, (uint2 *)out);
    looks_up<<<10, 256>>>(in, out);
    looks_up_own<<<10, 256>>>(in, out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'k.cu:20:.*\[shared-race\]$' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'k.cu:42:.*\[shared-race\]$' "$dir/out" || { cat "$dir/out"; exit 1; }
! grep -q 'k.cu:30:' "$dir/out" || { cat "$dir/out"; exit 1; }

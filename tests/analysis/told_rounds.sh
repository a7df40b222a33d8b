#!/bin/sh
# A ring whose readers leave their loop when a message in it tells them to, as the writer does: how many rounds they make
# is the same for all, so no wait is said to last for ever. PTX ISA, "mbarrier". And both headers of asynchronous copies
# of a thread, which declare the same functions: CUDA programming guide, "pipeline primitives".
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
__global__ void told(float *o, int *counter, int total)
{
    __shared__ int tile[2];
    __shared__ u64 full[2], empty[2];
    const int t = threadIdx.x;
    if (t < 2) { INIT(full[t], 1); INIT(empty[t], 8); }
    __syncthreads();
    int k = 0;
    unsigned p = 0;
    if (t == 256) {
        while (true) {
            WAIT(empty[k], p ^ 1);
            const int x = atomicAdd(counter, 1);
            tile[k] = x;
            ARRIVE(full[k]);
            if (x >= total) break;
            if (++k == 2) { k = 0; p ^= 1; }
        }
    } else if (t < 256) {
        while (true) {
            WAIT(full[k], p);
            const int x = tile[k];
            __syncwarp();
            if (t % 32 == 0) ARRIVE(empty[k]);
            if (x >= total) break;
            o[x * 256 + t] += 1;
            if (++k == 2) { k = 0; p ^= 1; }
        }
    }
}
void run(float *o, int *c, int n) { told<<<80, 288>>>(o, c, n); }
CU
cat >"$dir/h.cu" <<'CU'
#include <cuda_pipeline.h>
#include <cuda_pipeline_primitives.h>
__global__ void both(int *o, const int *in)
{
    __shared__ int s[128];
    __pipeline_memcpy_async(&s[threadIdx.x], in + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    o[threadIdx.x] = s[127 - threadIdx.x];
}
void run(int *o, const int *in) { both<<<1, 128>>>(o, in); }
CU
"$CUDASYNCLINT" --no-cache --isolated --arch=sm_90 -v "$dir/k.cu" >"$dir/out" 2>&1 || true
if grep -q 'phase-mismatch' "$dir/out"; then
    echo "a wait of readers that are told to leave is said to last for ever:"
    cat "$dir/out"
    exit 1
fi
"$CUDASYNCLINT" --no-cache --isolated --arch=sm_90 -v "$dir/h.cu" | grep -q 'both: proved'

#!/bin/sh
# Copies that complete at barrier objects, by cp.async and in bulk, in PTX and by cuda::ptx: the right
# ones are proved, and none of their single slips is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/ring.cu" <<'CU'
#include <cuda/barrier>
#define OBJECT(b) ((unsigned)__cvta_generic_to_shared(&(b)))
using barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int S = 3;
__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ int tile[S][64];
    __shared__ barrier full[S], empty[S];
    if (threadIdx.x == 0)
        for (int i = 0; i < S; i++) {
            init(&full[i], 64);
            init(&empty[i], 64);
        }
    __syncthreads();
    int s = 0, phase = 0;
    if (threadIdx.x < 64) {
        for (int k = 0; k < tiles; k++) {
            empty[s].wait_parity(phase ^ 1);
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(OBJECT(tile[s][threadIdx.x])), "l"(in + k * 64 + threadIdx.x) : "memory");
            asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(OBJECT(full[s])) : "memory");
            if (++s == S) { s = 0; phase ^= 1; }
        }
    } else {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            full[s].wait_parity(phase);
            sum += tile[s][127 - threadIdx.x];
            (void)empty[s].arrive();
            if (++s == S) { s = 0; phase ^= 1; }
        }
        out[threadIdx.x - 64] = sum;
    }
}
void run(const int *in, int *out, int n) { ring<<<1, 128>>>(in, out, n); }
CU
cat >"$dir/ptx.cu" <<'CU'
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
constexpr int S = 3;
__device__ void wait(uint64_t *b, unsigned parity) { while (!ptx::mbarrier_try_wait_parity(b, parity)) {} }
__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ alignas(128) int tile[S][64];
    __shared__ uint64_t full[S], empty[S];
    if (threadIdx.x == 0)
        for (int i = 0; i < S; i++) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], 64);
        }
    __syncthreads();
    int s = 0;
    unsigned phase = 0;
    if (threadIdx.x == 0) {
        for (int k = 0; k < tiles; k++) {
            wait(&empty[s], phase ^ 1);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s], 256);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[s], in + k * 64, 256, &full[s]);
            if (++s == S) { s = 0; phase ^= 1; }
        }
    } else if (threadIdx.x >= 32) {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            wait(&full[s], phase);
            sum += tile[s][95 - threadIdx.x];
            ptx::mbarrier_arrive(&empty[s]);
            if (++s == S) { s = 0; phase ^= 1; }
        }
        out[threadIdx.x - 32] = sum;
    }
}
void run(const int *in, int *out, int n) { ring<<<1, 96>>>(in, out, n); }
CU
cat >"$dir/memcpy.cu" <<'CU'
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void add(const int *in, int *out, int n)
{
    __shared__ int tile[256];
    __shared__ barrier bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), bar);
    bar.arrive_and_wait();
    out[threadIdx.x] = tile[255 - threadIdx.x];
}
void run(const int *in, int *out, int n) { add<<<1, 256>>>(in, out, n); }
CU
cat >"$dir/gather.cu" <<'CU'
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void gather(const int *in, int *out, const int *rows)
{
    __shared__ alignas(128) int tile[4][64];
    __shared__ uint64_t full;
    if (threadIdx.x == 0)
        ptx::mbarrier_init(&full, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof tile);
        for (int i = 0; i < 4; i++)
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[i], in + rows[i] * 64, 256, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    out[threadIdx.x] = tile[threadIdx.x / 64][threadIdx.x % 64];
}
void run(const int *in, int *out, const int *rows) { gather<<<1, 256>>>(in, out, rows); }
CU
check() { # FILE VERDICT SED [RULE]
    sed "$3" "$dir/$1.cu" >"$dir/k.cu"
    "$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
    grep -q ": kernel: [a-z]*: $2" "$dir/out" && { [ -z "${4-}" ] || grep -q "\[$4\]" "$dir/out"; } || {
        echo "$1, $3: not $2 ${4-}"
        cat "$dir/out"
        exit 1
    }
}
own='(void)full[s].arrive();'
check ring proved ''                                          # the copies arrive
check ring proved "s/\.noinc//; s/^.*mbarrier.arrive.*$/& $own/" # ... or hold the phase open
check ring proved "/cp.async.ca/d; s/^.*mbarrier.arrive.*$/tile[s][threadIdx.x] = in[k]; $own/"
check ring findings "s/^.*mbarrier.arrive.*$/$own/" async-copy-unsynced
check ring findings 's/^.*cp.async.ca.*$/tile[s][threadIdx.x] = in[k];/' shared-race # no copy: it hands over nothing
check ring findings '/empty.s..wait/d' phase-mismatch
check ring findings 's/\.noinc//' phase-mismatch # no arrival
check ptx proved ''
apart='ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, \&full[s], 256);'
arrive='ptx::mbarrier_arrive(\&full[s]);'
check ptx proved "s/ptx::mbarrier_arrive_expect.*/$apart $arrive/"
check ptx findings "s/ptx::mbarrier_arrive_expect.*/$arrive $apart/" async-copy-unsynced
check ptx findings 's/&full.s., 256);/\&full[s], 128);/' phase-mismatch
check ptx findings '/wait(&full/d' async-copy-unsynced
check ptx findings 's/ptx::mbarrier_arrive(&empty.s.);//; s/wait(&full.*/& ptx::mbarrier_arrive(\&empty[s]);/' async-copy-unsynced
check memcpy proved ''
check memcpy findings 's/bar.arrive_and_wait/__syncthreads/' async-copy-unsynced
check gather proved ''
check gather proved 's/int i = 0; i < 4; i++/int i = 3; i >= 0; i--/'
check gather findings 's/i < 4/i < 3/' phase-mismatch
check gather findings 's/sizeof tile/2 * sizeof tile/' phase-mismatch
check gather findings '/while/d' async-copy-unsynced
check gather findings 's/tile.i., in/tile[0], in/' async-copy-unsynced
check gather undecided 's/i < 4/i < rows[9]/' # the sum is not known
check gather findings 's/i++)/i++) if (i \& 1)/' phase-mismatch
# no sum is sure; four arrivals where the phase expects one
check gather findings 's/full, sizeof tile/full, 256/; s/^.*expect_tx.*$/for (int k = 0; k < 4; k++) & /' phase-mismatch

# No thread waits for a copy before the block ends: no document says what becomes of it.
cat >"$dir/end.cu" <<'CU'
#include <cstdint>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void end(const float *in, float *o)
{
    __shared__ __align__(128) float tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0)
        ptx::mbarrier_init(&full, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, tile, in, 512, &full);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
        while (!ptx::mbarrier_try_wait_parity(&full, 0)) ;
    }
    o[threadIdx.x] = 1;
}
void run(const float *in, float *o) { end<<<1, 128>>>(in, o); }
CU
check end proved ''
check end findings '/while/d' async-copy-unsynced

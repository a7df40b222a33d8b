#!/bin/sh
# Blocks that signal to others: of right ones nothing is told, and of those where the fence or the barrier is
# missing, too narrow or in the wrong place, publish-unsynced tells.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/blocks.cu" <<'CU'
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
__device__ unsigned counter;
__device__ volatile int ready[64];
#define START(name) __global__ void name(const int *in, int *part, int *out, int n)                 \
    {                                                                                              \
        int t = threadIdx.x, b = blockIdx.x;
#define LAST(test) __shared__ bool last; if (t == 0) last = test; __syncthreads(); if (last) SUM }
#define SUM { int s = 0; for (int i = 0; i < gridDim.x; i++) s += part[i * 256 + t]; out[t] = s; }
#define STORE part[b * 256 + t] = in[b * 256 + t] + 1;
#define FENCE __threadfence();
#define MEET __syncthreads();
#define ENOUGH (atomicAdd(&counter, 1) == gridDim.x - 1)
#define COUNT_UP(order, wanted) if (t == 0) { unsigned now = (turn + 1) % 3; counts[(now + 1) % 3] = 0;       \
    cuda::atomic_ref<unsigned>(counts[now]).fetch_add(1, cuda::memory_order_##order);               \
    while (cuda::atomic_ref<unsigned>(counts[now]).load(cuda::memory_order_acquire) != wanted) {}   \
    turn = now; } MEET out[b * 256 + t] = part[t]; }
__device__ unsigned counts[3], turn;
START(good_plain) STORE FENCE MEET LAST(ENOUGH)
START(good_signaller) STORE MEET if (t == 0) FENCE LAST(ENOUGH)
START(good_system) STORE __threadfence_system(); MEET LAST(ENOUGH)
START(good_asm) STORE asm volatile("fence.acq_rel.gpu;" ::: "memory"); MEET LAST(ENOUGH)
START(good_group) STORE FENCE cg::this_thread_block().sync(); LAST(ENOUGH)
START(good_down) STORE FENCE MEET LAST((atomicDec(&counter, 63) == 1))
START(good_or) STORE FENCE MEET bool l = false; if (t == 0) l = ENOUGH; if (__syncthreads_or(l)) SUM }
START(good_raw) __shared__ unsigned k; STORE FENCE MEET if (t == 0) k = atomicAdd(&counter, 1); MEET
    if (k == gridDim.x - 1) SUM }
START(good_return) STORE FENCE MEET __shared__ unsigned k; if (t == 0) k = atomicAdd(&counter, 1); MEET
    if (k != gridDim.x - 1) return; SUM }
START(good_warps) STORE __syncwarp(); unsigned k = 0; if (t % 32 == 0) { FENCE k = atomicAdd(&counter, 1); }
    k = __shfl_sync(~0u, k, 0); if (k == 8 * gridDim.x - 1) for (int i = t % 32; i < 256; i += 32) atomicAdd(&out[i], part[i]); }
START(good_ref) STORE MEET LAST((cuda::atomic_ref<unsigned>(counter).fetch_add(1) == gridDim.x - 1))
START(good_if) STORE if (gridDim.x > 1) { FENCE MEET LAST(ENOUGH) }
START(good_wait) STORE FENCE MEET if (t == 0) { ready[b] = 1; if (b > 0) while (ready[b - 1] == 0); FENCE } MEET
    if (b > 0) out[b * 256 + t] = part[(b - 1) * 256 + t]; }
START(good_acquire) STORE MEET if (t == 0) { cuda::atomic_ref<unsigned>(counter).store(1, cuda::memory_order_release);
    while (cuda::atomic_ref<unsigned>(counter).load(cuda::memory_order_acquire) == 0); } MEET out[b * 256 + t] = part[t]; }
START(good_stride) for (int i = t; i < n; i += 256) part[b * 256 + t] = in[i]; FENCE MEET LAST(ENOUGH)
START(good_queue) __shared__ int task[2]; if (t == 0) { task[0] = atomicAdd(&counter, 1); task[1] = in[task[0]]; } MEET
    while (task[0] < n) { if (task[1] == 3) part[in[task[0]] * 256 + t] += 1; MEET
    if (t == 0) { task[0] = atomicAdd(&counter, 1); task[1] = in[task[0]]; } MEET } }
START(good_own) STORE MEET if (t == 0 && ENOUGH) out[1 << 20] = 1; out[b * 256 + t] = part[b * 256 + 255 - t]; }
START(good_set_back) STORE MEET COUNT_UP(release, n)
START(good_set_back_for_all) STORE MEET COUNT_UP(release, gridDim.x)
START(bad_set_back) STORE MEET COUNT_UP(relaxed, n)
START(bad_no_fence) STORE MEET LAST(ENOUGH)
START(bad_no_barrier) STORE FENCE LAST(ENOUGH)
START(bad_nothing) STORE LAST(ENOUGH)
START(bad_block_fence) STORE __threadfence_block(); MEET LAST(ENOUGH)
START(bad_asm) STORE asm volatile("fence.acq_rel.cta;" ::: "memory"); MEET LAST(ENOUGH)
START(bad_warp_only) STORE FENCE __syncwarp(); LAST(ENOUGH)
START(bad_down) STORE MEET LAST((atomicDec(&counter, 63) == 1))
START(bad_or) STORE MEET bool l = false; if (t == 0) l = ENOUGH; if (__syncthreads_or(l)) SUM }
START(bad_raw) __shared__ unsigned k; STORE MEET if (t == 0) k = atomicAdd(&counter, 1); MEET
    if (k == gridDim.x - 1) SUM }
START(bad_return) STORE MEET __shared__ unsigned k; if (t == 0) k = atomicAdd(&counter, 1); MEET
    if (k != gridDim.x - 1) return; SUM }
START(bad_warps) STORE __syncwarp(); unsigned k = 0; if (t % 32 == 0) k = atomicAdd(&counter, 1);
    k = __shfl_sync(~0u, k, 0); if (k == 8 * gridDim.x - 1) for (int i = t % 32; i < 256; i += 32) atomicAdd(&out[i], part[i]); }
START(bad_relaxed) STORE MEET LAST((cuda::atomic_ref<unsigned>(counter).fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1))
START(bad_acquire) STORE MEET LAST((cuda::atomic_ref<unsigned>(counter).fetch_add(1, cuda::memory_order_acquire) == gridDim.x - 1))
START(bad_scope) STORE MEET LAST((cuda::atomic_ref<unsigned, cuda::thread_scope_block>(counter).fetch_add(1) == gridDim.x - 1))
START(bad_if) STORE if (n > 5) FENCE MEET LAST(ENOUGH)
START(bad_half) STORE if (t < 128) FENCE MEET LAST(ENOUGH)
START(bad_after) STORE MEET __shared__ bool last; if (t == 0) { last = ENOUGH; FENCE } MEET if (last) SUM }
START(bad_before) FENCE STORE MEET LAST(ENOUGH)
START(bad_wait) STORE MEET if (t == 0) { ready[b] = 1; if (b > 0) while (ready[b - 1] == 0); FENCE } MEET
    if (b > 0) out[b * 256 + t] = part[(b - 1) * 256 + t]; }
START(bad_stride) for (int i = t; i < n; i += 256) part[b * 256 + t] = in[i]; FENCE LAST(ENOUGH)
START(bad_sum) atomicAdd(&part[t], in[b * 256 + t]); FENCE LAST(ENOUGH)
void run(const int *in, int *p, int *o, int n)
{
#define RUN(k) k<<<64, 256>>>(in, p, o, n);
    RUN(good_plain) RUN(good_signaller) RUN(good_system) RUN(good_asm) RUN(good_group)
    RUN(good_down) RUN(good_or) RUN(good_raw) RUN(good_return) RUN(good_warps) RUN(good_ref)
    RUN(good_if) RUN(good_wait) RUN(good_acquire) RUN(good_stride) RUN(good_queue) RUN(good_own) RUN(good_set_back)
    RUN(good_set_back_for_all) RUN(bad_set_back) RUN(bad_no_fence)
    RUN(bad_no_barrier) RUN(bad_nothing) RUN(bad_block_fence) RUN(bad_asm) RUN(bad_warp_only)
    RUN(bad_down) RUN(bad_or) RUN(bad_raw) RUN(bad_return) RUN(bad_warps) RUN(bad_relaxed)
    RUN(bad_acquire) RUN(bad_scope) RUN(bad_if) RUN(bad_half) RUN(bad_after) RUN(bad_before)
    RUN(bad_wait) RUN(bad_stride) RUN(bad_sum)
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/blocks.cu" >"$dir/out" 2>&1 || true
good=$(grep -c '^START(good_' "$dir/blocks.cu")
bad=$(grep -c '^START(bad_' "$dir/blocks.cu")
quiet=$(grep -c ': kernel: good_[a-z_]*: \(proved\|undecided\)' "$dir/out" || true)
found=$(grep -c ': kernel: bad_[a-z_]*: findings' "$dir/out" || true)
told=$(grep -c '\[publish-unsynced\]$' "$dir/out" || true)
[ "$quiet" = "$good" ] && [ "$found" = "$bad" ] && [ "$told" = "$bad" ] || {
    cat "$dir/out"
    exit 1
}

#!/bin/sh
# What orders two blocks: counters, barriers of the grid, locks (CUDA C++ Programming Guide, "Memory Fence
# Functions", "Grid Synchronization"). Each wrong kernel differs from a right one in one place: right ones
# are proved, no wrong one is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/blocks.cu" <<'CU'
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
#define START(name) __device__ unsigned name##_count; __device__ int name##_lock, name##_sum;      \
    __global__ void name(int *o, const int *in, int n)                                             \
    {                                                                                              \
        unsigned &count = name##_count;                                                            \
        int &lock = name##_lock, &sum = name##_sum;                                                \
        int t = threadIdx.x, b = blockIdx.x, i = b * 128 + t;                                      \
        (void)count; (void)lock; (void)sum;
#define STORE o[i] = in[i];
#define FENCE __threadfence();
#define MEET __syncthreads();
#define SUM { int v = 0; for (int k = 0; k < 1024; k += 128) v += ((volatile int *)o)[k + t]; o[1024 + t] = v; }
#define LAST(counts, enough) __shared__ bool last; if (t == 0) last = counts == enough; MEET if (last) SUM }
#define ALL(first, counts, enough, behind) MEET if (t == 0) { first; counts; while (((volatile unsigned &)count) < enough) ; behind; } \
    MEET o[1024 + i] = o[1023 - i]; }
START(right_last) STORE FENCE MEET LAST(atomicAdd(&count, 1), 7)
START(right_last_inc) STORE MEET if (t == 0) FENCE LAST(atomicInc(&count, gridDim.x - 1), gridDim.x - 1)
START(right_last_ordered) STORE MEET LAST(cuda::atomic_ref<unsigned>(count).fetch_add(1), 7)
START(wrong_last_early) STORE FENCE MEET LAST(atomicAdd(&count, 1), 6)
START(wrong_last_first) STORE FENCE MEET LAST(atomicAdd(&count, 1), 0)
START(wrong_last_by_two) STORE FENCE MEET LAST(atomicAdd(&count, 2), 7)
START(wrong_last_stays) STORE FENCE MEET LAST(atomicAdd(&count, 0), 7)
START(wrong_last_fence) STORE MEET LAST(atomicAdd(&count, 1), 7)
START(wrong_last_barrier) STORE FENCE LAST(atomicAdd(&count, 1), 7)
START(wrong_last_block) STORE FENCE MEET LAST(atomicAdd_block(&count, 1), 7)
START(wrong_last_two_threads) STORE FENCE MEET __shared__ bool last; if (t < 2) last = atomicAdd(&count, 1) == 7; MEET if (last) SUM }
START(wrong_last_in_loop) STORE FENCE MEET __shared__ bool last; for (int k = 0; k < n; k++) if (t == 0) last = atomicAdd(&count, 1) == 7; MEET if (last) SUM }
START(wrong_last_reset) STORE FENCE MEET if (t == 0 && b == 3) atomicExch(&count, 0); LAST(atomicAdd(&count, 1), 7)
START(wrong_last_store_behind) FENCE MEET STORE LAST(atomicAdd(&count, 1), 7)
START(wrong_last_told_before) STORE FENCE MEET __shared__ bool last; if (t == 0) last = atomicAdd(&count, 1) == 7; if (last) SUM }
START(wrong_last_told_always) STORE FENCE MEET __shared__ bool last; if (t == 0) last = atomicAdd(&count, 1) == 7 || n > 3; MEET if (last) SUM }
START(wrong_last_not) STORE FENCE MEET LAST(atomicAdd(&count, 1) != 7, 1)
START(wrong_last_other_place) STORE FENCE MEET LAST(atomicAdd(&(&count)[b], 1), 7)
START(wrong_last_plain) STORE FENCE MEET __shared__ bool last; if (t == 0) last = count++ == 7; MEET if (last) SUM }
START(right_all) STORE ALL(FENCE, atomicAdd(&count, 1), gridDim.x, FENCE)
START(right_all_ordered) STORE MEET if (t == 0) { cuda::atomic_ref<unsigned> c(count); c.fetch_add(1, cuda::memory_order_release);
    while (c.load(cuda::memory_order_acquire) < 8) ; } MEET o[1024 + i] = o[1023 - i]; }
START(wrong_all_relaxed) STORE MEET if (t == 0) { cuda::atomic_ref<unsigned> c(count); c.fetch_add(1, cuda::memory_order_release);
    while (c.load(cuda::memory_order_relaxed) < 8) ; } MEET o[1024 + i] = o[1023 - i]; }
START(wrong_all_released) STORE MEET if (t == 0) { cuda::atomic_ref<unsigned> c(count); c.fetch_add(1, cuda::memory_order_relaxed);
    while (c.load(cuda::memory_order_acquire) < 8) ; } MEET o[1024 + i] = o[1023 - i]; }
START(wrong_all_few) STORE ALL(FENCE, atomicAdd(&count, 1), gridDim.x - 1, FENCE)
START(wrong_all_no_fence) STORE ALL(, atomicAdd(&count, 1), gridDim.x, FENCE)
START(wrong_all_no_fence_behind) STORE ALL(FENCE, atomicAdd(&count, 1), gridDim.x, )
START(wrong_all_block_fence) STORE ALL(__threadfence_block(), atomicAdd(&count, 1), gridDim.x, FENCE)
START(wrong_all_twice) STORE ALL(FENCE, atomicAdd(&count, 1); atomicAdd(&count, 1), gridDim.x, FENCE)
START(wrong_all_once) STORE MEET if (t == 0) { FENCE atomicAdd(&count, 1); if (((volatile unsigned &)count) < gridDim.x) FENCE } MEET o[1024 + i] = o[1023 - i]; }
START(wrong_all_leaves) STORE MEET if (t == 0) { FENCE atomicAdd(&count, 1); for (int k = 0; k < n && ((volatile unsigned &)count) < gridDim.x; k++) ; FENCE } MEET o[1024 + i] = o[1023 - i]; }
START(wrong_all_no_barrier) STORE MEET if (t == 0) { FENCE atomicAdd(&count, 1); while (((volatile unsigned &)count) < gridDim.x) ; FENCE } o[1024 + i] = o[1023 - i]; }
START(wrong_all_reuse) STORE ALL(FENCE, atomicAdd(&count, 1), gridDim.x, FENCE; STORE)
START(right_lock) if (t == 0) { while (atomicCAS(&lock, 0, 1) != 0) ; FENCE sum += in[b]; FENCE atomicExch(&lock, 0); } }
START(wrong_lock_own) if (t == 0) { while (atomicCAS(&lock + b, 0, 1) != 0) ; FENCE sum += in[b]; FENCE atomicExch(&lock + b, 0); } }
START(wrong_lock_block) if (t == 0) { while (atomicCAS_block(&lock, 0, 1) != 0) ; FENCE sum += in[b]; FENCE atomicExch(&lock, 0); } }
START(wrong_lock_no_fence) if (t == 0) { while (atomicCAS(&lock, 0, 1) != 0) ; sum += in[b]; FENCE atomicExch(&lock, 0); } }
START(wrong_lock_narrow) if (t == 0) { while (atomicCAS(&lock, 0, 1) != 0) ; __threadfence_block(); sum += in[b]; FENCE atomicExch(&lock, 0); } }
START(wrong_lock_late) if (t == 0) { while (atomicCAS(&lock, 0, 1) != 0) ; FENCE sum += in[b]; FENCE atomicExch(&lock, 0); sum += 1; } }
START(right_grid) STORE cg::this_grid().sync(); o[1024 + i] = o[1023 - i]; }
START(wrong_grid) STORE if (n > 3) cg::this_grid().sync(); o[1024 + i] = o[1023 - i]; }
START(wrong_grid_again) for (int k = 0; k < n; k++) { o[i] = k; cg::this_grid().sync(); o[1024 + i] = o[1023 - i]; } }
START(right_grid_again) for (int k = 0; k < n; k++) { o[i] = k; cg::this_grid().sync(); o[1024 + i] = o[1023 - i]; cg::this_grid().sync(); } }
START(wrong_in_block) atomicAdd(&o[in[i] & 63], 1); FENCE if (t < 64) o[64 + i] = o[t]; }
START(open_tickets) __shared__ unsigned k; for (;;) { if (t == 0) k = atomicAdd(&count, 1); MEET unsigned j = k; MEET if (j >= 64) return; o[j * 128 + t] = j; } }
START(wrong_tickets) __shared__ unsigned k; for (;;) { if (t == 0) k = atomicAdd(&count, 1); MEET unsigned j = k; MEET if (j >= 64) return; o[j / 2 * 128 + t] = j; } }
START(wrong_tickets_stay) __shared__ unsigned k; for (;;) { if (t == 0) k = atomicAdd(&count, 0); MEET unsigned j = k; MEET if (j >= 64) return; o[j * 128 + t] = j; } }
START(wrong_tickets_block) __shared__ unsigned k; for (;;) { if (t == 0) k = atomicAdd_block(&count, 1); MEET unsigned j = k; MEET if (j >= 64) return; o[j * 128 + t] = j; } }
CU
sed -n 's/^START(\([a-z_]*\)).*/\1/p' "$dir/blocks.cu" >"$dir/names"
{
    echo 'void run(int *o, const int *in, int n) {'
    echo '    void *a[] = {&o, &in, &n};'
    sed 's/.*/    cudaLaunchCooperativeKernel((void *)&, dim3(8), dim3(128), a, 0, 0);/' "$dir/names"
    echo '}'
} >>"$dir/blocks.cu"
"$CUDASYNCLINT" --no-cache --concerns=all -v "$dir/blocks.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    grep 'kernel:' "$dir/out"
    exit 1
}
grep -q 'kernel: wrong_[a-z_]*: proved' "$dir/out" && fail "a wrong kernel is proved"
grep -q 'kernel: wrong_[a-z_]*: findings ([a-z ]*; [^)]*grid proved' "$dir/out" && fail "of a wrong kernel the grid is proved"
for k in $(grep '^right_' "$dir/names"); do
    grep -q "kernel: $k: proved" "$dir/out" || fail "$k is not proved"
done
exit 0

#!/bin/sh
# What lanes of a warp do together is part of the proof: a shuffle, vote, match or matrix instruction
# that some named lane misses, or whose mask, width or source does not fit, is never proved; right
# uses are.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void bad_row(float *o, float *c) { float s = o[threadIdx.x]; if (threadIdx.y == 0) s += __shfl_down_sync(~0u, s, 8); c[threadIdx.y * blockDim.x + threadIdx.x] = s; }
__global__ void bad_atomic(float *c, float *o) { float v = o[threadIdx.x]; if (atomicAdd(c, 1.f) > 3.f) v += __shfl_xor_sync(~0u, v, 1); o[threadIdx.x] = v; }
__global__ void bad_argument(unsigned m, float *o) { float v = o[threadIdx.x]; if (threadIdx.x < 16) v += __shfl_xor_sync(m, v, 1); o[threadIdx.x] = v; }
__global__ void bad_ballot(const int *a, float *o) { int i = a[threadIdx.x]; unsigned m = __ballot_sync(~0u, i > 3); float v = 0; if (i > 2) v = __shfl_sync(m, i, __ffs(m) - 1); o[threadIdx.x] = v; }
__global__ void good_ballot(const int *a, float *o) { int i = a[threadIdx.x]; unsigned m = __ballot_sync(~0u, i > 3); float v = 0; if (i > 3) v = __shfl_sync(m, i, __ffs(m) - 1); o[threadIdx.x] = v; }
__global__ void good_ballot_sync(const int *a, float *o) { int i = a[threadIdx.x]; unsigned m = __ballot_sync(~0u, i > 3); float v = 0; if (i > 3) v = __popc(__ballot_sync(m, i > 7)); o[threadIdx.x] = v; }
__global__ void bad_lane(float *o) { float v = o[threadIdx.x]; if (threadIdx.x % 32 < 16) v += __shfl_sync(0xffffu, v, 20); o[threadIdx.x] = v; }
__global__ void good_half(float *o) { float v = o[threadIdx.x]; if (threadIdx.x % 32 < 16) v += __shfl_down_sync(0xffffu, v, 4, 16); o[threadIdx.x] = v; }
__global__ void bad_width(float *o) { float v = o[threadIdx.x]; v += __shfl_down_sync(~0u, v, 4, 24); o[threadIdx.x] = v; }
__global__ void bad_coalesced(const int *a, float *o) { int i = a[threadIdx.x]; float v = 0; if (i > 3) { auto g = cg::coalesced_threads(); if (g.thread_rank() < g.size() / 2) v = g.shfl(i, 0); } o[threadIdx.x] = v; }
__global__ void good_coalesced(const int *a, float *o, int *c) { int i = a[threadIdx.x]; int v = 0; if (i > 3) { auto g = cg::coalesced_threads(); if (g.thread_rank() == 0) v = atomicAdd(c, g.size()); v = g.shfl(v, 0) + g.thread_rank(); } o[threadIdx.x] = v; }
__global__ void bad_ldmatrix(float *o) { __shared__ float s[256]; unsigned r = 0, p = (unsigned)__cvta_generic_to_shared(s); if (threadIdx.x % 32 < 8) asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(p)); o[threadIdx.x] = r; }
__global__ void bad_mma(float *o, const float *a) { float d0=0,d1=0,d2=0,d3=0; if (a[threadIdx.x] > 0) asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};" : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "r"(1)); o[threadIdx.x] = d0; }
__global__ void good_mma(float *o, const float *a) { float d0=0,d1=0,d2=0,d3=0; if (threadIdx.x / 32 == 1) asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};" : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "r"(1)); o[threadIdx.x] = d0; }
__global__ void bad_nreg(float *o) { if (threadIdx.x < 64) asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); o[threadIdx.x] = 1; }
__global__ void good_nreg(float *o) { if (threadIdx.x / 128 == 0) asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); o[threadIdx.x] = 1; }
__global__ void good_reduce(float *o) { float v = o[threadIdx.x]; for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d); if (threadIdx.x % 32 == 0) o[threadIdx.x] = v; }
__global__ void good_match(const int *a, float *o) { int i = a[threadIdx.x]; unsigned m = __match_any_sync(~0u, i); int v = __shfl_sync(m, i, __ffs(m) - 1); o[threadIdx.x] = v; }
__global__ void bad_old(float *o, int n) { float v = o[threadIdx.x]; if (threadIdx.x < n) v += __any_sync(~0u, v > 1); o[threadIdx.x] = v; }
__global__ void bad_redux(int *o) { int v = o[threadIdx.x]; if (threadIdx.x & 1) v = __reduce_add_sync(~0u, v); o[threadIdx.x] = v; }
__global__ void bad_ptx(int *o) { int v = o[threadIdx.x]; if (threadIdx.x & 1) asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(v)); o[threadIdx.x] = v; }
__global__ void bad_exit(int *o) { int v = o[threadIdx.x]; if (threadIdx.x % 32 < 3) return; v = __shfl_sync(~0u, v, 0); o[threadIdx.x] = v; }
__global__ void good_tile(float *o) { auto t = cg::tiled_partition<16>(cg::this_thread_block()); float v = o[threadIdx.x]; v += t.shfl_down(v, 8); v += t.any(v > 1); t.sync(); o[threadIdx.x] = v; }
__global__ void bad_tile(float *o, const float *a) { auto t = cg::tiled_partition<16>(cg::this_thread_block()); float v = o[threadIdx.x]; if (a[threadIdx.x] > 0) v += t.shfl_down(v, 8); o[threadIdx.x] = v; }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
fail() {
    echo "$1"
    grep 'kernel:' "$dir/out"
    exit 1
}
! grep 'kernel: bad_[a-z_]*: \(proved\|nothing\)' "$dir/out" || fail "a wrong kernel is proved"
! grep 'kernel: bad_[a-z_]*: .*warps proved' "$dir/out" || fail "warps of a wrong kernel are proved"
! grep 'k.cu:[0-9:]* \(error\|warning\)' "$dir/out" | grep -v '\[warp-mask\]' || fail "another finding"
! grep 'kernel: good_[a-z_]*: ' "$dir/out" | grep -v 'proved (.*warps\|warps proved' || fail "a right kernel is not proved"
[ "$(grep -c 'kernel: bad_[a-z_]*: findings (warps' "$dir/out")" -ge 8 ] || fail "findings"
# What a warp agrees on is one value for two threads of a warp group that are in one warp.
cat >"$dir/rows.cu" <<'CU'
__global__ void group(float *o)
{
    int w = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
    if (w >= 4)
        asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    o[threadIdx.x] = threadIdx.y;
}
__global__ void of_lane(float *o)
{
    if (threadIdx.x >= 4)
        asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    o[threadIdx.x] = threadIdx.y;
}
CU
"$CUDASYNCLINT" --no-cache --isolated --checks=warp-mask -v "$dir/rows.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
! grep 'rows.cu:5:.*warp-mask' "$dir/out" || fail "lanes of one warp have two numbers of it"
grep -q 'kernel: of_lane: findings (warps' "$dir/out" || fail "part of a warp goes another way"

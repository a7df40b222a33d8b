#!/bin/sh
# One lane arrives at a barrier object for its warp, under one condition that also chooses the warps: what the lanes of
# these warps did before the barrier of the warp is handed over (PTX ISA, memory consistency: bar.warp.sync orders, and
# release is cumulative); what others did is not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
typedef unsigned long long u64;
__device__ unsigned sa(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(u64 &b, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(&b)), "r"(n)); }
__device__ void arrive(u64 &b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sa(&b)) : "memory"); }
__device__ void wait(u64 &b, int p)
{
    asm volatile("{.reg .pred P1;\nL: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra D;\nbra L;\nD:\n}" ::
                     "r"(sa(&b)), "r"(p) : "memory");
}
__device__ bool elect()
{
    unsigned one;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(one));
    return one;
}
#define KERNEL(name, writes, before, barrier, who, count, waits)                                                       \
    __global__ void __launch_bounds__(128) name(const int *in, int *o)                                                 \
    {                                                                                                                  \
        __shared__ int s[96];                                                                                          \
        __shared__ u64 b;                                                                                              \
        const int t = threadIdx.x, warp = t / 32, lane = t % 32;                                                       \
        if (t == 0)                                                                                                    \
            init(b, count);                                                                                            \
        __syncthreads();                                                                                               \
        if (writes)                                                                                                    \
            before;                                                                                                    \
        barrier;                                                                                                       \
        if (who)                                                                                                       \
            arrive(b);                                                                                                 \
        if (t >= 96) {                                                                                                 \
            waits;                                                                                                     \
            o[t] = s[t - 96] + s[127 - t + 32];                                                                        \
        }                                                                                                              \
    }
#define PUT s[t] = in[t]
#define ALL __syncwarp()
KERNEL(right_both, t < 64, PUT, ALL, t < 64 && lane == 0, 2, wait(b, 0))
KERNEL(right_warps, warp < 2, PUT, ALL, lane == 0 && warp < 2, 2, wait(b, 0))
KERNEL(right_last, t < 64, PUT, ALL, warp <= 1 && lane == 31, 2, wait(b, 0))
KERNEL(right_elected, t < 64, PUT, ALL, t < 64 && elect(), 2, wait(b, 0))
KERNEL(wrong_other_warp, t < 96 && t >= 32, s[t - 32] = in[t], ALL, t < 64 && lane == 0, 2, wait(b, 0))
KERNEL(wrong_one, t < 64, PUT, ALL, t < 32 && lane == 0, 1, wait(b, 0))
KERNEL(wrong_barrier, t < 64, PUT, , t < 64 && lane == 0, 2, wait(b, 0))
KERNEL(wrong_half, t < 64, PUT, if (lane < 16) __syncwarp(0xffff), t < 64 && lane == 0, 2, wait(b, 0))
KERNEL(wrong_late, t < 0, PUT, ALL; if (t < 64) PUT, t < 64 && lane == 0, 2, wait(b, 0))
KERNEL(wrong_count, t < 64, PUT, ALL, t < 64 && lane == 0, 1, wait(b, 0))
KERNEL(wrong_parity, t < 64, PUT, ALL, t < 64 && lane == 0, 2, wait(b, 1))
KERNEL(wrong_wait, t < 64, PUT, ALL, t < 64 && lane == 0, 2, )
KERNEL(wrong_lanes, t < 64, PUT, ALL, t < 64 && lane < 2, 2, wait(b, 0))
KERNEL(wrong_every_other, t < 64, PUT, ALL, t < 64 && t % 64 == 0, 1, wait(b, 0))
CU
{
    echo 'void run(const int *in, int *o) {'
    sed -n 's/^KERNEL(\([a-z_]*\),.*/    \1<<<8, 128>>>(in, o);/p' "$dir/k.cu"
    echo '}'
} >>"$dir/k.cu"
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --arch=sm_90 -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() { echo "$1"; cat "$dir/out"; exit 1; }
for k in both warps last elected; do
    grep -q "kernel: right_$k: proved" "$dir/out" || fail "right_$k"
done
grep -q 'kernel: wrong_[a-z_]*: proved' "$dir/out" && fail wrong
for k in other_warp one barrier half late count parity wait lanes every_other; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "wrong_$k"
done

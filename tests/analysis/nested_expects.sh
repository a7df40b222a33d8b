#!/bin/sh
# A barrier object whose bytes are expected in all passes of a loop but the last, under two conditions, one inside the
# other: how often that was is known. The next bytes may be expected only when all have seen that the last ones came
# (PTX ISA, mbarrier: waits by parity tell a phase from the next one only).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
typedef unsigned long long u64;
__device__ unsigned sa(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(u64 &b, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(&b)), "r"(n)); }
__device__ void expect(u64 &b, int n)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sa(&b)), "r"(n) : "memory");
}
__device__ void wait(u64 &b, int p)
{
    asm volatile("{.reg .pred P1;\nL: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra D;\nbra L;\nD:\n}" ::
                     "r"(sa(&b)), "r"(p) : "memory");
}
__device__ void load(void *d, const void *s, int n, u64 &b)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
                     "r"(sa(d)), "l"(s), "r"(n), "r"(sa(&b)) : "memory");
}
#define KERNEL(name, passes, lanes, bytes, parity, to, seen, done)                                                     \
    __global__ void __launch_bounds__(128) name(const float *in, float *o, int n)                                      \
    {                                                                                                                  \
        __shared__ alignas(128) float s[2][128];                                                                       \
        __shared__ u64 b;                                                                                              \
        const int t = threadIdx.x, warp = t / 32, lane = t % 32;                                                       \
        int tic = 0, toc = 1;                                                                                          \
        if (warp == 0)                                                                                                 \
            if (lane == 0) {                                                                                           \
                init(b, 1);                                                                                            \
                expect(b, 512);                                                                                        \
                load(s[0], in, 512, b);                                                                                \
            }                                                                                                          \
        __syncthreads();                                                                                               \
        for (int k = 0; k < n; k++, tic ^= 1, toc ^= 1) {                                                              \
            wait(b, parity);                                                                                           \
            seen;                                                                                                      \
            if (warp == 0 && passes)                                                                                   \
                if (lanes) {                                                                                           \
                    expect(b, bytes);                                                                                  \
                    load(s[to], in + 128 * (k + 1), 512, b);                                                           \
                }                                                                                                      \
            o[k * 128 + t] = s[tic][127 - t];                                                                          \
            done;                                                                                                      \
        }                                                                                                              \
    }
#define BAR __syncthreads()
KERNEL(right_last, k + 1 < n, lane == 0, 512, tic, toc, BAR, BAR)
KERNEL(right_less, k < n - 1, lane == 0, 512, tic, toc, BAR, BAR)
KERNEL(right_once, k + 1 < n, lane == 0, 512, tic, toc, BAR, )
KERNEL(wrong_late, k + 1 < n, lane == 0, 512, tic, toc, , BAR)
KERNEL(wrong_few, k + 2 < n, lane == 0, 512, tic, toc, BAR, BAR)
KERNEL(wrong_lanes, k + 1 < n, lane < 2, 512, tic, toc, BAR, BAR)
KERNEL(wrong_bytes, k + 1 < n, lane == 0, 528, tic, toc, BAR, BAR)
KERNEL(wrong_parity, k + 1 < n, lane == 0, 512, toc, toc, BAR, BAR)
KERNEL(wrong_stage, k + 1 < n, lane == 0, 512, tic, tic, BAR, BAR)
CU
{
    echo 'void run(const float *in, float *o, int n) {'
    sed -n 's/^KERNEL(\([a-z_]*\),.*/    \1<<<8, 128>>>(in, o, n);/p' "$dir/k.cu"
    echo '}'
} >>"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --arch=sm_90 -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() { echo "$1"; cat "$dir/out"; exit 1; }
for k in last less once; do
    grep -q "kernel: right_$k: proved" "$dir/out" || fail "right_$k"
done
grep -q 'kernel: wrong_[a-z]*: proved' "$dir/out" && fail proved
for k in late lanes bytes stage; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "wrong_$k"
done

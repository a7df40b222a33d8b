#!/bin/sh
# Bytes that one thread expects when it sets the barrier object up, and copies that it issues behind a barrier of the
# block, in a loop of its own and under a condition that is spelled otherwise: they come when the same threads come
# (PTX ISA, mbarrier: the phase ends when as many bytes have come as were expected).
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
#define KERNEL(name, expecting, bytes, barrier, issuing, tiles, waiting)                                               \
    __global__ void __launch_bounds__(128) name(const float *in, float *o, int n)                                      \
    {                                                                                                                  \
        __shared__ alignas(128) float s[4][128];                                                                       \
        __shared__ u64 b;                                                                                              \
        const int t = threadIdx.x, warp = t / 32, lane = t % 32;                                                       \
        if (t == 0)                                                                                                    \
            init(b, 1);                                                                                                \
        barrier;                                                                                                       \
        if (expecting)                                                                                                 \
            expect(b, bytes);                                                                                          \
        if (warp == 0)                                                                                                 \
            for (int w = 0; w < tiles; w++)                                                                            \
                if (issuing)                                                                                           \
                    load(s[w], in + 128 * w, 512, b);                                                                  \
        waiting;                                                                                                       \
        for (int w = 0; w < 4; w++)                                                                                    \
            o[t + 128 * w] = s[w][127 - t];                                                                            \
    }
KERNEL(right_spelled, t == 0, 2048, __syncthreads(), lane == 0, 4, wait(b, 0))
KERNEL(right_same, t < 1, 2048, __syncthreads(), lane < 1, 4, wait(b, 0))
KERNEL(wrong_lanes, t == 0, 2048, __syncthreads(), lane < 2, 4, wait(b, 0))
KERNEL(wrong_lane, t == 0, 2048, __syncthreads(), lane == 0 && n > 0, 4, wait(b, 0))
KERNEL(wrong_few, t == 0, 2048, __syncthreads(), lane == 0, 3, wait(b, 0))
KERNEL(wrong_bytes, t == 0, 1024, __syncthreads(), lane == 0, 4, wait(b, 0))
KERNEL(wrong_phase, t == 0, 2048, __syncthreads(), lane == 0, 4, wait(b, 1))
KERNEL(wrong_wait, t == 0, 2048, __syncthreads(), lane == 0, 4, )
KERNEL(wrong_barrier, t == 0, 2048, , lane == 0, 4, wait(b, 0))
KERNEL(wrong_expecting, t < 2, 1024, __syncthreads(), lane == 0, 4, wait(b, 0))
CU
{
    echo 'void run(const float *in, float *o, int n) {'
    sed -n 's/^KERNEL(\([a-z_]*\),.*/    \1<<<8, 128>>>(in, o, n);/p' "$dir/k.cu"
    echo '}'
} >>"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --arch=sm_90 -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() { echo "$1"; cat "$dir/out"; exit 1; }
test "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = 2 || fail right
grep -q 'kernel: wrong_[a-z]*: proved' "$dir/out" && fail wrong
for k in bytes few phase wait barrier; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "$k"
done

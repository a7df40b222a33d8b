#!/bin/sh
# Rings whose first stages one thread fills when it has set up the objects, before a barrier of the block; the producer
# goes on behind it (programming guide, __syncthreads: no thread goes on until all have come). And producers that wait
# for a later stage than the one they fill next: consumers give stages back in order (PTX ISA, mbarrier).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
typedef unsigned long long u64;
constexpr int S = 4;
__device__ unsigned sa(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(u64 &b, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(&b)), "r"(n)); }
__device__ void expect(u64 &b, int n)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sa(&b)), "r"(n) : "memory");
}
__device__ void arrive(u64 &b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sa(&b)) : "memory"); }
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
#define ALL __syncthreads()
/* thread 0 fills the stages up to `ahead`, where `also`; thread 96 goes on at `from` up to `to`, waiting in front of it
 * or behind; consumers wait and arrive */
#define KERNEL(name, count, ahead, also, barrier, who, from, to, front, behind, read, arriving)                        \
    __global__ void __launch_bounds__(128) name(const float *in, float *o, int n)                                      \
    {                                                                                                                  \
        __shared__ alignas(128) float s[S][96];                                                                        \
        __shared__ u64 full[S], done[S];                                                                               \
        const int t = threadIdx.x;                                                                                     \
        if (t == 0) {                                                                                                  \
            for (int j = 0; j < S; j++) {                                                                              \
                init(full[j], 1);                                                                                      \
                init(done[j], count);                                                                                  \
            }                                                                                                          \
            for (int j = 0; j < ahead; j++)                                                                            \
                if (also) {                                                                                            \
                    expect(full[j], 384);                                                                              \
                    load(s[j], in + 96 * j, 384, full[j]);                                                             \
                }                                                                                                      \
        }                                                                                                              \
        barrier;                                                                                                       \
        if (t >= 96) {                                                                                                 \
            if (who)                                                                                                   \
                for (int k = from; k < to; k++) {                                                                      \
                    front;                                                                                             \
                    expect(full[k % S], 384);                                                                          \
                    load(s[k % S], in + 96 * k, 384, full[k % S]);                                                     \
                    behind;                                                                                            \
                }                                                                                                      \
        } else {                                                                                                       \
            float sum = 0;                                                                                             \
            for (int k = 0; k < n; k++) {                                                                              \
                wait(full[k % S], k / S % 2);                                                                          \
                sum += s[read][95 - t];                                                                                \
                arriving;                                                                                              \
            }                                                                                                          \
            o[t] = sum;                                                                                                \
        }                                                                                                              \
    }
#define GIVEN(k) wait(done[(k) % S], (k) / S % 2)
#define BACK arrive(done[k % S])
KERNEL(right_late, 96, S - 1, true, ALL, t == 96, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(right_later, 96, S - 1, true, ALL, t == 96, S - 1, n, , GIVEN(k - 2), k % S, BACK)
KERNEL(right_now, 96, S - 1, true, ALL, t == 96, S - 1, n, , GIVEN(k), k % S, BACK)
KERNEL(right_all, 96, S, true, ALL, t == 96, S, n, GIVEN(k - S), , k % S, BACK)
KERNEL(right_two, 96, 2, true, ALL, t == 96, 2, n, wait(done[k % S], k / S % 2 ^ 1), , k % S, BACK)
KERNEL(wrong_never, 96, S - 1, true, ALL, t == 96, S - 1, n, , , k % S, BACK)
KERNEL(wrong_early, 96, S - 1, true, ALL, t == 96, S - 1, n, , wait(done[(k - 4) & 3], (k - 4) / S % 2 ^ 1), k % S, BACK)
KERNEL(wrong_parity, 96, S - 1, true, ALL, t == 96, S - 1, n, , wait(done[(k - 1) % S], (k - 1) / S % 2 ^ 1), k % S, BACK)
KERNEL(wrong_stage, 96, S - 1, true, ALL, t == 96, S - 1, n, , wait(done[k % S], (k - 1) / S % 2), k % S, BACK)
KERNEL(wrong_next, 96, S - 1, true, ALL, t == 96, S - 1, n, , GIVEN(k + 1), k % S, BACK)
KERNEL(wrong_ahead_more, 96, S, true, ALL, t == 96, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_ahead_less, 96, S - 2, true, ALL, t == 96, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_from_less, 96, S - 1, true, ALL, t == 96, S - 2, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_from_more, 96, S - 1, true, ALL, t == 96, S, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_to, 96, S - 1, true, ALL, t == 96, S - 1, n - 1, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_some, 96, S - 1, n > j, ALL, t == 96, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_barrier, 96, S - 1, true, , t == 96, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_part, 96, S - 1, true, if (t < 96) asm volatile("bar.sync 1, 96;" ::: "memory"), t == 96, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_who, 96, S - 1, true, ALL, t >= 126, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_lanes, 96, S - 1, true, ALL, true, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_count, 95, S - 1, true, ALL, t == 96, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_count_more, 97, S - 1, true, ALL, t == 96, S - 1, n, , GIVEN(k - 1), k % S, BACK)
KERNEL(wrong_read, 96, S - 1, true, ALL, t == 96, S - 1, n, , GIVEN(k - 1), (k + 1) % S, BACK)
KERNEL(wrong_given, 96, S - 1, true, ALL, t == 96, S - 1, n, , GIVEN(k - 1), k % S, if (t > 0) BACK)
KERNEL(wrong_all, 96, S, true, ALL, t == 96, S, n, GIVEN(k - S - 1), , k % S, BACK)
KERNEL(wrong_all_parity, 96, S, true, ALL, t == 96, S, n, wait(done[k % S], k / S % 2), , k % S, BACK)
KERNEL(wrong_two, 96, 2, true, ALL, t == 96, 2, n, wait(done[k % S], k / S % 2), , k % S, BACK)

/* threads fill, 32 for the first tile and 32 others for all others */
#define PLAIN(name, waiting, first, late, barrier, other, ordered)                                                     \
    __global__ void __launch_bounds__(96) name(const float *in, float *o, int n)                                       \
    {                                                                                                                  \
        __shared__ float s[2][32];                                                                                     \
        __shared__ u64 full[2], done[2];                                                                               \
        const int t = threadIdx.x;                                                                                     \
        if (t == 0)                                                                                                    \
            for (int j = 0; j < 2; j++) {                                                                              \
                init(full[j], 32);                                                                                     \
                init(done[j], 32);                                                                                     \
            }                                                                                                          \
        __syncthreads();                                                                                               \
        if (t < 32) {                                                                                                  \
            first;                                                                                                     \
            arrive(full[0]);                                                                                           \
        }                                                                                                              \
        waiting;                                                                                                       \
        barrier;                                                                                                       \
        if (t < 32) {                                                                                                  \
            late;                                                                                                      \
            float sum = 0;                                                                                             \
            for (int k = 0; k < n; k++) {                                                                              \
                wait(full[k % 2], k / 2 % 2);                                                                          \
                sum += s[k % 2][31 - t];                                                                               \
                arrive(done[k % 2]);                                                                                   \
            }                                                                                                          \
            o[t] = sum;                                                                                                \
        } else if (other)                                                                                              \
            for (int k = 1; k < n; k++) {                                                                              \
                ordered;                                                                                               \
                s[k % 2][t % 32] = in[32 * k + t % 32];                                                                \
                arrive(full[k % 2]);                                                                                   \
            }                                                                                                          \
    }
#define FIRST s[0][t] = in[t]
#define EMPTY wait(done[k % 2], k / 2 % 2 ^ 1)
PLAIN(right_plain, , FIRST, , ALL, t < 64, EMPTY)
PLAIN(wrong_plain_late, , , FIRST, ALL, t < 64, EMPTY)
PLAIN(wrong_plain_again, , FIRST, FIRST, ALL, t < 64, EMPTY)
PLAIN(wrong_plain_wait, if (t >= 64) wait(full[0], 0), FIRST, , , t < 64, EMPTY)
PLAIN(wrong_plain_wait_for_more, wait(full[1], 0), FIRST, , ALL, t < 64, EMPTY)
PLAIN(wrong_plain_barrier, , FIRST, , , t < 64, EMPTY)
PLAIN(wrong_plain_other, , FIRST, , ALL, t < 63, EMPTY)
PLAIN(wrong_plain_both, , FIRST, , ALL, true, EMPTY)
PLAIN(wrong_plain_order, , FIRST, , ALL, t < 64, )
PLAIN(wrong_plain_parity, , FIRST, , ALL, t < 64, wait(done[k % 2], k / 2 % 2))
PLAIN(wrong_plain_stage, , FIRST, , ALL, t < 64, wait(done[(k + 1) % 2], k / 2 % 2 ^ 1))
CU
{
    echo 'void run(const float *in, float *o, int n) {'
    sed -n 's/^KERNEL(\([a-z_]*\),.*/    \1<<<8, 128>>>(in, o, n);/p' "$dir/k.cu"
    sed -n 's/^PLAIN(\([a-z_]*\),.*/    \1<<<1, 96>>>(in, o, n);/p' "$dir/k.cu"
    echo '}'
} >>"$dir/k.cu"
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --arch=sm_90 -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() { echo "$1"; cat "$dir/out"; exit 1; }
for k in late later now all two plain; do
    grep -q "kernel: right_$k: proved" "$dir/out" || fail "right_$k"
done
grep -q 'kernel: wrong_[a-z_]*: proved' "$dir/out" && fail wrong
test "$(grep -c 'kernel: wrong_[a-z_]*: \(findings\|undecided\)' "$dir/out")" = 32 || fail number
for k in never parity next count count_more all_parity two; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "wrong_$k"
done

#!/bin/sh
# Tokens of barrier objects, looks that are repeated until they succeed, rings of which none waits
# for one half (PTX ISA, mbarrier; CUTLASS, PipelineAsync). Each wrong one differs in one place.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/tokens.cu" <<'CU'
#include <cstdint>
#include <cutlass/pipeline/pipeline.hpp>
#include <cuda/barrier>
#include <utility>
#define SA(x) ((unsigned)__cvta_generic_to_shared(&(x)))
#define ASM(...) asm volatile(__VA_ARGS__ : "memory")
#define ARRIVE(k) ASM("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(k) : "r"(SA(b)))
#define LOOK(ok, k)                                                                                \
    ASM("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"  \
        : "=r"(ok) : "r"(SA(b)), "l"(k))
#define TOKEN(name, count, begin, waits)                                                           \
    __global__ void name(int *o, const int *in, int n)                                             \
    {                                                                                              \
        __shared__ int s[128];                                                                     \
        __shared__ uint64_t b;                                                                     \
        uint64_t k;                                                                                \
        unsigned ok = begin;                                                                       \
        int t = threadIdx.x;                                                                       \
        if (t == 0)                                                                                \
            ASM("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SA(b)), "r"(count));               \
        __syncthreads();                                                                           \
        s[t] = in[t];                                                                              \
        ARRIVE(k);                                                                                 \
        waits                                                                                      \
        o[t] = s[127 - t];                                                                         \
    }
TOKEN(right_while, 128, 0, while (!ok) LOOK(ok, k);)
TOKEN(right_do, 128, 0, do LOOK(ok, k); while (!ok);)
TOKEN(wrong_begins_true, 128, 1, while (!ok) LOOK(ok, k);)
TOKEN(wrong_begins_unknown, 128, in[0], while (!ok) LOOK(ok, k);)
TOKEN(wrong_stops_on_failure, 128, 0, do LOOK(ok, k); while (ok);)
TOKEN(wrong_once, 128, 0, if (!ok) LOOK(ok, k);)
TOKEN(wrong_count, 127, 0, while (!ok) LOOK(ok, k);)
TOKEN(wrong_gives_up, 128, 0, for (int i = 0; i < n && !ok; i++) LOOK(ok, k);)
TOKEN(wrong_also_ends, 128, 0, while (!ok) { LOOK(ok, k); if (n) ok = 1; })
TOKEN(wrong_other_token, 128, 0, k = 0; while (!ok) LOOK(ok, k);)
typedef cuda::barrier<cuda::thread_scope_block> bar;
#define MOVES(name, first, other, waits, after)                                                    \
    __global__ void name(int *o, const int *in)                                                    \
    {                                                                                              \
        __shared__ int s[128];                                                                     \
        __shared__ bar b;                                                                          \
        int t = threadIdx.x;                                                                       \
        if (t == 0)                                                                                \
            init(&b, 128);                                                                         \
        __syncthreads();                                                                           \
        s[t] = in[t];                                                                              \
        bar::arrival_token k;                                                                      \
        if (t < 32)                                                                                \
            k = first;                                                                             \
        else                                                                                       \
            k = other;                                                                             \
        waits;                                                                                     \
        o[t] = s[127 - t];                                                                         \
        after;                                                                                     \
    }
MOVES(right_moves, b.arrive(), b.arrive(), b.wait(std::move(k)), )
MOVES(wrong_one_stays_away, 0, b.arrive(), b.wait(std::move(k)), )
MOVES(wrong_arrives_twice, b.arrive(2), b.arrive(), b.wait(std::move(k)), )
MOVES(wrong_no_wait, b.arrive(), b.arrive(), (void)k, )
MOVES(wrong_waits_late, b.arrive(), b.arrive(), (void)0, b.wait(std::move(k)))
#define DROPS(name, leaves, rounds)                                                                \
    __global__ void name(int *o, const int *in, int n)                                             \
    {                                                                                              \
        __shared__ int s[128];                                                                     \
        __shared__ bar b;                                                                          \
        int t = threadIdx.x;                                                                       \
        if (t == 0)                                                                                \
            init(&b, 128);                                                                         \
        s[t] = 0;                                                                                  \
        __syncthreads();                                                                           \
        if (t < 32) {                                                                              \
            leaves                                                                                 \
        }                                                                                          \
        for (int i = 0; i < rounds; i++) {                                                         \
            s[t] = in[t + i];                                                                      \
            b.arrive_and_wait();                                                                   \
            o[t] += s[159 - t];                                                                    \
            b.arrive_and_wait();                                                                   \
        }                                                                                          \
    }
#define DROP b.arrive_and_drop();
DROPS(right_drops, DROP return;, n)
DROPS(right_drops_stored, s[t] = in[t]; DROP return;, n)
DROPS(right_drops_once, DROP return;, 1)
DROPS(wrong_no_drop, return;, n)
DROPS(wrong_arrives, (void)b.arrive(); return;, n)
DROPS(wrong_stays, DROP, n)
DROPS(wrong_drops_perhaps, if (n > 3) DROP return;, n)
DROPS(wrong_leaves_before, if (n > 3) return; DROP return;, n)
DROPS(wrong_some_drop, if (t < 16) DROP return;, n)
DROPS(wrong_drops_twice, DROP DROP return;, n)
DROPS(wrong_store_behind, DROP s[t + 32] = 1; return;, n)
DROPS(wrong_read_before, o[t] = s[127 - t]; DROP return;, n)
DROPS(wrong_waits_first, b.arrive_and_wait(); DROP return;, n)
#define RING(name, produced, consumed, takes, gives, waits, releases)                              \
    __global__ void name(int *o, const int *in, int n)                                             \
    {                                                                                              \
        typedef cutlass::PipelineAsync<2> P;                                                       \
        __shared__ int s[2][64];                                                                   \
        __shared__ typename P::SharedStorage m;                                                    \
        typename P::Params p;                                                                      \
        int t = threadIdx.x;                                                                       \
        p.producer_arv_count = produced;                                                           \
        p.consumer_arv_count = consumed;                                                           \
        p.role = t < 64 ? P::ThreadCategory::Producer : P::ThreadCategory::Consumer;               \
        P pipe(m, p);                                                                              \
        __syncthreads();                                                                           \
        if (t < 64) {                                                                              \
            auto w = cutlass::make_producer_start_state<P>();                                      \
            for (int i = 0; i < n; i++) {                                                          \
                takes;                                                                             \
                s[w.index()][t] = in[i * 64 + t];                                                  \
                gives;                                                                             \
                ++w;                                                                               \
            }                                                                                      \
        } else {                                                                                   \
            cutlass::PipelineState<2> r;                                                           \
            for (int i = 0; i < n; i++) {                                                          \
                waits;                                                                             \
                o[t] += s[r.index()][127 - t];                                                     \
                releases;                                                                          \
                ++r;                                                                               \
            }                                                                                      \
        }                                                                                          \
    }
#define TAKE pipe.producer_acquire(w)
#define GIVE pipe.producer_commit(w)
#define WAIT pipe.consumer_wait(r)
#define FREE pipe.consumer_release(r)
RING(right_ring, 64, 64, TAKE, GIVE, WAIT, FREE)
RING(wrong_never_takes, 64, 64, , GIVE, WAIT, FREE)
RING(wrong_never_gives, 64, 64, TAKE, , WAIT, FREE)
RING(wrong_never_waits, 64, 64, TAKE, GIVE, , FREE)
RING(wrong_never_frees, 64, 64, TAKE, GIVE, WAIT, )
RING(wrong_produced, 32, 64, TAKE, GIVE, WAIT, FREE)
RING(wrong_consumed, 64, 32, TAKE, GIVE, WAIT, FREE)
RING(wrong_frees_early, 64, 64, TAKE, GIVE, WAIT; FREE, )
RING(wrong_frees_before, 64, 64, TAKE, GIVE, FREE; WAIT, )
RING(wrong_gives_early, 64, 64, TAKE; GIVE, , WAIT, FREE)
RING(wrong_next_stage, 64, 64, TAKE, GIVE, ++r; WAIT, FREE)
RING(wrong_other_block, 64, 64, TAKE, GIVE; p.dst_blockid = 1, WAIT, m.empty_barrier_[r.index()].arrive(1u))
CU
sed -n 's/^\(TOKEN\|MOVES\|DROPS\|RING\)(\([a-z_]*\),.*/\1 \2/p' "$dir/tokens.cu" >"$dir/names"
{
    echo 'void run(int *o, const int *in, int n) {'
    sed 's/^MOVES \(.*\)/    \1<<<1, 128>>>(o, in);/; s/^[A-Z][A-Z]* \(.*\)/    \1<<<1, 128>>>(o, in, n);/' "$dir/names"
    echo '}'
} >>"$dir/tokens.cu"
"$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/tokens.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    grep 'kernel:' "$dir/out"
    exit 1
}
grep -q 'kernel: wrong_[a-z_]*: proved' "$dir/out" && fail "a wrong kernel is proved"
for k in while moves ring drops drops_stored drops_once; do
    grep -q "kernel: right_$k: proved" "$dir/out" || fail "right_$k is not proved"
done
grep -q 'kernel: right_[a-z_]*: findings' "$dir/out" && fail "a right kernel has a finding"
for k in once count no_wait waits_late never_takes never_waits never_frees; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "wrong_$k is not found"
done
exit 0

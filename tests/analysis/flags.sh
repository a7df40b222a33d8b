#!/bin/sh
# Flags and locks inside a block (PTX ISA, "Memory Consistency Model": release and acquire patterns).
# Each wrong one differs from a right one in one place: no wrong one is proved, no right one told.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/flags.cu" <<'CU'
#include <cuda/atomic>
#include <cuda/semaphore>
/* first: how the flag begins; sets, waits, before, after: what the two threads do. */
#define FLAG(name, type, first, orders, who, sets, waits, after)                                   \
    __global__ void name(int *o, const int *in, int n)                                             \
    {                                                                                              \
        __shared__ int s, other;                                                                   \
        __shared__ type flag;                                                                      \
        int t = threadIdx.x;                                                                       \
        first;                                                                                     \
        orders;                                                                                    \
        if (who) {                                                                                 \
            sets                                                                                   \
        } else if (t == 32) {                                                                      \
            waits                                                                                  \
            o[0] = s;                                                                              \
            after                                                                                  \
        }                                                                                          \
        (void)other;                                                                               \
    }
#define BLOCK __threadfence_block()
#define BEGIN if (t == 0) flag = 0
#define SYNC __syncthreads()
#define STORE s = in[0];
#define SPIN while (flag == 0) ;
FLAG(right_flag, volatile int, BEGIN, SYNC, t == 0, STORE BLOCK; flag = 1;, SPIN BLOCK;, )
FLAG(right_other_value, volatile int, if (t == 0) flag = 7, SYNC, t == 0, STORE BLOCK; flag = n;, while (flag == 7) ; BLOCK;, )
FLAG(right_wide_fence, volatile int, BEGIN, SYNC, t == 0, STORE __threadfence(); flag = 1;, SPIN __threadfence();, )
FLAG(right_add, int, BEGIN, SYNC, t == 0, STORE BLOCK; atomicAdd(&flag, 1);, while (atomicAdd(&flag, 0) == 0) ; BLOCK;, )
FLAG(wrong_plain, int, BEGIN, SYNC, t == 0, STORE BLOCK; flag = 1;, SPIN BLOCK;, )
FLAG(wrong_no_begin, volatile int, , SYNC, t == 0, STORE BLOCK; flag = 1;, SPIN BLOCK;, )
FLAG(wrong_begins_set, volatile int, if (t == 0) flag = 1, SYNC, t == 0, STORE BLOCK; flag = 1;, SPIN BLOCK;, )
FLAG(wrong_begins_late, volatile int, BEGIN, , t == 0, STORE BLOCK; flag = 1;, SPIN BLOCK;, )
FLAG(wrong_begins_perhaps, volatile int, if (n > 3) flag = 0, SYNC, t == 0, STORE BLOCK; flag = 1;, SPIN BLOCK;, )
FLAG(wrong_no_fence_before, volatile int, BEGIN, SYNC, t == 0, STORE flag = 1;, SPIN BLOCK;, )
FLAG(wrong_fence_too_early, volatile int, BEGIN, SYNC, t == 0, BLOCK; STORE flag = 1;, SPIN BLOCK;, )
FLAG(wrong_no_fence_behind, volatile int, BEGIN, SYNC, t == 0, STORE BLOCK; flag = 1;, SPIN, )
FLAG(wrong_store_behind, volatile int, BEGIN, SYNC, t == 0, BLOCK; flag = 1; STORE, SPIN BLOCK;, )
FLAG(wrong_looks_once, volatile int, BEGIN, SYNC, t == 0, STORE BLOCK; flag = 1;, if (flag == 0) o[1] = 1; BLOCK;, )
FLAG(wrong_add_one, int, BEGIN, SYNC, t == 0, STORE BLOCK; atomicAdd(&flag, 1);, while (atomicAdd(&flag, 1) == 0) ; BLOCK;, )
FLAG(wrong_gives_up, volatile int, BEGIN, SYNC, t == 0, STORE BLOCK; flag = 1;, for (int i = 0; i < n && flag == 0; i++) ; BLOCK;, )
FLAG(wrong_value, volatile int, BEGIN, SYNC, t == 0, STORE BLOCK; flag = 1;, while (flag != 0) ; BLOCK;, )
FLAG(wrong_two_set, volatile int, BEGIN, SYNC, t < 2, if (t == 0) STORE BLOCK; flag = 1;, SPIN BLOCK;, )
FLAG(wrong_sets_twice, volatile int, BEGIN, SYNC, t == 0, flag = 1; STORE BLOCK; flag = 2;, SPIN BLOCK;, )
FLAG(wrong_sets_perhaps, volatile int, BEGIN, SYNC, t == 0, STORE BLOCK; flag = 1; s = 2;, SPIN BLOCK;, )
FLAG(wrong_other_flag, volatile int, BEGIN, SYNC, t == 0, STORE BLOCK; *(volatile int *)&other = 1;, SPIN BLOCK;, )
FLAG(wrong_fence_in_loop, volatile int, BEGIN, SYNC, t == 0, STORE BLOCK; flag = 1;, while (1) { BLOCK; if (flag) break; }, )
typedef cuda::atomic<int, cuda::thread_scope_block> atom;
#define RELEASE cuda::memory_order_release
#define RELAXED cuda::memory_order_relaxed
#define ACQUIRE cuda::memory_order_acquire
#define ABEGIN if (t == 0) flag.store(0)
FLAG(right_atomic, atom, ABEGIN, SYNC, t == 0, STORE flag.store(1, RELEASE);, while (!flag.load(ACQUIRE)) ;, )
FLAG(right_wait, atom, ABEGIN, SYNC, t == 0, STORE flag.store(1); flag.notify_all();, flag.wait(0);, )
FLAG(wrong_wait_other, atom, ABEGIN, SYNC, t == 0, STORE flag.store(1); flag.notify_all();, flag.wait(1);, )
FLAG(wrong_wait_relaxed, atom, ABEGIN, SYNC, t == 0, STORE flag.store(1); flag.notify_all();, flag.wait(0, RELAXED);, )
FLAG(wrong_relaxed_store, atom, ABEGIN, SYNC, t == 0, STORE flag.store(1, RELAXED);, while (!flag.load(ACQUIRE)) ;, )
FLAG(wrong_relaxed_load, atom, ABEGIN, SYNC, t == 0, STORE flag.store(1, RELEASE);, while (!flag.load(RELAXED)) ;, )
FLAG(wrong_acquire_store, atom, ABEGIN, SYNC, t == 0, STORE flag.store(1, ACQUIRE);, while (!flag.load(ACQUIRE)) ;, )
typedef cuda::binary_semaphore<cuda::thread_scope_block> sema;
FLAG(right_semaphore, sema, if (t == 0) init(&flag, 0), SYNC, t == 0, STORE flag.release();, flag.acquire();, )
FLAG(wrong_semaphore_free, sema, if (t == 0) init(&flag, 1), SYNC, t == 0, STORE flag.release();, flag.acquire();, )
FLAG(wrong_semaphore_tried, sema, if (t == 0) init(&flag, 0), SYNC, t == 0, STORE flag.release();, flag.try_acquire();, )
FLAG(wrong_semaphore_late, sema, if (t == 0) init(&flag, 0), SYNC, t == 0, flag.release(); STORE, flag.acquire();, )
FLAG(wrong_semaphore_two, sema, if (t == 0) init(&flag, 0), SYNC, t < 2, if (t == 0) STORE flag.release();, flag.acquire();, )

#define LOCK(name, begins, takes, fence1, fence2, gives, behind)                                   \
    __global__ void name(int *o, const int *in, int n)                                             \
    {                                                                                              \
        __shared__ int lock, s;                                                                    \
        int t = threadIdx.x;                                                                       \
        begins;                                                                                    \
        __syncthreads();                                                                           \
        if (t % 32 == 0) {                                                                         \
            takes                                                                                  \
            fence1;                                                                                \
            s += in[t];                                                                            \
            fence2;                                                                                \
            gives;                                                                                 \
            behind                                                                                 \
        }                                                                                          \
        __syncthreads();                                                                           \
        o[t] = s;                                                                                  \
    }
#define FREE if (t == 0) lock = s = 0
#define TAKE while (atomicCAS(&lock, 0, 1) != 0) ;
#define GIVE atomicExch(&lock, 0)
LOCK(right_lock, FREE, TAKE, BLOCK, BLOCK, GIVE, )
LOCK(right_sleeps, FREE, while (atomicCAS(&lock, 0, 1) != 0) __nanosleep(8);, BLOCK, BLOCK, GIVE, )
LOCK(wrong_lock_once, FREE, atomicCAS(&lock, 0, 1);, BLOCK, BLOCK, GIVE, )
LOCK(wrong_lock_taken_value, FREE, while (atomicCAS(&lock, 0, 1) != 1) ;, BLOCK, BLOCK, GIVE, )
LOCK(wrong_lock_same, FREE, while (atomicCAS(&lock, 0, 0) != 0) ;, BLOCK, BLOCK, GIVE, )
LOCK(wrong_lock_no_fence, FREE, TAKE, , BLOCK, GIVE, )
LOCK(wrong_lock_no_fence_behind, FREE, TAKE, BLOCK, , GIVE, )
LOCK(wrong_lock_plain_give, FREE, TAKE, BLOCK, BLOCK, lock = 0, )
LOCK(wrong_lock_outside, FREE, TAKE, BLOCK, BLOCK, GIVE, s += 1;)
LOCK(wrong_lock_given_twice, FREE, TAKE GIVE; BLOCK;, BLOCK, BLOCK, GIVE, )
LOCK(wrong_lock_own, FREE, while (atomicCAS(&lock + t, 0, 1) != 0) ;, BLOCK, BLOCK, atomicExch(&lock + t, 0), )
CU
sed -n 's/^\(FLAG\|LOCK\)(\([a-z_]*\),.*/\2/p' "$dir/flags.cu" >"$dir/names"
{
    echo 'void run(int *o, const int *in, int n) {'
    sed 's/.*/    &<<<1, 128>>>(o, in, n);/' "$dir/names"
    echo '}'
} >>"$dir/flags.cu"
"$CUDASYNCLINT" --no-cache -v "$dir/flags.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    grep 'kernel:' "$dir/out"
    exit 1
}
grep -q 'kernel: wrong_[a-z_]*: proved' "$dir/out" && fail "a wrong kernel is proved"
for k in $(grep '^right_' "$dir/names"); do
    grep -q "kernel: $k: proved" "$dir/out" || fail "$k is not proved"
done
for k in plain no_fence_before no_fence_behind store_behind fence_too_early relaxed_store \
    relaxed_load wait_relaxed semaphore_late; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "wrong_$k is not found"
done

# Flags that are counted up, or set several times, are more than is proved: nothing is told of right ones.
cat >"$dir/counted.cu" <<'CU'
#define START(name) __global__ void name(int *o, const int *in, int n)                             \
    {                                                                                              \
        __shared__ int s[128], count;                                                              \
        __shared__ volatile int f;                                                                 \
        int t = threadIdx.x;                                                                       \
        if (t == 0) f = count = 0;                                                                 \
        __syncthreads();
#define BLOCK __threadfence_block();
#define COUNTED ((volatile int &)count)
START(right_counted) if (t == 0 || t == 32) { s[t / 32] = in[t]; BLOCK atomicAdd(&count, 1); }
    else if (t == 64) { while (COUNTED < 2) ; BLOCK o[0] = s[0] + s[1]; } }
START(right_twice) if (t == 0) { s[0] = in[0]; BLOCK f = 1; s[1] = in[1]; BLOCK f = 2; }
    else if (t == 64) { while (f < 2) ; BLOCK o[0] = s[0] + s[1]; } }
START(right_in_turn) if (t == 0) for (int i = 0; i < n; i++) { while (f != 0) ; BLOCK s[0] = in[i]; BLOCK f = 1; }
    else if (t == 64) for (int i = 0; i < n; i++) { while (f != 1) ; BLOCK o[i] = s[0]; BLOCK f = 0; } }
START(right_all) s[t] = in[t]; BLOCK atomicAdd(&count, 1); while (COUNTED < 128) ; BLOCK o[t] = s[127 - t]; }
START(wrong_no_fence) if (t == 0 || t == 32) { s[t / 32] = in[t]; atomicAdd(&count, 1); }
    else if (t == 64) { while (COUNTED < 2) ; BLOCK o[0] = s[0] + s[1]; } }
START(wrong_no_fence_behind) if (t == 0) { s[0] = in[0]; BLOCK f = 1; s[1] = in[1]; BLOCK f = 2; }
    else if (t == 64) { while (f < 2) ; o[0] = s[0] + s[1]; } }
START(wrong_plain) if (t == 0 || t == 32) { s[t / 32] = in[t]; BLOCK count++; }
    else if (t == 64) { while (COUNTED < 2) ; BLOCK o[0] = s[0] + s[1]; } }
START(wrong_reads_early) s[t] = in[t]; BLOCK atomicAdd(&count, 1); o[t] = s[127 - t]; while (COUNTED < 128) ; BLOCK }
CU
sed -n 's/^START(\([a-z_]*\)).*/\1/p' "$dir/counted.cu" >"$dir/names"
{
    echo 'void run(int *o, const int *in, int n) {'
    sed 's/.*/    &<<<1, 128>>>(o, in, n);/' "$dir/names"
    echo '}'
} >>"$dir/counted.cu"
"$CUDASYNCLINT" --no-cache -v "$dir/counted.cu" >"$dir/out" 2>&1 || true
for k in $(grep '^right_' "$dir/names"); do
    grep -q "kernel: $k: undecided" "$dir/out" || fail "of $k something is told"
done
for k in $(grep '^wrong_' "$dir/names"); do
    grep -q "kernel: $k: findings" "$dir/out" || fail "$k is not found"
done
exit 0

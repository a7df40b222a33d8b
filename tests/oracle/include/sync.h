/* Barriers, votes, shuffles, fences. CUDA C++ Programming Guide, "Synchronization Functions", "Warp
 * Vote Functions" to "Warp Shuffle Functions", "Memory Fence Functions". A lane that a shuffle
 * reads and that takes no part gives a random value. */
#pragma once

#define __syncthreads oracle_syncthreads
#define __syncwarp oracle_warp_barrier
#define __barrier_sync oracle_barrier_sync
#define ORACLE_DEVICE static __device__ __attribute__((noinline))

ORACLE_DEVICE void oracle_syncthreads() {
    oracle_block_barrier(0, 0);
}

ORACLE_DEVICE int __syncthreads_count(int p) {
    return oracle_block_barrier(0, p);
}

ORACLE_DEVICE int __syncthreads_and(int p) {
    return oracle_block_barrier(1, p);
}

ORACLE_DEVICE int __syncthreads_or(int p) {
    return oracle_block_barrier(2, p);
}

ORACLE_DEVICE void oracle_barrier_sync(unsigned id) {
    if (id != 0)
        oracle_unmodelled("named barrier");
    oracle_block_barrier(0, 0);
}

ORACLE_DEVICE void __barrier_sync_count(unsigned, unsigned) {
    oracle_unmodelled("named barrier");
}

ORACLE_DEVICE void oracle_warp_barrier(unsigned mask = ~0u) {
    oracle_syncwarp(mask);
}

ORACLE_DEVICE void __threadfence() {
    oracle_fence();
}

ORACLE_DEVICE void __threadfence_block() {
    oracle_fence();
}

ORACLE_DEVICE void __threadfence_system() {
    oracle_fence();
}

ORACLE_DEVICE void __nanosleep(unsigned) {
    oracle_pause();
}

ORACLE_DEVICE long long clock64() {
    return (long long)oracle_clock();
}

ORACLE_DEVICE unsigned __activemask() {
    return oracle_active_lanes();
}

ORACLE_DEVICE unsigned __ballot_sync(unsigned mask, int p) {
    unsigned long value[32];
    unsigned lanes = oracle_exchange(mask, p != 0, value), result = 0;
    for (int i = 0; i < 32; i++)
        result |= lanes >> i & 1 && value[i] ? 1u << i : 0;
    return result;
}

ORACLE_DEVICE int __any_sync(unsigned mask, int p) {
    return __ballot_sync(mask, p) != 0;
}

ORACLE_DEVICE int __all_sync(unsigned mask, int p) {
    return __ballot_sync(mask, !p) == 0;
}

template <class T> ORACLE_DEVICE unsigned __match_any_sync(unsigned mask, T v) {
    unsigned long value[32], mine = 0;
    memcpy(&mine, &v, sizeof v);
    unsigned lanes = oracle_exchange(mask, mine, value), result = 0;
    for (int i = 0; i < 32; i++)
        result |= lanes >> i & 1 && value[i] == mine ? 1u << i : 0;
    return result;
}

template <class T> ORACLE_DEVICE unsigned __match_all_sync(unsigned mask, T v, int *all) {
    unsigned long value[32], mine = 0;
    memcpy(&mine, &v, sizeof v);
    unsigned lanes = oracle_exchange(mask, mine, value);
    *all = 1;
    for (int i = 0; i < 32; i++)
        if (lanes >> i & 1 && value[i] != mine)
            *all = 0;
    return *all ? mask : 0;
}

template <class T> ORACLE_DEVICE T oracle_shuffle(unsigned mask, T v, int source) {
    static_assert(sizeof(T) <= 8, "a shuffle takes 4 or 8 bytes");
    unsigned long value[32], mine = 0;
    memcpy(&mine, &v, sizeof v);
    oracle_exchange(mask, mine, value);
    T result;
    memcpy(&result, &value[source & 31], sizeof result);
    return result;
}

/* The lanes of a shuffle's segment: PTX ISA, `shfl.sync`. */
ORACLE_DEVICE int oracle_first(int width) {
    return (int)oracle_lane() & ~(width - 1) & 31;
}

template <class T> ORACLE_DEVICE T __shfl_sync(unsigned mask, T v, int from, int width = 32) {
    return oracle_shuffle(mask, v, oracle_first(width) | (from & (width - 1)));
}

template <class T> ORACLE_DEVICE T __shfl_up_sync(unsigned mask, T v, unsigned by, int width = 32) {
    int lane = (int)oracle_lane(), from = lane - (int)by;
    return oracle_shuffle(mask, v, from < oracle_first(width) ? lane : from);
}

template <class T>
ORACLE_DEVICE T __shfl_down_sync(unsigned mask, T v, unsigned by, int width = 32) {
    int lane = (int)oracle_lane(), from = lane + (int)by;
    return oracle_shuffle(mask, v, from > oracle_first(width) + width - 1 ? lane : from);
}

template <class T> ORACLE_DEVICE T __shfl_xor_sync(unsigned mask, T v, int by, int width = 32) {
    int lane = (int)oracle_lane(), from = lane ^ by;
    return oracle_shuffle(mask, v, from > oracle_first(width) + width - 1 ? lane : from);
}

#define ORACLE_REDUCE(name, type, start, step)                                                     \
    ORACLE_DEVICE type name(unsigned mask, type v) {                                               \
        unsigned long value[32];                                                                   \
        unsigned lanes = oracle_exchange(mask, (unsigned)v, value);                                \
        type r = start;                                                                            \
        for (int i = 0; i < 32; i++) {                                                             \
            type x = (type)value[i];                                                               \
            if (lanes >> i & 1)                                                                    \
                r = step;                                                                          \
        }                                                                                          \
        return r;                                                                                  \
    }

ORACLE_REDUCE(__reduce_add_sync, unsigned, 0, r + x)
ORACLE_REDUCE(__reduce_add_sync, int, 0, (int)((unsigned)r + (unsigned)x))
ORACLE_REDUCE(__reduce_min_sync, unsigned, ~0u, x < r ? x : r)
ORACLE_REDUCE(__reduce_min_sync, int, 0x7fffffff, x < r ? x : r)
ORACLE_REDUCE(__reduce_max_sync, unsigned, 0, x > r ? x : r)
ORACLE_REDUCE(__reduce_max_sync, int, -0x7fffffff - 1, x > r ? x : r)
ORACLE_REDUCE(__reduce_and_sync, unsigned, ~0u, r &x)
ORACLE_REDUCE(__reduce_or_sync, unsigned, 0, r | x)
ORACLE_REDUCE(__reduce_xor_sync, unsigned, 0, r ^ x)

#pragma once
#pragma clang system_header
/* cub::BlockReduce and cub::BlockScan. */
#include <csl/cub_base.h>
namespace cub {
enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS
};
/* The result is valid in the first thread only, so it is not the same for all. */
template <class T, int x, BlockReduceAlgorithm a = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1,
          int z = 1, int arch = 0>
struct BlockReduce {
    __csl_collective(BlockReduce, __csl_storage<x * y * z>)
    __device__ inline T __csl_reduce(T v)
    {
        unsigned rank = __csl_linear<x, y, z>();
        __csl_meet(temp, rank, rank == 0);
        return __csl_uniform(__csl_thread, v);
    }
    template <class F> __device__ inline T Reduce(T v, F) { return __csl_reduce(v); }
    template <class F> __device__ inline T Reduce(T v, F, int) { return __csl_reduce(v); }
    template <int n, class F> __device__ inline T Reduce(T (&v)[n], F) { return __csl_reduce(v[0]); }
    __device__ inline T Sum(T v) { return __csl_reduce(v); }
    __device__ inline T Sum(T v, int) { return __csl_reduce(v); }
    template <int n> __device__ inline T Sum(T (&v)[n]) { return __csl_reduce(v[0]); }
};

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
/* Every thread gets its own result; an aggregate is the same in all of them. */
template <class T, int x, BlockScanAlgorithm a = BLOCK_SCAN_RAKING, int y = 1, int z = 1,
          int arch = 0>
struct BlockScan {
    __csl_collective(BlockScan, __csl_storage<x * y * z>)
    template <class O> __device__ inline void __csl_scan(O &out)
    {
        __csl_meet(temp, __csl_linear<x, y, z>());
        __csl_lose(out);
    }
    template <class O> __device__ inline void __csl_scan(O &out, T &aggregate)
    {
        __csl_scan(out);
        aggregate = __csl_uniform(__csl_block, aggregate);
    }
    /* The first warp asks a functor for the prefix of the block. */
    template <class O, class F> __device__ inline void __csl_prefixed(O &out, F &prefix)
    {
        T sum;
        __csl_scan(out, sum);
        if (__csl_linear<x, y, z>() < 32)
            prefix(sum);
        __csl_barrier(__csl_block);
    }
#define __csl_sums(name)                                                                           \
    __device__ inline void name(T, T &out) { __csl_scan(out); }                                    \
    __device__ inline void name(T, T &out, T &aggregate) { __csl_scan(out, aggregate); }           \
    template <class F> __device__ inline void name(T, T &out, F &prefix)                           \
    {                                                                                              \
        __csl_prefixed(out, prefix);                                                               \
    }                                                                                              \
    template <int n> __device__ inline void name(T (&)[n], T (&out)[n]) { __csl_scan(out); }       \
    template <int n> __device__ inline void name(T (&)[n], T (&out)[n], T &aggregate)              \
    {                                                                                              \
        __csl_scan(out, aggregate);                                                                \
    }                                                                                              \
    template <int n, class F> __device__ inline void name(T (&)[n], T (&out)[n], F &prefix)        \
    {                                                                                              \
        __csl_prefixed(out, prefix);                                                               \
    }
    __csl_sums(ExclusiveSum) __csl_sums(InclusiveSum)
#undef __csl_sums
#define __csl_scans(name, ...)                                                                     \
    template <class F> __device__ inline void name(T, T &out, __VA_ARGS__) { __csl_scan(out); }    \
    template <class F> __device__ inline void name(T, T &out, __VA_ARGS__, T &aggregate)           \
    {                                                                                              \
        __csl_scan(out, aggregate);                                                                \
    }                                                                                              \
    template <int n, class F>                                                                      \
    __device__ inline void name(T (&)[n], T (&out)[n], __VA_ARGS__)                                \
    {                                                                                              \
        __csl_scan(out);                                                                           \
    }                                                                                              \
    template <int n, class F>                                                                      \
    __device__ inline void name(T (&)[n], T (&out)[n], __VA_ARGS__, T &aggregate)                  \
    {                                                                                              \
        __csl_scan(out, aggregate);                                                                \
    }
    __csl_scans(ExclusiveScan, __csl_same<T>, F) __csl_scans(ExclusiveScan, F)
    __csl_scans(InclusiveScan, F)
#undef __csl_scans
};
}

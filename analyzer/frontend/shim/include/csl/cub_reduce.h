#pragma once
#pragma clang system_header
/* cub::BlockReduce and cub::BlockScan. */
#include <csl/cub_base.h>
namespace cub {
enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS
};
/* The result is valid in the first thread only, so it is not the same for all. What reduces by warps
 * comes to a barrier of the block also where it has one warp
 * (cub/block/specializations/block_reduce_warp_reductions.cuh); the storage is in use until a barrier
 * behind, as everywhere. */
template <class T_, int x, BlockReduceAlgorithm a = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1,
          int z = 1, int arch = 0>
struct BlockReduce {
    __csl_collective(BlockReduce, __csl_storage<x * y * z>)
    __device__ inline T_ __csl_reduce(T_ v)
    {
        unsigned rank = __csl_linear<x, y, z>();
        __csl_meet(temp, rank, rank == 0);
        if constexpr (a == BLOCK_REDUCE_WARP_REDUCTIONS && x * y * z <= 32) {
            __csl_barrier(__csl_block);
            __csl_use_together(temp.slot, 32);
        }
        return __csl_uniform(__csl_thread, v);
    }
    template <class F_> __device__ inline T_ Reduce(T_ v, F_) { return __csl_reduce(v); }
    template <class F_> __device__ inline T_ Reduce(T_ v, F_, int) { return __csl_reduce(v); }
    template <int n, class F_> __device__ inline T_ Reduce(T_ (&v)[n], F_) { return
        __csl_reduce(v[0]); }
    __device__ inline T_ Sum(T_ v) { return __csl_reduce(v); }
    __device__ inline T_ Sum(T_ v, int) { return __csl_reduce(v); }
    template <int n> __device__ inline T_ Sum(T_ (&v)[n]) { return __csl_reduce(v[0]); }
};

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
/* Every thread gets its own result; an aggregate is the same in all of them. */
template <class T_, int x, BlockScanAlgorithm a = BLOCK_SCAN_RAKING, int y = 1, int z = 1,
          int arch = 0>
struct BlockScan {
    __csl_collective(BlockScan, __csl_storage<x * y * z>)
    template <class O_> __device__ inline void __csl_scan(O_ &out)
    {
        __csl_meet(temp, __csl_linear<x, y, z>());
        __csl_lose(out);
    }
    template <class O_> __device__ inline void __csl_scan(O_ &out, T_ &aggregate)
    {
        __csl_scan(out);
        aggregate = __csl_uniform(__csl_block, aggregate);
    }
    /* The first warp asks a functor for the prefix of the block, which goes to all through the
     * storage: another call needs a barrier before it here, too. */
    template <class O_, class F_> __device__ inline void __csl_prefixed(O_ &out, F_ &prefix)
    {
        T_ sum;
        __csl_scan(out, sum);
        if (__csl_linear<x, y, z>() < 32)
            prefix(sum);
        __csl_barrier(__csl_block);
        __csl_read(temp);
    }
    /* In "linear thread order": https://nvidia.github.io/cccl/cub/api/classcub_1_1BlockScan.html */
    __device__ inline void ExclusiveSum(T_ v, T_ &out)
    {
        T_ before = __csl_sum_before(v);
        __csl_scan(out);
        out = before;
    }
    __device__ inline void ExclusiveSum(T_ v, T_ &out, T_ &aggregate)
    {
        T_ before = __csl_sum_before(v);
        __csl_scan(out, aggregate);
        out = before;
    }
    __device__ inline void InclusiveSum(T_ v, T_ &out)
    {
        ExclusiveSum(v, out);
        out += v;
    }
    __device__ inline void InclusiveSum(T_ v, T_ &out, T_ &aggregate)
    {
        ExclusiveSum(v, out, aggregate);
        out += v;
    }
#define __csl_sums(name)                                                                           \
    template <class F_> __device__ inline void name(T_, T_ &out, F_ &prefix)                       \
    {                                                                                              \
        __csl_prefixed(out, prefix);                                                               \
    }                                                                                              \
    template <int n> __device__ inline void name(T_ (&)[n], T_ (&out)[n]) { __csl_scan(out); }     \
    template <int n> __device__ inline void name(T_ (&)[n], T_ (&out)[n], T_ &aggregate)           \
    {                                                                                              \
        __csl_scan(out, aggregate);                                                                \
    }                                                                                              \
    template <int n, class F_> __device__ inline void name(T_ (&)[n], T_ (&out)[n], F_ &prefix)    \
    {                                                                                              \
        __csl_prefixed(out, prefix);                                                               \
    }
    __csl_sums(ExclusiveSum) __csl_sums(InclusiveSum)
#undef __csl_sums
#define __csl_scans(name, ...)                                                                     \
    template <class F_> __device__ inline void name(T_, T_ &out, __VA_ARGS__) { __csl_scan(out); } \
    template <class F_> __device__ inline void name(T_, T_ &out, __VA_ARGS__, T_ &aggregate)       \
    {                                                                                              \
        __csl_scan(out, aggregate);                                                                \
    }                                                                                              \
    template <int n, class F_>                                                                     \
    __device__ inline void name(T_ (&)[n], T_ (&out)[n], __VA_ARGS__)                              \
    {                                                                                              \
        __csl_scan(out);                                                                           \
    }                                                                                              \
    template <int n, class F_>                                                                     \
    __device__ inline void name(T_ (&)[n], T_ (&out)[n], __VA_ARGS__, T_ &aggregate)               \
    {                                                                                              \
        __csl_scan(out, aggregate);                                                                \
    }
    __csl_scans(ExclusiveScan, __csl_same<T_>, F_) __csl_scans(ExclusiveScan, F_)
    __csl_scans(InclusiveScan, F_)
#undef __csl_scans
#define __csl_scans(name)                                                                          \
    template <class F_, class P_> __device__ inline void name(T_, T_ &out, F_, P_ &prefix)         \
    {                                                                                              \
        __csl_prefixed(out, prefix);                                                               \
    }                                                                                              \
    template <int n, class F_, class P_>                                                           \
    __device__ inline void name(T_ (&)[n], T_ (&out)[n], F_, P_ &prefix)                           \
    {                                                                                              \
        __csl_prefixed(out, prefix);                                                               \
    }
    __csl_scans(ExclusiveScan) __csl_scans(InclusiveScan)
#undef __csl_scans
};
}

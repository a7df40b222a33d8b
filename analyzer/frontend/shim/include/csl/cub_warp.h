#pragma once
#pragma clang system_header
/* cub::WarpReduce and cub::WarpScan: through shuffles, so the temporary storage is not touched. */
#include <csl/cub_base.h>
namespace cub {
template <class T, int n = 32, int arch = 0> struct WarpReduce {
    struct TempStorage { unsigned char unused; };
    __device__ inline WarpReduce(TempStorage &) {}
    /* Valid in the first lane only. */
    __device__ inline T __csl_reduce(T v)
    {
        __csl_vote_tile(n, v);
        return __csl_uniform(__csl_thread, v);
    }
    template <class F> __device__ inline T Reduce(T v, F) { return __csl_reduce(v); }
    template <class F> __device__ inline T Reduce(T v, F, int) { return __csl_reduce(v); }
    __device__ inline T Sum(T v) { return __csl_reduce(v); }
    __device__ inline T Sum(T v, int) { return __csl_reduce(v); }
    template <class F> __device__ inline T HeadSegmentedSum(T v, F) { return __csl_reduce(v); }
    template <class F> __device__ inline T TailSegmentedSum(T v, F) { return __csl_reduce(v); }
};
template <class T, int n = 32, int arch = 0> struct WarpScan {
    struct TempStorage { unsigned char unused; };
    __device__ inline WarpScan(TempStorage &) {}
    __device__ inline void __csl_scan(T v, T &out)
    {
        __csl_vote_tile(n, v);
        out = __csl_uniform(__csl_thread, v);
    }
#define __csl_scans(name)                                                                          \
    __device__ inline void name(T v, T &out) { __csl_scan(v, out); }                               \
    __device__ inline void name(T v, T &out, T &sum)                                               \
    {                                                                                              \
        __csl_scan(v, out);                                                                        \
        sum = __csl_vote_tile(n, v);                                                               \
    }
    __csl_scans(ExclusiveSum) __csl_scans(InclusiveSum)
#undef __csl_scans
    template <class... A> __device__ inline void ExclusiveScan(T v, T &out, A...)
    {
        __csl_scan(v, out);
    }
    template <class... A> __device__ inline void InclusiveScan(T v, T &out, A...)
    {
        __csl_scan(v, out);
    }
    __device__ inline T Broadcast(T v, unsigned lane)
    {
        return __csl_shuffle(0xffffffffu, v, (int)lane, n, true);
    }
};
template <int n, class T> __device__ inline T ShuffleIndex(T v, int lane, unsigned mask)
{
    return __csl_shuffle(mask, v, lane, n, true);
}
template <int n, class T> __device__ inline T ShuffleDown(T v, int d, int, unsigned mask)
{
    return __csl_shuffle(mask, v, d, n, false);
}
template <int n, class T> __device__ inline T ShuffleUp(T v, int d, int, unsigned mask)
{
    return __csl_shuffle(mask, v, d, n, false);
}
}

#pragma once
#pragma clang system_header
/* cub::WarpReduce and cub::WarpScan: through shuffles, so the temporary storage is not touched. */
#include <csl/cub_base.h>
namespace cub {
template <class T_, int n = 32, int arch = 0> struct WarpReduce {
    struct TempStorage { unsigned char unused; };
    __device__ inline WarpReduce(TempStorage &) {}
    /* Valid in the first lane only. */
    __device__ inline T_ __csl_reduce(T_ v)
    {
        __csl_vote_tile(n, v);
        return __csl_uniform(__csl_thread, v);
    }
    template <class F_> __device__ inline T_ Reduce(T_ v, F_) { return __csl_reduce(v); }
    template <class F_> __device__ inline T_ Reduce(T_ v, F_, int) { return __csl_reduce(v); }
    __device__ inline T_ Sum(T_ v) { return __csl_reduce(v); }
    __device__ inline T_ Sum(T_ v, int) { return __csl_reduce(v); }
    template <class F_> __device__ inline T_ HeadSegmentedSum(T_ v, F_) { return __csl_reduce(v); }
    template <class F_> __device__ inline T_ TailSegmentedSum(T_ v, F_) { return __csl_reduce(v); }
};
template <class T_, int n = 32, int arch = 0> struct WarpScan {
    struct TempStorage { unsigned char unused; };
    __device__ inline WarpScan(TempStorage &) {}
    __device__ inline void __csl_scan(T_ v, T_ &out)
    {
        __csl_vote_tile(n, v);
        out = __csl_uniform(__csl_thread, v);
    }
#define __csl_scans(name)                                                                          \
    __device__ inline void name(T_ v, T_ &out) { __csl_scan(v, out); }                             \
    __device__ inline void name(T_ v, T_ &out, T_ &sum)                                            \
    {                                                                                              \
        __csl_scan(v, out);                                                                        \
        sum = __csl_vote_tile(n, v);                                                               \
    }
    __csl_scans(ExclusiveSum) __csl_scans(InclusiveSum)
#undef __csl_scans
    template <class... A_> __device__ inline void ExclusiveScan(T_ v, T_ &out, A_...)
    {
        __csl_scan(v, out);
    }
    template <class... A_> __device__ inline void InclusiveScan(T_ v, T_ &out, A_...)
    {
        __csl_scan(v, out);
    }
    __device__ inline T_ Broadcast(T_ v, unsigned lane)
    {
        return __csl_shuffle(0xffffffffu, v, (int)lane, n, true);
    }
};
template <int n, class T_> __device__ inline T_ ShuffleIndex(T_ v, int lane, unsigned mask)
{
    return __csl_shuffle(mask, v, lane, n, true);
}
template <int n, class T_> __device__ inline T_ ShuffleDown(T_ v, int d, int, unsigned mask)
{
    return __csl_shuffle(mask, v, d, n, false);
}
template <int n, class T_> __device__ inline T_ ShuffleUp(T_ v, int d, int, unsigned mask)
{
    return __csl_shuffle(mask, v, d, n, false);
}
}

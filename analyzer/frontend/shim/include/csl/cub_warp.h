#pragma once
#pragma clang system_header
/* cub::WarpReduce and cub::WarpScan: through shuffles, so no memory is ordered. Each method says: "A
 * subsequent __syncwarp() warp-wide barrier should be invoked after calling this method if the
 * collective's temporary storage is to be reused or repurposed"
 * (https://nvidia.github.io/cccl/cub/api/classcub_1_1WarpScan.html). A power of two of lanes does
 * without the storage: cub/warp/warp_reduce.cuh and warp_scan.cuh choose WarpReduceShfl and WarpScanShfl
 * for it, whose storage is empty, else WarpReduceSmem and WarpScanSmem. */
#include <csl/cub_base.h>
namespace cub {
template <class T_, int n = 32, int arch = 0> struct WarpReduce {
    typedef __csl_storage<1> TempStorage;
    TempStorage &temp;
    __device__ inline WarpReduce(TempStorage &s) : temp(s) {}
    /* Valid in the first lane only. */
    __device__ inline T_ __csl_reduce(T_ v)
    {
        __csl_use_together(temp.slot, n, (n & (n - 1)) == 0);
        __csl_vote_tile(n, v);
        return __csl_uniform(__csl_thread, v);
    }
    template <class F_> __device__ inline T_ Reduce(T_ v, F_) { return __csl_reduce(v); }
    template <class F_> __device__ inline T_ Reduce(T_ v, F_, int) { return __csl_reduce(v); }
    __device__ inline T_ Sum(T_ v) { return __csl_reduce(v); }
    __device__ inline T_ Sum(T_ v, int) { return __csl_reduce(v); }
    __device__ inline T_ Max(T_ v) { return __csl_reduce(v); }
    __device__ inline T_ Max(T_ v, int) { return __csl_reduce(v); }
    __device__ inline T_ Min(T_ v) { return __csl_reduce(v); }
    __device__ inline T_ Min(T_ v, int) { return __csl_reduce(v); }
    template <class F_> __device__ inline T_ HeadSegmentedSum(T_ v, F_) { return __csl_reduce(v); }
    template <class F_> __device__ inline T_ TailSegmentedSum(T_ v, F_) { return __csl_reduce(v); }
    template <class F_, class O_> __device__ inline T_ HeadSegmentedReduce(T_ v, F_, O_)
    {
        return __csl_reduce(v);
    }
    template <class F_, class O_> __device__ inline T_ TailSegmentedReduce(T_ v, F_, O_)
    {
        return __csl_reduce(v);
    }
};
template <class T_, int n = 32, int arch = 0> struct WarpScan {
    typedef __csl_storage<1> TempStorage;
    TempStorage &temp;
    __device__ inline WarpScan(TempStorage &s) : temp(s) {}
    __device__ inline void __csl_scan(T_ v, T_ &out)
    {
        __csl_use_together(temp.slot, n, (n & (n - 1)) == 0);
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
/* The operator may stand behind an initial value, and the sum of the warp behind the operator. */
#define __csl_scans(name, ...)                                                                     \
    template <class F_> __device__ inline void name(T_ v, T_ &out, __VA_ARGS__)                    \
    {                                                                                              \
        __csl_scan(v, out);                                                                        \
    }                                                                                              \
    template <class F_> __device__ inline void name(T_ v, T_ &out, __VA_ARGS__, T_ &sum)           \
    {                                                                                              \
        __csl_scan(v, out);                                                                        \
        sum = __csl_vote_tile(n, v);                                                               \
    }
    __csl_scans(ExclusiveScan, F_) __csl_scans(InclusiveScan, F_)
    __csl_scans(ExclusiveScan, T_, F_) __csl_scans(InclusiveScan, T_, F_)
#undef __csl_scans
    template <class F_> __device__ inline void Scan(T_ v, T_ &inclusive, T_ &exclusive, F_)
    {
        __csl_scan(v, inclusive);
        exclusive = __csl_uniform(__csl_thread, v);
    }
    template <class F_> __device__ inline void Scan(T_ v, T_ &inclusive, T_ &exclusive, T_, F_)
    {
        __csl_scan(v, inclusive);
        exclusive = __csl_uniform(__csl_thread, v);
    }
    __device__ inline T_ Broadcast(T_ v, unsigned lane)
    {
        __csl_use_together(temp.slot, n, (n & (n - 1)) == 0);
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

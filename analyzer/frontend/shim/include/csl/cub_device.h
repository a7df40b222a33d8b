#pragma once
#pragma clang system_header
/* The device-wide algorithms of CUB: host code. */
#include <csl/cub_base.h>
namespace cub {
#define __csl_api(name) template <class... A_> static cudaError_t name(A_...);
struct DeviceReduce {
    __csl_api(Reduce) __csl_api(Sum) __csl_api(Min) __csl_api(Max) __csl_api(ArgMin)
    __csl_api(ArgMax) __csl_api(ReduceByKey)
};
struct DeviceSegmentedReduce {
    __csl_api(Reduce) __csl_api(Sum) __csl_api(Min) __csl_api(Max) __csl_api(ArgMin)
    __csl_api(ArgMax)
};
struct DeviceScan {
    __csl_api(ExclusiveSum) __csl_api(InclusiveSum) __csl_api(ExclusiveScan)
    __csl_api(InclusiveScan) __csl_api(ExclusiveSumByKey) __csl_api(InclusiveSumByKey)
    __csl_api(ExclusiveScanByKey) __csl_api(InclusiveScanByKey)
};
struct DeviceRadixSort {
    __csl_api(SortKeys) __csl_api(SortPairs) __csl_api(SortKeysDescending)
    __csl_api(SortPairsDescending)
};
struct DeviceSegmentedRadixSort {
    __csl_api(SortKeys) __csl_api(SortPairs) __csl_api(SortKeysDescending)
    __csl_api(SortPairsDescending)
};
struct DeviceMergeSort {
    __csl_api(SortKeys) __csl_api(SortPairs) __csl_api(SortKeysCopy) __csl_api(StableSortKeys)
    __csl_api(StableSortPairs)
};
struct DeviceSelect {
    __csl_api(If) __csl_api(Flagged) __csl_api(FlaggedIf) __csl_api(Unique) __csl_api(UniqueByKey)
};
struct DevicePartition { __csl_api(If) __csl_api(Flagged) };
struct DeviceHistogram {
    __csl_api(HistogramEven) __csl_api(HistogramRange) __csl_api(MultiHistogramEven)
    __csl_api(MultiHistogramRange)
};
struct DeviceRunLengthEncode { __csl_api(Encode) __csl_api(NonTrivialRuns) };
struct DeviceCopy { __csl_api(Batched) };
struct DeviceMemcpy { __csl_api(Batched) };
struct DeviceFor { __csl_api(Bulk) __csl_api(ForEach) __csl_api(ForEachN) __csl_api(ForEachCopy) };
struct DeviceTransform { __csl_api(Transform) __csl_api(Fill) };
struct DeviceAdjacentDifference {
    __csl_api(SubtractLeft) __csl_api(SubtractLeftCopy) __csl_api(SubtractRight)
    __csl_api(SubtractRightCopy)
};
struct DeviceSegmentedSort {
    __csl_api(SortKeys) __csl_api(SortPairs) __csl_api(SortKeysDescending)
    __csl_api(SortPairsDescending) __csl_api(StableSortKeys) __csl_api(StableSortPairs)
};
#undef __csl_api
template <class T_> struct DoubleBuffer {
    T_ *d_buffers[2];
    int selector;
    DoubleBuffer(T_ *, T_ *);
    T_ *Current();
    T_ *Alternate();
};
struct CachingDeviceAllocator {
    template <class... A_> CachingDeviceAllocator(A_...);
    template <class... A_> cudaError_t DeviceAllocate(A_...);
    cudaError_t DeviceFree(void *);
};
}
#define CubDebugExit(x) ((void)(x))
#define CubDebug(x) (x)

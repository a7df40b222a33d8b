#pragma once
#pragma clang system_header
/* The driver API: host code. */
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUkern_st *CUkernel;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUarray_st *CUarray;
typedef enum cudaError_enum {
    CUDA_SUCCESS, CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_NOT_INITIALIZED,
    CUDA_ERROR_NO_DEVICE = 100, CUDA_ERROR_UNKNOWN = 999
} CUresult;
enum CUstream_flags { CU_STREAM_DEFAULT, CU_STREAM_NON_BLOCKING };
enum CUdevice_attribute {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
};
enum CUpointer_attribute {
    CU_POINTER_ATTRIBUTE_CONTEXT = 1, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
    CU_POINTER_ATTRIBUTE_DEVICE_POINTER, CU_POINTER_ATTRIBUTE_HOST_POINTER,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    CU_POINTER_ATTRIBUTE_RANGE_SIZE
};
#define __csl_api(name) template <class... A_> CUresult name(A_...);
__csl_api(cuInit) __csl_api(cuDeviceGet) __csl_api(cuDeviceGetCount) __csl_api(cuDeviceGetName)
__csl_api(cuDeviceGetAttribute) __csl_api(cuDeviceComputeCapability) __csl_api(cuDeviceTotalMem)
__csl_api(cuCtxCreate) __csl_api(cuCtxDestroy) __csl_api(cuCtxSynchronize)
__csl_api(cuCtxGetCurrent) __csl_api(cuCtxSetCurrent) __csl_api(cuModuleLoad)
__csl_api(cuModuleLoadData) __csl_api(cuModuleLoadDataEx) __csl_api(cuModuleUnload)
__csl_api(cuModuleGetFunction) __csl_api(cuModuleGetGlobal) __csl_api(cuLaunchKernel)
__csl_api(cuLaunchCooperativeKernel) __csl_api(cuLaunchKernelEx) __csl_api(cuLibraryGetKernel)
__csl_api(cuKernelGetFunction) __csl_api(cuMemAlloc) __csl_api(cuMemFree)
__csl_api(cuMemcpyHtoD) __csl_api(cuMemcpyDtoH) __csl_api(cuMemcpyDtoD) __csl_api(cuMemGetInfo)
__csl_api(cuGetErrorString) __csl_api(cuGetErrorName) __csl_api(cuStreamCreate)
__csl_api(cuStreamDestroy) __csl_api(cuStreamSynchronize) __csl_api(cuEventCreate)
__csl_api(cuEventDestroy) __csl_api(cuEventRecord)
__csl_api(cuMemsetD8) __csl_api(cuMemsetD16) __csl_api(cuMemsetD32) __csl_api(cuMemsetD8Async)
__csl_api(cuMemsetD16Async) __csl_api(cuMemsetD32Async)
__csl_api(cuPointerGetAttribute) __csl_api(cuFuncSetAttribute) __csl_api(cuTensorMapEncodeTiled)
#undef __csl_api
struct CUtensorMap { alignas(64) unsigned long long opaque[16]; };
typedef unsigned int cuuint32_t;
typedef unsigned long long cuuint64_t;
enum CUtensorMapDataType {
    CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32,
    CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_DATA_TYPE_UINT64, CU_TENSOR_MAP_DATA_TYPE_INT64,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B,
    CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B, CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B
};
enum CUtensorMapInterleave {
    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B
};
enum CUtensorMapSwizzle {
    CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B,
    CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B,
    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B
};
enum CUtensorMapL2promotion {
    CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
    CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B
};
enum CUtensorMapFloatOOBfill {
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
};
enum CUtensorMapIm2ColWideMode {
    CU_TENSOR_MAP_IM2COL_WIDE_MODE_W, CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128
};
struct CUlaunchAttribute { int id; unsigned long long value[8]; };
struct CUlaunchConfig {
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs;
    unsigned numAttrs;
};

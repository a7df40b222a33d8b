#pragma once
#pragma clang system_header
/* The driver API: host code. */
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUarray_st *CUarray;
typedef enum cudaError_enum {
    CUDA_SUCCESS, CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_NOT_INITIALIZED,
    CUDA_ERROR_NO_DEVICE = 100, CUDA_ERROR_UNKNOWN = 999
} CUresult;
enum CUdevice_attribute {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
};
#define __csl_api(name) template <class... A_> CUresult name(A_...);
__csl_api(cuInit) __csl_api(cuDeviceGet) __csl_api(cuDeviceGetCount) __csl_api(cuDeviceGetName)
__csl_api(cuDeviceGetAttribute) __csl_api(cuDeviceComputeCapability) __csl_api(cuDeviceTotalMem)
__csl_api(cuCtxCreate) __csl_api(cuCtxDestroy) __csl_api(cuCtxSynchronize)
__csl_api(cuCtxGetCurrent) __csl_api(cuCtxSetCurrent) __csl_api(cuModuleLoad)
__csl_api(cuModuleLoadData) __csl_api(cuModuleLoadDataEx) __csl_api(cuModuleUnload)
__csl_api(cuModuleGetFunction) __csl_api(cuModuleGetGlobal) __csl_api(cuLaunchKernel)
__csl_api(cuLaunchCooperativeKernel) __csl_api(cuMemAlloc) __csl_api(cuMemFree)
__csl_api(cuMemcpyHtoD) __csl_api(cuMemcpyDtoH) __csl_api(cuMemcpyDtoD) __csl_api(cuMemGetInfo)
__csl_api(cuGetErrorString) __csl_api(cuGetErrorName) __csl_api(cuStreamCreate)
__csl_api(cuStreamSynchronize) __csl_api(cuEventCreate) __csl_api(cuEventRecord)
__csl_api(cuFuncSetAttribute) __csl_api(cuTensorMapEncodeTiled)
#undef __csl_api
struct CUtensorMap { alignas(64) unsigned long long opaque[16]; };

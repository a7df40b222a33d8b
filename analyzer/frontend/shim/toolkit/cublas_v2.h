#pragma once
#pragma clang system_header
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>
typedef struct cublasContext *cublasHandle_t;
#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 0
enum cublasStatus_t {
    CUBLAS_STATUS_SUCCESS,
    CUBLAS_STATUS_NOT_INITIALIZED,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR,
    CUBLAS_STATUS_NOT_SUPPORTED,
    CUBLAS_STATUS_LICENSE_ERROR
};
enum cublasMath_t {
    CUBLAS_DEFAULT_MATH,
    CUBLAS_TENSOR_OP_MATH,
    CUBLAS_PEDANTIC_MATH,
    CUBLAS_TF32_TENSOR_OP_MATH
};
enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC,
    CUBLAS_COMPUTE_64F,
    CUBLAS_COMPUTE_64F_PEDANTIC,
    CUBLAS_COMPUTE_32I,
    CUBLAS_COMPUTE_32I_PEDANTIC,
    CUBLAS_COMPUTE_32F_FAST_16F,
    CUBLAS_COMPUTE_32F_FAST_16BF,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
#define __csl_api(name) template <class... A_> cublasStatus_t name(A_...);
__csl_api(cublasCreate) __csl_api(cublasDestroy) __csl_api(cublasSetStream)
__csl_api(cublasSetPointerMode) __csl_api(cublasSgemm) __csl_api(cublasDgemm)
__csl_api(cublasSgemmBatched) __csl_api(cublasSgemv) __csl_api(cublasSdot) __csl_api(cublasSaxpy)
__csl_api(cublasSscal) __csl_api(cublasSnrm2) __csl_api(cublasSetVector) __csl_api(cublasGetVector)
__csl_api(cublasSetMatrix) __csl_api(cublasGetMatrix) __csl_api(cublasGemmEx)
__csl_api(cublasScopy) __csl_api(cublasDdot) __csl_api(cublasDaxpy)
__csl_api(cublasSetMathMode) __csl_api(cublasSetWorkspace) __csl_api(cublasGetStream)
__csl_api(cublasSgemmEx) __csl_api(cublasSgemmStridedBatched) __csl_api(cublasStrsmBatched)
__csl_api(cublasGemmBatchedEx) __csl_api(cublasGemmStridedBatchedEx) __csl_api(cublasHgemm)
#undef __csl_api
const char *cublasGetStatusString(cublasStatus_t status);

#pragma once
#pragma clang system_header
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef struct cublasContext *cublasHandle_t;
enum cublasStatus_t { CUBLAS_STATUS_SUCCESS };
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
#undef __csl_api

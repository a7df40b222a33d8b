#pragma once
#pragma clang system_header
#include <cublas_v2.h>
typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct cublasLtMatmulDesc *cublasLtMatmulDesc_t;
typedef struct cublasLtMatrixLayout *cublasLtMatrixLayout_t;
typedef struct cublasLtMatmulPreference *cublasLtMatmulPreference_t;
struct cublasLtMatmulAlgo_t { unsigned long data[8]; };
struct cublasLtMatmulHeuristicResult_t {
    cublasLtMatmulAlgo_t algo;
    size_t workspaceSize;
    cublasStatus_t state;
    float wavesCount;
};
enum cublasLtOrder_t { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW, CUBLASLT_ORDER_COL32 };
enum cublasLtEpilogue_t {
    CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_BIAS = 4,
    CUBLASLT_EPILOGUE_RELU_BIAS = 6, CUBLASLT_EPILOGUE_GELU = 32, CUBLASLT_EPILOGUE_GELU_BIAS = 36,
    CUBLASLT_EPILOGUE_GELU_AUX = 160, CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
    CUBLASLT_EPILOGUE_DGELU = 192, CUBLASLT_EPILOGUE_BGRADB = 512
};
enum {
    CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLASLT_MATMUL_DESC_SCALE_TYPE,
    CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_MATMUL_DESC_TRANSA, CUBLASLT_MATMUL_DESC_TRANSB,
    CUBLASLT_MATMUL_DESC_TRANSC, CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLASLT_MATMUL_DESC_EPILOGUE,
    CUBLASLT_MATMUL_DESC_BIAS_POINTER, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
    CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, CUBLASLT_MATMUL_DESC_C_SCALE_POINTER,
    CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, CUBLASLT_MATMUL_DESC_FAST_ACCUM = 24,
    CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE
};
enum { CUBLASLT_MATRIX_LAYOUT_ORDER = 1, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
       CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET };
enum { CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1 };
#define __csl_api(name) template <class... A_> cublasStatus_t name(A_...);
__csl_api(cublasLtCreate) __csl_api(cublasLtDestroy) __csl_api(cublasLtMatmul)
__csl_api(cublasLtMatmulDescCreate) __csl_api(cublasLtMatmulDescDestroy)
__csl_api(cublasLtMatmulDescSetAttribute) __csl_api(cublasLtMatrixLayoutCreate)
__csl_api(cublasLtMatrixLayoutDestroy) __csl_api(cublasLtMatrixLayoutSetAttribute)
__csl_api(cublasLtMatmulPreferenceCreate) __csl_api(cublasLtMatmulPreferenceDestroy)
__csl_api(cublasLtMatmulPreferenceSetAttribute) __csl_api(cublasLtMatmulAlgoGetHeuristic)
#undef __csl_api

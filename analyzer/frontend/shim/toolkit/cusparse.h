#pragma once
#pragma clang system_header
#include <cuda_runtime_api.h>
#include <library_types.h>
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED };
enum cusparseOperation_t {
    CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
};
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC };
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE };
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL };
enum cusparseSpMVAlg_t { CUSPARSE_SPMV_ALG_DEFAULT };
enum cusparseSpMMAlg_t { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG2 = 6 };
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 };
#define __csl_api(name) template <class... A_> cusparseStatus_t name(A_...);
__csl_api(cusparseCreate) __csl_api(cusparseDestroy) __csl_api(cusparseSetStream)
__csl_api(cusparseSetPointerMode) __csl_api(cusparseCreateMatDescr)
__csl_api(cusparseDestroyMatDescr) __csl_api(cusparseSetMatType) __csl_api(cusparseSetMatIndexBase)
__csl_api(cusparseCreateCsr) __csl_api(cusparseCreateCoo) __csl_api(cusparseCreateDnMat)
__csl_api(cusparseCreateDnVec) __csl_api(cusparseDestroySpMat) __csl_api(cusparseDestroyDnMat)
__csl_api(cusparseDestroyDnVec) __csl_api(cusparseSpMM) __csl_api(cusparseSpMM_bufferSize)
__csl_api(cusparseSpMV) __csl_api(cusparseSpMV_bufferSize) __csl_api(cusparseCsr2cscEx2)
__csl_api(cusparseCsr2cscEx2_bufferSize) __csl_api(cusparseXcsr2coo) __csl_api(cusparseXcoo2csr)
#undef __csl_api
const char *cusparseGetErrorString(cusparseStatus_t);

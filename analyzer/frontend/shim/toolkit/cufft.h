#pragma once
#pragma clang system_header
#include <cuComplex.h>
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
enum cufftResult { CUFFT_SUCCESS };
typedef cufftResult cufftResult_t;
enum cufftType { CUFFT_R2C, CUFFT_C2R, CUFFT_C2C, CUFFT_D2Z, CUFFT_Z2D, CUFFT_Z2Z };
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define __csl_api(name) template <class... A_> cufftResult name(A_...);
__csl_api(cufftPlan1d) __csl_api(cufftPlan2d) __csl_api(cufftPlan3d) __csl_api(cufftPlanMany)
__csl_api(cufftCreate) __csl_api(cufftDestroy) __csl_api(cufftExecC2C) __csl_api(cufftExecR2C)
__csl_api(cufftExecC2R) __csl_api(cufftExecZ2Z) __csl_api(cufftSetStream)
__csl_api(cufftMakePlan1d) __csl_api(cufftXtSetGPUs) __csl_api(cufftXtSetCallback)
#undef __csl_api
typedef cufftComplex (*cufftCallbackLoadC)(void *, size_t, void *, void *);
typedef void (*cufftCallbackStoreC)(void *, size_t, cufftComplex, void *, void *);

#pragma once
#pragma clang system_header
/* Stands in for the old SDK's utility library. */
#include <helper_cuda.h>
#include <helper_functions.h>
typedef int CUTBoolean;
#define CUTTrue 1
#define CUTFalse 0
#define CUDA_SAFE_CALL(call) ((void)(call))
#define CUDA_SAFE_CALL_NO_SYNC(call) ((void)(call))
#define CUT_SAFE_CALL(call) ((void)(call))
#define CUT_CHECK_ERROR(message) ((void)0)
#define CUT_DEVICE_INIT(argc, argv) ((void)0)
#define CUT_EXIT(argc, argv) exit(0)
#define CUT_BANK_CHECKER(array, index) array[index]
#define cutilSafeCall(call) ((void)(call))
#define cutilCheckMsg(message) ((void)0)
#define __csl_helper(name) template <class... A_> int name(A_...);
__csl_helper(cutCreateTimer) __csl_helper(cutDeleteTimer) __csl_helper(cutStartTimer)
__csl_helper(cutStopTimer) __csl_helper(cutResetTimer) __csl_helper(cutGetTimerValue)
__csl_helper(cutGetAverageTimerValue) __csl_helper(cutCheckCmdLineFlag)
__csl_helper(cutGetCmdLineArgumenti) __csl_helper(cutGetCmdLineArgumentstr)
__csl_helper(cutLoadPGMf) __csl_helper(cutSavePGMf) __csl_helper(cutComparef)
__csl_helper(cutFindFilePath) __csl_helper(cutCompareL2fe)
#undef __csl_helper

#pragma once
#pragma clang system_header
/* Stands in for the samples' header where the real one is not found. */
#include <csl/containers.h>
#ifndef MIN_EPSILON_ERROR
#define MIN_EPSILON_ERROR 1e-3f
#endif
#define __csl_helper(name) template <class... A_> bool name(A_...);
__csl_helper(sdkLoadPGM) __csl_helper(sdkSavePGM) __csl_helper(sdkLoadPPM4)
__csl_helper(sdkLoadPPM4ub) __csl_helper(sdkSavePPM4ub) __csl_helper(sdkSavePPMub)
__csl_helper(sdkLoadPPMub) __csl_helper(sdkReadFile) __csl_helper(sdkWriteFile)
__csl_helper(sdkReadFileBlocks) __csl_helper(sdkCompareBin2BinFloat)
__csl_helper(sdkCompareBin2BinUint) __csl_helper(sdkComparePPM) __csl_helper(sdkComparePGM)
__csl_helper(sdkCompareL2fe) __csl_helper(compareData) __csl_helper(compareDataAsFloatThreshold)
__csl_helper(sdkDumpBin) __csl_helper(__loadPPM) __csl_helper(__savePPM)
#undef __csl_helper

#pragma once
#pragma clang system_header
/* Types of pointers to functions of the driver: host code. */
#include <cuda.h>
#define __csl_pointer(name) typedef CUresult (*PFN_##name)(...);
#define __csl_pointers(name, v) __csl_pointer(name) __csl_pointer(name##_v##v)
__csl_pointers(cuTensorMapEncodeTiled, 12000) __csl_pointers(cuTensorMapEncodeIm2col, 12000)
__csl_pointers(cuTensorMapReplaceAddress, 12000) __csl_pointers(cuLaunchKernel, 4000)
__csl_pointers(cuLaunchKernelEx, 11060) __csl_pointers(cuGetErrorString, 6000)
__csl_pointers(cuGetErrorName, 6000) __csl_pointers(cuFuncSetAttribute, 9000)
__csl_pointers(cuModuleLoadData, 2000) __csl_pointers(cuModuleGetFunction, 2000)
__csl_pointers(cuGetProcAddress, 11030) __csl_pointers(cuStreamWriteValue32, 11070)
__csl_pointers(cuStreamWaitValue32, 11070)
#undef __csl_pointers
#undef __csl_pointer

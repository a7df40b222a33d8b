#pragma once
#pragma clang system_header
/* Stands in for the samples' header where the real one is not found. */
#include <helper_string.h>
#include <stdio.h>
#include <stdlib.h>
#define checkCudaErrors(x) ((void)(x))
#define getLastCudaError(message) ((void)0)
#define printLastCudaError(message) ((void)0)
int findCudaDevice(int, const char **);
int gpuDeviceInit(int);
int gpuGetMaxGflopsDeviceId();
int findIntegratedGPU();
bool checkCudaCapabilities(int, int);
int _ConvertSMVer2Cores(int, int);
const char *_ConvertSMVer2ArchName(int, int);
template <class T_> const char *_cudaGetErrorEnum(T_);
template <class T_> void check(T_, const char *, const char *, int);
inline int ftoi(float x) { return (int)(x >= 0 ? x + 0.5f : x - 0.5f); }
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

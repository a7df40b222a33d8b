/* Names that CUDA 13 does not have any more, for programs written before. Included before every
 * file of every program (run.py). */
#pragma once

#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig

#ifdef __cplusplus
#include <cuda_runtime.h>

/* What programs print of a device, where CUDA 13 tells it in another way: 0. */
struct older_device_properties : cudaDeviceProp {
    int clockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, memoryClockRate;
};
#define cudaDeviceProp older_device_properties
#else
/* C files of these programs call what they do not declare. */
#include <stdlib.h>
#include <string.h>
#endif

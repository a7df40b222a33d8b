// What every case begins with: the CUDA runtime, and the check of its calls.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void need(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("ERROR %s\n", cudaGetErrorString(error));
        exit(2);
    }
}

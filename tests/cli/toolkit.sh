#!/bin/sh
# --cuda-path, with a toolkit made up here: its types, macros and host functions are the ones that
# count; what its compiler implements and what synchronises stay ours.
. tests/cli/check.inc

# A folder that is none.
mkdir -p none/include
lint 2 --cuda-path=none bad.cu
has err "\`none\` is no CUDA Toolkit"
lines err 1
: >none/include/cuda_runtime.h
: >none/include/cuda_runtime_api.h
lint 2 --cuda-path=none bad.cu
has err "\`none\` is no CUDA Toolkit"
lint 2 --cuda-path=bad.cu bad.cu
has err "is not a directory"

mkdir -p kit/include/crt kit/include/cccl/cuda
cd kit/include || exit 1
cat >cuda_runtime_api.h <<'END'
#pragma once
#define CUDART_VERSION 13020 /* the first one counts: */
#define CUDART_VERSION_OF_OLD 11000
#include "crt/host_defines.h"
#include "crt/host_config.h"
#include "driver_types.h"
#include <nowhere_to_be_found.h>
extern "C" __host__ cudaError_t cudaGetLastError(void);
extern "C" __host__ cudaError_t cudaDeviceSynchronize(void);
extern "C" __host__ cudaError_t cudaOnlyHere(int n);
END
cat >cuda_runtime.h <<'END'
#pragma once
#include "crt/host_config.h"
#include "vector_types.h"
#include "cuda_runtime_api.h"
#include "crt/device_functions.h"
#include "device_launch_parameters.h"
#include "device_atomic_functions.h"
#include "texture_types.h"
__host__ __device__ inline float4 make_float4(float x, float y, float z, float w)
{
    float4 v;
    v.x = x; v.y = y; v.z = z; v.w = w;
    return v;
}
__device__ inline void write_and_wait(float *p) { *p = 1; __syncthreads(); }
__device__ inline float through_ptx(float x)
{
    float y;
    asm("{add.f32 %0, %1, %1;}" : "=f"(y) : "f"(x));
    return y;
}
__device__ inline float broken(float x) { return x + no_such_name; }
__device__ float without_a_body(float x);
END
cat >crt/host_defines.h <<'END'
#pragma once
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
END
cat >vector_types.h <<'END'
#pragma once
struct uint3 { unsigned x, y, z; };
struct uint2 { unsigned x, y; };
struct char2 { char x, y; };
struct char4 { char x, y, z, w; };
struct uchar2 { unsigned char x, y; };
struct uchar4 { unsigned char x, y, z, w; };
struct short2 { short x, y; };
struct short4 { short x, y, z, w; };
struct ushort2 { unsigned short x, y; };
struct ushort4 { unsigned short x, y, z, w; };
struct int2 { int x, y; };
struct int4 { int x, y, z, w; };
struct float2 { float x, y; };
struct float3 { float x, y, z; };
struct float4 { float x, y, z, w, fifth; };
struct double2 { double x, y; };
struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
        : x(a), y(b), z(c) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
END
cat >driver_types.h <<'END'
#pragma once
enum cudaError { cudaSuccess, cudaErrorOfThisToolkit };
typedef enum cudaError cudaError_t;
typedef struct CUstream_st *cudaStream_t;
typedef unsigned long long cudaGraphConditionalHandle;
enum cudaChannelFormatKind { cudaChannelFormatKindSigned };
struct cudaChannelFormatDesc { int x, y, z, w; enum cudaChannelFormatKind f; };
END
cat >texture_types.h <<'END'
#pragma once
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureAddressMode { cudaAddressModeWrap };
enum cudaTextureFilterMode { cudaFilterModePoint };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero };
#define cudaTextureType1D 1
END
for name in crt/host_config crt/device_functions device_launch_parameters device_atomic_functions \
    cooperative_groups; do
    echo '#error not for us' >$name.h
done
echo '#error not for us' >cccl/cuda/barrier
echo '#define LANES 16' >cccl/only_theirs.h
cd ../.. || exit 1

# Its types, macros and functions; our barriers, also inside its functions.
cat >theirs.cu <<'END'
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include <device_functions.h>
#include <only_theirs.h>
#if CUDART_VERSION != 13020 || __CUDACC_VER_MAJOR__ != 13 || __CUDACC_VER_MINOR__ != 2
#error the version
#endif
__global__ void theirs(float *a, float4 *v) {
    __shared__ float s[5 * sizeof(float4) / 20 * LANES];
    static_assert(sizeof(float4) == 20 && sizeof s == 320);
    s[threadIdx.x] = through_ptx(v[threadIdx.x].fifth);
    cooperative_groups::this_thread_block().sync();
    a[threadIdx.x] = s[79 - threadIdx.x];
    __syncthreads();
    atomicAdd(&s[0], make_float4(1, 2, 3, 4).y);
    if (cudaGetLastError() != cudaErrorOfThisToolkit)
        s[threadIdx.x + 1] = 0;
}
void run(float *a, float4 *v) {
    theirs<<<1, 79>>>(a, v);
    cudaOnlyHere(1);
}
END
lint 0 -v --cuda-path=kit theirs.cu
has err "kit: headers of CUDA Toolkit 13.2"
has out "theirs: proved (barriers, shared, global in a block) for 79x1x1"
has err "nowhere_to_be_found.h"
lint 3 --strict theirs.cu

# A barrier inside one of its functions is a barrier, reported at the call.
cat >inside.cu <<'END'
__global__ void inside(float *a) {
    if (threadIdx.x < 16)
        write_and_wait(a);
    __syncthreads();
}
END
lint 1 --cuda-path=kit/ inside.cu
has out "inside.cu:3:9: error:"
lacks out "kit/include"

# What is not known of its functions is a doubt.
for call in broken without_a_body; do
    echo "__global__ void doubt(float *a) { a[threadIdx.x] = $call(a[threadIdx.x]); }" >doubt.cu
    lint 3 --strict -v --cuda-path=kit doubt.cu
    has out "doubt: undecided:"
done

# A changed header of the toolkit is seen by the cache.
echo '__global__ void cached(float *a) { if (threadIdx.x < LIMIT) __syncthreads(); }' >cached.cu
echo '#define LIMIT 0' >>kit/include/texture_types.h
lint 0 --cuda-path=kit cached.cu
lint 0 --cuda-path=kit cached.cu
sed -i 's/LIMIT 0/LIMIT 7/' kit/include/texture_types.h
lint 1 --cuda-path=kit cached.cu
finish

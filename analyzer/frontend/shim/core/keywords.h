/* CUDA's declaration keywords, the macros that code tests to know its compiler, and the types that
 * are there without an #include. */
#pragma clang system_header

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __NVCC__ 1
#define __CUDACC_RDC__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1

/* A toolkit of the user's has its own (core/toolkit.h). */
#ifndef __CSL_TOOLKIT
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 61
#define CUDART_VERSION 12080
#define CUDA_VERSION 12080
#define CUDART_CB
#define CUDARTAPI
#define CUDAAPI
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device)) __attribute__((managed))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
/* How many blocks a cluster has: kernels/cluster.c reads it, as far as it is numbers. */
#define __csl_words(...) #__VA_ARGS__
#define __cluster_dims__(...) __attribute__((annotate("cluster " __csl_words(__VA_ARGS__))))
#define __block_size__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __cudart_builtin__
#define __device_builtin__
#define __CUDA_HOSTDEVICE__ __host__ __device__
#define __nv_pure__
#define CUB_RUNTIME_FUNCTION
#define _CCCL_DEVICE __device__

/* Shorthands of these headers only. */
#define __csl_dev static inline __attribute__((device))
#define __csl_any static inline __attribute__((host, device))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
namespace std {
using ::ptrdiff_t;
using ::size_t;
}
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#ifndef NULL
#define NULL 0
#endif

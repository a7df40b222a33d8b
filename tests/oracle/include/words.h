/* The words of the language. CUDA C++ Programming Guide, "C++ Language Extensions". */
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __cluster_dims__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __inline_hint__
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_RDC__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 61
#define CUDART_VERSION 12080
#define CUDA_VERSION 12080
#ifdef ORACLE_DEVICE_PASS
#define __CUDA_ARCH__ ORACLE_ARCH
#define __CUDA_ARCH_LIST__ ORACLE_ARCH
#endif

/* What the runtime does (runtime/). */
#define ORACLE_API extern "C" __host__ __device__
/* Not watched: the accesses of this function are announced in another way. */
#define ORACLE_QUIET __attribute__((no_sanitize("thread"))) inline

ORACLE_API int oracle_block_barrier(int kind, int value);
ORACLE_API unsigned oracle_exchange(unsigned mask, unsigned long value, unsigned long *received);
ORACLE_API void oracle_syncwarp(unsigned mask);
ORACLE_API unsigned oracle_active_lanes();
ORACLE_API unsigned oracle_lane();
ORACLE_API void oracle_atomic(const volatile void *p, unsigned long size, int scope,
                              const void *from);
ORACLE_API void oracle_fence();
ORACLE_API void oracle_pause();
ORACLE_API unsigned long oracle_clock();
ORACLE_API __attribute__((noreturn)) void oracle_unmodelled(const char *what);
ORACLE_API __attribute__((noreturn)) void oracle_discard();

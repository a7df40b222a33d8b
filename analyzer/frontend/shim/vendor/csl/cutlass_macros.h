#pragma once
#pragma clang system_header
/* How CUTLASS and CuTe mark functions, loops and checks. */
#include <assert.h>
#define CUTLASS_HOST_DEVICE __forceinline__ __device__ __host__
#define CUTLASS_DEVICE __forceinline__ __device__
#define CUTLASS_HOST __host__
#define CUTLASS_GLOBAL __global__ static
#define CUTLASS_HOST_DEVICE_NOINLINE __device__ __host__
#define CUTLASS_DEVICE_NOINLINE __device__
#define CUTLASS_PRAGMA_UNROLL _Pragma("unroll")
#define CUTLASS_PRAGMA_NO_UNROLL _Pragma("unroll 1")
#define CUTLASS_GEMM_LOOP CUTLASS_PRAGMA_NO_UNROLL
#define CUTLASS_CONSTEXPR_IF_CXX17 constexpr
#define CUTLASS_CXX17_OR_LATER 1
#define CUTLASS_ALIGNAS(n) alignas(n)
#define CUTLASS_UNUSED(x) ((void)(x))
#define CUTLASS_ASSERT(x) assert(x)
#define CUTLASS_NOT_IMPLEMENTED() assert(0)
#define CUTLASS_TRACE_HOST(x)
#define CUTLASS_STL_NAMESPACE std
#define CUTLASS_CHECK(status)                                                                      \
    do {                                                                                           \
        if ((status) != cutlass::Status::kSuccess)                                                 \
            exit(1);                                                                               \
    } while (0)

#define CUTE_HOST_DEVICE CUTLASS_HOST_DEVICE
#define CUTE_DEVICE CUTLASS_DEVICE
#define CUTE_HOST CUTLASS_HOST
#define CUTE_UNROLL CUTLASS_PRAGMA_UNROLL
#define CUTE_NO_UNROLL CUTLASS_PRAGMA_NO_UNROLL
#define CUTE_INLINE_CONSTANT static constexpr
#define CUTE_ALIGNAS(n) alignas(n)
#define CUTE_GRID_CONSTANT __grid_constant__
#define CUTE_STATIC_ASSERT static_assert
#define CUTE_STATIC_ASSERT_V(x, ...) static_assert(decltype(x)::value, ##__VA_ARGS__)
#define CUTE_RUNTIME_ASSERT(x) assert(x)
#define CUTE_INVALID_CONTROL_PATH(x) assert(0)
#define CUTE_GCC_UNREACHABLE __builtin_unreachable()

#define CUDA_BARRIER_ENABLED 1
#if __CUDA_ARCH__ >= 900
#define CUTLASS_ARCH_MMA_SM90_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM90_ENABLED 1
#define CUTE_ARCH_TMA_SM90_ENABLED 1
#define CUTE_ARCH_CLUSTER_SM90_ENABLED 1
#define CUTE_ARCH_ELECT_ONE_SM90_ENABLED 1
#define CUDA_CTA_RECONFIG_ACTIVATED 1
#endif
#if __CUDA_ARCH__ >= 1000
#define CUTLASS_ARCH_MMA_SM100_ENABLED 1
#define CUTE_ARCH_TMA_SM100_ENABLED 1
#define CUTE_ARCH_TCGEN05_TMEM_ENABLED 1
#define CUTE_ARCH_TCGEN05_F16F32_MMA_ENABLED 1
#endif

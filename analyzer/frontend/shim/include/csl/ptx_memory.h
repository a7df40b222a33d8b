#pragma once
#pragma clang system_header
/* Part of cuda::ptx: loads and stores, and those of memory that several devices map (multimem).
 * What is done with the values there says nothing here. */
#include <cuda/ptx>
namespace cuda::ptx {
#define __csl_load(name)                                                                           \
    template <class T_, class... P_>                                                               \
    __device__ inline T_ name(space_global_t, const T_ *from, P_...)                               \
    {                                                                                              \
        return *from;                                                                              \
    }
#define __csl_store(name)                                                                          \
    template <class T_, class... P_>                                                               \
    __device__ inline void name(space_global_t, T_ *to, T_ value, P_...)                           \
    {                                                                                              \
        *to = value;                                                                               \
    }
/* The names say besides what the caches do. */
#define __csl_ahead(how, name)                                                                     \
    how(name) how(name##_L2_64B) how(name##_L2_128B) how(name##_L2_256B)                           \
    how(name##_L2_cache_hint) how(name##_L2_cache_hint_L2_64B)                                     \
    how(name##_L2_cache_hint_L2_128B) how(name##_L2_cache_hint_L2_256B)
#define __csl_kept(how, name)                                                                      \
    __csl_ahead(how, name) __csl_ahead(how, name##_L1_evict_normal)                                \
    __csl_ahead(how, name##_L1_evict_unchanged) __csl_ahead(how, name##_L1_evict_first)            \
    __csl_ahead(how, name##_L1_evict_last) __csl_ahead(how, name##_L1_no_allocate)
__csl_kept(__csl_load, ld) __csl_kept(__csl_load, ld_nc) __csl_kept(__csl_store, st)
#undef __csl_kept
#undef __csl_ahead
#undef __csl_store
#undef __csl_load

#define __csl_sized(T_, four, eight)                                                               \
    if constexpr (sizeof(T_) == 4)                                                                 \
        four;                                                                                      \
    else if constexpr (sizeof(T_) == 8)                                                            \
        eight;                                                                                     \
    else                                                                                           \
        __csl_opaque("multimem of this size")
#define __csl_multimem_load(params, how)                                                           \
    template <class O_, class T_> __device__ inline T_ multimem_ld_reduce(params, O_, const T_ *p) \
    {                                                                                              \
        T_ r;                                                                                      \
        __csl_sized(T_,                                                                            \
            asm volatile("multimem.ld_reduce" how "global.add.u32 %0, [%1];"                       \
                         : "=r"(r) : "l"(p) : "memory"),                                           \
            asm volatile("multimem.ld_reduce" how "global.add.u64 %0, [%1];"                       \
                         : "=l"(r) : "l"(p) : "memory"));                                          \
        return r;                                                                                  \
    }
#define __csl_multimem_store(params, how)                                                          \
    template <class T_> __device__ inline void multimem_st(params, T_ *p, T_)                      \
    {                                                                                              \
        __csl_sized(T_,                                                                            \
            asm volatile("multimem.st" how "global.u32 [%0], %1;" : : "l"(p), "r"(0) : "memory"),  \
            asm volatile("multimem.st" how "global.u64 [%0], %1;"                                  \
                         : : "l"(p), "l"(0ull) : "memory"));                                       \
    }
#define __csl_multimem_add(params, how)                                                            \
    template <class O_, class T_> __device__ inline void multimem_red(params, O_, T_ *p, T_)       \
    {                                                                                              \
        __csl_sized(T_,                                                                            \
            asm volatile("multimem.red" how "global.add.u32 [%0], %1;"                             \
                         : : "l"(p), "r"(1) : "memory"),                                           \
            asm volatile("multimem.red" how "global.add.u64 [%0], %1;"                             \
                         : : "l"(p), "l"(1ull) : "memory"));                                       \
    }
#define __csl_both(a, b) a, b
#define __csl_of(kind, sem, scope, word)                                                           \
    __csl_multimem_##kind(__csl_both(sem_##sem##_t, scope_##scope##_t), "." #sem "." word ".")
#define __csl_scopes(kind, sem)                                                                    \
    __csl_of(kind, sem, cta, "cta") __csl_of(kind, sem, cluster, "cluster")                        \
    __csl_of(kind, sem, gpu, "gpu") __csl_of(kind, sem, sys, "sys")
__csl_multimem_load(sem_weak_t, ".weak.") __csl_multimem_store(sem_weak_t, ".weak.")
__csl_scopes(load, relaxed) __csl_scopes(load, acquire) __csl_scopes(store, relaxed)
__csl_scopes(store, release) __csl_scopes(add, relaxed) __csl_scopes(add, release)
#undef __csl_scopes
#undef __csl_of
#undef __csl_both
#undef __csl_multimem_add
#undef __csl_multimem_store
#undef __csl_multimem_load
#undef __csl_sized
}

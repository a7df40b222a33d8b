#pragma once
#pragma clang system_header
/* Part of cuda::ptx: changes of the description of a tensor, whose new values say nothing here. */
#include <cuda/ptx>
#define __csl_map(p) "r"((unsigned)__cvta_generic_to_shared(p))
namespace cuda::ptx {
#define __csl_replace(field)                                                                       \
    template <class... T_>                                                                         \
    __device__ inline void tensormap_replace_##field(space_global_t, void *map, T_...)             \
    {                                                                                              \
        asm volatile("tensormap.replace.tile." #field ".global.b1024.b32 [%0], 0;"                 \
                     : : "l"(map) : "memory");                                                     \
    }                                                                                              \
    template <class... T_>                                                                         \
    __device__ inline void tensormap_replace_##field(space_shared_t, void *map, T_...)             \
    {                                                                                              \
        asm volatile("tensormap.replace.tile." #field ".shared::cta.b1024.b32 [%0], 0;"            \
                     : : __csl_map(map) : "memory");                                               \
    }
__csl_replace(global_address) __csl_replace(rank) __csl_replace(box_dim)
__csl_replace(global_dim) __csl_replace(global_stride) __csl_replace(element_stride)
__csl_replace(element_size) __csl_replace(elemtype) __csl_replace(interleave_layout)
__csl_replace(swizzle_mode) __csl_replace(swizzle_atomicity) __csl_replace(fill_mode)
#undef __csl_replace
template <class S_, int n>
__device__ inline void tensormap_cp_fenceproxy(sem_release_t, S_, void *to, const void *from,
                                               n32_t<n>)
{
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu"
                 ".sync.aligned [%0], [%1], %2;"
                 : : "l"(to), __csl_map(from), "n"(n) : "memory");
}
template <class S_> __device__ inline void fence_proxy_tensormap_generic(sem_release_t, S_)
{
    asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
}
template <class S_, int n>
__device__ inline void fence_proxy_tensormap_generic(sem_acquire_t, S_, const void *map, n32_t<n>)
{
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], %1;"
                 : : "l"(map), "n"(n) : "memory");
}
}
#undef __csl_map

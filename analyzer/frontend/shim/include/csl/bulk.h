#pragma once
#pragma clang system_header
/* cuda::device::experimental: copies in bulk, each the instruction that it is documented to be. */
#include <cuda/barrier>
namespace cuda::device::experimental {
#define __csl_ptr(p) "r"((unsigned)__cvta_generic_to_shared(p))
__device__ inline void fence_proxy_async_shared_cta()
{
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}
template <thread_scope s>
__device__ inline void cp_async_bulk_global_to_shared(void *to, const void *from, unsigned bytes,
                                                      barrier<s> &b)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];"
                 : : __csl_ptr(to), "l"(from), "r"(bytes), __csl_ptr(&b.state) : "memory");
}
__device__ inline void cp_async_bulk_shared_to_global(void *to, const void *from, unsigned bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 : : "l"(to), __csl_ptr(from), "r"(bytes) : "memory");
}
__device__ inline void cp_async_bulk_commit_group()
{
    asm volatile("cp.async.bulk.commit_group;" : : : "memory");
}
template <int n> __device__ inline void cp_async_bulk_wait_group()
{
    asm volatile("cp.async.bulk.wait_group %0;" : : "n"(n) : "memory");
}
template <int n> __device__ inline void cp_async_bulk_wait_group_read()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(n) : "memory");
}
#define __csl_tensor(name, params, coords, places, last)                                     \
    template <class M_, thread_scope s>                                                            \
    __device__ inline void cp_async_bulk_tensor_##name##_global_to_shared(                         \
        void *to, const M_ *map, __csl_pack params, barrier<s> &b)                                 \
    {                                                                                              \
        asm volatile("cp.async.bulk.tensor." #name ".shared::cluster.global.tile"                  \
                     ".mbarrier::complete_tx::bytes [%0], [%1, {" places "}], [%2];"               \
                     : : __csl_ptr(to), "l"(map), __csl_ptr(&b.state), __csl_pack coords           \
                     : "memory");                                                                  \
    }                                                                                              \
    template <class M_>                                                                            \
    __device__ inline void cp_async_bulk_tensor_##name##_shared_to_global(                         \
        const M_ *map, __csl_pack params, const void *from)                                        \
    {                                                                                              \
        asm volatile("cp.async.bulk.tensor." #name ".global.shared::cta.tile.bulk_group"           \
                     " [%0, {" last "}], [%1];"                                                    \
                     : : "l"(map), __csl_ptr(from), __csl_pack coords : "memory");                 \
    }
#define __csl_pack(...) __VA_ARGS__
__csl_tensor(1d, (int x), ("r"(x)), "%3", "%2")
__csl_tensor(2d, (int x, int y), ("r"(x), "r"(y)), "%3, %4", "%2, %3")
__csl_tensor(3d, (int x, int y, int z), ("r"(x), "r"(y), "r"(z)), "%3, %4, %5", "%2, %3, %4")
__csl_tensor(4d, (int x, int y, int z, int u), ("r"(x), "r"(y), "r"(z), "r"(u)),
             "%3, %4, %5, %6", "%2, %3, %4, %5")
__csl_tensor(5d, (int x, int y, int z, int u, int v), ("r"(x), "r"(y), "r"(z), "r"(u), "r"(v)),
             "%3, %4, %5, %6, %7", "%2, %3, %4, %5, %6")
#undef __csl_pack
#undef __csl_tensor
#undef __csl_ptr
}

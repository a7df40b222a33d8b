#pragma once
#pragma clang system_header
/* Copies that go on by themselves: cp.async, bulk copies by descriptor (TMA), tensor memory. */
#include <csl/cutlass_threads.h>
#include <cuda.h>
namespace cutlass::arch {
struct CacheOperation {
    enum Kind { Always, Global, Streaming, LastUse, Volatile, WriteBack, WriteThrough };
};
template <int bytes, CacheOperation::Kind kind = CacheOperation::Always>
__device__ inline void cp_async(void *to, const void *from, bool pred = true)
{
    if (pred)
        asm volatile("cp.async.cg.shared.global [%0], [%1], %2;"
                     : : "r"(cute::cast_smem_ptr_to_uint(to)), "l"(from), "n"(bytes));
}
/* Writes zeros where the predicate does not hold. */
template <int bytes, CacheOperation::Kind kind = CacheOperation::Always>
__device__ inline void cp_async_zfill(void *to, const void *from, bool pred)
{
    if (pred)
        cp_async<bytes>(to, from);
    else
        __csl_async_copy(to, to, bytes);
}
__device__ inline void cp_async_fence() { asm volatile("cp.async.commit_group;"); }
template <int n> __device__ inline void cp_async_wait()
{
    if constexpr (n == 0)
        asm volatile("cp.async.wait_all;");
    else
        asm volatile("cp.async.wait_group %0;" : : "n"(n));
}
}
namespace cute {
__device__ inline void cp_async_fence() { cutlass::arch::cp_async_fence(); }
template <int n> __device__ inline void cp_async_wait() { cutlass::arch::cp_async_wait<n>(); }

typedef CUtensorMap TmaDescriptor;
typedef CUtensorMap Im2ColTmaDescriptor;
namespace TMA {
enum class CacheHintSm90 : uint64_t {
    EVICT_NORMAL = 0x1000000000000000, EVICT_FIRST = 0x12F0000000000000,
    EVICT_LAST = 0x14F0000000000000
};
typedef CacheHintSm90 CacheHintSm100;
}
__host__ __device__ inline void prefetch_tma_descriptor(const TmaDescriptor *) {}
__device__ inline void tma_store_fence()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ inline void tma_store_arrive() { asm volatile("cp.async.bulk.commit_group;"); }
template <int n> __device__ inline void tma_store_wait()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(n) : "memory");
}
__device__ inline void tma_desc_commit_group() { tma_store_arrive(); }
template <int n> __device__ inline void tma_desc_wait_group() { tma_store_wait<n>(); }

/* The coordinates of a box of n dimensions: as parameters and as operands. */
#define __csl_at1 int a
#define __csl_at2 __csl_at1, int b
#define __csl_at3 __csl_at2, int c
#define __csl_at4 __csl_at3, int d
#define __csl_at5 __csl_at4, int e
#define __csl_in1 "r"(a)
#define __csl_in2 __csl_in1, "r"(b)
#define __csl_in3 __csl_in2, "r"(c)
#define __csl_in4 __csl_in3, "r"(d)
#define __csl_in5 __csl_in4, "r"(e)
#define __csl_tma_load(n, from4, from5)                                                            \
    struct SM90_TMA_LOAD_##n##D {                                                                  \
        static __device__ inline void copy(const void *map, uint64_t *bar, uint64_t hint,          \
                                           void *to, __csl_at##n)                                  \
        {                                                                                          \
            asm volatile("cp.async.bulk.tensor." #n "d.shared::cluster.global"                     \
                         ".mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {" from4 "}], "  \
                         "[%2], %3;"                                                               \
                         : : "r"(cast_smem_ptr_to_uint(to)), "l"(map),                             \
                             "r"(cast_smem_ptr_to_uint(bar)), "l"(hint), __csl_in##n               \
                         : "memory");                                                              \
        }                                                                                          \
        struct PREFETCH {                                                                          \
            static __device__ inline void copy(const void *, __csl_at##n) {}                       \
        };                                                                                         \
    };                                                                                             \
    struct SM90_TMA_LOAD_MULTICAST_##n##D {                                                        \
        static __device__ inline void copy(const void *map, uint64_t *bar, uint16_t ctas,          \
                                           uint64_t hint, void *to, __csl_at##n)                   \
        {                                                                                          \
            asm volatile("cp.async.bulk.tensor." #n "d.shared::cluster.global"                     \
                         ".mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%0], "  \
                         "[%1, {" from5 "}], [%2], %4, %3;"                                        \
                         : : "r"(cast_smem_ptr_to_uint(to)), "l"(map),                             \
                             "r"(cast_smem_ptr_to_uint(bar)), "l"(hint), "h"(ctas), __csl_in##n    \
                         : "memory");                                                              \
        }                                                                                          \
    };
#define __csl_tma_store(name, instruction, how, n, from2)                                          \
    struct name##_##n##D {                                                                         \
        static __device__ inline void copy(const void *map, const void *from, __csl_at##n)         \
        {                                                                                          \
            asm volatile(instruction "." #n "d.global.shared::cta" how " [%0, {" from2 "}], [%1];" \
                         : : "l"(map), "r"(cast_smem_ptr_to_uint(from)), __csl_in##n : "memory");  \
        }                                                                                          \
    };
#define __csl_tma(n, from2, from4, from5)                                                          \
    __csl_tma_load(n, from4, from5)                                                                \
    __csl_tma_store(SM90_TMA_STORE, "cp.async.bulk.tensor", ".bulk_group", n, from2)               \
    __csl_tma_store(SM90_TMA_REDUCE_ADD, "cp.reduce.async.bulk.tensor", ".add.bulk_group", n, from2)
__csl_tma(1, "%2", "%4", "%5")
__csl_tma(2, "%2, %3", "%4, %5", "%5, %6")
__csl_tma(3, "%2, %3, %4", "%4, %5, %6", "%5, %6, %7")
__csl_tma(4, "%2, %3, %4, %5", "%4, %5, %6, %7", "%5, %6, %7, %8")
__csl_tma(5, "%2, %3, %4, %5, %6", "%4, %5, %6, %7, %8", "%5, %6, %7, %8, %9")
#undef __csl_tma
#undef __csl_tma_store
#undef __csl_tma_load
struct SM90_BULK_COPY_G2S {
    static __device__ inline void copy(const void *from, uint64_t *bar, void *to, int bytes)
    {
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1], %2, [%3];"
                     : : "r"(cast_smem_ptr_to_uint(to)), "l"(from), "r"(bytes),
                         "r"(cast_smem_ptr_to_uint(bar))
                     : "memory");
    }
};
struct SM90_BULK_COPY_S2G {
    static __device__ inline void copy(const void *from, void *to, int bytes)
    {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                     : : "l"(to), "r"(cast_smem_ptr_to_uint(from)), "r"(bytes) : "memory");
    }
};

/* The tensor core works on registers and shared memory until it is waited for. */
__device__ inline void warpgroup_arrive()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ inline void warpgroup_commit_batch()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int n> __device__ inline void warpgroup_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(n) : "memory");
}
template <class T_> __device__ inline void warpgroup_fence_operand(T_ &) {}

namespace TMEM {
constexpr unsigned MAX_CAPACITY_BITS = 128 * 512 * 32;
#define __csl_allocator(name, group)                                                               \
    struct name {                                                                                  \
        static constexpr int ColumnsPerAllocationSlice = 32;                                       \
        static constexpr int Sm100TmemCapacityColumns = 512;                                       \
        __device__ inline void allocate(int columns, unsigned *to)                                 \
        {                                                                                          \
            asm volatile("tcgen05.alloc.cta_group::" group ".sync.aligned.shared::cta.b32 "        \
                         "[%0], %1;"                                                               \
                         : : "r"(cast_smem_ptr_to_uint(to)), "r"(columns) : "memory");             \
        }                                                                                          \
        __device__ inline void free(unsigned tmem, int columns)                                    \
        {                                                                                          \
            asm volatile("tcgen05.dealloc.cta_group::" group ".sync.aligned.b32 %0, %1;"           \
                         : : "r"(tmem), "r"(columns));                                             \
        }                                                                                          \
        __device__ inline void release_allocation_lock()                                           \
        {                                                                                          \
            asm volatile("tcgen05.relinquish_alloc_permit.cta_group::" group ".sync.aligned;");    \
        }                                                                                          \
    };
__csl_allocator(Allocator1Sm, "1")
__csl_allocator(Allocator2Sm, "2")
#undef __csl_allocator
}
}

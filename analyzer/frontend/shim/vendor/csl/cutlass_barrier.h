#pragma once
#pragma clang system_header
/* cutlass/arch/barrier.h: named barriers, barrier objects, fences. Each is the instruction that it
 * is documented to be, so what the lowering knows of PTX holds here. */
#include <csl/cutlass_threads.h>
namespace cutlass::arch {
/* Numbers below FirstUserBarrier are the library's own: a user's number counts from there. */
enum class ReservedNamedBarriers {
    EpilogueBarrier = 1, TransposeBarrier, TransformBarrier, StreamkBarrier0, StreamkBarrier1,
    TmemAllocBarrier, Sm120MainloopBarrier, FirstUserBarrier
};
class NamedBarrier {
    const unsigned threads, number;
    static __device__ inline void __csl_sync(unsigned n, unsigned id)
    {
        asm volatile("bar.sync %0, %1;" : : "r"(id), "r"(n) : "memory");
    }
    static __device__ inline void __csl_sync_unaligned(unsigned n, unsigned id)
    {
        asm volatile("barrier.sync %0, %1;" : : "r"(id), "r"(n) : "memory");
    }
    static __device__ inline void __csl_leave(unsigned n, unsigned id)
    {
        asm volatile("bar.arrive %0, %1;" : : "r"(id), "r"(n) : "memory");
    }
    static __device__ inline void __csl_leave_unaligned(unsigned n, unsigned id)
    {
        asm volatile("barrier.arrive %0, %1;" : : "r"(id), "r"(n) : "memory");
    }
public:
    static const unsigned ReservedNamedBarrierCount = 8;
    static const unsigned HardwareMaxNumNamedBarriers = 16;
    __device__ inline NamedBarrier(unsigned n, ReservedNamedBarriers id)
        : threads(n), number((unsigned)id) {}
    __device__ inline NamedBarrier(unsigned n, unsigned id = 0) : threads(n), number(id + 8) {}
    __device__ inline void arrive_and_wait() const { __csl_sync(threads, number); }
    __device__ inline void sync() const { __csl_sync(threads, number); }
    __device__ inline void arrive() const { __csl_leave(threads, number); }
    __device__ inline void arrive_and_wait_unaligned() const
    {
        __csl_sync_unaligned(threads, number);
    }
    __device__ inline void arrive_unaligned() const { __csl_leave_unaligned(threads, number); }
#define __csl_named(name, how)                                                                     \
    static __device__ inline void name(unsigned n, unsigned id) { how(n, id + 8); }                \
    static __device__ inline void name(unsigned n, ReservedNamedBarriers id)                       \
    {                                                                                              \
        how(n, (unsigned)id);                                                                      \
    }
    __csl_named(sync, __csl_sync) __csl_named(arrive_and_wait, __csl_sync)
    __csl_named(arrive, __csl_leave)
#undef __csl_named
};

/* mbarrier objects. Their functions are const in CUTLASS as well. */
struct ClusterBarrier {
    typedef uint64_t ValueType;
protected:
    ValueType barrier_;
public:
    static __device__ inline void init(const ValueType *b, unsigned arrivals)
    {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                     : : "r"(cute::cast_smem_ptr_to_uint(b)), "r"(arrivals) : "memory");
    }
    static __device__ inline void wait(const ValueType *b, unsigned phase)
    {
        asm volatile("{\n.reg .pred p;\nagain:\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                     "@p bra done;\nbra again;\ndone:\n}"
                     : : "r"(cute::cast_smem_ptr_to_uint(b)), "r"(phase) : "memory");
    }
    static __device__ inline bool test_wait(const ValueType *b, unsigned phase, unsigned pred = 1)
    {
        unsigned over = 0;
        if (pred)
            asm volatile("{\n.reg .pred p;\nmbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                         "selp.b32 %0, 1, 0, p;\n}"
                         : "=r"(over) : "r"(cute::cast_smem_ptr_to_uint(b)), "r"(phase) : "memory");
        return over;
    }
    static __device__ inline bool try_wait(const ValueType *b, unsigned phase)
    {
        unsigned over;
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                     "selp.b32 %0, 1, 0, p;\n}"
                     : "=r"(over) : "r"(cute::cast_smem_ptr_to_uint(b)), "r"(phase) : "memory");
        return over;
    }
    static __device__ inline void arrive(const ValueType *b)
    {
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                     : : "r"(cute::cast_smem_ptr_to_uint(b)) : "memory");
    }
    static __device__ inline void arrive(const ValueType *b, unsigned cta, unsigned pred)
    {
        if (pred)
            asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];"
                         : : "r"(cute::set_block_rank(cute::cast_smem_ptr_to_uint(b), cta))
                         : "memory");
    }
    static __device__ inline void invalidate(const ValueType *b)
    {
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];"
                     : : "r"(cute::cast_smem_ptr_to_uint(b)) : "memory");
    }
    __device__ inline void init(unsigned arrivals) const { init(&barrier_, arrivals); }
    __device__ inline void wait(unsigned phase) const { wait(&barrier_, phase); }
    __device__ inline bool test_wait(unsigned phase, unsigned pred = 1) const
    {
        return test_wait(&barrier_, phase, pred);
    }
    __device__ inline bool try_wait(unsigned phase) const { return try_wait(&barrier_, phase); }
    __device__ inline void arrive() const { arrive(&barrier_); }
    __device__ inline void arrive(unsigned cta, unsigned pred = 1) const
    {
        arrive(&barrier_, cta, pred);
    }
};
struct ClusterTransactionBarrier : ClusterBarrier {
    static __device__ inline void arrive_and_expect_tx(const ValueType *b, unsigned bytes)
    {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%1], %0;"
                     : : "r"(bytes), "r"(cute::cast_smem_ptr_to_uint(b)) : "memory");
    }
    static __device__ inline void arrive_and_expect_tx(const ValueType *b, unsigned bytes,
                                                       unsigned cta, unsigned pred)
    {
        if (pred)
            asm volatile("mbarrier.arrive.expect_tx.shared::cluster.b64 _, [%0], %1;"
                         : : "r"(cute::set_block_rank(cute::cast_smem_ptr_to_uint(b), cta)),
                             "r"(bytes)
                         : "memory");
    }
    static __device__ inline void expect_transaction(const ValueType *b, unsigned bytes)
    {
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%1], %0;"
                     : : "r"(bytes), "r"(cute::cast_smem_ptr_to_uint(b)) : "memory");
    }
    static __device__ inline void complete_transaction(const ValueType *b, unsigned cta,
                                                       unsigned bytes, unsigned pred = 1)
    {
        if (pred)
            asm volatile("mbarrier.complete_tx.shared::cluster.relaxed.cluster.b64 [%0], %1;"
                         : : "r"(cute::set_block_rank(cute::cast_smem_ptr_to_uint(b), cta)),
                             "r"(bytes)
                         : "memory");
    }
    __device__ inline void arrive_and_expect_tx(unsigned bytes) const
    {
        arrive_and_expect_tx(&barrier_, bytes);
    }
    __device__ inline void arrive_and_expect_tx(unsigned bytes, unsigned cta,
                                                unsigned pred = 1) const
    {
        arrive_and_expect_tx(&barrier_, bytes, cta, pred);
    }
    __device__ inline void expect_transaction(unsigned bytes) const
    {
        expect_transaction(&barrier_, bytes);
    }
    __device__ inline void complete_transaction(unsigned cta, unsigned bytes,
                                                unsigned pred = 1) const
    {
        complete_transaction(&barrier_, cta, bytes, pred);
    }
};

__device__ inline void fence_barrier_init()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void fence_view_async_shared()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ inline void fence_view_async_tmem_load()
{
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
}
__device__ inline void fence_view_async_tmem_store()
{
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
}
__device__ inline void cpasync_barrier_arrive(const uint64_t *b)
{
    asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];"
                 : : "r"(cute::cast_smem_ptr_to_uint(b)) : "memory");
}
__device__ inline void cpasync_barrier_arrive_noinc(const uint64_t *b)
{
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];"
                 : : "r"(cute::cast_smem_ptr_to_uint(b)) : "memory");
}
/* What the tensor core does before this completes on the object; one lane says so. */
__device__ inline void umma_arrive(const uint64_t *b)
{
    if (cute::elect_one_sync())
        asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];"
                     : : "r"(cute::cast_smem_ptr_to_uint(b)) : "memory");
}
__device__ inline void umma_arrive_2x1SM(const uint64_t *b)
{
    if (cute::elect_one_sync())
        asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64 [%0];"
                     : : "r"(cute::cast_smem_ptr_to_uint(b)) : "memory");
}
__device__ inline void umma_arrive_multicast(const uint64_t *b, uint16_t ctas)
{
    if (cute::elect_one_sync())
        asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster"
                     ".multicast::cluster.b64 [%0], %1;"
                     : : "r"(cute::cast_smem_ptr_to_uint(b)), "h"(ctas) : "memory");
}
__device__ inline void umma_arrive_multicast_2x1SM(const uint64_t *b, uint16_t ctas)
{
    if (cute::elect_one_sync())
        asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster"
                     ".multicast::cluster.b64 [%0], %1;"
                     : : "r"(cute::cast_smem_ptr_to_uint(b)), "h"(ctas) : "memory");
}
/* Registers between warpgroups: nothing waits for them but the allocation. */
template <unsigned n> __device__ inline void warpgroup_reg_alloc()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" : : "n"(n));
}
template <unsigned n> __device__ inline void warpgroup_reg_dealloc()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" : : "n"(n));
}
__device__ inline void launch_dependent_grids()
{
    asm volatile("griddepcontrol.launch_dependents;");
}
__device__ inline void wait_on_dependent_grids()
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

namespace detail {
template <class T_, unsigned n> __device__ inline void initialize_barrier_array(T_ b, int arrivals)
{
    for (unsigned i = 0; i < n; i++)
        b[i].init(arrivals);
}
template <class T_, unsigned n>
__device__ inline void initialize_barrier_array_aligned(T_ b, int arrivals)
{
    if (cute::elect_one_sync())
        initialize_barrier_array<T_, n>(b, arrivals);
}
template <class F_, class E_, unsigned n>
__device__ inline void initialize_barrier_array_pair(F_ full, E_ empty, int full_arrivals,
                                                     int empty_arrivals)
{
    for (unsigned i = 0; i < n; i++) {
        full[i].init(full_arrivals);
        empty[i].init(empty_arrivals);
    }
}
template <class F_, class E_, unsigned n>
__device__ inline void initialize_barrier_array_pair_aligned(F_ full, E_ empty, int full_arrivals,
                                                             int empty_arrivals)
{
    if (cute::elect_one_sync())
        initialize_barrier_array_pair<F_, E_, n>(full, empty, full_arrivals, empty_arrivals);
}
}
}

/* Words that the kernels of the tables use. */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/semaphore>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
namespace cg = cooperative_groups;
typedef uint64_t u64;
#define SA(x) ((unsigned)__cvta_generic_to_shared(&(x)))
#define ASM(...) asm volatile(__VA_ARGS__ : "memory")
#define INIT(b, n) ASM("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SA(b)), "r"(n))
#define INVAL(b) ASM("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(SA(b)))
#define ARRIVE(b) ASM("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SA(b)))
#define DROP(b) ASM("mbarrier.arrive_drop.shared::cta.b64 _, [%0];" ::"r"(SA(b)))
#define EXPECT(b, n) ASM("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(SA(b)), "r"(n))
#define BYTES(b, n) ASM("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(SA(b)), "r"(n))
#define WAIT(b, p)                                                                                 \
    ASM("{ .reg .pred q; again%=: mbarrier.try_wait.parity.shared::cta.b64 q, [%0], %1; @!q bra again%=; }" ::"r"( \
            SA(b)),                                                                                \
        "r"(p))
#define WAITC(b, p)                                                                                \
    ASM("{ .reg .pred q; again%=: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 q, [%0], %1; @!q bra again%=; }" ::"r"( \
            SA(b)),                                                                                \
        "r"(p))
#define LOAD(d, s, n, b)                                                                           \
    ASM("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(SA(d)), \
        "l"(s), "n"(n), "r"(SA(b)))
#define STORE(d, s, n)                                                                             \
    ASM("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(d), "r"(SA(s)), "n"(n))
#define GET(d, s, n, b)                                                                            \
    ASM("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(SA(d)), \
        "l"(s), "r"(n), "r"(SA(b)))
#define PUT(d, s, n)                                                                               \
    ASM("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(d), "r"(SA(s)), "r"(n))
#define COMMIT() ASM("cp.async.bulk.commit_group;" ::)
#define WAITB(n) ASM("cp.async.bulk.wait_group %0;" ::"n"(n))
#define WAITR(n) ASM("cp.async.bulk.wait_group.read %0;" ::"n"(n))
#define PROXY() ASM("fence.proxy.async.shared::cta;" ::)
#define BOX(d, m, x, y, b)                                                                         \
    ASM("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"( \
            SA(d)),                                                                                \
        "l"(&m), "r"(SA(b)), "r"(x), "r"(y))
#define UNBOX(m, x, y, s)                                                                          \
    ASM("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&m),   \
        "r"(SA(s)), "r"(x), "r"(y))
#define CARRIVE() ASM("barrier.cluster.arrive.aligned;" ::)
#define CWAIT() ASM("barrier.cluster.wait.aligned;" ::)
#define CP(d, s) ASM("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SA(d)), "l"(s))
#define CPCOMMIT() ASM("cp.async.commit_group;" ::)
#define CPWAIT(n) ASM("cp.async.wait_group %0;" ::"n"(n))
static __device__ inline bool look(u64 &b, unsigned parity)
{
    unsigned ok;
    ASM("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(ok) : "r"(SA(b)), "r"(parity));
    return ok;
}
static __device__ inline bool elect()
{
    unsigned one;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(one));
    return one;
}
static __device__ inline unsigned mapa(unsigned address, unsigned rank)
{
    unsigned r;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(address), "r"(rank));
    return r;
}

#pragma once
#pragma clang system_header
/* The atoms of CuTe for copies into shared memory and for rows of matrices (cute/arch): each is one
 * instruction. */
#include <csl/cutlass_copy.h>
namespace cute {
struct alignas(16) uint128_t {
    uint64_t lo, hi;
};
template <class S_, class D_ = S_> struct SM80_CP_ASYNC_CACHEALWAYS {
    typedef S_ SRegisters[1];
    typedef D_ DRegisters[1];
    static __device__ inline void copy(const S_ &from, D_ &to)
    {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
                     : : "r"(cast_smem_ptr_to_uint(&to)), "l"(&from), "n"(sizeof(S_)));
    }
};
template <class S_, class D_ = S_> struct SM80_CP_ASYNC_CACHEGLOBAL {
    typedef S_ SRegisters[1];
    typedef D_ DRegisters[1];
    static __device__ inline void copy(const S_ &from, D_ &to)
    {
        asm volatile("cp.async.cg.shared.global [%0], [%1], %2;"
                     : : "r"(cast_smem_ptr_to_uint(&to)), "l"(&from), "n"(sizeof(S_)));
    }
};
/* Write zeros where the predicate does not hold. */
#define __csl_zfill(name)                                                                          \
    template <class S_, class D_ = S_> struct name {                                               \
        typedef S_ SRegisters[1];                                                                  \
        typedef D_ DRegisters[1];                                                                  \
        static __device__ inline void copy(const S_ &from, D_ &to, bool pred)                      \
        {                                                                                          \
            cutlass::arch::cp_async_zfill<sizeof(S_)>(&to, &from, pred);                           \
        }                                                                                          \
    };
__csl_zfill(SM80_CP_ASYNC_CACHEALWAYS_ZFILL) __csl_zfill(SM80_CP_ASYNC_CACHEGLOBAL_ZFILL)
#undef __csl_zfill

/* Rows of so many matrices, loaded into (ldmatrix) and stored from (stmatrix) registers. */
#define __csl_out1 unsigned &a
#define __csl_out2 __csl_out1, unsigned &b
#define __csl_out4 __csl_out2, unsigned &c, unsigned &d
#define __csl_to1 "=r"(a)
#define __csl_to2 __csl_to1, "=r"(b)
#define __csl_to4 __csl_to2, "=r"(c), "=r"(d)
#define __csl_regs1 const unsigned &a
#define __csl_regs2 __csl_regs1, const unsigned &b
#define __csl_regs4 __csl_regs2, const unsigned &c, const unsigned &d
#define __csl_of1 "r"(a)
#define __csl_of2 __csl_of1, "r"(b)
#define __csl_of4 __csl_of2, "r"(c), "r"(d)
#define __csl_rows(load, store, n, trans, regs)                                                    \
    struct load {                                                                                  \
        static __device__ inline void copy(const uint128_t &from, __csl_out##n)                    \
        {                                                                                          \
            asm volatile("ldmatrix.sync.aligned.x" #n trans ".m8n8.shared.b16 {" regs "}, [%" #n   \
                         "];" : __csl_to##n : "r"(cast_smem_ptr_to_uint(&from)));                  \
        }                                                                                          \
    };                                                                                             \
    struct store {                                                                                 \
        static __device__ inline void copy(__csl_regs##n, uint128_t &to)                           \
        {                                                                                          \
            asm volatile("stmatrix.sync.aligned.x" #n trans ".m8n8.shared.b16 [%" #n "], {" regs   \
                         "};" : : __csl_of##n, "r"(cast_smem_ptr_to_uint(&to)));                   \
        }                                                                                          \
    };
__csl_rows(SM75_U32x1_LDSM_N, SM90_U32x1_STSM_N, 1, "", "%0")
__csl_rows(SM75_U32x2_LDSM_N, SM90_U32x2_STSM_N, 2, "", "%0, %1")
__csl_rows(SM75_U32x4_LDSM_N, SM90_U32x4_STSM_N, 4, "", "%0, %1, %2, %3")
__csl_rows(SM75_U16x2_LDSM_T, SM90_U16x2_STSM_T, 1, ".trans", "%0")
__csl_rows(SM75_U16x4_LDSM_T, SM90_U16x4_STSM_T, 2, ".trans", "%0, %1")
__csl_rows(SM75_U16x8_LDSM_T, SM90_U16x8_STSM_T, 4, ".trans", "%0, %1, %2, %3")
#undef __csl_rows
#undef __csl_out1
#undef __csl_out2
#undef __csl_out4
#undef __csl_to1
#undef __csl_to2
#undef __csl_to4
#undef __csl_regs1
#undef __csl_regs2
#undef __csl_regs4
#undef __csl_of1
#undef __csl_of2
#undef __csl_of4
}

#pragma once
#pragma clang system_header
/* Part of cuda::ptx: the tensor core of sm_100 and its memory. Each is the instruction that it is
 * documented to be; whether a product adds to what is there, and how it is scaled, says nothing
 * here. What two blocks do together, and products in other layouts, are not modelled. */
#include <cuda/ptx>
#define __csl_ptr(p) "r"((unsigned)__cvta_generic_to_shared(p))
namespace cuda::ptx {
struct cta_group_1_t {};
struct cta_group_2_t {};
inline constexpr cta_group_1_t cta_group_1;
inline constexpr cta_group_2_t cta_group_2;
__device__ inline void tcgen05_alloc(cta_group_1_t, unsigned *to, const unsigned &columns)
{
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;"
                 : : __csl_ptr(to), "r"(columns) : "memory");
}
__device__ inline void tcgen05_dealloc(cta_group_1_t, unsigned place, const unsigned &columns)
{
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;"
                 : : "r"(place), "r"(columns) : "memory");
}
__device__ inline void tcgen05_relinquish_alloc_permit(cta_group_1_t)
{
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
}
__device__ inline void tcgen05_commit(cta_group_1_t, __csl_u64 *object)
{
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];"
                 : : __csl_ptr(object) : "memory");
}
__device__ inline void tcgen05_fence_before_thread_sync()
{
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}
__device__ inline void tcgen05_fence_after_thread_sync()
{
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}
__device__ inline void tcgen05_wait_ld()
{
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
}
__device__ inline void tcgen05_wait_st()
{
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
}
__device__ inline void tcgen05_shift_down(cta_group_1_t, unsigned place)
{
    asm volatile("tcgen05.shift.cta_group::1.down [%0];" : : "r"(place) : "memory");
}

/* Loads and stores of n registers each. */
#define __csl_1(how, a, i) how(a[i])
#define __csl_2(how, a, i) __csl_1(how, a, i), __csl_1(how, a, i + 1)
#define __csl_4(how, a, i) __csl_2(how, a, i), __csl_2(how, a, i + 2)
#define __csl_8(how, a, i) __csl_4(how, a, i), __csl_4(how, a, i + 4)
#define __csl_16(how, a, i) __csl_8(how, a, i), __csl_8(how, a, i + 8)
#define __csl_32(how, a, i) __csl_16(how, a, i), __csl_16(how, a, i + 16)
#define __csl_64(how, a, i) __csl_32(how, a, i), __csl_32(how, a, i + 32)
#define __csl_128(how, a, i) __csl_64(how, a, i), __csl_64(how, a, i + 64)
#define __csl_move(shape, n, times)                                                                \
    template <class T_> __device__ inline void tcgen05_ld_##shape(T_ (&out)[n], unsigned place)    \
    {                                                                                              \
        asm volatile("tcgen05.ld.sync.aligned." #shape "." #times ".b32 {%0}, [%" #n "];"          \
                     : __csl_##n("=r", out, 0) : "r"(place) : "memory");                           \
    }                                                                                              \
    template <class T_>                                                                            \
    __device__ inline void tcgen05_st_##shape(unsigned place, const T_ (&values)[n])               \
    {                                                                                              \
        asm volatile("tcgen05.st.sync.aligned." #shape "." #times ".b32 [%" #n "], {%0};"          \
                     : : __csl_##n("r", values, 0), "r"(place) : "memory");                        \
    }
#define __csl_narrow(shape)                                                                        \
    __csl_move(shape, 1, x1) __csl_move(shape, 2, x2) __csl_move(shape, 4, x4)                     \
    __csl_move(shape, 8, x8) __csl_move(shape, 16, x16) __csl_move(shape, 32, x32)                 \
    __csl_move(shape, 64, x64) __csl_move(shape, 128, x128)
__csl_narrow(32x32b) __csl_narrow(16x64b)
__csl_move(16x128b, 2, x1) __csl_move(16x128b, 4, x2) __csl_move(16x128b, 8, x4)
__csl_move(16x128b, 16, x8) __csl_move(16x128b, 32, x16) __csl_move(16x128b, 64, x32)
__csl_move(16x128b, 128, x64)
__csl_move(16x256b, 4, x1) __csl_move(16x256b, 8, x2) __csl_move(16x256b, 16, x4)
__csl_move(16x256b, 32, x8) __csl_move(16x256b, 64, x16) __csl_move(16x256b, 128, x32)
#undef __csl_narrow
#undef __csl_move
#undef __csl_1
#undef __csl_2
#undef __csl_4
#undef __csl_8
#undef __csl_16
#undef __csl_32
#undef __csl_64
#undef __csl_128

#define __csl_copy_in(name, shape)                                                                 \
    __device__ inline void tcgen05_cp_##name(cta_group_1_t, unsigned place, __csl_u64 from)        \
    {                                                                                              \
        asm volatile("tcgen05.cp.cta_group::1." shape " [%0], %1;"                                 \
                     : : "r"(place), "l"(from) : "memory");                                        \
    }
__csl_copy_in(128x256b, "128x256b") __csl_copy_in(128x128b, "128x128b")
__csl_copy_in(4x256b, "4x256b") __csl_copy_in(32x128b_warpx4, "32x128b.warpx4")
__csl_copy_in(64x128b_warpx2_02_13, "64x128b.warpx2::02_13")
__csl_copy_in(64x128b_warpx2_01_23, "64x128b.warpx2::01_23")
#undef __csl_copy_in

/* Products: `a` in shared memory or, as `_tmem_a`, in tensor memory; with or without lanes of the
 * result that are left alone. */
#define __csl_kind(name)                                                                           \
    struct kind_##name##_t {};                                                                     \
    inline constexpr kind_##name##_t kind_##name;
#define __csl_product(suffix, kind, type, letter, given)                                           \
    template <class... S_>                                                                         \
    __device__ inline void tcgen05_mma##suffix(kind_##kind##_t, cta_group_1_t, unsigned to,        \
                                               type a, __csl_u64 b, unsigned description,          \
                                               bool, S_...)                                        \
    {                                                                                              \
        asm volatile("tcgen05.mma.cta_group::1.kind::" #kind " [%0], " given ", %2, %3, 0;"        \
                     : : "r"(to), letter(a), "l"(b), "r"(description) : "memory");                 \
    }                                                                                              \
    template <class... S_>                                                                         \
    __device__ inline void tcgen05_mma##suffix(kind_##kind##_t k, cta_group_1_t g, unsigned to,    \
                                               type a, __csl_u64 b, unsigned description,          \
                                               const unsigned (&)[4], bool adds, S_...)            \
    {                                                                                              \
        tcgen05_mma##suffix(k, g, to, a, b, description, adds);                                    \
    }
#define __csl_products(kind)                                                                       \
    __csl_kind(kind) __csl_product(, kind, __csl_u64, "l", "%1")                                   \
    __csl_product(_tmem_a, kind, unsigned, "r", "[%1]")
__csl_products(f16) __csl_products(tf32) __csl_products(f8f6f4) __csl_products(i8)
__csl_kind(mxf8f6f4) __csl_kind(mxf4) __csl_kind(mxf4nvf4)
#undef __csl_products
#undef __csl_product
#undef __csl_kind

/* Of two blocks (`...`). */
#define __csl_of_two(name) __device__ inline void name(...) { __csl_opaque(#name); }
__csl_of_two(tcgen05_alloc) __csl_of_two(tcgen05_dealloc) __csl_of_two(tcgen05_commit)
__csl_of_two(tcgen05_commit_multicast) __csl_of_two(tcgen05_relinquish_alloc_permit)
__csl_of_two(tcgen05_shift_down) __csl_of_two(tcgen05_mma) __csl_of_two(tcgen05_mma_tmem_a)
#undef __csl_of_two
}
#undef __csl_ptr

#pragma once
#pragma clang system_header
/* Warp matrix functions. A fragment's elements are spread over the lanes in no promised way: here
 * each lane reads or writes its share of the matrix in turn, but never the share that has its own
 * number, so that no source can rely on getting back what the lane itself stored. All lanes of the
 * warp must get here together, but no memory is ordered. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
namespace nvcuda::wmma {
enum layout_t { mem_row_major, mem_col_major };
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
namespace precision {
struct tf32 {};
struct u4 {};
struct s4 {};
struct b1 {};
}
namespace experimental {
namespace precision = wmma::precision;
enum bmmaBitOp { bmmaBitOpXOR, bmmaBitOpAND };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC };
}
template <class T_> struct __csl_element { typedef T_ type; };
template <> struct __csl_element<precision::tf32> { typedef float type; };
template <> struct __csl_element<precision::u4> { typedef unsigned type; };
template <> struct __csl_element<precision::s4> { typedef int type; };
template <> struct __csl_element<precision::b1> { typedef unsigned type; };
template <class U_, int m, int n, int k> struct __csl_shape;
template <int m, int n, int k> struct __csl_shape<matrix_a, m, n, k> {
    static constexpr int rows = m, cols = k;
};
template <int m, int n, int k> struct __csl_shape<matrix_b, m, n, k> {
    static constexpr int rows = k, cols = n;
};
template <int m, int n, int k> struct __csl_shape<accumulator, m, n, k> {
    static constexpr int rows = m, cols = n;
};
template <class U_, int m, int n, int k, class T_, class L_ = void> struct fragment {
    typedef typename __csl_element<T_>::type element_type;
    typedef typename __csl_element<T_>::type storage_element_type;
    typedef __csl_shape<U_, m, n, k> shape;
    static constexpr int num_elements = (shape::rows * shape::cols + 31) / 32;
    element_type x[num_elements];
    /* Row-major or column-major: which index the leading dimension scales. */
    static constexpr bool by_column = __is_same(L_, col_major);
};
template <class F_, class V_> __device__ inline void fill_fragment(F_ &f, V_ v)
{
    for (int i = 0; i < F_::num_elements; i++)
        f.x[i] = v;
}
template <class F_> __device__ inline unsigned __csl_place(int i, unsigned ld, bool by_column)
{
    /* Rows must not overlap: the functions ask for it. */
    __csl_assume(ld >= (unsigned)(by_column ? F_::shape::rows : F_::shape::cols));
    unsigned e = i * 32u + (__csl_lane() ^ 9u);
    unsigned row = e / F_::shape::cols, col = e % F_::shape::cols;
    return by_column ? col * ld + row : row * ld + col;
}
template <class F_, class T_>
__device__ inline void load_matrix_sync(F_ &f, const T_ *p, unsigned ld)
{
    __csl_vote(0xffffffffu, 0);
    for (int i = 0; i < F_::num_elements; i++)
        f.x[i] = p[__csl_place<F_>(i, ld, F_::by_column)];
}
template <class F_, class T_>
__device__ inline void load_matrix_sync(F_ &f, const T_ *p, unsigned ld, layout_t layout)
{
    __csl_vote(0xffffffffu, 0);
    for (int i = 0; i < F_::num_elements; i++)
        f.x[i] = p[__csl_place<F_>(i, ld, layout == mem_col_major)];
}
template <class F_, class T_>
__device__ inline void store_matrix_sync(T_ *p, const F_ &f, unsigned ld, layout_t layout)
{
    __csl_vote(0xffffffffu, 0);
    for (int i = 0; i < F_::num_elements; i++)
        p[__csl_place<F_>(i, ld, layout == mem_col_major)] = f.x[i];
}
template <class D_, class A_, class B_, class C_>
__device__ inline void mma_sync(D_ &d, const A_ &, const B_ &, const C_ &, bool = false)
{
    __csl_vote(0xffffffffu, 0);
    for (int i = 0; i < D_::num_elements; i++)
        d.x[i] = __csl_uniform(__csl_thread, d.x[i]);
}
template <class D_, class A_, class B_, class C_>
__device__ inline void bmma_sync(D_ &d, const A_ &a, const B_ &b, const C_ &c,
                                 experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                                 experimental::bmmaAccumulateOp =
                                     experimental::bmmaAccumulateOpPOPC)
{
    mma_sync(d, a, b, c);
}
__csl_any float __float_to_tf32(float x) { return __csl_pure<float>(x); }
}
namespace nvcuda::wmma::experimental {
using wmma::bmma_sync;
}

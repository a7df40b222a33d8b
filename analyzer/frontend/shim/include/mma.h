#pragma once
#pragma clang system_header
/* Warp matrix functions. A fragment's elements are spread over the lanes in no promised way: here
 * each lane reads or writes its share of the matrix, lane by lane in turn. All lanes of the warp
 * must get here together, but no memory is ordered. */
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
template <class T> struct __csl_element { typedef T type; };
template <> struct __csl_element<precision::tf32> { typedef float type; };
template <> struct __csl_element<precision::u4> { typedef unsigned type; };
template <> struct __csl_element<precision::s4> { typedef int type; };
template <> struct __csl_element<precision::b1> { typedef unsigned type; };
template <class U, int m, int n, int k> struct __csl_shape;
template <int m, int n, int k> struct __csl_shape<matrix_a, m, n, k> {
    static constexpr int rows = m, cols = k;
};
template <int m, int n, int k> struct __csl_shape<matrix_b, m, n, k> {
    static constexpr int rows = k, cols = n;
};
template <int m, int n, int k> struct __csl_shape<accumulator, m, n, k> {
    static constexpr int rows = m, cols = n;
};
template <class U, int m, int n, int k, class T, class L = void> struct fragment {
    typedef typename __csl_element<T>::type element_type;
    typedef typename __csl_element<T>::type storage_element_type;
    typedef __csl_shape<U, m, n, k> shape;
    static constexpr int num_elements = (shape::rows * shape::cols + 31) / 32;
    element_type x[num_elements];
    /* Row-major or column-major: which index the leading dimension scales. */
    static constexpr bool by_column = __is_same(L, col_major);
};
template <class F, class V> __device__ inline void fill_fragment(F &f, V v)
{
    for (int i = 0; i < F::num_elements; i++)
        f.x[i] = v;
}
template <class F> __device__ inline unsigned __csl_place(int i, unsigned ld, bool by_column)
{
    /* Rows must not overlap: the functions ask for it. */
    __csl_assume(ld >= (unsigned)(by_column ? F::shape::rows : F::shape::cols));
    unsigned e = i * 32u + __csl_lane();
    unsigned row = e / F::shape::cols, col = e % F::shape::cols;
    return by_column ? col * ld + row : row * ld + col;
}
template <class F, class T>
__device__ inline void load_matrix_sync(F &f, const T *p, unsigned ld)
{
    __csl_vote(0xffffffffu, 0);
    for (int i = 0; i < F::num_elements; i++)
        f.x[i] = p[__csl_place<F>(i, ld, F::by_column)];
}
template <class F, class T>
__device__ inline void load_matrix_sync(F &f, const T *p, unsigned ld, layout_t layout)
{
    __csl_vote(0xffffffffu, 0);
    for (int i = 0; i < F::num_elements; i++)
        f.x[i] = p[__csl_place<F>(i, ld, layout == mem_col_major)];
}
template <class F, class T>
__device__ inline void store_matrix_sync(T *p, const F &f, unsigned ld, layout_t layout)
{
    __csl_vote(0xffffffffu, 0);
    for (int i = 0; i < F::num_elements; i++)
        p[__csl_place<F>(i, ld, layout == mem_col_major)] = f.x[i];
}
template <class D, class A, class B, class C>
__device__ inline void mma_sync(D &d, const A &, const B &, const C &, bool = false)
{
    __csl_vote(0xffffffffu, 0);
    for (int i = 0; i < D::num_elements; i++)
        d.x[i] = __csl_uniform(__csl_thread, d.x[i]);
}
template <class D, class A, class B, class C>
__device__ inline void bmma_sync(D &d, const A &a, const B &b, const C &c,
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

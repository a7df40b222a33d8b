#pragma once
#pragma clang system_header
/* 16-bit floating types: two bytes of memory, arithmetic that is not followed. */
#define __csl_half_from(H_, T_)                                                                    \
    __host__ __device__ constexpr H_(T_ v)                                                         \
        : bits(__builtin_is_constant_evaluated() ? (unsigned short)(int)v                          \
                                                 : __csl_pure<unsigned short>(v)) {}
#define __csl_half_type(H_, H2, R_, R2)                                                            \
    struct R_ { unsigned short x; };                                                               \
    struct R2 { unsigned short x, y; };                                                            \
    __csl_half_types(H_, H2, R_, R2)
#define __csl_half_types(H_, H2, R_, R2)                                                                    \
    struct H_ {                                                                                    \
        unsigned short bits;                                                                       \
        H_() = default;                                                                            \
        __host__ __device__ constexpr H_(R_ raw) : bits(raw.x) {}                                  \
        __host__ __device__ operator R_() const { return {bits}; }                                 \
        __csl_half_from(H_, float)                                                                 \
        __csl_half_from(H_, double)                                                                \
        __csl_half_from(H_, int)                                                                   \
        __csl_half_from(H_, unsigned)                                                              \
        __csl_half_from(H_, long long)                                                             \
        __csl_half_from(H_, unsigned long)                                                         \
        __host__ __device__ operator float() const { return __csl_pure<float>(bits); }             \
        H_ &operator=(const H_ &) = default;                                                       \
        __host__ __device__ H_ &operator+=(H_ b) { return *this = __csl_pure<H_>(bits, b.bits); }  \
        __host__ __device__ H_ &operator-=(H_ b) { return *this = __csl_pure<H_>(bits, b.bits); }  \
        __host__ __device__ H_ &operator*=(H_ b) { return *this = __csl_pure<H_>(bits, b.bits); }  \
        __host__ __device__ H_ &operator/=(H_ b) { return *this = __csl_pure<H_>(bits, b.bits); }  \
    };                                                                                             \
    struct __align__(4) H2 {                                                                       \
        H_ x, y;                                                                                   \
        H2() = default;                                                                            \
        __host__ __device__ constexpr H2(H_ a, H_ b) : x(a), y(b) {}                               \
        __host__ __device__ constexpr H2(R2 raw) : x(R_{raw.x}), y(R_{raw.y}) {}                   \
        __host__ __device__ operator R2() const { return {x.bits, y.bits}; }                       \
    };                                                                                             \
    __csl_half_ops(H_) __csl_half2_ops(H2)
#define __csl_half_op(H_, op)                                                                      \
    inline __host__ __device__ H_ operator op(H_ a, H_ b) { return __csl_pure<H_>(a.bits, b.bits); }
#define __csl_half_cmp(H_, op)                                                                     \
    inline __host__ __device__ bool operator op(H_ a, H_ b)                                        \
    {                                                                                              \
        return __csl_pure<bool>(a.bits, b.bits);                                                   \
    }
#define __csl_half_ops(H_)                                                                         \
    __csl_half_op(H_, +) __csl_half_op(H_, -) __csl_half_op(H_, *) __csl_half_op(H_, /)            \
    __csl_half_cmp(H_, <) __csl_half_cmp(H_, >) __csl_half_cmp(H_, <=) __csl_half_cmp(H_, >=)      \
    __csl_half_cmp(H_, ==) __csl_half_cmp(H_, !=)                                                  \
    inline __host__ __device__ H_ operator-(H_ a) { return __csl_pure<H_>(a.bits); }
#define __csl_half2_op(H2, op)                                                                     \
    inline __host__ __device__ H2 operator op(H2 a, H2 b) { return H2(a.x op b.x, a.y op b.y); }
#define __csl_half2_ops(H2)                                                                        \
    __csl_half2_op(H2, +) __csl_half2_op(H2, -) __csl_half2_op(H2, *) __csl_half2_op(H2, /)        \
    inline __host__ __device__ H2 operator-(H2 a) { return H2(-a.x, -a.y); }                       \
    inline __host__ __device__ H2 &operator+=(H2 &a, H2 b) { return a = a + b; }                   \
    inline __host__ __device__ H2 &operator*=(H2 &a, H2 b) { return a = a * b; }

/* Named functions. Of those of two arguments, sums say, the result is a function of them: lanes may
 * combine what they have with it. So are comparisons, which decide branches. Other results are
 * unknown, and one template serves a type and its pair. */
#define __csl_half1(name)                                                                          \
    template <class T_> __csl_any T_ name(T_ a) { return __csl_uniform(__csl_thread, a); }
template <class T_> struct __csl_number { typedef T_ type; }; /* it follows from the other one */
#define __csl_half2(name)                                                                          \
    template <class T_> __csl_any T_ name(T_ a, typename __csl_number<T_>::type b)                 \
    {                                                                                              \
        return __csl_pure<T_>(a.bits, b.bits);                                                     \
    }
#define __csl_pair2(name)                                                                          \
    template <class T_> __csl_any T_ name(T_ a, T_ b)                                              \
    {                                                                                              \
        return T_(__csl_pure<decltype(a.x)>(a.x.bits, b.x.bits),                                   \
                  __csl_pure<decltype(a.x)>(a.y.bits, b.y.bits));                                  \
    }
#define __csl_half3(name)                                                                          \
    template <class T_> __csl_any T_ name(T_ a, T_, T_) { return __csl_uniform(__csl_thread, a); }
#define __csl_halfp(name)                                                                          \
    template <class T_> __csl_any bool name(T_ a, T_ b) { return __csl_pure<bool>(a.bits, b.bits); }
__csl_half1(hsqrt) __csl_half1(hrsqrt) __csl_half1(hexp) __csl_half1(hexp2) __csl_half1(hlog)
__csl_half1(hlog2) __csl_half1(hsin) __csl_half1(hcos) __csl_half1(hfloor) __csl_half1(hceil)
__csl_half1(hrcp) __csl_half1(htrunc) __csl_half1(hrint) __csl_half1(h2sqrt) __csl_half1(h2rsqrt)
__csl_half1(h2exp) __csl_half1(h2log) __csl_half1(h2rcp) __csl_half1(__hneg) __csl_half1(__hneg2)
__csl_half1(__habs) __csl_half1(__habs2) __csl_half1(h2exp2) __csl_half1(htanh)
__csl_half2(__hadd) __csl_half2(__hsub) __csl_half2(__hmul) __csl_half2(__hdiv)
__csl_half2(__hadd_sat) __csl_half2(__hmul_sat) __csl_half2(__hmin) __csl_half2(__hmax)
__csl_half2(__hadd_rn) __csl_half2(__hmul_rn) __csl_half2(__hmin_nan) __csl_half2(__hmax_nan)
__csl_pair2(__hadd2) __csl_pair2(__hsub2) __csl_pair2(__hmul2) __csl_pair2(__h2div)
__csl_pair2(__hmin2) __csl_pair2(__hmax2) __csl_pair2(__hmin2_nan) __csl_pair2(__hmax2_nan)
__csl_pair2(__hgt2) __csl_pair2(__hlt2) __csl_pair2(__heq2) __csl_pair2(__hge2) __csl_pair2(__hle2)
__csl_half3(__hfma) __csl_half3(__hfma2) __csl_half3(__hfma_sat) __csl_half3(__hfma_relu)
__csl_half3(__hcmadd)
__csl_halfp(__heq) __csl_halfp(__hne) __csl_halfp(__hgt) __csl_halfp(__hge) __csl_halfp(__hlt)
__csl_halfp(__hle)
template <class T_> __csl_any bool __hbeq2(T_, T_) { return __csl_uniform(__csl_thread, false); }
template <class T_> __csl_any bool __hblt2(T_, T_) { return __csl_uniform(__csl_thread, false); }
template <class T_> __csl_any bool __hbgt2(T_, T_) { return __csl_uniform(__csl_thread, false); }
template <class T_> __csl_any bool __hisnan(T_ a) { return __csl_pure<bool>(a.bits); }
template <class T_> __csl_any bool __hisinf(T_ a) { return __csl_pure<bool>(a.bits); }
/* More of them, by macros: their names are reserved, and a macro costs little to parse. */
template <class T_> __csl_any T_ __csl_half_of(T_ a) { return __csl_uniform(__csl_thread, a); }
template <class T_> __csl_any T_ __csl_half_of(T_ a, T_) { return __csl_uniform(__csl_thread, a); }
template <class T_> __csl_any T_ __csl_half_of(T_ a, T_, T_)
{
    return __csl_uniform(__csl_thread, a);
}
template <class T_> __csl_any bool __csl_half_test(int which, T_ a, T_ b)
{
    return __csl_pure<bool>(which, a.bits, b.bits);
}
template <class T_> __csl_any bool __csl_half_both(T_, T_)
{
    return __csl_uniform(__csl_thread, false);
}
template <class T_> __csl_any unsigned __csl_half_mask(T_, T_)
{
    return __csl_uniform(__csl_thread, 0u);
}
#define __hne2 __csl_half_of
#define __hequ2 __csl_half_of
#define __hneu2 __csl_half_of
#define __hleu2 __csl_half_of
#define __hgeu2 __csl_half_of
#define __hltu2 __csl_half_of
#define __hgtu2 __csl_half_of
#define __hisnan2 __csl_half_of
#define __hadd2_rn __csl_half_of
#define __hsub2_rn __csl_half_of
#define __hmul2_rn __csl_half_of
#define __hadd2_sat __csl_half_of
#define __hsub2_sat __csl_half_of
#define __hmul2_sat __csl_half_of
#define __hfma2_sat __csl_half_of
#define __hsub_rn __csl_half_of
#define __hsub_sat __csl_half_of
#define __hfma2_relu __csl_half_of
#define __hbne2 __csl_half_both
#define __hble2 __csl_half_both
#define __hbge2 __csl_half_both
#define __hbequ2 __csl_half_both
#define __hbneu2 __csl_half_both
#define __hbleu2 __csl_half_both
#define __hbgeu2 __csl_half_both
#define __hbltu2 __csl_half_both
#define __hbgtu2 __csl_half_both
#define __heq2_mask __csl_half_mask
#define __hne2_mask __csl_half_mask
#define __hle2_mask __csl_half_mask
#define __hge2_mask __csl_half_mask
#define __hlt2_mask __csl_half_mask
#define __hgt2_mask __csl_half_mask
#define __hequ2_mask __csl_half_mask
#define __hneu2_mask __csl_half_mask
#define __hleu2_mask __csl_half_mask
#define __hgeu2_mask __csl_half_mask
#define __hltu2_mask __csl_half_mask
#define __hgtu2_mask __csl_half_mask
#define __hequ(a, b) __csl_half_test(1, a, b)
#define __hneu(a, b) __csl_half_test(2, a, b)
#define __hleu(a, b) __csl_half_test(3, a, b)
#define __hgeu(a, b) __csl_half_test(4, a, b)
#define __hltu(a, b) __csl_half_test(5, a, b)
#define __hgtu(a, b) __csl_half_test(6, a, b)
__csl_half1(hlog10) __csl_half1(htanh_approx) __csl_half1(h2tanh_approx)
__csl_half1(h2tanh) __csl_half1(hexp10) __csl_half1(h2log2)
__csl_half1(h2log10) __csl_half1(h2exp10) __csl_half1(h2cos)
__csl_half1(h2sin) __csl_half1(h2trunc) __csl_half1(h2ceil)
__csl_half1(h2floor) __csl_half1(h2rint)
#undef __csl_half1
#undef __csl_half2
#undef __csl_pair2
#undef __csl_half3
#undef __csl_halfp

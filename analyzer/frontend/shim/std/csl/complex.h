#pragma once
#pragma clang system_header
/* Complex numbers of <complex>, Thrust, libcu++ and torch. */
#include <csl/traits.h>

/* The class and its arithmetic, for host and device. */
#define __csl_complex_numbers                                                                      \
    template <class T_> struct complex {                                                           \
        typedef T_ value_type;                                                                     \
        T_ real_, imag_;                                                                           \
        complex() = default;                                                                       \
        __host__ __device__ constexpr complex(T_ r, T_ i = T_()) : real_(r), imag_(i) {}           \
        template <class C_, class = decltype(C_().imag())>                                         \
        __host__ __device__ constexpr complex(const C_ &c) : real_(c.real()), imag_(c.imag()) {}   \
        __host__ __device__ constexpr T_ real() const { return real_; }                            \
        __host__ __device__ constexpr T_ imag() const { return imag_; }                            \
        __host__ __device__ void real(T_ r) { real_ = r; }                                         \
        __host__ __device__ void imag(T_ i) { imag_ = i; }                                         \
        template <class U_>                                                                        \
        __host__ __device__ complex &operator+=(const U_ &u) { return *this = *this + u; }         \
        template <class U_>                                                                        \
        __host__ __device__ complex &operator-=(const U_ &u) { return *this = *this - u; }         \
        template <class U_>                                                                        \
        __host__ __device__ complex &operator*=(const U_ &u) { return *this = *this * u; }         \
        template <class U_>                                                                        \
        __host__ __device__ complex &operator/=(const U_ &u) { return *this = *this / u; }         \
    };                                                                                             \
    template <class T_>                                                                            \
    __host__ __device__ complex<T_> operator+(const complex<T_> &a) { return a; }                  \
    template <class T_> __host__ __device__ complex<T_> operator-(const complex<T_> &a)            \
    {                                                                                              \
        return complex<T_>(-a.real_, -a.imag_);                                                    \
    }                                                                                              \
    __csl_complex_op(+, a.real_ + b.real_, a.imag_ + b.imag_)                                      \
    __csl_complex_op(-, a.real_ - b.real_, a.imag_ - b.imag_)                                      \
    __csl_complex_op(*, a.real_ *b.real_ - a.imag_ * b.imag_,                                      \
                     a.real_ *b.imag_ + a.imag_ * b.real_)                                         \
    __csl_complex_op(/, __csl_pure<T_>(1, a.real_, a.imag_, b.real_, b.imag_),                     \
                     __csl_pure<T_>(2, a.real_, a.imag_, b.real_, b.imag_))                        \
    template <class T_>                                                                            \
    __host__ __device__ bool operator==(const complex<T_> &a, const complex<T_> &b)                \
    {                                                                                              \
        return a.real_ == b.real_ && a.imag_ == b.imag_;                                           \
    }                                                                                              \
    template <class T_>                                                                            \
    __host__ __device__ bool operator!=(const complex<T_> &a, const complex<T_> &b)                \
    {                                                                                              \
        return !(a == b);                                                                          \
    }                                                                                              \
    template <class T_> __host__ __device__ complex<T_> conj(const complex<T_> &a)                 \
    {                                                                                              \
        return complex<T_>(a.real_, -a.imag_);                                                     \
    }                                                                                              \
    template <class T_> __host__ __device__ T_ norm(const complex<T_> &a)                          \
    {                                                                                              \
        return a.real_ * a.real_ + a.imag_ * a.imag_;                                              \
    }                                                                                              \
    template <class T_> __host__ __device__ T_ abs(const complex<T_> &a)                           \
    {                                                                                              \
        return __csl_pure<T_>(3, a.real_, a.imag_);                                                \
    }                                                                                              \
    template <class T_> __host__ __device__ T_ arg(const complex<T_> &a)                           \
    {                                                                                              \
        return __csl_pure<T_>(4, a.real_, a.imag_);                                                \
    }                                                                                              \
    template <class T_> __host__ __device__ complex<T_> polar(const T_ &r, const T_ &t = T_())     \
    {                                                                                              \
        return complex<T_>(__csl_pure<T_>(5, r, t), __csl_pure<T_>(6, r, t));                      \
    }                                                                                              \
    __csl_complex_function(exp, 7) __csl_complex_function(log, 9)                                  \
    __csl_complex_function(sqrt, 11) __csl_complex_function(sin, 13)                               \
    __csl_complex_function(cos, 15) __csl_complex_function(tan, 17)                                \
    __csl_complex_function(sinh, 19) __csl_complex_function(cosh, 21)                              \
    __csl_complex_function(tanh, 23) __csl_complex_function(proj, 25)                              \
    template <class T_, class U_>                                                                  \
    __host__ __device__ complex<T_> pow(const complex<T_> &a, const U_ &u)                         \
    {                                                                                              \
        const complex<T_> b(u);                                                                    \
        return complex<T_>(__csl_pure<T_>(27, a.real_, a.imag_, b.real_, b.imag_),                 \
                           __csl_pure<T_>(28, a.real_, a.imag_, b.real_, b.imag_));                \
    }

/* An operator between two, and between one and a number. */
#define __csl_complex_op(op, r, i)                                                                 \
    template <class T_>                                                                            \
    __host__ __device__ complex<T_> operator op(const complex<T_> &a, const complex<T_> &b)        \
    {                                                                                              \
        return complex<T_>(r, i);                                                                  \
    }                                                                                              \
    template <class T_, class U_, class = decltype(T_(U_()))>                                      \
    __host__ __device__ complex<T_> operator op(const complex<T_> &a, const U_ &b)                 \
    {                                                                                              \
        return a op complex<T_>(T_(b));                                                            \
    }                                                                                              \
    template <class T_, class U_, class = decltype(T_(U_()))>                                      \
    __host__ __device__ complex<T_> operator op(const U_ &a, const complex<T_> &b)                 \
    {                                                                                              \
        return complex<T_>(T_(a)) op b;                                                            \
    }

/* A function of which only is known that it computes. */
#define __csl_complex_function(name, n)                                                            \
    template <class T_> __host__ __device__ complex<T_> name(const complex<T_> &a)                 \
    {                                                                                              \
        return complex<T_>(__csl_pure<T_>(n, a.real_, a.imag_),                                    \
                           __csl_pure<T_>(n + 1, a.real_, a.imag_));                               \
    }

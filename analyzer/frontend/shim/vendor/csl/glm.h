#pragma once
#pragma clang system_header
/* glm: small vectors, matrices in columns, quaternions (w, x, y, z). Layouts and the arithmetic of
 * components are exact; what else they compute is not followed. */
#include <type_traits>
#define GLM_VERSION 1000
#define GLM_FUNC_QUALIFIER __host__ __device__
#define GLM_FUNC_DECL __host__ __device__
#define GLM_CONSTEXPR constexpr
#define GLM_INLINE inline
#define __csl_glm __host__ __device__ constexpr
namespace glm {
typedef int length_t;
enum qualifier {
    packed_highp, packed_mediump, packed_lowp, aligned_highp, aligned_mediump, aligned_lowp,
    highp = packed_highp, mediump = packed_mediump, lowp = packed_lowp, packed = packed_highp,
    defaultp = packed_highp
};
template <length_t n, class T_, qualifier Q_ = defaultp> struct vec;
template <length_t c, length_t r, class T_, qualifier Q_ = defaultp> struct mat;
template <class T_, qualifier Q_ = defaultp> struct qua;

#define __csl_vec_common(n)                                                                        \
    typedef T_ value_type;                                                                         \
    typedef vec type;                                                                              \
    static __csl_glm length_t length() { return n; }                                               \
    __csl_glm T_ &operator[](length_t i) { return (&x)[i]; }                                       \
    __csl_glm const T_ &operator[](length_t i) const { return (&x)[i]; }                           \
    vec() = default;                                                                               \
    __csl_glm vec &operator+=(const vec &b) { return *this = *this + b; }                          \
    __csl_glm vec &operator-=(const vec &b) { return *this = *this - b; }                          \
    __csl_glm vec &operator*=(const vec &b) { return *this = *this * b; }                          \
    __csl_glm vec &operator/=(const vec &b) { return *this = *this / b; }                          \
    __csl_glm vec &operator+=(T_ b) { return *this = *this + vec(b); }                             \
    __csl_glm vec &operator-=(T_ b) { return *this = *this - vec(b); }                             \
    __csl_glm vec &operator*=(T_ b) { return *this = *this * vec(b); }                             \
    __csl_glm vec &operator/=(T_ b) { return *this = *this / vec(b); }
template <class T_, qualifier Q_> struct vec<2, T_, Q_> {
    T_ x, y;
    __csl_vec_common(2)
    __csl_glm explicit vec(T_ a) : x(a), y(a) {}
    template <class A_, class B_> __csl_glm vec(A_ a, B_ b) : x((T_)a), y((T_)b) {}
    template <length_t n, class U_, qualifier P_>
    __csl_glm vec(const vec<n, U_, P_> &v) : x((T_)v.x), y((T_)v.y) {}
};
template <class T_, qualifier Q_> struct vec<3, T_, Q_> {
    T_ x, y, z;
    __csl_vec_common(3)
    __csl_glm explicit vec(T_ a) : x(a), y(a), z(a) {}
    template <class A_, class B_, class C_>
    __csl_glm vec(A_ a, B_ b, C_ c) : x((T_)a), y((T_)b), z((T_)c) {}
    template <class U_, qualifier P_, class C_>
    __csl_glm vec(const vec<2, U_, P_> &v, C_ c) : x((T_)v.x), y((T_)v.y), z((T_)c) {}
    template <class U_, qualifier P_>
    __csl_glm vec(const vec<3, U_, P_> &v) : x((T_)v.x), y((T_)v.y), z((T_)v.z) {}
    template <class U_, qualifier P_>
    __csl_glm vec(const vec<4, U_, P_> &v) : x((T_)v.x), y((T_)v.y), z((T_)v.z) {}
};
template <class T_, qualifier Q_> struct vec<4, T_, Q_> {
    T_ x, y, z, w;
    __csl_vec_common(4)
    __csl_glm explicit vec(T_ v) : x(v), y(v), z(v), w(v) {}
    template <class A_, class B_, class C_, class D_>
    __csl_glm vec(A_ i, B_ j, C_ k, D_ l) : x((T_)i), y((T_)j), z((T_)k), w((T_)l) {}
    template <class U_, qualifier P_, class D_>
    __csl_glm vec(const vec<3, U_, P_> &v, D_ l) : x((T_)v.x), y((T_)v.y), z((T_)v.z), w((T_)l) {}
    template <class U_, qualifier P_>
    __csl_glm vec(const vec<4, U_, P_> &v) : x((T_)v.x), y((T_)v.y), z((T_)v.z), w((T_)v.w) {}
};
#undef __csl_vec_common

/* F_ of each component of one, two or three vectors. */
#define __csl_each1(R_, name, f)                                                                   \
    template <class T_, qualifier Q_> __csl_glm vec<2, R_, Q_> name(const vec<2, T_, Q_> &a)       \
    {                                                                                              \
        return {f(a.x), f(a.y)};                                                                   \
    }                                                                                              \
    template <class T_, qualifier Q_> __csl_glm vec<3, R_, Q_> name(const vec<3, T_, Q_> &a)       \
    {                                                                                              \
        return {f(a.x), f(a.y), f(a.z)};                                                           \
    }                                                                                              \
    template <class T_, qualifier Q_> __csl_glm vec<4, R_, Q_> name(const vec<4, T_, Q_> &a)       \
    {                                                                                              \
        return {f(a.x), f(a.y), f(a.z), f(a.w)};                                                   \
    }
#define __csl_each2(R_, name, f)                                                                   \
    template <class T_, qualifier Q_>                                                              \
    __csl_glm vec<2, R_, Q_> name(const vec<2, T_, Q_> &a, const vec<2, T_, Q_> &b)                \
    {                                                                                              \
        return {f(a.x, b.x), f(a.y, b.y)};                                                         \
    }                                                                                              \
    template <class T_, qualifier Q_>                                                              \
    __csl_glm vec<3, R_, Q_> name(const vec<3, T_, Q_> &a, const vec<3, T_, Q_> &b)                \
    {                                                                                              \
        return {f(a.x, b.x), f(a.y, b.y), f(a.z, b.z)};                                            \
    }                                                                                              \
    template <class T_, qualifier Q_>                                                              \
    __csl_glm vec<4, R_, Q_> name(const vec<4, T_, Q_> &a, const vec<4, T_, Q_> &b)                \
    {                                                                                              \
        return {f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w)};                               \
    }                                                                                              \
    template <length_t n, class T_, qualifier Q_>                                                  \
    __csl_glm vec<n, R_, Q_> name(const vec<n, T_, Q_> &a, __csl_same<T_> b)                       \
    {                                                                                              \
        return name(a, vec<n, T_, Q_>(b));                                                         \
    }
#define __csl_from_scalar(name)                                                                    \
    template <length_t n, class T_, qualifier Q_>                                                  \
    __csl_glm vec<n, T_, Q_> name(__csl_same<T_> a, const vec<n, T_, Q_> &b)                       \
    {                                                                                              \
        return name(vec<n, T_, Q_>(a), b);                                                         \
    }
#define __csl_plus(a, b) T_(a + b)
#define __csl_minus(a, b) T_(a - b)
#define __csl_times(a, b) T_(a * b)
#define __csl_over(a, b) T_(a / b)
#define __csl_negative(a) T_(-a)
__csl_each2(T_, operator+, __csl_plus) __csl_each2(T_, operator-, __csl_minus)
__csl_each2(T_, operator*, __csl_times) __csl_each2(T_, operator/, __csl_over)
__csl_from_scalar(operator+) __csl_from_scalar(operator-) __csl_from_scalar(operator*)
__csl_from_scalar(operator/)
__csl_each1(T_, operator-, __csl_negative)
#undef __csl_plus
#undef __csl_minus
#undef __csl_times
#undef __csl_over
#undef __csl_negative
#define __csl_less(a, b) (b < a ? b : a)
#define __csl_more(a, b) (a < b ? b : a)
#define __csl_lt(a, b) (a < b)
#define __csl_le(a, b) (a <= b)
#define __csl_gt(a, b) (a > b)
#define __csl_ge(a, b) (a >= b)
#define __csl_eq(a, b) (a == b)
#define __csl_ne(a, b) (a != b)
__csl_each2(T_, min, __csl_less) __csl_each2(T_, max, __csl_more)
__csl_each2(bool, lessThan, __csl_lt) __csl_each2(bool, lessThanEqual, __csl_le)
__csl_each2(bool, greaterThan, __csl_gt) __csl_each2(bool, greaterThanEqual, __csl_ge)
__csl_each2(bool, equal, __csl_eq) __csl_each2(bool, notEqual, __csl_ne)
template <class T_> __csl_glm T_ min(T_ a, T_ b) { return __csl_less(a, b); }
template <class T_> __csl_glm T_ max(T_ a, T_ b) { return __csl_more(a, b); }
template <class T_> __csl_glm T_ clamp(T_ a, T_ low, T_ high) { return min(max(a, low), high); }
template <length_t n, class T_, qualifier Q_>
__csl_glm vec<n, T_, Q_> clamp(const vec<n, T_, Q_> &a, __csl_same<T_> low, __csl_same<T_> high)
{
    return min(max(a, low), high);
}
#undef __csl_less
#undef __csl_more
#undef __csl_lt
#undef __csl_le
#undef __csl_gt
#undef __csl_ge
#undef __csl_eq
#undef __csl_ne
#define __csl_math(name)                                                                           \
    inline __host__ __device__ float name(float v) { return __csl_pure<float>(v); }                \
    inline __host__ __device__ double name(double v) { return __csl_pure<double>(v); }             \
    __csl_each1(T_, name, name)
__csl_math(sqrt) __csl_math(inversesqrt) __csl_math(exp) __csl_math(exp2) __csl_math(log)
__csl_math(log2) __csl_math(sin) __csl_math(cos) __csl_math(tan) __csl_math(asin)
__csl_math(acos) __csl_math(floor) __csl_math(ceil) __csl_math(round) __csl_math(fract)
__csl_math(abs) __csl_math(sign) __csl_math(radians) __csl_math(degrees)
#undef __csl_math
template <class T_> __csl_glm T_ atan(T_ a) { return __csl_pure<T_>(a); }
template <class T_> __csl_glm T_ atan(T_ a, T_ b) { return __csl_pure<T_>(a, b); }
template <class T_> __csl_glm T_ pow(T_ a, T_ b) { return __csl_pure<T_>(a, b); }
template <class T_> __csl_glm T_ mod(T_ a, T_ b) { return __csl_pure<T_>(a, b); }

template <class T_, qualifier Q_> __csl_glm T_ dot(const vec<2, T_, Q_> &a, const vec<2, T_, Q_> &b)
{
    return a.x * b.x + a.y * b.y;
}
template <class T_, qualifier Q_> __csl_glm T_ dot(const vec<3, T_, Q_> &a, const vec<3, T_, Q_> &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T_, qualifier Q_> __csl_glm T_ dot(const vec<4, T_, Q_> &a, const vec<4, T_, Q_> &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <class T_, qualifier Q_>
__csl_glm vec<3, T_, Q_> cross(const vec<3, T_, Q_> &a, const vec<3, T_, Q_> &b)
{
    return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}
template <length_t n, class T_, qualifier Q_> __csl_glm T_ length(const vec<n, T_, Q_> &a)
{
    return sqrt(dot(a, a));
}
template <length_t n, class T_, qualifier Q_>
__csl_glm T_ distance(const vec<n, T_, Q_> &a, const vec<n, T_, Q_> &b)
{
    return length(b - a);
}
template <length_t n, class T_, qualifier Q_>
__csl_glm vec<n, T_, Q_> normalize(const vec<n, T_, Q_> &a)
{
    return a * inversesqrt(dot(a, a));
}
template <class T_, qualifier Q_, length_t n>
__csl_glm vec<n, T_, Q_> mix(const vec<n, T_, Q_> &a, const vec<n, T_, Q_> &b, __csl_same<T_> t)
{
    return a * (T_(1) - t) + b * t;
}
template <class T_> __csl_glm T_ mix(T_ a, T_ b, T_ t) { return a * (T_(1) - t) + b * t; }
template <class T_> __csl_glm T_ lerp(T_ a, T_ b, T_ t) { return mix(a, b, t); }
template <length_t n, qualifier Q_> __csl_glm bool any(const vec<n, bool, Q_> &a)
{
    bool is = false;
    for (length_t i = 0; i < n; i++)
        is = is || a[i];
    return is;
}
template <length_t n, qualifier Q_> __csl_glm bool all(const vec<n, bool, Q_> &a)
{
    bool is = true;
    for (length_t i = 0; i < n; i++)
        is = is && a[i];
    return is;
}
template <length_t n, class T_, qualifier Q_>
__csl_glm bool operator==(const vec<n, T_, Q_> &a, const vec<n, T_, Q_> &b)
{
    return all(equal(a, b));
}
template <length_t n, class T_, qualifier Q_>
__csl_glm bool operator!=(const vec<n, T_, Q_> &a, const vec<n, T_, Q_> &b)
{
    return any(notEqual(a, b));
}

/* Matrices: values that nothing is known of, in memory of the right size. */
template <length_t c, length_t r, class T_, qualifier Q_> struct mat {
    typedef vec<r, T_, Q_> col_type;
    typedef vec<c, T_, Q_> row_type;
    typedef T_ value_type;
    typedef mat type;
    col_type value[c];
    static __csl_glm length_t length() { return c; }
    __csl_glm col_type &operator[](length_t i) { return value[i]; }
    __csl_glm const col_type &operator[](length_t i) const { return value[i]; }
    mat() = default;
    template <class... A_> explicit __host__ __device__ mat(const A_ &...a)
    {
        *this = __csl_uniform(__csl_thread, *this);
    }
#define __csl_mat_assign(op)                                                                       \
    template <class B_> __host__ __device__ mat &operator op(const B_ &)                           \
    {                                                                                              \
        return *this = __csl_uniform(__csl_thread, *this);                                         \
    }
    __csl_mat_assign(+=) __csl_mat_assign(-=) __csl_mat_assign(*=) __csl_mat_assign(/=)
#undef __csl_mat_assign
};
#define __csl_M(c, r) mat<c, r, T_, Q_>
#define __csl_V(n) vec<n, T_, Q_>
#define __csl_of(C_, R_, ...)                                                                      \
    template <C_ class T_, qualifier Q_> inline __host__ __device__ R_ __VA_ARGS__                 \
    {                                                                                              \
        R_ v;                                                                                      \
        return __csl_uniform(__csl_thread, v);                                                     \
    }
#define __csl_comma ,
#define __csl_dims length_t c __csl_comma length_t r __csl_comma
__csl_of(__csl_dims length_t k __csl_comma, __csl_M(k, r),
         operator*(const __csl_M(c, r) &, const __csl_M(k, c) &))
__csl_of(__csl_dims, __csl_V(r), operator*(const __csl_M(c, r) &, const __csl_V(c) &))
__csl_of(__csl_dims, __csl_V(c), operator*(const __csl_V(r) &, const __csl_M(c, r) &))
__csl_of(__csl_dims, __csl_M(c, r), operator*(const __csl_M(c, r) &, __csl_same<T_>))
__csl_of(__csl_dims, __csl_M(c, r), operator*(__csl_same<T_>, const __csl_M(c, r) &))
__csl_of(__csl_dims, __csl_M(c, r), operator/(const __csl_M(c, r) &, __csl_same<T_>))
__csl_of(__csl_dims, __csl_M(c, r), operator+(const __csl_M(c, r) &, const __csl_M(c, r) &))
__csl_of(__csl_dims, __csl_M(c, r), operator-(const __csl_M(c, r) &, const __csl_M(c, r) &))
__csl_of(__csl_dims, __csl_M(c, r), operator-(const __csl_M(c, r) &))
__csl_of(__csl_dims, __csl_M(r, c), transpose(const __csl_M(c, r) &))
__csl_of(__csl_dims, __csl_M(c, r), outerProduct(const __csl_V(r) &, const __csl_V(c) &))
__csl_of(__csl_dims, __csl_M(c, r), matrixCompMult(const __csl_M(c, r) &, const __csl_M(c, r) &))
__csl_of(length_t n __csl_comma, __csl_M(n, n), inverse(const __csl_M(n, n) &))
__csl_of(length_t n __csl_comma, T_, determinant(const __csl_M(n, n) &))
__csl_of(, __csl_M(2, 2), diagonal2x2(const __csl_V(2) &))
__csl_of(, __csl_M(3, 3), diagonal3x3(const __csl_V(3) &))

template <class T_, qualifier Q_> struct qua {
    T_ w, x, y, z;
    typedef T_ value_type;
    qua() = default;
    __csl_glm qua(T_ a, T_ i, T_ j, T_ k) : w(a), x(i), y(j), z(k) {}
    __csl_glm qua(T_ a, const vec<3, T_, Q_> &v) : w(a), x(v.x), y(v.y), z(v.z) {}
    __csl_glm T_ &operator[](length_t i) { return (&w)[i]; }
    __csl_glm const T_ &operator[](length_t i) const { return (&w)[i]; }
};
#define __csl_Q qua<T_ __csl_comma Q_>
__csl_of(, __csl_Q, operator*(const qua<T_, Q_> &, const qua<T_, Q_> &))
__csl_of(, __csl_Q, operator*(const qua<T_, Q_> &, __csl_same<T_>))
__csl_of(, __csl_Q, operator+(const qua<T_, Q_> &, const qua<T_, Q_> &))
__csl_of(, __csl_Q, operator-(const qua<T_, Q_> &, const qua<T_, Q_> &))
__csl_of(, __csl_Q, operator-(const qua<T_, Q_> &))
__csl_of(, __csl_V(3), operator*(const qua<T_, Q_> &, const __csl_V(3) &))
__csl_of(, __csl_V(3), rotate(const qua<T_, Q_> &, const __csl_V(3) &))
__csl_of(, __csl_Q, normalize(const qua<T_, Q_> &))
__csl_of(, __csl_Q, conjugate(const qua<T_, Q_> &))
__csl_of(, __csl_Q, inverse(const qua<T_, Q_> &))
__csl_of(, T_, length(const qua<T_, Q_> &))
__csl_of(, T_, dot(const qua<T_, Q_> &, const qua<T_, Q_> &))
__csl_of(, __csl_Q, slerp(const qua<T_, Q_> &, const qua<T_, Q_> &, __csl_same<T_>))
__csl_of(, __csl_Q, lerp(const qua<T_, Q_> &, const qua<T_, Q_> &, __csl_same<T_>))
__csl_of(, __csl_M(3, 3), mat3_cast(const qua<T_, Q_> &))
__csl_of(, __csl_M(4, 4), mat4_cast(const qua<T_, Q_> &))
__csl_of(, __csl_Q, quat_cast(const __csl_M(3, 3) &))
#undef __csl_Q
#undef __csl_of
#undef __csl_M
#undef __csl_V
#undef __csl_dims
#undef __csl_comma
/* In place: the memory of the pointer is read. */
#define __csl_make(n)                                                                              \
    template <class T_> __csl_glm vec<n, T_> make_vec##n(const T_ *p)                              \
    {                                                                                              \
        vec<n, T_> v;                                                                              \
        for (length_t i = 0; i < n; i++)                                                           \
            v[i] = p[i];                                                                           \
        return v;                                                                                  \
    }                                                                                              \
    template <class T_> __csl_glm mat<n, n, T_> make_mat##n(const T_ *p)                           \
    {                                                                                              \
        mat<n, n, T_> m;                                                                           \
        for (length_t i = 0; i < n; i++)                                                           \
            for (length_t k = 0; k < n; k++)                                                       \
                m[i][k] = p[i * n + k];                                                            \
        return m;                                                                                  \
    }
__csl_make(2) __csl_make(3) __csl_make(4)
#undef __csl_make
template <class V_> __csl_glm auto *value_ptr(V_ &v) { return &v[0]; }
template <class T_> __csl_glm T_ epsilon() { return T_(1.1920929e-7); }
template <class T_> __csl_glm T_ pi() { return T_(3.14159265358979323846); }
#define __csl_names(prefix, T_)                                                                    \
    typedef vec<2, T_> prefix##vec2;                                                               \
    typedef vec<3, T_> prefix##vec3;                                                               \
    typedef vec<4, T_> prefix##vec4;
#define __csl_mat_names(prefix, T_)                                                                \
    typedef mat<2, 2, T_> prefix##mat2, prefix##mat2x2;                                            \
    typedef mat<3, 3, T_> prefix##mat3, prefix##mat3x3;                                            \
    typedef mat<4, 4, T_> prefix##mat4, prefix##mat4x4;                                            \
    typedef mat<2, 3, T_> prefix##mat2x3;                                                          \
    typedef mat<3, 2, T_> prefix##mat3x2;                                                          \
    typedef mat<3, 4, T_> prefix##mat3x4;                                                          \
    typedef mat<4, 3, T_> prefix##mat4x3;                                                          \
    typedef qua<T_> prefix##quat;
__csl_names(, float) __csl_names(f, float) __csl_names(d, double) __csl_names(i, int)
__csl_names(u, unsigned) __csl_names(b, bool)
__csl_mat_names(, float) __csl_mat_names(f, float) __csl_mat_names(d, double)
#undef __csl_names
#undef __csl_mat_names
#undef __csl_each1
#undef __csl_each2
#undef __csl_from_scalar
}
#undef __csl_glm

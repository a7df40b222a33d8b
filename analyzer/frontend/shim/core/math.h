/* Mathematical functions: pure and otherwise unknown, except where integers are involved. */
#pragma clang system_header

/* A function with the attribute `const` and no body is an uninterpreted pure function of its
 * arguments, as if its body were a call of __csl_pure; it costs less to parse. */
#define __csl_math __host__ __device__ __attribute__((const))

/* float stays float, other arithmetic types compute in double. */
template <class T_> struct __csl_real : __csl_if<__is_integral(T_) || __is_enum(T_), double> {};
template <> struct __csl_real<float> { typedef float type; };
template <> struct __csl_real<double> { typedef double type; };
template <class T_, class U_> struct __csl_real2 {
    typedef decltype(typename __csl_real<T_>::type() + typename __csl_real<U_>::type()) type;
};

/* One template takes the place of three overloads, and NAMEf exists besides. */
#define __csl_math1(name)                                                                          \
    template <class T_> __csl_math typename __csl_real<T_>::type name(T_ x);                       \
    __csl_math float name##f(float x);
#define __csl_math2(name)                                                                          \
    template <class T_, class U_>                                                                  \
    __csl_math typename __csl_real2<T_, U_>::type name(T_ x, U_ y);                                \
    __csl_math float name##f(float x, float y);
__csl_math1(sqrt) __csl_math1(rsqrt) __csl_math1(cbrt) __csl_math1(rcbrt) __csl_math1(sin)
__csl_math1(cos) __csl_math1(tan) __csl_math1(sinpi) __csl_math1(cospi) __csl_math1(asin)
__csl_math1(acos) __csl_math1(atan) __csl_math1(sinh) __csl_math1(cosh) __csl_math1(tanh)
__csl_math1(asinh) __csl_math1(acosh) __csl_math1(atanh) __csl_math1(exp) __csl_math1(exp2)
__csl_math1(exp10) __csl_math1(expm1) __csl_math1(log) __csl_math1(log2) __csl_math1(log10)
__csl_math1(log1p) __csl_math1(logb) __csl_math1(erf) __csl_math1(erfc) __csl_math1(erfinv)
__csl_math1(erfcinv) __csl_math1(erfcx) __csl_math1(normcdf) __csl_math1(normcdfinv)
__csl_math1(lgamma) __csl_math1(tgamma) __csl_math1(floor) __csl_math1(ceil) __csl_math1(trunc)
__csl_math1(round) __csl_math1(rint) __csl_math1(nearbyint) __csl_math1(fabs) __csl_math1(j0)
__csl_math1(j1) __csl_math1(y0) __csl_math1(y1) __csl_math1(cyl_bessel_i0)
__csl_math1(cyl_bessel_i1)
__csl_math2(pow) __csl_math2(fmod) __csl_math2(remainder) __csl_math2(atan2) __csl_math2(hypot)
__csl_math2(rhypot) __csl_math2(fmin) __csl_math2(fmax) __csl_math2(fdim) __csl_math2(copysign)
__csl_math2(nextafter) __csl_math2(fdivide)
#undef __csl_math1
#undef __csl_math2
#define __csl_fn(R_, name, params) __csl_math R_ name params;
__csl_fn(float, fmaf, (float x, float y, float z))
__csl_fn(float, __fadd_rn, (float x, float y)) __csl_fn(float, __fsub_rn, (float x, float y))
__csl_fn(float, __fmul_rn, (float x, float y)) __csl_fn(float, __fdiv_rn, (float x, float y))
__csl_fn(float, __fsqrt_rn, (float x)) __csl_fn(float, __frcp_rn, (float x))
__csl_fn(float, __fmaf_rn, (float x, float y, float z))
__csl_fn(float, fma, (float x, float y, float z))
__csl_fn(double, fma, (double x, double y, double z))
__csl_fn(float, norm3df, (float x, float y, float z))
__csl_fn(double, norm3d, (double x, double y, double z))
__csl_fn(float, powif, (float x, int y))
__csl_fn(double, powi, (double x, int y))
__csl_fn(double, ldexp, (double x, int y))
__csl_fn(float, ldexpf, (float x, int y))
__csl_fn(int, ilogb, (double x))
__csl_fn(int, ilogbf, (float x))
__csl_fn(long, lrint, (double x))
__csl_fn(long, lrintf, (float x))
__csl_fn(long, lround, (double x))
__csl_fn(long, lroundf, (float x))
__csl_fn(long long, llrint, (double x))
__csl_fn(long long, llrintf, (float x))
__csl_fn(long long, llround, (double x))
__csl_fn(long long, llroundf, (float x))
__csl_fn(float, jnf, (int n, float x))
__csl_fn(double, jn, (int n, double x))
__csl_fn(float, ynf, (int n, float x))
__csl_fn(double, yn, (int n, double x))
__csl_fn(float, scalbnf, (float x, int y))
__csl_fn(double, scalbn, (double x, int y))
__csl_fn(float, scalblnf, (float x, long y))
__csl_fn(double, scalbln, (double x, long y))
__csl_fn(float, rnorm3df, (float x, float y, float z))
__csl_fn(double, rnorm3d, (double x, double y, double z))
__csl_fn(float, norm4df, (float x, float y, float z, float w))
__csl_fn(double, norm4d, (double x, double y, double z, double w))
__csl_fn(float, rnorm4df, (float x, float y, float z, float w))
__csl_fn(double, rnorm4d, (double x, double y, double z, double w))
__csl_fn(double, nan, (const char *))
__csl_fn(float, nanf, (const char *))
#define __csl_test(name)                                                                           \
    template <class T_> __csl_math bool name(T_ x);
__csl_test(isnan) __csl_test(isinf) __csl_test(isfinite) __csl_test(isnormal) __csl_test(signbit)
#undef __csl_test
inline __host__ __device__ void sincosf(float x, float *s, float *c)
{
    *s = sinf(x);
    *c = cosf(x);
}
inline __host__ __device__ void sincos(double x, double *s, double *c)
{
    *s = sin(x);
    *c = cos(x);
}
inline __host__ __device__ void sincospif(float x, float *s, float *c) { sincosf(x, s, c); }
inline __host__ __device__ void sincospi(double x, double *s, double *c) { sincos(x, s, c); }
inline __host__ __device__ float modff(float x, float *whole)
{
    *whole = truncf(x);
    return x - *whole;
}
inline __host__ __device__ double modf(double x, double *whole)
{
    *whole = trunc(x);
    return x - *whole;
}
inline __host__ __device__ float frexpf(float x, int *e)
{
    *e = ilogbf(x);
    return __csl_pure<float>(x);
}
inline __host__ __device__ double frexp(double x, int *e)
{
    *e = ilogb(x);
    return __csl_pure<double>(x);
}

/* Fast and directed variants. */
__csl_fn(float, __expf, (float x))
__csl_fn(float, __exp10f, (float x))
__csl_fn(float, __logf, (float x))
__csl_fn(float, __log2f, (float x))
__csl_fn(float, __log10f, (float x))
__csl_fn(float, __sinf, (float x))
__csl_fn(float, __cosf, (float x))
__csl_fn(float, __tanf, (float x))
__csl_fn(float, __saturatef, (float x))
__csl_fn(float, __powf, (float x, float y))
__csl_fn(float, __fdividef, (float x, float y))
__csl_fn(double, __fdivide, (double x, double y))
inline __host__ __device__ void __sincosf(float x, float *s, float *c) { sincosf(x, s, c); }
__csl_fn(float, __frsqrt_rn, (float x))
__csl_fn(double, __int2double_rn, (int x))
__csl_fn(double, __uint2double_rn, (unsigned x))
__csl_fn(int, __float_as_int, (float x))
__csl_fn(unsigned, __float_as_uint, (float x))
__csl_fn(float, __int_as_float, (int x))
__csl_fn(float, __uint_as_float, (unsigned x))
__csl_fn(long long, __double_as_longlong, (double x))
__csl_fn(double, __longlong_as_double, (long long x))
__csl_fn(int, __double2loint, (double x))
__csl_fn(int, __double2hiint, (double x))
__csl_fn(double, __hiloint2double, (int hi, int lo))

/* ---- integers ---- */
#define __csl_minmax(T_, A_, B_)                                                                   \
    inline __host__ __device__ constexpr T_ min(A_ a, B_ b) { return (T_)a < (T_)b ? (T_)a :       \
        (T_)b; }                                                                                   \
    inline __host__ __device__ constexpr T_ max(A_ a, B_ b) { return (T_)a > (T_)b ? (T_)a :       \
        (T_)b; }
__csl_minmax(int, int, int) __csl_minmax(unsigned, unsigned, unsigned)
__csl_minmax(unsigned, int, unsigned) __csl_minmax(unsigned, unsigned, int)
__csl_minmax(long, long, long) __csl_minmax(unsigned long, unsigned long, unsigned long)
__csl_minmax(unsigned long, long, unsigned long) __csl_minmax(unsigned long, unsigned long, long)
__csl_minmax(long long, long long, long long)
__csl_minmax(unsigned long long, unsigned long long, unsigned long long)
__csl_minmax(unsigned long long, long long, unsigned long long)
__csl_minmax(unsigned long long, unsigned long long, long long)
__csl_minmax(float, float, float) __csl_minmax(double, double, double)
__csl_minmax(double, float, double) __csl_minmax(double, double, float)
#undef __csl_minmax
#define __csl_abs(T_, name)                                                                        \
    inline __host__ __device__ constexpr T_ name(T_ x) { return x < 0 ? -x : x; }
__csl_abs(int, abs) __csl_abs(long, abs) __csl_abs(long long, abs) __csl_abs(long, labs)
__csl_abs(long long, llabs) __csl_abs(float, abs) __csl_abs(double, abs)
#undef __csl_abs
inline __host__ __device__ long long llmin(long long a, long long b) { return min(a, b); }
inline __host__ __device__ long long llmax(long long a, long long b) { return max(a, b); }
inline __host__ __device__ unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return min(a, b);
}
inline __host__ __device__ unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return max(a, b);
}
inline __host__ __device__ unsigned umin(unsigned a, unsigned b) { return min(a, b); }
inline __host__ __device__ unsigned umax(unsigned a, unsigned b) { return max(a, b); }
__csl_dev int __popc(unsigned x) { return __csl_popc(x); }
__csl_dev int __popcll(unsigned long long x) { return __csl_popc(x); }
__csl_dev int __clz(int x) { return __csl_clz((unsigned)x); }
__csl_dev int __clzll(long long x) { return __csl_clz((unsigned long long)x); }
__csl_dev int __ffs(int x) { return __csl_ffs((unsigned)x); }
__csl_dev int __ffsll(long long x) { return __csl_ffs((unsigned long long)x); }
__csl_dev unsigned __brev(unsigned x) { return __csl_brev(x); }
__csl_dev unsigned long long __brevll(unsigned long long x) { return __csl_brev(x); }
/* The low 32 bits of the product of the low 24 bits of each. */
__csl_dev unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
__csl_dev int __mul24(int a, int b)
{
    return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8));
}
__csl_dev int mul24(int a, int b) { return __mul24(a, b); }
__csl_dev unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }
__csl_dev int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
__csl_dev unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a * b) >> 32);
}
/* The high half of a product of 128 bits, from products of halves. */
__csl_dev unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    unsigned long long low = 0xffffffffull, x = a & low, y = b & low;
    unsigned long long middle = (a >> 32) * y + (x * y >> 32);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (((middle & low) + x * (b >> 32)) >> 32);
}
__csl_dev long long __mul64hi(long long a, long long b)
{
    unsigned long long x = (unsigned long long)a, y = (unsigned long long)b;
    return (long long)(__umul64hi(x, y) - (a < 0 ? y : 0) - (b < 0 ? x : 0));
}
__csl_dev unsigned __sad(int a, int b, unsigned c) { return (a < b ? b - a : a - b) + c; }
__csl_dev unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c;
    }
__csl_dev int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
__csl_dev int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
/* Byte K of the result: the one that nibble K of the selector names, or its sign. */
__csl_dev unsigned __csl_selected(unsigned long long bytes, unsigned s, int k)
{
    unsigned pick = s >> (4 * k), byte = (unsigned)(bytes >> (8 * (pick & 7))) & 255;
    return ((pick & 8) ? ((byte & 128) ? 255u : 0u) : byte) << (8 * k);
}
__csl_dev unsigned __byte_perm(unsigned a, unsigned b, unsigned s)
{
    unsigned long long bytes = (unsigned long long)b << 32 | a;
    return __csl_selected(bytes, s, 0) | __csl_selected(bytes, s, 1) | __csl_selected(bytes, s, 2) |
           __csl_selected(bytes, s, 3);
}
__csl_dev unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n)
{
    return (unsigned)((((unsigned long long)hi << 32 | lo) << (n & 31)) >> 32);
}
__csl_dev unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) >> (n & 31));
}
__csl_dev unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned n)
{
    return (unsigned)((((unsigned long long)hi << 32 | lo) << (n < 32 ? n : 32)) >> 32);
}
__csl_dev unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned n)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) >> (n < 32 ? n : 32));
}
__csl_fn(unsigned, __fns, (unsigned mask, unsigned base, int offset))
__csl_fn(int, __dp4a, (int a, int b, int c))
__csl_fn(unsigned, __dp4a, (unsigned a, unsigned b, unsigned c))
__csl_fn(int, __dp2a_lo, (int a, int b, int c))
__csl_fn(int, __dp2a_hi, (int a, int b, int c))
#undef __csl_fn

/* ---- constants ---- */
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

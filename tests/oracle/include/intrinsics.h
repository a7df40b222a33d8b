/* Arithmetic. CUDA Math API, "Integer Intrinsics", "Single Precision Intrinsics", "Type Casting
 * Intrinsics"; rounding modes are not told apart, since no verdict depends on the last bit. */
#pragma once

#define ORACLE_ANY static __host__ __device__ inline

#define ORACLE_MIN_MAX(result, a, b)                                                               \
    ORACLE_ANY result min(a x, b y) {                                                              \
        return (result)y < (result)x ? (result)y : (result)x;                                      \
    }                                                                                              \
    ORACLE_ANY result max(a x, b y) {                                                              \
        return (result)x < (result)y ? (result)y : (result)x;                                      \
    }
#define ORACLE_MIN_MAX_SIGNS(s, u)                                                                 \
    ORACLE_MIN_MAX(s, s, s) ORACLE_MIN_MAX(u, u, u) ORACLE_MIN_MAX(u, s, u) ORACLE_MIN_MAX(u, u, s)
ORACLE_MIN_MAX_SIGNS(int, unsigned)
ORACLE_MIN_MAX_SIGNS(long, unsigned long)
ORACLE_MIN_MAX_SIGNS(long long, unsigned long long)
ORACLE_MIN_MAX(float, float, float)
ORACLE_MIN_MAX(double, double, double)
ORACLE_MIN_MAX(double, float, double)
ORACLE_MIN_MAX(double, double, float)

ORACLE_ANY unsigned umin(unsigned a, unsigned b) {
    return a < b ? a : b;
}
ORACLE_ANY unsigned umax(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/* Bits. */
#define __popc(x) __builtin_popcount(x)
#define __popcll(x) __builtin_popcountll(x)
#define __ffs(x) __builtin_ffs((int)(x))
#define __ffsll(x) __builtin_ffsll((long long)(x))
ORACLE_ANY int __clz(int x) {
    return x ? __builtin_clz((unsigned)x) : 32;
}
ORACLE_ANY int __clzll(long long x) {
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
ORACLE_ANY unsigned __brev(unsigned x) {
    return __builtin_bitreverse32(x);
}
ORACLE_ANY unsigned long long __brevll(unsigned long long x) {
    return __builtin_bitreverse64(x);
}
ORACLE_ANY unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
    unsigned long long both = (unsigned long long)b << 32 | a;
    unsigned r = 0;
    for (int i = 0; i < 4; i++)
        r |= (unsigned)(both >> 8 * (s >> 4 * i & 7) & 255) << 8 * i;
    return r;
}
ORACLE_ANY unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned by) {
    return (unsigned)((((unsigned long long)hi << 32 | lo) << (by & 31)) >> 32);
}
ORACLE_ANY unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned by) {
    return (unsigned)(((unsigned long long)hi << 32 | lo) >> (by & 31));
}

/* Products and sums. __mul24: the low 24 bits of each factor, with their sign. */
ORACLE_ANY int __mul24(int a, int b) {
    long long x = (int)((unsigned)a << 8) >> 8, y = (int)((unsigned)b << 8) >> 8;
    return (int)(unsigned)(x * y);
}
ORACLE_ANY unsigned __umul24(unsigned a, unsigned b) {
    return (unsigned)((unsigned long long)(a & 0xffffff) * (b & 0xffffff));
}
ORACLE_ANY int __mulhi(int a, int b) {
    return (int)((long long)a * b >> 32);
}
ORACLE_ANY unsigned __umulhi(unsigned a, unsigned b) {
    return (unsigned)((unsigned long long)a * b >> 32);
}
ORACLE_ANY long long __mul64hi(long long a, long long b) {
    return (long long)((__int128)a * b >> 64);
}
ORACLE_ANY unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
ORACLE_ANY unsigned __sad(int a, int b, unsigned c) {
    return c + (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b);
}
ORACLE_ANY unsigned __usad(unsigned a, unsigned b, unsigned c) {
    return c + (a < b ? b - a : a - b);
}
ORACLE_ANY int __hadd(int a, int b) {
    return (int)(((long long)a + b) >> 1);
}
ORACLE_ANY int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 4; i++)
        c += (signed char)(a >> 8 * i) * (signed char)(b >> 8 * i);
    return c;
}

/* The same bits as another type. */
#define ORACLE_BITS(name, to, from)                                                                \
    ORACLE_ANY to name(from x) {                                                                   \
        to r;                                                                                      \
        memcpy(&r, &x, sizeof r);                                                                  \
        return r;                                                                                  \
    }
ORACLE_BITS(__int_as_float, float, int)
ORACLE_BITS(__uint_as_float, float, unsigned)
ORACLE_BITS(__float_as_int, int, float)
ORACLE_BITS(__float_as_uint, unsigned, float)
ORACLE_BITS(__longlong_as_double, double, long long)
ORACLE_BITS(__double_as_longlong, long long, double)

/* Floating point. */
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __powf(x, y) powf(x, y)
#define __sincosf(x, s, c) sincosf(x, s, c)
ORACLE_ANY float __fdividef(float a, float b) {
    return a / b;
}
ORACLE_ANY float rsqrtf(float x) {
    return 1 / sqrtf(x);
}
ORACLE_ANY double rsqrt(double x) {
    return 1 / sqrt(x);
}
ORACLE_ANY float rsqrt(float x) {
    return 1 / sqrtf(x);
}
ORACLE_ANY float __saturatef(float x) {
    return x > 0 ? x < 1 ? x : 1 : 0;
}
#define ORACLE_ROUNDED(mode)                                                                       \
    ORACLE_ANY float __fadd_##mode(float a, float b) {                                             \
        return a + b;                                                                              \
    }                                                                                              \
    ORACLE_ANY float __fsub_##mode(float a, float b) {                                             \
        return a - b;                                                                              \
    }                                                                                              \
    ORACLE_ANY float __fmul_##mode(float a, float b) {                                             \
        return a * b;                                                                              \
    }                                                                                              \
    ORACLE_ANY float __fdiv_##mode(float a, float b) {                                             \
        return a / b;                                                                              \
    }                                                                                              \
    ORACLE_ANY float __fmaf_##mode(float a, float b, float c) {                                    \
        return fmaf(a, b, c);                                                                      \
    }                                                                                              \
    ORACLE_ANY float __fsqrt_##mode(float a) {                                                     \
        return sqrtf(a);                                                                           \
    }                                                                                              \
    ORACLE_ANY float __frcp_##mode(float a) {                                                      \
        return 1 / a;                                                                              \
    }                                                                                              \
    ORACLE_ANY double __dadd_##mode(double a, double b) {                                          \
        return a + b;                                                                              \
    }                                                                                              \
    ORACLE_ANY double __dmul_##mode(double a, double b) {                                          \
        return a * b;                                                                              \
    }                                                                                              \
    ORACLE_ANY float __int2float_##mode(int x) {                                                   \
        return (float)x;                                                                           \
    }                                                                                              \
    ORACLE_ANY float __uint2float_##mode(unsigned x) {                                             \
        return (float)x;                                                                           \
    }
ORACLE_ROUNDED(rn)
ORACLE_ROUNDED(rz)
ORACLE_ROUNDED(ru)
ORACLE_ROUNDED(rd)

/* A conversion saturates: PTX ISA, `cvt`. */
ORACLE_ANY int oracle_to_int(double x) {
    return x != x              ? 0
           : x < -2147483648.0 ? -2147483647 - 1
           : x > 2147483647.0  ? 2147483647
                               : (int)x;
}
ORACLE_ANY unsigned oracle_to_unsigned(double x) {
    return x != x || x < 0 ? 0 : x > 4294967295.0 ? 4294967295u : (unsigned)x;
}
#define ORACLE_TO_INT(mode, rounded)                                                               \
    ORACLE_ANY int __float2int_##mode(float x) {                                                   \
        return oracle_to_int(rounded(x));                                                          \
    }                                                                                              \
    ORACLE_ANY unsigned __float2uint_##mode(float x) {                                             \
        return oracle_to_unsigned(rounded(x));                                                     \
    }                                                                                              \
    ORACLE_ANY int __double2int_##mode(double x) {                                                 \
        return oracle_to_int(rounded(x));                                                          \
    }
ORACLE_TO_INT(rn, rint)
ORACLE_TO_INT(rz, trunc)
ORACLE_TO_INT(ru, ceil)
ORACLE_TO_INT(rd, floor)

/* Loads and stores with a cache hint. */
#define ORACLE_LOAD(name)                                                                          \
    template <class T> __device__ T name(const T *p) {                                             \
        return *p;                                                                                 \
    }
#define ORACLE_STORE(name)                                                                         \
    template <class T> __device__ void name(T *p, typename oracle_id<T>::type v) {                 \
        *p = v;                                                                                    \
    }
ORACLE_LOAD(__ldg)
ORACLE_LOAD(__ldcs)
ORACLE_LOAD(__ldcg)
ORACLE_LOAD(__ldca)
ORACLE_LOAD(__ldlu)
ORACLE_LOAD(__ldcv)
ORACLE_STORE(__stwb)
ORACLE_STORE(__stcg)
ORACLE_STORE(__stcs)
ORACLE_STORE(__stwt)

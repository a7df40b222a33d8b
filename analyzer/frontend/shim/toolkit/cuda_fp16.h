#pragma once
#pragma clang system_header
#include <csl/half.h>
__csl_half_type(__half, __half2, __half_raw, __half2_raw)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
__csl_any __half __float2half(float x) { return __csl_pure<__half>(x); }
__csl_any __half __float2half_rn(float x) { return __csl_pure<__half>(x); }
__csl_any __half __float2half_rz(float x) { return __csl_pure<__half>(x); }
__csl_any __half __double2half(double x) { return __csl_pure<__half>(x); }
__csl_any __half __int2half_rn(int x) { return __csl_pure<__half>(x); }
__csl_any __half __uint2half_rn(unsigned x) { return __csl_pure<__half>(x); }
__csl_any __half __ushort_as_half(unsigned short x) { return __csl_pure<__half>(x); }
__csl_any __half __short_as_half(short x) { return __csl_pure<__half>(x); }
__csl_any float __half2float(__half x) { return __csl_pure<float>(x.bits); }
__csl_any int __half2int_rn(__half x) { return __csl_pure<int>(x.bits); }
__csl_any int __half2int_rz(__half x) { return __csl_pure<int>(x.bits); }
__csl_any unsigned short __half_as_ushort(__half x) { return x.bits; }
__csl_any short __half_as_short(__half x) { return (short)x.bits; }
__csl_any __half2 __float2half2_rn(float x) { return __half2(__float2half(x), __float2half(x)); }
__csl_any __half2 __floats2half2_rn(float x, float y)
{
    return __half2(__float2half(x), __float2half(y));
}
__csl_any __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
__csl_any float2 __half22float2(__half2 v) { return {__half2float(v.x), __half2float(v.y)}; }
__csl_any __half2 __half2half2(__half x) { return __half2(x, x); }
__csl_any __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
__csl_any __half2 make_half2(__half x, __half y) { return __half2(x, y); }
__csl_any __half __low2half(__half2 v) { return v.x; }
__csl_any __half __high2half(__half2 v) { return v.y; }
__csl_any float __low2float(__half2 v) { return __half2float(v.x); }
__csl_any float __high2float(__half2 v) { return __half2float(v.y); }
__csl_any __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
__csl_any __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
__csl_any __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }
__csl_any __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__csl_any __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

/* ---- with a rounding mode: macros, as in core/rare.h ---- */
#define __int2half_rz(x) __csl_pure<__half>(4, x)
#define __half2int_rd(x) __csl_pure<int>(5, (x).bits)
#define __int2half_rd(x) __csl_pure<__half>(6, x)
#define __half2int_ru(x) __csl_pure<int>(7, (x).bits)
#define __int2half_ru(x) __csl_pure<__half>(8, x)
#define __half2uint_rn(x) __csl_pure<unsigned>(9, (x).bits)
#define __half2uint_rz(x) __csl_pure<unsigned>(11, (x).bits)
#define __uint2half_rz(x) __csl_pure<__half>(12, x)
#define __half2uint_rd(x) __csl_pure<unsigned>(13, (x).bits)
#define __uint2half_rd(x) __csl_pure<__half>(14, x)
#define __half2uint_ru(x) __csl_pure<unsigned>(15, (x).bits)
#define __uint2half_ru(x) __csl_pure<__half>(16, x)
#define __half2short_rn(x) __csl_pure<short>(17, (x).bits)
#define __short2half_rn(x) __csl_pure<__half>(18, x)
#define __half2short_rz(x) __csl_pure<short>(19, (x).bits)
#define __short2half_rz(x) __csl_pure<__half>(20, x)
#define __half2short_rd(x) __csl_pure<short>(21, (x).bits)
#define __short2half_rd(x) __csl_pure<__half>(22, x)
#define __half2short_ru(x) __csl_pure<short>(23, (x).bits)
#define __short2half_ru(x) __csl_pure<__half>(24, x)
#define __half2ushort_rn(x) __csl_pure<unsigned short>(25, (x).bits)
#define __ushort2half_rn(x) __csl_pure<__half>(26, x)
#define __half2ushort_rz(x) __csl_pure<unsigned short>(27, (x).bits)
#define __ushort2half_rz(x) __csl_pure<__half>(28, x)
#define __half2ushort_rd(x) __csl_pure<unsigned short>(29, (x).bits)
#define __ushort2half_rd(x) __csl_pure<__half>(30, x)
#define __half2ushort_ru(x) __csl_pure<unsigned short>(31, (x).bits)
#define __ushort2half_ru(x) __csl_pure<__half>(32, x)
#define __half2ll_rn(x) __csl_pure<long long>(33, (x).bits)
#define __ll2half_rn(x) __csl_pure<__half>(34, x)
#define __half2ll_rz(x) __csl_pure<long long>(35, (x).bits)
#define __ll2half_rz(x) __csl_pure<__half>(36, x)
#define __half2ll_rd(x) __csl_pure<long long>(37, (x).bits)
#define __ll2half_rd(x) __csl_pure<__half>(38, x)
#define __half2ll_ru(x) __csl_pure<long long>(39, (x).bits)
#define __ll2half_ru(x) __csl_pure<__half>(40, x)
#define __half2ull_rn(x) __csl_pure<unsigned long long>(41, (x).bits)
#define __ull2half_rn(x) __csl_pure<__half>(42, x)
#define __half2ull_rz(x) __csl_pure<unsigned long long>(43, (x).bits)
#define __ull2half_rz(x) __csl_pure<__half>(44, x)
#define __half2ull_rd(x) __csl_pure<unsigned long long>(45, (x).bits)
#define __ull2half_rd(x) __csl_pure<__half>(46, x)
#define __half2ull_ru(x) __csl_pure<unsigned long long>(47, (x).bits)
#define __ull2half_ru(x) __csl_pure<__half>(48, x)
#define __half2char_rz(x) __csl_pure<signed char>(49, (x).bits)
#define __half2uchar_rz(x) __csl_pure<unsigned char>(50, (x).bits)
#define __float2half_rd(x) __csl_pure<__half>(53, x)
#define __float2half_ru(x) __csl_pure<__half>(54, x)

#pragma once
#pragma clang system_header
#include <csl/half.h>
__csl_half_type(__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw, __nv_bfloat162_raw)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__csl_any __nv_bfloat16 __float2bfloat16(float x) { return __csl_pure<__nv_bfloat16>(x); }
__csl_any __nv_bfloat16 __float2bfloat16_rn(float x) { return __csl_pure<__nv_bfloat16>(x); }
__csl_any __nv_bfloat16 __double2bfloat16(double x) { return __csl_pure<__nv_bfloat16>(x); }
__csl_any __nv_bfloat16 __int2bfloat16_rn(int x) { return __csl_pure<__nv_bfloat16>(x); }
__csl_any float __bfloat162float(__nv_bfloat16 x) { return __csl_pure<float>(x.bits); }
__csl_any unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits; }
__csl_any __nv_bfloat16 __ushort_as_bfloat16(unsigned short x)
{
    return __csl_pure<__nv_bfloat16>(x);
}
__csl_any __nv_bfloat162 __float2bfloat162_rn(float x)
{
    return __nv_bfloat162(__float2bfloat16(x), __float2bfloat16(x));
}
__csl_any __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return __nv_bfloat162(__float2bfloat16(x), __float2bfloat16(y));
}
__csl_any __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
__csl_any float2 __bfloat1622float2(__nv_bfloat162 v)
{
    return {__bfloat162float(v.x), __bfloat162float(v.y)};
}
__csl_any __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
__csl_any __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y)
{
    return __nv_bfloat162(x, y);
}
__csl_any __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
__csl_any __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
__csl_any __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y)
{
    return __nv_bfloat162(x, y);
}
__csl_any __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.x, v.x); }
__csl_any __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.y); }
__csl_any __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.x); }
__csl_any __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(a.x, b.x);
}
__csl_any __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(a.y, b.y);
}
__csl_any short __bfloat16_as_short(__nv_bfloat16 x) { return (short)x.bits; }
__csl_any __nv_bfloat16 __short_as_bfloat16(short x) { return __csl_pure<__nv_bfloat16>(x); }
__csl_any float __low2float(__nv_bfloat162 v) { return __bfloat162float(v.x); }
__csl_any float __high2float(__nv_bfloat162 v) { return __bfloat162float(v.y); }

/* ---- with a rounding mode: macros, as in core/rare.h ---- */
#define __bfloat162int_rn(x) __csl_pure<int>(1, (x).bits)
#define __bfloat162int_rz(x) __csl_pure<int>(3, (x).bits)
#define __int2bfloat16_rz(x) __csl_pure<__nv_bfloat16>(4, x)
#define __bfloat162int_rd(x) __csl_pure<int>(5, (x).bits)
#define __int2bfloat16_rd(x) __csl_pure<__nv_bfloat16>(6, x)
#define __bfloat162int_ru(x) __csl_pure<int>(7, (x).bits)
#define __int2bfloat16_ru(x) __csl_pure<__nv_bfloat16>(8, x)
#define __bfloat162uint_rn(x) __csl_pure<unsigned>(9, (x).bits)
#define __uint2bfloat16_rn(x) __csl_pure<__nv_bfloat16>(10, x)
#define __bfloat162uint_rz(x) __csl_pure<unsigned>(11, (x).bits)
#define __uint2bfloat16_rz(x) __csl_pure<__nv_bfloat16>(12, x)
#define __bfloat162uint_rd(x) __csl_pure<unsigned>(13, (x).bits)
#define __uint2bfloat16_rd(x) __csl_pure<__nv_bfloat16>(14, x)
#define __bfloat162uint_ru(x) __csl_pure<unsigned>(15, (x).bits)
#define __uint2bfloat16_ru(x) __csl_pure<__nv_bfloat16>(16, x)
#define __bfloat162short_rn(x) __csl_pure<short>(17, (x).bits)
#define __short2bfloat16_rn(x) __csl_pure<__nv_bfloat16>(18, x)
#define __bfloat162short_rz(x) __csl_pure<short>(19, (x).bits)
#define __short2bfloat16_rz(x) __csl_pure<__nv_bfloat16>(20, x)
#define __bfloat162short_rd(x) __csl_pure<short>(21, (x).bits)
#define __short2bfloat16_rd(x) __csl_pure<__nv_bfloat16>(22, x)
#define __bfloat162short_ru(x) __csl_pure<short>(23, (x).bits)
#define __short2bfloat16_ru(x) __csl_pure<__nv_bfloat16>(24, x)
#define __bfloat162ushort_rn(x) __csl_pure<unsigned short>(25, (x).bits)
#define __ushort2bfloat16_rn(x) __csl_pure<__nv_bfloat16>(26, x)
#define __bfloat162ushort_rz(x) __csl_pure<unsigned short>(27, (x).bits)
#define __ushort2bfloat16_rz(x) __csl_pure<__nv_bfloat16>(28, x)
#define __bfloat162ushort_rd(x) __csl_pure<unsigned short>(29, (x).bits)
#define __ushort2bfloat16_rd(x) __csl_pure<__nv_bfloat16>(30, x)
#define __bfloat162ushort_ru(x) __csl_pure<unsigned short>(31, (x).bits)
#define __ushort2bfloat16_ru(x) __csl_pure<__nv_bfloat16>(32, x)
#define __bfloat162ll_rn(x) __csl_pure<long long>(33, (x).bits)
#define __ll2bfloat16_rn(x) __csl_pure<__nv_bfloat16>(34, x)
#define __bfloat162ll_rz(x) __csl_pure<long long>(35, (x).bits)
#define __ll2bfloat16_rz(x) __csl_pure<__nv_bfloat16>(36, x)
#define __bfloat162ll_rd(x) __csl_pure<long long>(37, (x).bits)
#define __ll2bfloat16_rd(x) __csl_pure<__nv_bfloat16>(38, x)
#define __bfloat162ll_ru(x) __csl_pure<long long>(39, (x).bits)
#define __ll2bfloat16_ru(x) __csl_pure<__nv_bfloat16>(40, x)
#define __bfloat162ull_rn(x) __csl_pure<unsigned long long>(41, (x).bits)
#define __ull2bfloat16_rn(x) __csl_pure<__nv_bfloat16>(42, x)
#define __bfloat162ull_rz(x) __csl_pure<unsigned long long>(43, (x).bits)
#define __ull2bfloat16_rz(x) __csl_pure<__nv_bfloat16>(44, x)
#define __bfloat162ull_rd(x) __csl_pure<unsigned long long>(45, (x).bits)
#define __ull2bfloat16_rd(x) __csl_pure<__nv_bfloat16>(46, x)
#define __bfloat162ull_ru(x) __csl_pure<unsigned long long>(47, (x).bits)
#define __ull2bfloat16_ru(x) __csl_pure<__nv_bfloat16>(48, x)
#define __bfloat162char_rz(x) __csl_pure<signed char>(49, (x).bits)
#define __bfloat162uchar_rz(x) __csl_pure<unsigned char>(50, (x).bits)
#define __float2bfloat16_rz(x) __csl_pure<__nv_bfloat16>(52, x)
#define __float2bfloat16_rd(x) __csl_pure<__nv_bfloat16>(53, x)
#define __float2bfloat16_ru(x) __csl_pure<__nv_bfloat16>(54, x)

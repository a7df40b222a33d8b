#pragma once
#pragma clang system_header
#include <csl/half.h>
__csl_half_type(__half, __half2)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
struct __half_raw { unsigned short x; };
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

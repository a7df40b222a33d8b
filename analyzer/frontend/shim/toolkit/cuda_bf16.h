#pragma once
#pragma clang system_header
#include <csl/half.h>
__csl_half_type(__nv_bfloat16, __nv_bfloat162)
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
__csl_any float __low2float(__nv_bfloat162 v) { return __bfloat162float(v.x); }
__csl_any float __high2float(__nv_bfloat162 v) { return __bfloat162float(v.y); }

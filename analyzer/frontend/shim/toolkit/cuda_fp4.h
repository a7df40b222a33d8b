#pragma once
#pragma clang system_header
/* 4-bit floating types: two to a byte, arithmetic that is not followed. */
#include <cuda_fp8.h>
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };
#define __csl_fp4(which, name, S_)                                                                 \
    struct name {                                                                                  \
        S_ __x;                                                                                    \
        name() = default;                                                                          \
        template <class V_>                                                                        \
        __host__ __device__ explicit name(const V_ &v) : __x(__csl_pure<S_>(v)) {}                 \
        template <class V_> __host__ __device__ explicit operator V_() const                       \
        {                                                                                          \
            return __csl_pure<V_>(which, __x);                                                     \
        }                                                                                          \
    };
__csl_fp4(1, __nv_fp4_e2m1, unsigned char) __csl_fp4(2, __nv_fp4x2_e2m1, unsigned char)
__csl_fp4(3, __nv_fp4x4_e2m1, unsigned short)
#undef __csl_fp4
#define __csl_convert(R_, name, V_)                                                                \
    __csl_any R_ name(V_ v, __nv_fp4_interpretation_t i, cudaRoundMode m)                          \
    {                                                                                              \
        return __csl_pure<R_>(v, (int)i, (int)m);                                                  \
    }
__csl_convert(__nv_fp4_storage_t, __nv_cvt_float_to_fp4, float)
__csl_convert(__nv_fp4_storage_t, __nv_cvt_double_to_fp4, double)
__csl_convert(__nv_fp4_storage_t, __nv_cvt_halfraw_to_fp4, __half_raw)
__csl_convert(__nv_fp4_storage_t, __nv_cvt_bfloat16raw_to_fp4, __nv_bfloat16_raw)
__csl_convert(__nv_fp4x2_storage_t, __nv_cvt_float2_to_fp4x2, float2)
__csl_convert(__nv_fp4x2_storage_t, __nv_cvt_double2_to_fp4x2, double2)
__csl_convert(__nv_fp4x2_storage_t, __nv_cvt_halfraw2_to_fp4x2, __half2_raw)
__csl_convert(__nv_fp4x2_storage_t, __nv_cvt_bfloat16raw2_to_fp4x2, __nv_bfloat162_raw)
#undef __csl_convert
__csl_any __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t i)
{
    return __csl_pure<__half_raw>(x, (int)i);
}
__csl_any __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x,
                                                 __nv_fp4_interpretation_t i)
{
    return __csl_pure<__half2_raw>(x, (int)i);
}

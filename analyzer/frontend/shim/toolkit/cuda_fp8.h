#pragma once
#pragma clang system_header
/* 8-bit floating types: bytes of memory, arithmetic that is not followed. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

#define __csl_fp8(which, name, S_)                                                                        \
    struct name {                                                                                  \
        S_ __x;                                                                                    \
        name() = default;                                                                          \
        template <class V_>                                                                        \
        __host__ __device__ explicit name(const V_ &v) : __x(__csl_pure<S_>(v)) {}                 \
        template <class V_>                                                                        \
        __host__ __device__ name(const V_ &low, const V_ &high) : __x(__csl_pure<S_>(low, high)) {}\
        template <class V_> __host__ __device__ explicit operator V_() const                       \
        {                                                                                          \
            return __csl_pure<V_>(which, __x);                                                            \
        }                                                                                          \
    };
__csl_fp8(1, __nv_fp8_e4m3, unsigned char) __csl_fp8(2, __nv_fp8x2_e4m3, unsigned short)
__csl_fp8(3, __nv_fp8x4_e4m3, unsigned) __csl_fp8(4, __nv_fp8_e5m2, unsigned char)
__csl_fp8(5, __nv_fp8x2_e5m2, unsigned short) __csl_fp8(6, __nv_fp8x4_e5m2, unsigned)
__csl_fp8(7, __nv_fp8_e8m0, unsigned char) __csl_fp8(9, __nv_fp8x2_e8m0, unsigned short)
__csl_fp8(10, __nv_fp8x4_e8m0, unsigned)
#undef __csl_fp8

#define __csl_convert(R_, name, V_)                                                                \
    __csl_any R_ name(V_ v, __nv_saturation_t s, __nv_fp8_interpretation_t i)                      \
    {                                                                                              \
        return __csl_pure<R_>(v, (int)s, (int)i);                                                  \
    }
__csl_convert(__nv_fp8_storage_t, __nv_cvt_float_to_fp8, float)
__csl_convert(__nv_fp8_storage_t, __nv_cvt_double_to_fp8, double)
__csl_convert(__nv_fp8_storage_t, __nv_cvt_halfraw_to_fp8, __half_raw)
__csl_convert(__nv_fp8_storage_t, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat16_raw)
__csl_convert(__nv_fp8x2_storage_t, __nv_cvt_float2_to_fp8x2, float2)
__csl_convert(__nv_fp8x2_storage_t, __nv_cvt_double2_to_fp8x2, double2)
__csl_convert(__nv_fp8x2_storage_t, __nv_cvt_halfraw2_to_fp8x2, __half2_raw)
__csl_convert(__nv_fp8x2_storage_t, __nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw)
#undef __csl_convert
#define __csl_scale(R_, name, V_)                                                                  \
    __csl_any R_ name(V_ v, __nv_saturation_t s, cudaRoundMode m)                                  \
    {                                                                                              \
        return __csl_pure<R_>(11, v, (int)s, (int)m);                                              \
    }
__csl_scale(__nv_fp8_storage_t, __nv_cvt_float_to_e8m0, float)
__csl_scale(__nv_fp8_storage_t, __nv_cvt_double_to_e8m0, double)
__csl_scale(__nv_fp8_storage_t, __nv_cvt_bfloat16raw_to_e8m0, __nv_bfloat16_raw)
__csl_scale(__nv_fp8x2_storage_t, __nv_cvt_float2_to_e8m0x2, float2)
__csl_scale(__nv_fp8x2_storage_t, __nv_cvt_double2_to_e8m0x2, double2)
__csl_scale(__nv_fp8x2_storage_t, __nv_cvt_bfloat162raw_to_e8m0x2, __nv_bfloat162_raw)
#undef __csl_scale
__csl_any __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x)
{
    return __csl_pure<__nv_bfloat16_raw>(8, x);
}
__csl_any __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x)
{
    return __csl_pure<__nv_bfloat162_raw>(8, x);
}
__csl_any __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t i)
{
    return __csl_pure<__half_raw>(x, (int)i);
}
__csl_any __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                 __nv_fp8_interpretation_t i)
{
    return __csl_pure<__half2_raw>(x, (int)i);
}

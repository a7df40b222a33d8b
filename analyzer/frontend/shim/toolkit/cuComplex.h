#pragma once
#pragma clang system_header
typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#define __csl_complex(C_, R_, f)                                                                   \
    __csl_any C_ make_cu##f##Complex(R_ x, R_ y) { return {x, y}; }
__csl_complex(float2, float, Float) __csl_complex(double2, double, Double)
#undef __csl_complex
__csl_any float2 make_cuComplex(float x, float y) { return {x, y}; }
#define __csl_ops(C_, R_, s)                                                                       \
    __csl_any R_ cuCreal##s(C_ a) { return a.x; }                                                  \
    __csl_any R_ cuCimag##s(C_ a) { return a.y; }                                                  \
    __csl_any C_ cuConj##s(C_ a) { return {a.x, -a.y}; }                                           \
    __csl_any C_ cuCadd##s(C_ a, C_ b) { return {a.x + b.x, a.y + b.y}; }                          \
    __csl_any C_ cuCsub##s(C_ a, C_ b) { return {a.x - b.x, a.y - b.y}; }                          \
    __csl_any C_ cuCmul##s(C_ a, C_ b)                                                             \
    {                                                                                              \
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                     \
    }                                                                                              \
    __csl_any C_ cuCdiv##s(C_ a, C_ b) { return __csl_pure<C_>(a.x, a.y, b.x, b.y); }              \
    __csl_any R_ cuCabs##s(C_ a) { return __csl_pure<R_>(a.x, a.y); }
__csl_ops(float2, float, f) __csl_ops(double2, double, )
#undef __csl_ops

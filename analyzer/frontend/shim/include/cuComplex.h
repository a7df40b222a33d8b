#pragma once
#pragma clang system_header
typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#define __csl_complex(C, R, f)                                                                     \
    __csl_any C make_cu##f##Complex(R x, R y) { return {x, y}; }
__csl_complex(float2, float, Float) __csl_complex(double2, double, Double)
#undef __csl_complex
__csl_any float2 make_cuComplex(float x, float y) { return {x, y}; }
#define __csl_ops(C, R, s)                                                                         \
    __csl_any R cuCreal##s(C a) { return a.x; }                                                    \
    __csl_any R cuCimag##s(C a) { return a.y; }                                                    \
    __csl_any C cuConj##s(C a) { return {a.x, -a.y}; }                                             \
    __csl_any C cuCadd##s(C a, C b) { return {a.x + b.x, a.y + b.y}; }                             \
    __csl_any C cuCsub##s(C a, C b) { return {a.x - b.x, a.y - b.y}; }                             \
    __csl_any C cuCmul##s(C a, C b)                                                                \
    {                                                                                              \
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                     \
    }                                                                                              \
    __csl_any C cuCdiv##s(C a, C b) { return __csl_pure<C>(a.x, a.y, b.x, b.y); }                  \
    __csl_any R cuCabs##s(C a) { return __csl_pure<R>(a.x, a.y); }
__csl_ops(float2, float, f) __csl_ops(double2, double, )
#undef __csl_ops

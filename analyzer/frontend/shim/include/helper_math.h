#pragma once
#pragma clang system_header
/* Operators on vector types: stands in for the samples' header where the real one is not found. */
#define __csl_fn inline __host__ __device__
/* V op V, V op scalar, scalar op V and the assignments, over the members that E builds. */
#define __csl_op(V_, T_, op, both, right, left)                                                    \
    __csl_fn V_ operator op(V_ a, V_ b) { return {both}; }                                         \
    __csl_fn V_ operator op(V_ a, T_ b) { return {right}; }                                        \
    __csl_fn V_ operator op(T_ a, V_ b) { return {left}; }                                         \
    __csl_fn void operator op##=(V_ &a, V_ b) { a = a op b; }                                      \
    __csl_fn void operator op##=(V_ &a, T_ b) { a = a op b; }
#define __csl_and ,
#define __csl_op2(V_, T_, op)                                                                      \
    __csl_op(V_, T_, op, (T_)(a.x op b.x) __csl_and (T_)(a.y op b.y),                              \
             (T_)(a.x op b) __csl_and (T_)(a.y op b), (T_)(a op b.x) __csl_and (T_)(a op b.y))
#define __csl_op3(V_, T_, op)                                                                      \
    __csl_op(V_, T_, op, (T_)(a.x op b.x) __csl_and (T_)(a.y op b.y) __csl_and (T_)(a.z op b.z),   \
             (T_)(a.x op b) __csl_and (T_)(a.y op b) __csl_and (T_)(a.z op b),                     \
             (T_)(a op b.x) __csl_and (T_)(a op b.y) __csl_and (T_)(a op b.z))
#define __csl_op4(V_, T_, op)                                                                      \
    __csl_op(V_, T_, op,                                                                           \
             (T_)(a.x op b.x) __csl_and (T_)(a.y op b.y) __csl_and (T_)(a.z op b.z) __csl_and      \
                 (T_)(a.w op b.w),                                                                 \
             (T_)(a.x op b) __csl_and (T_)(a.y op b) __csl_and (T_)(a.z op b) __csl_and (T_)(a.w   \
                 op b),                                                                            \
             (T_)(a op b.x) __csl_and (T_)(a op b.y) __csl_and (T_)(a op b.z) __csl_and (T_)(a op  \
                 b.w))
#define __csl_ops(base, T_)                                                                        \
    __csl_op2(base##2, T_, +) __csl_op2(base##2, T_, -) __csl_op2(base##2, T_, *)                  \
    __csl_op3(base##3, T_, +) __csl_op3(base##3, T_, -) __csl_op3(base##3, T_, *)                  \
    __csl_op4(base##4, T_, +) __csl_op4(base##4, T_, -) __csl_op4(base##4, T_, *)                  \
    __csl_fn base##2 make_##base##2(T_ s) { return {s, s}; }                                       \
    __csl_fn base##3 make_##base##3(T_ s) { return {s, s, s}; }                                    \
    __csl_fn base##4 make_##base##4(T_ s) { return {s, s, s, s}; }                                 \
    __csl_fn base##2 make_##base##2(base##3 a) { return {a.x, a.y}; }                              \
    __csl_fn base##2 make_##base##2(base##4 a) { return {a.x, a.y}; }                              \
    __csl_fn base##3 make_##base##3(base##2 a) { return {a.x, a.y, T_(0)}; }                       \
    __csl_fn base##3 make_##base##3(base##2 a, T_ s) { return {a.x, a.y, s}; }                     \
    __csl_fn base##3 make_##base##3(base##4 a) { return {a.x, a.y, a.z}; }                         \
    __csl_fn base##4 make_##base##4(base##3 a) { return {a.x, a.y, a.z, T_(0)}; }                  \
    __csl_fn base##4 make_##base##4(base##3 a, T_ s) { return {a.x, a.y, a.z, s}; }                \
    __csl_fn T_ dot(base##2 a, base##2 b) { return a.x * b.x + a.y * b.y; }                        \
    __csl_fn T_ dot(base##3 a, base##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }            \
    __csl_fn T_ dot(base##4 a, base##4 b)                                                          \
    {                                                                                              \
        return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;                                      \
    }                                                                                              \
    __csl_fn base##2 min(base##2 a, base##2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }          \
    __csl_fn base##2 max(base##2 a, base##2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }          \
    __csl_fn base##3 min(base##3 a, base##3 b)                                                     \
    {                                                                                              \
        return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)};                                      \
    }                                                                                              \
    __csl_fn base##3 max(base##3 a, base##3 b)                                                     \
    {                                                                                              \
        return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};                                      \
    }                                                                                              \
    __csl_fn base##4 min(base##4 a, base##4 b)                                                     \
    {                                                                                              \
        return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)};                       \
    }                                                                                              \
    __csl_fn base##4 max(base##4 a, base##4 b)                                                     \
    {                                                                                              \
        return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)};                       \
    }                                                                                              \
    __csl_fn T_ clamp(T_ v, T_ a, T_ b) { return max(a, min(v, b)); }                              \
    __csl_fn base##2 clamp(base##2 v, base##2 a, base##2 b) { return max(a, min(v, b)); }          \
    __csl_fn base##3 clamp(base##3 v, base##3 a, base##3 b) { return max(a, min(v, b)); }          \
    __csl_fn base##4 clamp(base##4 v, base##4 a, base##4 b) { return max(a, min(v, b)); }          \
    __csl_fn base##2 clamp(base##2 v, T_ a, T_ b)                                                  \
    {                                                                                              \
        return clamp(v, make_##base##2(a), make_##base##2(b));                                     \
    }                                                                                              \
    __csl_fn base##3 clamp(base##3 v, T_ a, T_ b)                                                  \
    {                                                                                              \
        return clamp(v, make_##base##3(a), make_##base##3(b));                                     \
    }                                                                                              \
    __csl_fn base##4 clamp(base##4 v, T_ a, T_ b)                                                  \
    {                                                                                              \
        return clamp(v, make_##base##4(a), make_##base##4(b));                                     \
    }
__csl_ops(float, float)
__csl_ops(int, int)
__csl_ops(uint, uint)
__csl_op2(float2, float, /) __csl_op3(float3, float, /) __csl_op4(float4, float, /)
#define __csl_convert(A_, B_, T_)                                                                  \
    __csl_fn A_##2 make_##A_##2(B_##2 a) { return {(T_)a.x, (T_)a.y}; }                            \
    __csl_fn A_##3 make_##A_##3(B_##3 a) { return {(T_)a.x, (T_)a.y, (T_)a.z}; }                   \
    __csl_fn A_##4 make_##A_##4(B_##4 a) { return {(T_)a.x, (T_)a.y, (T_)a.z, (T_)a.w}; }
__csl_convert(float, int, float) __csl_convert(float, uint, float) __csl_convert(int, float, int)
__csl_convert(int, uint, int) __csl_convert(uint, int, uint)
__csl_fn float2 operator-(const float2 &a) { return {-a.x, -a.y}; }
__csl_fn float3 operator-(const float3 &a) { return {-a.x, -a.y, -a.z}; }
__csl_fn float4 operator-(const float4 &a) { return {-a.x, -a.y, -a.z, -a.w}; }
__csl_fn int2 operator-(const int2 &a) { return {-a.x, -a.y}; }
__csl_fn int3 operator-(const int3 &a) { return {-a.x, -a.y, -a.z}; }
__csl_fn float lerp(float a, float b, float t) { return a + t * (b - a); }
#define __csl_geometry(V_)                                                                         \
    __csl_fn V_ lerp(V_ a, V_ b, float t) { return a + t * (b - a); }                              \
    __csl_fn float length(V_ v) { return sqrtf(dot(v, v)); }                                       \
    __csl_fn V_ normalize(V_ v) { return v * rsqrtf(dot(v, v)); }                                  \
    __csl_fn V_ reflect(V_ i, V_ n) { return i - 2.0f * n * dot(n, i); }                           \
    __csl_fn V_ fminf(V_ a, V_ b) { return min(a, b); }                                            \
    __csl_fn V_ fmaxf(V_ a, V_ b) { return max(a, b); }
__csl_geometry(float2) __csl_geometry(float3) __csl_geometry(float4)
#define __csl_each(name, f)                                                                        \
    __csl_fn float2 name(float2 v) { return {f(v.x), f(v.y)}; }                                    \
    __csl_fn float3 name(float3 v) { return {f(v.x), f(v.y), f(v.z)}; }                            \
    __csl_fn float4 name(float4 v) { return {f(v.x), f(v.y), f(v.z), f(v.w)}; }
__csl_fn float fracf(float v) { return v - floorf(v); }
__csl_each(floorf, floorf) __csl_each(fabs, fabsf) __csl_each(fracf, fracf)
__csl_fn float smoothstep(float a, float b, float x)
{
    float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}
__csl_fn float3 cross(float3 a, float3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
#undef __csl_op
#undef __csl_op2
#undef __csl_op3
#undef __csl_op4
#undef __csl_ops
#undef __csl_and
#undef __csl_convert
#undef __csl_geometry
#undef __csl_each
#undef __csl_fn

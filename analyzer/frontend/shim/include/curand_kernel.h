#pragma once
#pragma clang system_header
/* Device random numbers: a call reads and writes the generator's state; the value is unknown. */
#include <curand.h>
#define __csl_state(name)                                                                          \
    struct name {                                                                                  \
        unsigned word;                                                                             \
    };                                                                                             \
    typedef name name##_t;
__csl_state(curandStateXORWOW) __csl_state(curandStatePhilox4_32_10)
    __csl_state(curandStateMRG32k3a)
__csl_state(curandStateSobol32) __csl_state(curandStateScrambledSobol32)
__csl_state(curandStateSobol64) __csl_state(curandStateScrambledSobol64)
__csl_state(curandStateMtgp32)
#undef __csl_state
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
template <class S_>
__csl_dev void curand_init(unsigned long long, unsigned long long, unsigned long long, S_ *s)
{
    s->word = __csl_uniform(__csl_thread, 0u);
}
template <class S_> __csl_dev void curand_init(unsigned *, unsigned, S_ *s)
{
    s->word = __csl_uniform(__csl_thread, 0u);
}
template <class S_> __csl_dev void curand_init(unsigned *, unsigned, unsigned, S_ *s)
{
    s->word = __csl_uniform(__csl_thread, 0u);
}
template <class S_, class T_> __csl_dev T_ __csl_draw(S_ *s, T_ v)
{
    s->word = __csl_uniform(__csl_thread, s->word + 1u);
    return __csl_uniform(__csl_thread, v);
}
/* Threads of a block share this generator: they draw together, and one of them moves it on. */
template <class T_> __csl_dev T_ __csl_draw_together(curandStateMtgp32 *s, T_ v)
{
    unsigned at = s->word;
    __csl_barrier(__csl_block);
    if (__csl_rank() == 0)
        s->word = at + 1u;
    __csl_barrier(__csl_block);
    return __csl_uniform(__csl_thread, v);
}
#define __csl_draws(name, T_)                                                                      \
    template <class S_, class... A_> __csl_dev T_ name(S_ *s, A_...)                               \
    {                                                                                              \
        return __csl_draw(s, T_());                                                                \
    }                                                                                              \
    template <class... A_> __csl_dev T_ name(curandStateMtgp32 *s, A_...)                          \
    {                                                                                              \
        return __csl_draw_together(s, T_());                                                       \
    }
__csl_draws(curand, unsigned) __csl_draws(curand4, uint4)
__csl_draws(curand_uniform, float) __csl_draws(curand_uniform2, float2)
__csl_draws(curand_uniform4, float4) __csl_draws(curand_uniform_double, double)
__csl_draws(curand_uniform2_double, double2)
__csl_draws(curand_normal, float) __csl_draws(curand_normal2, float2)
__csl_draws(curand_normal4, float4) __csl_draws(curand_normal_double, double)
__csl_draws(curand_normal2_double, double2)
__csl_draws(curand_log_normal, float) __csl_draws(curand_log_normal2, float2)
__csl_draws(curand_log_normal_double, double) __csl_draws(curand_poisson, unsigned)
__csl_draws(curand_discrete, unsigned) __csl_draws(curand_discrete4, uint4)
__csl_draws(curand_poisson4, uint4) __csl_draws(curand_uniform4_double, double4)
__csl_draws(curand_normal4_double, double4) __csl_draws(curand_log_normal4, float4)
__csl_draws(curand_log_normal2_double, double2) __csl_draws(curand_log_normal4_double, double4)
#undef __csl_draws
template <class S_> __csl_dev void skipahead(unsigned long long, S_ *s)
{
    s->word = __csl_uniform(__csl_thread, s->word + 1u);
}
template <class S_> __csl_dev void skipahead_sequence(unsigned long long n, S_ *s) { skipahead(n,
    s); }
template <class S_> __csl_dev void skipahead_subsequence(unsigned long long n, S_ *s)
{
    skipahead(n, s);
}

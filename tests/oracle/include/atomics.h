/* Atomic functions: announced to the runtime with their scope, then done at once, since a fibre is
 * switched only where it waits. CUDA C++ Programming Guide, "Atomic Functions". */
#pragma once

/* The type of a second argument does not take part in choosing T. */
template <class T> struct oracle_id { typedef T type; };

#define ORACLE_ATOMIC_SCOPED(name, scope, step)                                                    \
    template <class T> ORACLE_QUIET __device__ T name(T *p, typename oracle_id<T>::type v) {       \
        oracle_atomic(p, sizeof *p, scope, __builtin_return_address(0));                           \
        T old = *p;                                                                                \
        *p = step;                                                                                 \
        return old;                                                                                \
    }
#define ORACLE_ATOMIC(name, step)                                                                  \
    ORACLE_ATOMIC_SCOPED(name, 1, step)                                                            \
    ORACLE_ATOMIC_SCOPED(name##_system, 1, step)                                                   \
    ORACLE_ATOMIC_SCOPED(name##_block, 0, step)

/* Unsigned, so that it wraps. */
template <class T> ORACLE_QUIET __device__ T oracle_sum(T a, T b) {
    if constexpr (std::is_integral<T>::value)
        return (T)((typename std::make_unsigned<T>::type)a +
                   (typename std::make_unsigned<T>::type)b);
    else
        return a + b;
}

ORACLE_ATOMIC(atomicAdd, oracle_sum(old, v))
ORACLE_ATOMIC(atomicSub, oracle_sum(old, oracle_sum((T)~v, (T)1)))
ORACLE_ATOMIC(atomicMin, v < old ? v : old)
ORACLE_ATOMIC(atomicMax, v > old ? v : old)
ORACLE_ATOMIC(atomicAnd, old &v)
ORACLE_ATOMIC(atomicOr, old | v)
ORACLE_ATOMIC(atomicXor, old ^ v)
ORACLE_ATOMIC(atomicExch, v)
ORACLE_ATOMIC(atomicInc, old >= v ? 0 : old + 1)
ORACLE_ATOMIC(atomicDec, old == 0 || old > v ? v : old - 1)

#define ORACLE_CAS(name, scope)                                                                    \
    template <class T>                                                                             \
    ORACLE_QUIET __device__ T name(T *p, typename oracle_id<T>::type expected,                     \
                                   typename oracle_id<T>::type v) {                                \
        oracle_atomic(p, sizeof *p, scope, __builtin_return_address(0));                           \
        T old = *p;                                                                                \
        if (memcmp(&old, &expected, sizeof old) == 0)                                              \
            *p = v;                                                                                \
        return old;                                                                                \
    }
ORACLE_CAS(atomicCAS, 1)
ORACLE_CAS(atomicCAS_system, 1)
ORACLE_CAS(atomicCAS_block, 0)

/* Atomic functions: relaxed; scope is the device, or as the suffix says. */
#pragma clang system_header

#define __csl_rmw(name, op)                                                                        \
    template <class T_> __csl_dev T_ name(T_ *p, __csl_same<T_> v)                                 \
    {                                                                                              \
        return __csl_atomic(p, v, op, __csl_grid, __csl_relaxed);                                  \
    }                                                                                              \
    template <class T_> __csl_dev T_ name##_system(T_ *p, __csl_same<T_> v)                        \
    {                                                                                              \
        return __csl_atomic(p, v, op, __csl_grid, __csl_relaxed);                                  \
    }                                                                                              \
    template <class T_> __csl_dev T_ name##_block(T_ *p, __csl_same<T_> v)                         \
    {                                                                                              \
        return __csl_atomic(p, v, op, __csl_block, __csl_relaxed);                                 \
    }
__csl_rmw(atomicAdd, __csl_op_add)
__csl_rmw(atomicSub, __csl_op_sub)
__csl_rmw(atomicExch, __csl_op_exch)
__csl_rmw(atomicMin, __csl_op_min)
__csl_rmw(atomicMax, __csl_op_max)
__csl_rmw(atomicInc, __csl_op_inc)
__csl_rmw(atomicDec, __csl_op_dec)
__csl_rmw(atomicAnd, __csl_op_and)
__csl_rmw(atomicOr, __csl_op_or)
__csl_rmw(atomicXor, __csl_op_xor)
#undef __csl_rmw

template <class T_> __csl_dev T_ atomicCAS(T_ *p, __csl_same<T_> c, __csl_same<T_> v)
{
    return __csl_cas(p, c, v, __csl_grid, __csl_relaxed);
}
template <class T_> __csl_dev T_ atomicCAS_system(T_ *p, __csl_same<T_> c, __csl_same<T_> v)
{
    return __csl_cas(p, c, v, __csl_grid, __csl_relaxed);
}
template <class T_> __csl_dev T_ atomicCAS_block(T_ *p, __csl_same<T_> c, __csl_same<T_> v)
{
    return __csl_cas(p, c, v, __csl_block, __csl_relaxed);
}

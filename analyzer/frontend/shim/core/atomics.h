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

/* Of CUDA 12.8: order and scope are numbers of the compiler. */
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
/* No functions: the intrinsics take constants. */
#define __csl_nv_order(o)                                                                          \
    ((o) == 0 ? __csl_relaxed : (o) <= 2 ? __csl_acquire : (o) == 3 ? __csl_release                \
     : (o) == 4 ? __csl_acq_rel : __csl_seq_cst)
#define __csl_nv_scope(s)                                                                          \
    ((s) == 0 ? __csl_thread : (s) == 1 ? __csl_block : (s) == 2 ? __csl_cluster : __csl_grid)
#define __csl_nv_rmw(p, v, op, o, s, ...)                                                          \
    __csl_atomic(p, (__typeof__(*(p)))(v), op, __csl_nv_scope(s), __csl_nv_order(o))
#define __csl_nv_load(p, o, s, ...) __csl_atomic_load(p, __csl_nv_scope(s), __csl_nv_order(o))
#define __csl_nv_store(p, v, o, s, ...)                                                            \
    __csl_atomic_store(p, (__typeof__(*(p)))(v), __csl_nv_scope(s), __csl_nv_order(o))
/* `...` is the order and the scope, which may be left out. */
#define __csl_nv(p, v, op, ...) __csl_nv_rmw(p, v, op, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, 0)
#define __nv_atomic_load_n(p, ...) __csl_nv_load(p, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, 0)
#define __nv_atomic_store_n(p, v, ...)                                                             \
    __csl_nv_store(p, v, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, 0)
#define __nv_atomic_fetch_add(p, v, ...) __csl_nv(p, v, __csl_op_add, __VA_ARGS__)
#define __nv_atomic_fetch_sub(p, v, ...) __csl_nv(p, v, __csl_op_sub, __VA_ARGS__)
#define __nv_atomic_fetch_min(p, v, ...) __csl_nv(p, v, __csl_op_min, __VA_ARGS__)
#define __nv_atomic_fetch_max(p, v, ...) __csl_nv(p, v, __csl_op_max, __VA_ARGS__)
#define __nv_atomic_fetch_and(p, v, ...) __csl_nv(p, v, __csl_op_and, __VA_ARGS__)
#define __nv_atomic_fetch_or(p, v, ...) __csl_nv(p, v, __csl_op_or, __VA_ARGS__)
#define __nv_atomic_fetch_xor(p, v, ...) __csl_nv(p, v, __csl_op_xor, __VA_ARGS__)
#define __nv_atomic_exchange_n(p, v, ...) __csl_nv(p, v, __csl_op_exch, __VA_ARGS__)

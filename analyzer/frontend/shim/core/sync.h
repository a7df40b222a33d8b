/* Barriers, fences, and what lanes of a warp exchange. */
#pragma clang system_header

/* __syncthreads() itself is a builtin of clang, which forbids a definition: see intrinsics.h. */
__csl_dev int __syncthreads_count(int p) { return __csl_barrier_result(__csl_block, p != 0, 1); }
__csl_dev int __syncthreads_and(int p) { return __csl_barrier_result(__csl_block, p != 0); }
__csl_dev int __syncthreads_or(int p) { return __csl_barrier_result(__csl_block, p != 0); }
__csl_dev void __barrier_sync(unsigned id) { __csl_barrier_named(id, 0, 0); }
__csl_dev void __barrier_sync_count(unsigned id, unsigned n) { __csl_barrier_named(id, n, 0); }
__csl_dev void __syncwarp(unsigned mask = 0xffffffffu) { __csl_barrier_mask(mask); }
__csl_dev void __cluster_barrier_arrive() { __csl_arrive(__csl_cluster); }
__csl_dev void __cluster_barrier_wait() { __csl_wait(__csl_cluster); }

__csl_dev void __threadfence_block() { __csl_fence(__csl_block); }
__csl_dev void __threadfence() { __csl_fence(__csl_grid); }
__csl_dev void __threadfence_system() { __csl_fence(__csl_grid); }

/* The source lane of up, down and xor depends on the reader. */
template <class T_> __csl_dev T_ __shfl_sync(unsigned mask, T_ v, int lane, int width = 32)
{
    return __csl_shuffle(mask, v, lane, width, true);
}
template <class T_> __csl_dev T_ __shfl_up_sync(unsigned mask, T_ v, unsigned d, int width = 32)
{
    return __csl_shuffle(mask, v, (int)d, width, false);
}
template <class T_> __csl_dev T_ __shfl_down_sync(unsigned mask, T_ v, unsigned d, int width = 32)
{
    return __csl_shuffle(mask, v, (int)d, width, false);
}
template <class T_> __csl_dev T_ __shfl_xor_sync(unsigned mask, T_ v, int d, int width = 32)
{
    return __csl_shuffle(mask, v, d, width, false, true);
}
/* The forms of before sm_70 name no lanes: mask 0. */
template <class T_> __csl_dev T_ __shfl(T_ v, int lane, int width = 32)
{
    return __csl_shuffle(0u, v, lane, width, true);
}
template <class T_> __csl_dev T_ __shfl_up(T_ v, unsigned d, int width = 32)
{
    return __csl_shuffle(0u, v, (int)d, width, false);
}
template <class T_> __csl_dev T_ __shfl_down(T_ v, unsigned d, int width = 32)
{
    return __csl_shuffle(0u, v, (int)d, width, false);
}
template <class T_> __csl_dev T_ __shfl_xor(T_ v, int d, int width = 32)
{
    return __csl_shuffle(0u, v, d, width, false, true);
}

__csl_dev unsigned __ballot_sync(unsigned mask, int p)
{
    return __csl_ballot(mask, p != 0);
}
__csl_dev int __any_sync(unsigned mask, int p) { return __csl_select(mask, (int)(p != 0)); }
__csl_dev int __all_sync(unsigned mask, int p) { return __csl_select(mask, (int)(p != 0)); }
__csl_dev int __uni_sync(unsigned mask, int p) { return __csl_vote(mask, (int)(p != 0)); }
__csl_dev unsigned __ballot(int p) { return __csl_ballot(0u, p != 0); }
__csl_dev int __any(int p) { return __csl_select(0u, (int)(p != 0)); }
__csl_dev int __all(int p) { return __csl_select(0u, (int)(p != 0)); }
template <class T_> __csl_dev T_ __reduce_add_sync(unsigned mask, T_ v) { return __csl_vote(mask,
    v); }
template <class T_> __csl_dev T_ __reduce_min_sync(unsigned mask, T_ v) { return __csl_select(mask,
    v); }
template <class T_> __csl_dev T_ __reduce_max_sync(unsigned mask, T_ v) { return __csl_select(mask,
    v); }
template <class T_> __csl_dev T_ __reduce_and_sync(unsigned mask, T_ v) { return __csl_select(mask,
    v); }
template <class T_> __csl_dev T_ __reduce_or_sync(unsigned mask, T_ v) { return __csl_select(mask,
    v); }
template <class T_> __csl_dev T_ __reduce_xor_sync(unsigned mask, T_ v) { return __csl_vote(mask,
    v); }

/* Lanes with the same value get the same mask, others another one. */
template <class T_> __csl_dev unsigned __match_any_sync(unsigned mask, T_ v)
{
    return __csl_match(mask, v);
}
template <class T_> __csl_dev unsigned __match_all_sync(unsigned mask, T_ v, int *pred)
{
    *pred = __csl_vote(mask, 0);
    return *pred ? mask : 0u;
}
/* Which lanes happen to run together: nothing follows from it. */
__csl_dev unsigned __activemask() { return __csl_active(); }
__csl_dev unsigned __lanemask_lt() { return (1u << __csl_lane()) - 1u; }

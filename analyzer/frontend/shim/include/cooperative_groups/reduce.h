#pragma once
#pragma clang system_header
/* Reductions over a tile or over coalesced lanes: through shuffles, no shared memory. The operator
 * is not looked at. */
#include <cooperative_groups.h>
namespace cooperative_groups {
#define __csl_operator(name)                                                                       \
    template <class T = void> struct name {};
__csl_operator(plus) __csl_operator(less) __csl_operator(greater) __csl_operator(bit_and)
__csl_operator(bit_or) __csl_operator(bit_xor)
#undef __csl_operator
template <unsigned n, class P, class T, class F>
__device__ inline T reduce(const thread_block_tile<n, P> &, T v, F)
{
    return __csl_vote_tile(n, v);
}
template <class T, class F> __device__ inline T reduce(const coalesced_group &g, T v, F)
{
    return __csl_vote(g.mask, v);
}
/* Device atomics at any scope. */
template <class G, class A, class T, class F>
__device__ inline void reduce_update_async(const G &g, A &target, T v, F f)
{
    T sum = reduce(g, v, f);
    if (g.thread_rank() == 0)
        target.fetch_add(sum);
}
template <class G, class A, class T, class F>
__device__ inline void reduce_store_async(const G &g, A &target, T v, F f)
{
    T sum = reduce(g, v, f);
    if (g.thread_rank() == 0)
        target.store(sum);
}
}

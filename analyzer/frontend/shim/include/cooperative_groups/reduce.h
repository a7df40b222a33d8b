#pragma once
#pragma clang system_header
/* Reductions over a tile or over coalesced lanes: through shuffles, no shared memory. The operator
 * is not looked at. */
#include <cooperative_groups.h>
namespace cooperative_groups {
#define __csl_operator(name)                                                                       \
    template <class T_ = void> struct name {};
__csl_operator(plus) __csl_operator(less) __csl_operator(greater) __csl_operator(bit_and)
__csl_operator(bit_or) __csl_operator(bit_xor)
#undef __csl_operator
template <unsigned n, class P_, class T_, class F_>
__device__ inline T_ reduce(const thread_block_tile<n, P_> &, T_ v, F_)
{
    return __csl_vote_tile(n, v);
}
template <class T_, class F_> __device__ inline T_ reduce(const coalesced_group &g, T_ v, F_)
{
    return __csl_vote(g.mask, v);
}
/* Device atomics at any scope. */
template <class G_, class A_, class T_, class F_>
__device__ inline void reduce_update_async(const G_ &g, A_ &target, T_ v, F_ f)
{
    T_ sum = reduce(g, v, f);
    if (g.thread_rank() == 0)
        target.fetch_add(sum);
}
template <class G_, class A_, class T_, class F_>
__device__ inline void reduce_store_async(const G_ &g, A_ &target, T_ v, F_ f)
{
    T_ sum = reduce(g, v, f);
    if (g.thread_rank() == 0)
        target.store(sum);
}
}

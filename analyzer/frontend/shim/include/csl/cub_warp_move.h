#pragma once
#pragma clang system_header
/* cub::WarpExchange, WarpLoad, WarpStore, WarpMergeSort: like those of a block, for an aligned tile of
 * a warp and with a barrier of its lanes. */
#include <csl/cub_move.h>
namespace cub {
template <int lanes> __device__ inline unsigned __csl_lane_of() { return __csl_lane() % lanes; }
template <int lanes> __device__ inline void __csl_meet_in_warp(__csl_storage<lanes> &s)
{
    s.slot[__csl_lane_of<lanes>()] = 0;
    __csl_barrier_tile(lanes);
    __csl_storage<lanes> all;
    __csl_copy(&all, &s, sizeof s);
}
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
template <class T_, int items, int lanes = 32, int arch = 0,
          WarpExchangeAlgorithm a = WARP_EXCHANGE_SMEM>
struct WarpExchange {
    __csl_collective(WarpExchange, __csl_storage<lanes>)
    template <class O_> __device__ inline void __csl_exchange(O_ (&out)[items])
    {
        if constexpr (a == WARP_EXCHANGE_SMEM)
            __csl_meet_in_warp(temp);
        else
            __csl_vote_tile(lanes, 0);
        __csl_lose(out);
    }
    template <class I_, class O_> __device__ inline void BlockedToStriped(const I_ (&)[items], O_ (&o)
        [items]) { __csl_exchange(o); }
    template <class I_, class O_> __device__ inline void StripedToBlocked(const I_ (&)[items], O_ (&o)
        [items]) { __csl_exchange(o); }
    template <class R_> __device__ inline void ScatterToStriped(T_ (&v)[items], R_ (&)[items])
    {
        __csl_exchange(v);
    }
    template <class I_, class O_, class R_>
    __device__ inline void ScatterToStriped(const I_ (&)[items], O_ (&o)[items], R_ (&)[items])
    {
        __csl_exchange(o);
    }
};
enum WarpLoadAlgorithm {
    WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE
};
enum WarpStoreAlgorithm {
    WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE
};
template <class T_, int items, WarpLoadAlgorithm a = WARP_LOAD_DIRECT, int lanes = 32, int arch = 0>
struct WarpLoad {
    static constexpr bool blocked = a == WARP_LOAD_DIRECT || a == WARP_LOAD_VECTORIZE;
    __csl_collective(WarpLoad, __csl_storage<lanes>)
    __device__ inline void __csl_exchange(T_ (&to)[items])
    {
        if constexpr (a == WARP_LOAD_TRANSPOSE) {
            __csl_meet_in_warp(temp);
            __csl_lose(to);
        }
    }
    template <class I_> __device__ inline void Load(I_ from, T_ (&to)[items])
    {
        for (int i = 0; i < items; i++)
            to[i] = from[__csl_place<lanes>(blocked, __csl_lane_of<lanes>(), items, i)];
        __csl_exchange(to);
    }
    template <class I_> __device__ inline void Load(I_ from, T_ (&to)[items], int valid)
    {
        for (int i = 0; i < items; i++) {
            int place = __csl_place<lanes>(blocked, __csl_lane_of<lanes>(), items, i);
            if (place < valid)
                to[i] = from[place];
        }
        __csl_exchange(to);
    }
    template <class I_, class D_>
    __device__ inline void Load(I_ from, T_ (&to)[items], int valid, D_ d)
    {
        for (int i = 0; i < items; i++)
            to[i] = d;
        Load(from, to, valid);
    }
};
template <class T_, int items, WarpStoreAlgorithm a = WARP_STORE_DIRECT, int lanes = 32,
          int arch = 0>
struct WarpStore {
    static constexpr bool blocked = a == WARP_STORE_DIRECT || a == WARP_STORE_VECTORIZE;
    __csl_collective(WarpStore, __csl_storage<lanes>)
    template <class O_> __device__ inline void Store(O_ to, T_ (&from)[items])
    {
        Store(to, from, lanes * items);
    }
    template <class O_> __device__ inline void Store(O_ to, T_ (&from)[items], int valid)
    {
        if constexpr (a == WARP_STORE_TRANSPOSE) {
            __csl_meet_in_warp(temp);
            __csl_lose(from);
        }
        for (int i = 0; i < items; i++) {
            int place = __csl_place<lanes>(blocked, __csl_lane_of<lanes>(), items, i);
            if (place < valid)
                to[place] = from[i];
        }
    }
};
template <class K_, int items, int lanes = 32, class V_ = NullType, int arch = 0>
struct WarpMergeSort {
    __csl_collective(WarpMergeSort, __csl_storage<lanes>)
    __device__ inline void __csl_sort(K_ (&k)[items])
    {
        __csl_meet_in_warp(temp);
        __csl_barrier_tile(lanes);
        __csl_meet_in_warp(temp);
        __csl_lose(k);
    }
    __csl_merges(Sort) __csl_merges(StableSort)
};
}

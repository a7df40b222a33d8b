#pragma once
#pragma clang system_header
/* cub::BlockLoad, BlockStore, BlockExchange, BlockRadixSort and their like. */
#include <csl/cub_reduce.h>
namespace cub {
enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
/* Where item i of a thread lies: side by side, or strided by the block. */
template <int threads> __device__ inline int __csl_place(bool blocked, unsigned rank, int items, int
    i)
{
    return blocked ? (int)rank * items + i : (int)rank + i * threads;
}
template <class T_, int x, int items, BlockLoadAlgorithm a = BLOCK_LOAD_DIRECT, int y = 1,
          int z = 1, int arch = 0>
struct BlockLoad {
    static constexpr bool blocked = a == BLOCK_LOAD_DIRECT || a == BLOCK_LOAD_VECTORIZE;
    static constexpr bool exchanges = a >= BLOCK_LOAD_TRANSPOSE;
    __csl_collective(BlockLoad, __csl_storage<x * y * z>)
    template <class I_> __device__ inline void Load(I_ from, T_ (&to)[items])
    {
        unsigned rank = __csl_linear<x, y, z>();
        for (int i = 0; i < items; i++)
            to[i] = from[__csl_place<x * y * z>(blocked, rank, items, i)];
        __csl_exchange(to, rank);
    }
    template <class I_> __device__ inline void Load(I_ from, T_ (&to)[items], int valid)
    {
        unsigned rank = __csl_linear<x, y, z>();
        for (int i = 0; i < items; i++)
            if (__csl_place<x * y * z>(blocked, rank, items, i) < valid)
                to[i] = from[__csl_place<x * y * z>(blocked, rank, items, i)];
        __csl_exchange(to, rank);
    }
    template <class I_, class D_> __device__ inline void Load(I_ from, T_ (&to)[items], int valid,
        D_ d)
    {
        for (int i = 0; i < items; i++)
            to[i] = d;
        Load(from, to, valid);
    }
    __device__ inline void __csl_exchange(T_ (&to)[items], unsigned rank)
    {
        if constexpr (exchanges) {
            __csl_meet(temp, rank);
            __csl_lose(to);
        }
    }
};
template <class T_, int x, int items, BlockStoreAlgorithm a = BLOCK_STORE_DIRECT, int y = 1,
          int z = 1, int arch = 0>
struct BlockStore {
    static constexpr bool blocked = a == BLOCK_STORE_DIRECT || a == BLOCK_STORE_VECTORIZE;
    static constexpr bool exchanges = a >= BLOCK_STORE_TRANSPOSE;
    __csl_collective(BlockStore, __csl_storage<x * y * z>)
    template <class O_> __device__ inline void Store(O_ to, T_ (&from)[items])
    {
        unsigned rank = __csl_linear<x, y, z>();
        if constexpr (exchanges) {
            __csl_meet(temp, rank);
            __csl_lose(from);
        }
        for (int i = 0; i < items; i++)
            to[__csl_place<x * y * z>(blocked, rank, items, i)] = from[i];
    }
    template <class O_> __device__ inline void Store(O_ to, T_ (&from)[items], int valid)
    {
        unsigned rank = __csl_linear<x, y, z>();
        if constexpr (exchanges) {
            __csl_meet(temp, rank);
            __csl_lose(from);
        }
        for (int i = 0; i < items; i++)
            if (__csl_place<x * y * z>(blocked, rank, items, i) < valid)
                to[__csl_place<x * y * z>(blocked, rank, items, i)] = from[i];
    }
};
template <class T_, int x, int items, bool slices = false, int y = 1, int z = 1, int arch = 0>
struct BlockExchange {
    __csl_collective(BlockExchange, __csl_storage<x * y * z>)
#define __csl_exchanges(name)                                                                      \
    __device__ inline void name(T_ (&v)[items])                                                    \
    {                                                                                              \
        __csl_meet(temp, __csl_linear<x, y, z>());                                                 \
        __csl_lose(v);                                                                             \
    }                                                                                              \
    template <class I_, class O_>                                                                  \
    __device__ inline void name(const I_ (&)[items], O_ (&out)[items])                             \
    {                                                                                              \
        __csl_meet(temp, __csl_linear<x, y, z>());                                                 \
        __csl_lose(out);                                                                           \
    }
    __csl_exchanges(StripedToBlocked) __csl_exchanges(BlockedToStriped)
    __csl_exchanges(WarpStripedToBlocked) __csl_exchanges(BlockedToWarpStriped)
#undef __csl_exchanges
/* Where the items go stands behind them, then perhaps which of them go. */
#define __csl_scatters(name)                                                                       \
    template <class R_, class... A_>                                                               \
    __device__ inline void name(T_ (&v)[items], R_ (&)[items], A_ &...)                            \
    {                                                                                              \
        __csl_meet(temp, __csl_linear<x, y, z>());                                                 \
        __csl_lose(v);                                                                             \
    }
    __csl_scatters(ScatterToBlocked) __csl_scatters(ScatterToStriped)
    __csl_scatters(ScatterToStripedGuarded) __csl_scatters(ScatterToStripedFlagged)
#undef __csl_scatters
};
/* The same without a collective. */
template <class T_, int n, class I_>
__device__ inline void LoadDirectBlocked(int rank, I_ from, T_ (&to)[n])
{
    for (int i = 0; i < n; i++)
        to[i] = from[rank * n + i];
}
template <class T_, int n, class I_>
__device__ inline void LoadDirectBlocked(int rank, I_ from, T_ (&to)[n], int valid)
{
    for (int i = 0; i < n; i++)
        if (rank * n + i < valid)
            to[i] = from[rank * n + i];
}
template <class T_, int n, class O_>
__device__ inline void StoreDirectBlocked(int rank, O_ to, T_ (&from)[n])
{
    for (int i = 0; i < n; i++)
        to[rank * n + i] = from[i];
}
template <class T_, int n, class O_>
__device__ inline void StoreDirectBlocked(int rank, O_ to, T_ (&from)[n], int valid)
{
    for (int i = 0; i < n; i++)
        if (rank * n + i < valid)
            to[rank * n + i] = from[i];
}
template <int threads, class T_, int n, class I_>
__device__ inline void LoadDirectStriped(int rank, I_ from, T_ (&to)[n])
{
    for (int i = 0; i < n; i++)
        to[i] = from[rank + i * threads];
}
template <int threads, class T_, int n, class I_>
__device__ inline void LoadDirectStriped(int rank, I_ from, T_ (&to)[n], int valid)
{
    for (int i = 0; i < n; i++)
        if (rank + i * threads < valid)
            to[i] = from[rank + i * threads];
}
template <int threads, class T_, int n, class O_>
__device__ inline void StoreDirectStriped(int rank, O_ to, T_ (&from)[n])
{
    for (int i = 0; i < n; i++)
        to[rank + i * threads] = from[i];
}
template <int threads, class T_, int n, class O_>
__device__ inline void StoreDirectStriped(int rank, O_ to, T_ (&from)[n], int valid)
{
    for (int i = 0; i < n; i++)
        if (rank + i * threads < valid)
            to[rank + i * threads] = from[i];
}
struct NullType {};
/* Several rounds, each closed by a barrier but the last. */
template <class K_, int x, int items, class V_ = NullType, int bits = 4, bool memoize = true,
          BlockScanAlgorithm scan = BLOCK_SCAN_WARP_SCANS, int config = 0, int y = 1, int z = 1,
          int arch = 0>
struct BlockRadixSort {
    __csl_collective(BlockRadixSort, __csl_storage<x * y * z>)
    __device__ inline void __csl_rounds()
    {
        __csl_meet(temp, __csl_linear<x, y, z>());
        __csl_barrier(__csl_block);
        __csl_meet(temp, __csl_linear<x, y, z>());
    }
#define __csl_sorts(name)                                                                          \
    __device__ inline void name(K_ (&k)[items], int = 0, int = 0)                                  \
    {                                                                                              \
        __csl_rounds();                                                                            \
        __csl_lose(k);                                                                             \
    }                                                                                              \
    template <class U_> __device__ inline void name(K_ (&k)[items], U_ (&v)[items], int = 0, int   \
        = 0)                                                                                       \
    {                                                                                              \
        __csl_rounds();                                                                            \
        __csl_lose(k);                                                                             \
        __csl_lose(v);                                                                             \
    }
    __csl_sorts(Sort) __csl_sorts(SortDescending) __csl_sorts(SortBlockedToStriped)
    __csl_sorts(SortDescendingBlockedToStriped)
#undef __csl_sorts
};
/* The forms of a merge sort: of keys or pairs, of all or of the first of them. */
#define __csl_merges(name)                                                                         \
    template <class F_> __device__ inline void name(K_ (&k)[items], F_) { __csl_sort(k); }         \
    template <class F_> __device__ inline void name(K_ (&k)[items], F_, int, K_) { __csl_sort(k); } \
    template <class U_, class F_>                                                                  \
    __device__ inline void name(K_ (&k)[items], U_ (&v)[items], F_)                                \
    {                                                                                              \
        __csl_sort(k);                                                                             \
        __csl_lose(v);                                                                             \
    }                                                                                              \
    template <class U_, class F_>                                                                  \
    __device__ inline void name(K_ (&k)[items], U_ (&v)[items], F_, int, K_)                       \
    {                                                                                              \
        __csl_sort(k);                                                                             \
        __csl_lose(v);                                                                             \
    }
template <class K_, int x, int items, class V_ = NullType, int y = 1, int z = 1>
struct BlockMergeSort {
    __csl_collective(BlockMergeSort, __csl_storage<x * y * z>)
    __device__ inline void __csl_sort(K_ (&k)[items])
    {
        __csl_meet(temp, __csl_linear<x, y, z>());
        __csl_barrier(__csl_block);
        __csl_meet(temp, __csl_linear<x, y, z>());
        __csl_lose(k);
    }
    __csl_merges(Sort) __csl_merges(StableSort)
};
template <class T_, int x, int y = 1, int z = 1, int arch = 0> struct BlockDiscontinuity {
    __csl_collective(BlockDiscontinuity, __csl_storage<x * y * z>)
#define __csl_flags(name)                                                                          \
    template <int n, class R_, class F_, class... A_>                                              \
    __device__ inline void name(R_ (&flags)[n], T_ (&)[n], F_, A_...)                              \
    {                                                                                              \
        __csl_meet(temp, __csl_linear<x, y, z>());                                                 \
        __csl_lose(flags);                                                                         \
    }
    __csl_flags(FlagHeads) __csl_flags(FlagTails)
#undef __csl_flags
    template <int n, class H_, class R_>
    __device__ inline void __csl_both(H_ (&heads)[n], R_ (&tails)[n])
    {
        __csl_meet(temp, __csl_linear<x, y, z>());
        __csl_lose(heads);
        __csl_lose(tails);
    }
    template <int n, class H_, class R_, class F_>
    __device__ inline void FlagHeadsAndTails(H_ (&heads)[n], R_ (&tails)[n], T_ (&)[n], F_)
    {
        __csl_both(heads, tails);
    }
    template <int n, class H_, class R_, class F_>
    __device__ inline void FlagHeadsAndTails(H_ (&heads)[n], T_, R_ (&tails)[n], T_ (&)[n], F_)
    {
        __csl_both(heads, tails);
    }
    template <int n, class H_, class R_, class F_>
    __device__ inline void FlagHeadsAndTails(H_ (&heads)[n], R_ (&tails)[n], T_, T_ (&)[n], F_)
    {
        __csl_both(heads, tails);
    }
    template <int n, class H_, class R_, class F_>
    __device__ inline void FlagHeadsAndTails(H_ (&heads)[n], T_, R_ (&tails)[n], T_, T_ (&)[n], F_)
    {
        __csl_both(heads, tails);
    }
};
template <class T_, int x, int y = 1, int z = 1, int arch = 0> struct BlockShuffle {
    __csl_collective(BlockShuffle, __csl_storage<x * y * z>)
#define __csl_moves(name)                                                                          \
    template <class O_, class... A_> __device__ inline void name(T_, O_ &out, A_...)               \
    {                                                                                              \
        __csl_meet(temp, __csl_linear<x, y, z>());                                                 \
        __csl_lose(out);                                                                           \
    }
    __csl_moves(Offset) __csl_moves(Rotate)
#undef __csl_moves
#define __csl_moves(name)                                                                          \
    template <int n, class... A_>                                                                  \
    __device__ inline void name(T_ (&)[n], T_ (&out)[n], A_ &...)                                  \
    {                                                                                              \
        __csl_meet(temp, __csl_linear<x, y, z>());                                                 \
        __csl_lose(out);                                                                           \
    }
    __csl_moves(Up) __csl_moves(Down)
#undef __csl_moves
};
}

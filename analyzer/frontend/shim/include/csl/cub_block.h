#pragma once
#pragma clang system_header
/* cub::BlockHistogram, BlockRadixRank, BlockAdjacentDifference, BlockRunLengthDecode. */
#include <csl/cub_move.h>
namespace cub {
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
/* The bins are the caller's: they are complete after a barrier of the caller's. Histogram() alone puts
 * one between clearing and counting. */
template <class T_, int x, int items, int bins, BlockHistogramAlgorithm a = BLOCK_HISTO_SORT,
          int y = 1, int z = 1, int arch = 0>
struct BlockHistogram {
    __csl_collective(BlockHistogram, __csl_storage<x * y * z>)
    template <class C_> __device__ inline void InitHistogram(C_ (&to)[bins])
    {
        for (int i = __csl_linear<x, y, z>(); i < bins; i += x * y * z)
            to[i] = 0;
    }
    template <class C_> __device__ inline void Composite(T_ (&v)[items], C_ (&to)[bins])
    {
        if constexpr (a == BLOCK_HISTO_ATOMIC) {
            for (int i = 0; i < items; i++)
                atomicAdd(to + __csl_uniform(__csl_thread, 0u) % bins, (C_)1);
        } else {
            unsigned rank = __csl_linear<x, y, z>();
            __csl_meet(temp, rank);
            __csl_barrier(__csl_block);
            __csl_meet(temp, rank);
            __csl_lose(v);
            for (int i = rank; i < bins; i += x * y * z)
                to[i] += __csl_uniform(__csl_thread, (C_)0);
        }
    }
    template <class C_> __device__ inline void Histogram(T_ (&v)[items], C_ (&to)[bins])
    {
        InitHistogram(to);
        __csl_barrier(__csl_block);
        Composite(v, to);
    }
};

/* Several rounds, each closed by a barrier but the last. */
template <int x, int bits, bool descending, bool memoize = false,
          BlockScanAlgorithm scan = BLOCK_SCAN_WARP_SCANS, int config = 0, int y = 1, int z = 1,
          int arch = 0>
struct BlockRadixRank {
    enum { BINS_TRACKED_PER_THREAD = ((1 << bits) + x * y * z - 1) / (x * y * z) };
    __csl_collective(BlockRadixRank, __csl_storage<x * y * z>)
    template <class U_, int n, class D_>
    __device__ inline void RankKeys(U_ (&)[n], int (&ranks)[n], D_)
    {
        unsigned rank = __csl_linear<x, y, z>();
        __csl_meet(temp, rank);
        __csl_barrier(__csl_block);
        __csl_meet(temp, rank);
        __csl_lose(ranks);
    }
    template <class U_, int n, class D_, int m>
    __device__ inline void RankKeys(U_ (&keys)[n], int (&ranks)[n], D_ digit, int (&before)[m])
    {
        RankKeys(keys, ranks, digit);
        __csl_lose(before);
    }
};
template <int x, int bits, bool descending, BlockScanAlgorithm scan = BLOCK_SCAN_WARP_SCANS,
          int y = 1, int z = 1, int arch = 0>
struct BlockRadixRankMatch : BlockRadixRank<x, bits, descending, false, scan, 0, y, z, arch> {
    using BlockRadixRank<x, bits, descending, false, scan, 0, y, z, arch>::BlockRadixRank;
};

template <class T_, int x, int y = 1, int z = 1, int arch = 0> struct BlockAdjacentDifference {
    __csl_collective(BlockAdjacentDifference, __csl_storage<x * y * z>)
#define __csl_differs(name)                                                                        \
    template <int n, class O_, class F_, class... A_>                                              \
    __device__ inline void name(T_ (&)[n], O_ (&out)[n], F_, A_...)                                \
    {                                                                                              \
        __csl_meet(temp, __csl_linear<x, y, z>());                                                 \
        __csl_lose(out);                                                                           \
    }
    __csl_differs(SubtractLeft) __csl_differs(SubtractRight)
    __csl_differs(SubtractLeftPartialTile) __csl_differs(SubtractRightPartialTile)
#undef __csl_differs
};

/* The constructor fills the storage and meets twice; decoding reads it, as often as one likes. */
template <class T_, int x, int runs, int decoded, class O_ = unsigned, int y = 1, int z = 1>
struct BlockRunLengthDecode {
    typedef __csl_storage<x * y * z> TempStorage;
    TempStorage &temp;
    __device__ inline void __csl_fill()
    {
        unsigned rank = __csl_linear<x, y, z>();
        __csl_meet(temp, rank);
        __csl_barrier(__csl_block);
        temp.slot[rank] = rank;
        __csl_barrier(__csl_block);
    }
    template <class L_, class S_>
    __device__ inline BlockRunLengthDecode(TempStorage &s, T_ (&)[runs], L_ (&)[runs], S_ &total)
        : temp(s)
    {
        __csl_fill();
        total = __csl_uniform(__csl_block, total);
    }
    template <class L_>
    __device__ inline BlockRunLengthDecode(TempStorage &s, T_ (&)[runs], L_ (&)[runs]) : temp(s)
    {
        __csl_fill();
    }
    __device__ inline void RunLengthDecode(T_ (&out)[decoded], O_ = 0)
    {
        __csl_read(temp);
        __csl_lose(out);
    }
    template <class P_>
    __device__ inline void RunLengthDecode(T_ (&out)[decoded], P_ (&places)[decoded], O_ = 0)
    {
        __csl_read(temp);
        __csl_lose(out);
        __csl_lose(places);
    }
};
}

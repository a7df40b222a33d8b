#pragma once
#pragma clang system_header
/* Scans over a tile or over coalesced lanes: a different result in every lane. */
#include <cooperative_groups/reduce.h>
namespace cooperative_groups {
template <class G, class T, class... F>
__device__ inline T inclusive_scan(const G &g, T v, F... f)
{
    reduce(g, v, 0);
    return __csl_uniform(__csl_thread, v);
}
template <class G, class T, class... F>
__device__ inline T exclusive_scan(const G &g, T v, F... f)
{
    reduce(g, v, 0);
    return __csl_uniform(__csl_thread, v);
}
}

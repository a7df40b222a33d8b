#pragma once
#pragma clang system_header
/* Scans over a tile or over coalesced lanes: a different result in every lane. */
#include <cooperative_groups/reduce.h>
namespace cooperative_groups {
template <class G_, class T_, class... F_>
__device__ inline T_ inclusive_scan(const G_ &g, T_ v, F_... f)
{
    reduce(g, v, 0);
    return __csl_uniform(__csl_thread, v);
}
template <class G_, class T_, class... F_>
__device__ inline T_ exclusive_scan(const G_ &g, T_ v, F_... f)
{
    reduce(g, v, 0);
    return __csl_uniform(__csl_thread, v);
}
}

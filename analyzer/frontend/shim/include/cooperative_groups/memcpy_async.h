#pragma once
#pragma clang system_header
/* Collective copies. Which thread copies which byte is not promised; here the first one copies all,
 * so reading without waiting together is a race for the others. */
#include <cooperative_groups.h>
namespace cuda {
template <size_t n> struct aligned_size_t {
    size_t value;
    __host__ __device__ constexpr aligned_size_t(size_t v) : value(v) {}
    __host__ __device__ constexpr operator size_t() const { return value; }
};
}
namespace cooperative_groups {
using ::cuda::aligned_size_t;
template <class G_, class T_, class U_>
__device__ inline void memcpy_async(const G_ &g, T_ *dst, const U_ *src, size_t bytes)
{
    if (g.thread_rank() == 0)
        __csl_async_copy(dst, src, bytes);
    __csl_async_commit();
}
template <class G_, class T_, class U_>
__device__ inline void memcpy_async(const G_ &g, T_ *dst, size_t room, const U_ *src, size_t count)
{
    if (g.thread_rank() == 0)
        __csl_async_copy(dst, src, (room < count ? room : count) * sizeof(T_));
    __csl_async_commit();
}
template <class G_> __device__ inline void wait(const G_ &g)
{
    __csl_async_wait(0);
    g.sync();
}
template <unsigned n, class G_> __device__ inline void wait_prior(const G_ &g)
{
    __csl_async_wait(n);
    g.sync();
}
}

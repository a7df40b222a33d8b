#pragma once
#pragma clang system_header
/* std::optional, and cuda::std::optional by that name: kernels get one by value and ask it. */
#include <csl/traits.h>
namespace std {
struct nullopt_t {};
inline constexpr nullopt_t nullopt;
template <class T_> struct optional {
    typedef T_ value_type;
    bool engaged;
    T_ held;
    /* Only declared: what is not engaged holds nothing, and T may have no default. */
    template <class... A_> __host__ __device__ optional(A_ &&...);
    template <class... A_> __host__ __device__ T_ &emplace(A_ &&...);
    __host__ __device__ __csl_constexpr14 void reset() { engaged = false; }
    __host__ __device__ constexpr bool has_value() const { return engaged; }
    __host__ __device__ constexpr explicit operator bool() const { return engaged; }
    __host__ __device__ __csl_constexpr14 T_ &value() { return held; }
    __host__ __device__ constexpr const T_ &value() const { return held; }
    __host__ __device__ __csl_constexpr14 T_ &operator*() { return held; }
    __host__ __device__ constexpr const T_ &operator*() const { return held; }
    __host__ __device__ __csl_constexpr14 T_ *operator->() { return &held; }
    __host__ __device__ constexpr const T_ *operator->() const { return &held; }
    template <class U_> __host__ __device__ constexpr T_ value_or(U_ &&x) const
    {
        return engaged ? held : static_cast<T_>(x);
    }
};
template <class T_> optional<__decay(T_)> make_optional(T_ &&);
template <class T_, class U_>
__host__ __device__ constexpr bool operator==(const optional<T_> &a, const optional<U_> &b)
{
    return a.engaged == b.engaged && (!a.engaged || a.held == b.held);
}
template <class T_> __host__ __device__ constexpr bool operator==(const optional<T_> &a, nullopt_t)
{
    return !a.engaged;
}
template <class T_, class U_>
__host__ __device__ constexpr bool operator==(const optional<T_> &a, const U_ &b)
{
    return a.engaged && a.held == b;
}
template <class T_, class U_>
__host__ __device__ constexpr bool operator==(const U_ &a, const optional<T_> &b)
{
    return b.engaged && a == b.held;
}
template <class T_, class U_>
__host__ __device__ constexpr bool operator!=(const optional<T_> &a, const U_ &b)
{
    return !(a == b);
}
template <class T_, class U_>
__host__ __device__ constexpr bool operator!=(const U_ &a, const optional<T_> &b)
{
    return !(a == b);
}
template <class T_, class U_>
__host__ __device__ constexpr bool operator!=(const optional<T_> &a, const optional<U_> &b)
{
    return !(a == b);
}
}

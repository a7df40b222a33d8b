#pragma once
#pragma clang system_header
/* <array> and <tuple>: used by device code too, so with bodies. */
#include <csl/traits.h>
namespace std {
template <class T_, size_t n> struct array {
    typedef T_ value_type;
    T_ elems[n ? n : 1];
    __host__ __device__ __csl_constexpr14 T_ &operator[](size_t i) { return elems[i]; }
    __host__ __device__ constexpr const T_ &operator[](size_t i) const { return elems[i]; }
    __host__ __device__ __csl_constexpr14 T_ &at(size_t i) { return elems[i]; }
    __host__ __device__ constexpr const T_ &at(size_t i) const { return elems[i]; }
    __host__ __device__ __csl_constexpr14 T_ &front() { return elems[0]; }
    __host__ __device__ __csl_constexpr14 T_ &back() { return elems[n - 1]; }
    __host__ __device__ __csl_constexpr14 T_ *data() { return elems; }
    __host__ __device__ constexpr const T_ *data() const { return elems; }
    __host__ __device__ __csl_constexpr14 T_ *begin() { return elems; }
    __host__ __device__ __csl_constexpr14 T_ *end() { return elems + n; }
    __host__ __device__ constexpr const T_ *begin() const { return elems; }
    __host__ __device__ constexpr const T_ *end() const { return elems + n; }
    __host__ __device__ static constexpr size_t size() { return n; }
    __host__ __device__ __csl_constexpr14 void fill(const T_ &x)
    {
        for (size_t i = 0; i < n; i++)
            elems[i] = x;
    }
};
#if __cplusplus >= 201703L
template <class T_, class... U_> array(T_, U_...) -> array<T_, 1 + sizeof...(U_)>;
#endif
template <class T_, size_t n>
__host__ __device__ __csl_constexpr14 bool operator==(const array<T_, n> &a, const array<T_, n> &b)
{
    for (size_t i = 0; i < n; i++)
        if (!(a.elems[i] == b.elems[i]))
            return false;
    return true;
}
template <class T_, size_t n>
__host__ __device__ constexpr bool operator!=(const array<T_, n> &a, const array<T_, n> &b)
{
    return !(a == b);
}

template <class... T_> struct tuple;
template <> struct tuple<> {};
template <class T_, class... U_> struct tuple<T_, U_...> {
    T_ head;
    tuple<U_...> tail;
    __host__ __device__ constexpr tuple() : head(), tail() {}
    __host__ __device__ constexpr tuple(const T_ &x, const U_ &...rest) : head(x), tail(rest...) {}
    __host__ __device__ constexpr tuple(const tuple &t) : head(t.head), tail(t.tail) {}
    __host__ __device__ __csl_constexpr14 tuple &operator=(const tuple &t)
    {
        head = t.head;
        tail = t.tail;
        return *this;
    }
    template <class V_, class... W_, class = enable_if_t<sizeof...(W_) == sizeof...(U_)>>
    __host__ __device__ constexpr tuple(const tuple<V_, W_...> &o) : head(o.head), tail(o.tail) {}
    template <class A_, class B_> __host__ __device__ __csl_constexpr14 tuple &operator=(const pair<A_, B_>
        &p)
    {
        head = p.first;
        tail.head = p.second;
        return *this;
    }
    template <class A_, class... B_>
    __host__ __device__ __csl_constexpr14 tuple &operator=(const tuple<A_, B_...> &t)
    {
        head = t.head;
        tail = t.tail;
        return *this;
    }
};
#if __cplusplus >= 201703L
template <class... T_> tuple(T_...) -> tuple<T_...>;
#endif
template <size_t i, class T_> struct tuple_element;
template <class T_, class... U_> struct tuple_element<0, tuple<T_, U_...>> { typedef T_ type; };
template <size_t i, class T_, class... U_>
struct tuple_element<i, tuple<T_, U_...>> : tuple_element<i - 1, tuple<U_...>> {};
template <size_t i, class T_> using tuple_element_t = typename tuple_element<i, T_>::type;
template <class T_> struct tuple_size;
template <class... T_> struct tuple_size<tuple<T_...>> : integral_constant<size_t, sizeof...(T_)>
    {};
template <class T_, size_t n> struct tuple_size<array<T_, n>> : integral_constant<size_t, n> {};
template <size_t i, class T_, size_t n> struct tuple_element<i, array<T_, n>> { typedef T_ type; };
/* Of a constant, what is said of its type, by anyone; nothing if nothing is. */
template <class T_, size_t = tuple_size<T_>::value> using __csl_sized = T_;
template <class T_> struct tuple_size<const __csl_sized<T_>> : tuple_size<T_> {};
template <size_t i, class T_> struct tuple_element<i, const T_> {
    typedef const typename tuple_element<i, T_>::type type;
};
template <class T_> inline constexpr size_t tuple_size_v = tuple_size<T_>::value;
template <size_t i, class... T_> __host__ __device__ __csl_constexpr14
typename tuple_element<i, tuple<T_...>>::type &get(tuple<T_...> &t)
{
    if constexpr (i == 0)
        return t.head;
    else
        return get<i - 1>(t.tail);
}
template <size_t i, class... T_> __host__ __device__ __csl_constexpr14
const typename tuple_element<i, tuple<T_...>>::type &get(const tuple<T_...> &t)
{
    if constexpr (i == 0)
        return t.head;
    else
        return get<i - 1>(t.tail);
}
template <size_t i, class... T_>
__host__ __device__ constexpr typename tuple_element<i, tuple<T_...>>::type &&get(tuple<T_...> &&t)
{
    return static_cast<typename tuple_element<i, tuple<T_...>>::type &&>(get<i>(t));
}
template <size_t i, class T_, size_t n> __host__ __device__ constexpr T_ &&get(array<T_, n> &&a)
{
    return static_cast<T_ &&>(a[i]);
}
template <size_t i, class T_, size_t n> __host__ __device__ constexpr T_ &get(array<T_, n> &a)
{
    return a[i];
}
template <size_t i, class T_, size_t n>
__host__ __device__ constexpr const T_ &get(const array<T_, n> &a)
{
    return a[i];
}
template <size_t i, class A_, class B_> __host__ __device__ __csl_constexpr14
conditional_t<i == 0, A_, B_> &get(pair<A_, B_> &p)
{
    if constexpr (i == 0)
        return p.first;
    else
        return p.second;
}
template <size_t i, class A_, class B_>
__host__ __device__ __csl_constexpr14 const conditional_t<i == 0, A_, B_> &
get(const pair<A_, B_> &p)
{
    if constexpr (i == 0)
        return p.first;
    else
        return p.second;
}
template <class... T_> __host__ __device__ constexpr tuple<__decay(T_)...> make_tuple(T_ &&...x)
{
    return {x...};
}
template <class... T_> __host__ __device__ constexpr tuple<T_ &...> tie(T_ &...x)
{
    return tuple<T_ &...>(x...);
}
template <class... T_, class... U_> tuple<T_..., U_...> tuple_cat(const tuple<T_...> &, const tuple<U_...> &);
struct __csl_ignore {
    template <class T_> __host__ __device__ __csl_constexpr14 void operator=(const T_ &) const {}
};
inline constexpr __csl_ignore ignore;
#if __cplusplus >= 201402L
template <class F_, class T_> auto apply(F_ &&, T_ &&);
#endif
}

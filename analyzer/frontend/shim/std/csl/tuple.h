#pragma once
#pragma clang system_header
/* <array> and <tuple>: used by device code too, so with bodies. */
#include <csl/traits.h>
namespace std {
template <class T, size_t n> struct array {
    typedef T value_type;
    T elems[n ? n : 1];
    __host__ __device__ constexpr T &operator[](size_t i) { return elems[i]; }
    __host__ __device__ constexpr const T &operator[](size_t i) const { return elems[i]; }
    __host__ __device__ constexpr T &at(size_t i) { return elems[i]; }
    __host__ __device__ constexpr const T &at(size_t i) const { return elems[i]; }
    __host__ __device__ constexpr T &front() { return elems[0]; }
    __host__ __device__ constexpr T &back() { return elems[n - 1]; }
    __host__ __device__ constexpr T *data() { return elems; }
    __host__ __device__ constexpr const T *data() const { return elems; }
    __host__ __device__ constexpr T *begin() { return elems; }
    __host__ __device__ constexpr T *end() { return elems + n; }
    __host__ __device__ constexpr const T *begin() const { return elems; }
    __host__ __device__ constexpr const T *end() const { return elems + n; }
    __host__ __device__ static constexpr size_t size() { return n; }
    __host__ __device__ constexpr void fill(const T &x)
    {
        for (size_t i = 0; i < n; i++)
            elems[i] = x;
    }
};
template <class T, class... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;

template <class... T> struct tuple;
template <> struct tuple<> {};
template <class T, class... U> struct tuple<T, U...> {
    T head;
    tuple<U...> tail;
    __host__ __device__ constexpr tuple() : head(), tail() {}
    __host__ __device__ constexpr tuple(const T &x, const U &...rest) : head(x), tail(rest...) {}
};
template <class... T> tuple(T...) -> tuple<T...>;
template <size_t i, class T> struct tuple_element;
template <class T, class... U> struct tuple_element<0, tuple<T, U...>> { typedef T type; };
template <size_t i, class T, class... U>
struct tuple_element<i, tuple<T, U...>> : tuple_element<i - 1, tuple<U...>> {};
template <size_t i, class T> using tuple_element_t = typename tuple_element<i, T>::type;
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <class T, size_t n> struct tuple_size<array<T, n>> : integral_constant<size_t, n> {};
template <class T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t i, class... T> __host__ __device__ constexpr auto &get(tuple<T...> &t)
{
    if constexpr (i == 0)
        return t.head;
    else
        return get<i - 1>(t.tail);
}
template <size_t i, class... T> __host__ __device__ constexpr const auto &get(const tuple<T...> &t)
{
    if constexpr (i == 0)
        return t.head;
    else
        return get<i - 1>(t.tail);
}
template <size_t i, class T, size_t n> __host__ __device__ constexpr T &get(array<T, n> &a)
{
    return a[i];
}
template <size_t i, class A, class B> __host__ __device__ constexpr auto &get(pair<A, B> &p)
{
    if constexpr (i == 0)
        return p.first;
    else
        return p.second;
}
template <class... T> __host__ __device__ constexpr tuple<__decay(T)...> make_tuple(T &&...x)
{
    return {x...};
}
template <class... T> tuple<T &...> tie(T &...);
struct __csl_ignore {
    template <class T> __host__ __device__ constexpr void operator=(const T &) const {}
};
inline constexpr __csl_ignore ignore;
template <class F, class T> auto apply(F &&, T &&);
}

#pragma once
#pragma clang system_header
/* <algorithm>, <numeric>, <iterator>, <functional>. min, max, clamp and swap also serve device code. */
#include <csl/traits.h>
namespace std {
template <class T> __host__ __device__ constexpr const T &min(const T &a, const T &b)
{
    return b < a ? b : a;
}
template <class T> __host__ __device__ constexpr const T &max(const T &a, const T &b)
{
    return a < b ? b : a;
}
template <class T, class F> __host__ __device__ constexpr const T &min(const T &a, const T &b, F f)
{
    return f(b, a) ? b : a;
}
template <class T, class F> __host__ __device__ constexpr const T &max(const T &a, const T &b, F f)
{
    return f(a, b) ? b : a;
}
template <class T> T min(initializer_list<T>);
template <class T> T max(initializer_list<T>);
template <class T>
__host__ __device__ constexpr const T &clamp(const T &x, const T &low, const T &high)
{
    return x < low ? low : high < x ? high : x;
}
template <class T> pair<const T &, const T &> minmax(const T &, const T &);
#define __csl_algorithm(name, R) template <class I, class... A> R name(I, A &&...);
__csl_algorithm(sort, void) __csl_algorithm(stable_sort, void) __csl_algorithm(partial_sort, void)
__csl_algorithm(nth_element, void) __csl_algorithm(is_sorted, bool) __csl_algorithm(fill, void)
__csl_algorithm(fill_n, I) __csl_algorithm(generate, void) __csl_algorithm(generate_n, I)
__csl_algorithm(for_each, void) __csl_algorithm(iota, void) __csl_algorithm(reverse, void)
__csl_algorithm(rotate, I) __csl_algorithm(shuffle, void) __csl_algorithm(random_shuffle, void)
__csl_algorithm(equal, bool) __csl_algorithm(find, I) __csl_algorithm(find_if, I)
__csl_algorithm(count, ptrdiff_t) __csl_algorithm(count_if, ptrdiff_t)
__csl_algorithm(all_of, bool) __csl_algorithm(any_of, bool) __csl_algorithm(none_of, bool)
__csl_algorithm(min_element, I) __csl_algorithm(max_element, I) __csl_algorithm(unique, I)
__csl_algorithm(remove_if, I) __csl_algorithm(partition, I) __csl_algorithm(lower_bound, I)
__csl_algorithm(upper_bound, I) __csl_algorithm(binary_search, bool)
__csl_algorithm(lexicographical_compare, bool) __csl_algorithm(next_permutation, bool)
__csl_algorithm(make_heap, void) __csl_algorithm(push_heap, void) __csl_algorithm(pop_heap, void)
__csl_algorithm(distance, ptrdiff_t) __csl_algorithm(advance, void) __csl_algorithm(next, I)
__csl_algorithm(prev, I)
#undef __csl_algorithm
template <class I, class O> O copy(I, I, O);
template <class I, class N, class O> O copy_n(I, N, O);
template <class I, class O, class F> O copy_if(I, I, O, F);
template <class I, class O> O copy_backward(I, I, O);
template <class I, class O, class F> O transform(I, I, O, F);
template <class I, class J, class O, class F> O transform(I, I, J, O, F);
template <class I, class O, class... A> O partial_sum(I, I, O, A &&...);
template <class I, class O, class... A> O exclusive_scan(I, I, O, A &&...);
template <class I, class O, class... A> O inclusive_scan(I, I, O, A &&...);
template <class I, class J, class O> O merge(I, I, J, J, O);
template <class I, class T, class... A> T accumulate(I, I, T, A &&...);
template <class I, class T, class... A> T reduce(I, I, T, A &&...);
template <class I, class J, class T> T inner_product(I, I, J, T);
template <class T> void iter_swap(T, T);
template <class T> __host__ __device__ constexpr T gcd(T a, T b)
{
    return b ? gcd(b, a % b) : a;
}
template <class C> auto begin(C &c) -> decltype(c.begin());
template <class C> auto end(C &c) -> decltype(c.end());
template <class C> auto data(C &c) -> decltype(c.data());
template <class C> auto size(const C &c) -> decltype(c.size());
template <class T, size_t n> T *begin(T (&)[n]);
template <class T, size_t n> T *end(T (&)[n]);
template <class T, size_t n> constexpr size_t size(const T (&)[n]) { return n; }
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
template <class I> struct iterator_traits {
    typedef typename I::value_type value_type;
    typedef ptrdiff_t difference_type;
};
template <class T> struct iterator_traits<T *> {
    typedef typename remove_cv<T>::type value_type;
    typedef ptrdiff_t difference_type;
    typedef T *pointer;
    typedef T &reference;
    typedef random_access_iterator_tag iterator_category;
};
template <class C> struct __csl_inserter {
    __csl_inserter &operator*();
    __csl_inserter &operator++();
    __csl_inserter operator++(int);
    template <class T> __csl_inserter &operator=(const T &);
};
template <class C> __csl_inserter<C> back_inserter(C &);
template <class C, class I> __csl_inserter<C> inserter(C &, I);
template <class T> struct ostream_iterator : __csl_inserter<T> {
    template <class... A> ostream_iterator(A &&...);
};
template <class T> struct istream_iterator : __csl_inserter<T> {
    template <class... A> istream_iterator(A &&...);
};

#define __csl_functor(name, R, op)                                                                 \
    template <class T = void> struct name {                                                        \
        __host__ __device__ constexpr R operator()(const T &a, const T &b) const { return a op b; }\
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class A, class B>                                                                \
        __host__ __device__ constexpr auto operator()(const A &a, const B &b) const                \
        {                                                                                          \
            return a op b;                                                                         \
        }                                                                                          \
    };
__csl_functor(plus, T, +) __csl_functor(minus, T, -) __csl_functor(multiplies, T, *)
__csl_functor(divides, T, /) __csl_functor(modulus, T, %) __csl_functor(less, bool, <)
__csl_functor(greater, bool, >) __csl_functor(less_equal, bool, <=)
__csl_functor(greater_equal, bool, >=) __csl_functor(equal_to, bool, ==)
__csl_functor(not_equal_to, bool, !=) __csl_functor(logical_and, bool, &&)
__csl_functor(logical_or, bool, ||) __csl_functor(bit_and, T, &) __csl_functor(bit_or, T, |)
__csl_functor(bit_xor, T, ^)
#undef __csl_functor
template <class F> struct function;
template <class R, class... A> struct function<R(A...)> {
    function();
    template <class F> function(F);
    R operator()(A...) const;
    explicit operator bool() const;
};
template <class T> struct hash {
    size_t operator()(const T &) const;
};
template <class T> struct reference_wrapper {
    operator T &() const;
    T &get() const;
};
template <class T> reference_wrapper<T> ref(T &);
template <class T> reference_wrapper<const T> cref(const T &);
template <class F, class... A> function<void()> bind(F, A &&...);
}

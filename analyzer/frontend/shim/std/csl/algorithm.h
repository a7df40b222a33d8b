#pragma once
#pragma clang system_header
/* <algorithm>, <numeric>, <iterator>, <functional>. min, max, clamp and swap also serve device
 * code. */
#include <csl/traits.h>
namespace std {
template <class T_> __host__ __device__ constexpr const T_ &min(const T_ &a, const T_ &b)
{
    return b < a ? b : a;
}
template <class T_> __host__ __device__ constexpr const T_ &max(const T_ &a, const T_ &b)
{
    return a < b ? b : a;
}
template <class T_, class F_> __host__ __device__ constexpr const T_ &min(const T_ &a, const T_ &b,
    F_ f)
{
    return f(b, a) ? b : a;
}
template <class T_, class F_> __host__ __device__ constexpr const T_ &max(const T_ &a, const T_ &b,
    F_ f)
{
    return f(a, b) ? b : a;
}
template <class I_> __host__ __device__ __csl_constexpr14 I_ min_element(I_ at, I_ end)
{
    I_ least = at;
    for (; at != end; ++at)
        if (*at < *least)
            least = at;
    return least;
}
template <class I_> __host__ __device__ __csl_constexpr14 I_ max_element(I_ at, I_ end)
{
    I_ most = at;
    for (; at != end; ++at)
        if (*most < *at)
            most = at;
    return most;
}
template <class T_> __host__ __device__ constexpr T_ min(initializer_list<T_> list)
{
    return *min_element(list.begin(), list.end());
}
template <class T_> __host__ __device__ constexpr T_ max(initializer_list<T_> list)
{
    return *max_element(list.begin(), list.end());
}
template <class T_>
__host__ __device__ constexpr const T_ &clamp(const T_ &x, const T_ &low, const T_ &high)
{
    return x < low ? low : high < x ? high : x;
}
template <class T_> pair<const T_ &, const T_ &> minmax(const T_ &, const T_ &);
#define __csl_algorithm(name, R_) template <class I_, class... A_> R_ name(I_, A_ &&...);
__csl_algorithm(sort, void) __csl_algorithm(stable_sort, void) __csl_algorithm(partial_sort, void)
__csl_algorithm(nth_element, void) __csl_algorithm(is_sorted, bool) __csl_algorithm(fill, void)
__csl_algorithm(fill_n, I_) __csl_algorithm(generate, void) __csl_algorithm(generate_n, I_)
__csl_algorithm(for_each, void) __csl_algorithm(iota, void) __csl_algorithm(reverse, void)
__csl_algorithm(rotate, I_) __csl_algorithm(shuffle, void) __csl_algorithm(random_shuffle, void)
__csl_algorithm(equal, bool) __csl_algorithm(find, I_) __csl_algorithm(find_if, I_)
__csl_algorithm(count, ptrdiff_t) __csl_algorithm(count_if, ptrdiff_t)
__csl_algorithm(all_of, bool) __csl_algorithm(any_of, bool) __csl_algorithm(none_of, bool)
__csl_algorithm(unique, I_)
__csl_algorithm(remove_if, I_) __csl_algorithm(partition, I_) __csl_algorithm(lower_bound, I_)
__csl_algorithm(upper_bound, I_) __csl_algorithm(binary_search, bool)
__csl_algorithm(lexicographical_compare, bool) __csl_algorithm(next_permutation, bool)
__csl_algorithm(make_heap, void) __csl_algorithm(push_heap, void) __csl_algorithm(pop_heap, void)
__csl_algorithm(distance, ptrdiff_t) __csl_algorithm(advance, void) __csl_algorithm(next, I_)
__csl_algorithm(prev, I_)
#undef __csl_algorithm
template <class I_, class F_> I_ min_element(I_, I_, F_);
template <class I_, class F_> I_ max_element(I_, I_, F_);
template <class I_, class O_> O_ copy(I_, I_, O_);
template <class I_, class N_, class O_> O_ copy_n(I_, N_, O_);
template <class I_, class O_, class F_> O_ copy_if(I_, I_, O_, F_);
template <class I_, class O_> O_ copy_backward(I_, I_, O_);
template <class I_, class O_> O_ move_backward(I_, I_, O_);
template <class I_, class O_, class F_> O_ transform(I_, I_, O_, F_);
template <class I_, class J_, class O_, class F_> O_ transform(I_, I_, J_, O_, F_);
template <class I_, class O_, class... A_> O_ partial_sum(I_, I_, O_, A_ &&...);
template <class I_, class O_, class... A_> O_ exclusive_scan(I_, I_, O_, A_ &&...);
template <class I_, class O_, class... A_> O_ inclusive_scan(I_, I_, O_, A_ &&...);
template <class I_, class J_, class O_> O_ merge(I_, I_, J_, J_, O_);
template <class I_, class T_, class... A_> T_ accumulate(I_, I_, T_, A_ &&...);
template <class I_, class T_, class... A_> T_ reduce(I_, I_, T_, A_ &&...);
template <class I_, class J_, class T_> T_ inner_product(I_, I_, J_, T_);
template <class T_> void iter_swap(T_, T_);
template <class T_> __host__ __device__ constexpr T_ gcd(T_ a, T_ b)
{
    return b ? gcd(b, a % b) : a;
}
template <class C_> auto begin(C_ &c) -> decltype(c.begin());
template <class C_> auto end(C_ &c) -> decltype(c.end());
template <class C_> auto data(C_ &c) -> decltype(c.data());
template <class C_> auto size(const C_ &c) -> decltype(c.size());
template <class T_, size_t n> T_ *begin(T_ (&)[n]);
template <class T_, size_t n> T_ *end(T_ (&)[n]);
template <class T_, size_t n> constexpr size_t size(const T_ (&)[n]) { return n; }
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
template <class I_> struct iterator_traits {
    typedef typename I_::value_type value_type;
    typedef ptrdiff_t difference_type;
};
template <class T_> struct iterator_traits<T_ *> {
    typedef typename remove_cv<T_>::type value_type;
    typedef ptrdiff_t difference_type;
    typedef T_ *pointer;
    typedef T_ &reference;
    typedef random_access_iterator_tag iterator_category;
};
/* Iterators that go over another one: backwards, or to move from. */
template <class I_> struct __csl_adapted {
    template <class... A_> __csl_adapted(A_ &&...);
    I_ base() const;
    auto operator*() const -> decltype(*declval<I_>()) { return *base(); }
    __csl_adapted &operator++();
    __csl_adapted operator++(int);
    __csl_adapted &operator--();
    __csl_adapted operator+(ptrdiff_t) const;
    ptrdiff_t operator-(const __csl_adapted &) const;
    bool operator==(const __csl_adapted &) const;
    bool operator!=(const __csl_adapted &) const;
};
template <class I_> struct reverse_iterator : __csl_adapted<I_> {
    using __csl_adapted<I_>::__csl_adapted;
};
template <class I_> struct move_iterator : __csl_adapted<I_> {
    using __csl_adapted<I_>::__csl_adapted;
};
template <class I_> reverse_iterator<I_> make_reverse_iterator(I_);
template <class I_> move_iterator<I_> make_move_iterator(I_);
template <class C_> struct __csl_inserter {
    __csl_inserter &operator*();
    __csl_inserter &operator++();
    __csl_inserter operator++(int);
    template <class T_> __csl_inserter &operator=(const T_ &);
};
template <class C_> __csl_inserter<C_> back_inserter(C_ &);
template <class C_, class I_> __csl_inserter<C_> inserter(C_ &, I_);
template <class T_> struct ostream_iterator : __csl_inserter<T_> {
    template <class... A_> ostream_iterator(A_ &&...);
};
template <class T_> struct istream_iterator : __csl_inserter<T_> {
    template <class... A_> istream_iterator(A_ &&...);
};

#define __csl_functor(name, R_, op)                                                                \
    template <class T_ = void> struct name {                                                       \
        __host__ __device__ constexpr R_ operator()(const T_ &a, const T_ &b) const { return a op  \
            b; }                                                                                   \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class A_, class B_>                                                              \
        __host__ __device__ constexpr auto operator()(const A_ &a, const B_ &b) const              \
            -> decltype(a op b)                                                                    \
        {                                                                                          \
            return a op b;                                                                         \
        }                                                                                          \
    };
__csl_functor(plus, T_, +) __csl_functor(minus, T_, -) __csl_functor(multiplies, T_, *)
__csl_functor(divides, T_, /) __csl_functor(modulus, T_, %) __csl_functor(less, bool, <)
__csl_functor(greater, bool, >) __csl_functor(less_equal, bool, <=)
__csl_functor(greater_equal, bool, >=) __csl_functor(equal_to, bool, ==)
__csl_functor(not_equal_to, bool, !=) __csl_functor(logical_and, bool, &&)
__csl_functor(logical_or, bool, ||) __csl_functor(bit_and, T_, &) __csl_functor(bit_or, T_, |)
__csl_functor(bit_xor, T_, ^)
#undef __csl_functor
#define __csl_functor(name, R_, op)                                                                \
    template <class T_ = void> struct name {                                                       \
        __host__ __device__ constexpr R_ operator()(const T_ &a) const { return op a; }            \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class A_>                                                                        \
        __host__ __device__ constexpr auto operator()(const A_ &a) const -> decltype(op a)         \
        {                                                                                          \
            return op a;                                                                           \
        }                                                                                          \
    };
__csl_functor(negate, T_, -) __csl_functor(logical_not, bool, !) __csl_functor(bit_not, T_, ~)
#undef __csl_functor
/* C++17 has taken these away; nvcc's own library has them still. */
template <class A_, class R_> struct unary_function {
    typedef A_ argument_type;
    typedef R_ result_type;
};
template <class A_, class B_, class R_> struct binary_function {
    typedef A_ first_argument_type;
    typedef B_ second_argument_type;
    typedef R_ result_type;
};
template <class F_> struct function;
template <class R_, class... A_> struct function<R_(A_...)> {
    function();
    template <class F_> function(F_);
    R_ operator()(A_...) const;
    explicit operator bool() const;
};
template <class T_> struct hash {
    size_t operator()(const T_ &) const;
};
template <class T_> struct reference_wrapper {
    operator T_ &() const;
    T_ &get() const;
};
template <class T_> reference_wrapper<T_> ref(T_ &);
template <class T_> reference_wrapper<const T_> cref(const T_ &);
template <class F_, class... A_> function<void()> bind(F_, A_ &&...);
}

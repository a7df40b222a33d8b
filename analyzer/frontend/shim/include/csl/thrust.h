#pragma once
#pragma clang system_header
/* Thrust: host code, declared so that it parses; tuples and functors also work in device code. */
#include <csl/containers.h>
#include <csl/cmath.h>
#include <csl/tuple.h>
#include <csl/complex.h>
namespace thrust {
using std::array;
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;
using std::swap;
using std::min;
using std::max;
using std::bit_and; using std::bit_or; using std::bit_xor; using std::divides; using std::equal_to;
using std::greater; using std::greater_equal; using std::less; using std::less_equal;
using std::logical_and; using std::logical_or; using std::minus; using std::modulus;
using std::multiplies; using std::negate; using std::not_equal_to; using std::plus;
using std::binary_function; using std::unary_function;
template <class T_> struct maximum {
    __host__ __device__ constexpr T_ operator()(const T_ &a, const T_ &b) const { return a < b ? b :
        a; }
};
template <class T_> struct minimum {
    __host__ __device__ constexpr T_ operator()(const T_ &a, const T_ &b) const { return b < a ? b :
        a; }
};
template <class T_> struct square {
    __host__ __device__ constexpr T_ operator()(const T_ &a) const { return a * a; }
};
template <class T_> struct identity {
    __host__ __device__ constexpr const T_ &operator()(const T_ &a) const { return a; }
};
template <class T_> struct device_reference {
    operator T_() const;
    device_reference &operator=(const T_ &);
};
template <class T_> struct device_ptr {
    typedef T_ value_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef ptrdiff_t difference_type;
    typedef T_ &reference;
    typedef T_ *pointer;
    __host__ __device__ device_ptr(T_ * = nullptr);
    __host__ __device__ T_ *get() const;
    device_reference<T_> operator*() const;
    device_reference<T_> operator[](ptrdiff_t) const;
    device_ptr operator+(ptrdiff_t) const;
    device_ptr operator-(ptrdiff_t) const;
    ptrdiff_t operator-(const device_ptr &) const;
    device_ptr &operator++();
    bool operator==(const device_ptr &) const;
    bool operator!=(const device_ptr &) const;
};
template <class T_> __host__ __device__ device_ptr<T_> device_pointer_cast(T_ *);
template <class T_> __host__ __device__ T_ *raw_pointer_cast(T_ *);
template <class T_> __host__ __device__ T_ *raw_pointer_cast(const device_ptr<T_> &);
template <class T_> __host__ __device__ T_ *raw_pointer_cast(const std::__csl_iterator<T_> &);
template <class T_> device_ptr<T_> device_malloc(size_t);
template <class T_> device_ptr<T_> device_new(size_t = 1);
template <class T_> void device_free(T_);
#define __csl_vector(name)                                                                         \
    template <class T_, class A_ = void> struct name : std::__csl_container<T_> {                  \
        template <class... B_> name(B_ &&...);                                                     \
        name(std::initializer_list<T_>);                                                           \
        template <class U_> name &operator=(const U_ &);                                           \
        T_ &operator[](size_t) const;                                                              \
        device_ptr<T_> data() const;                                                               \
    };
__csl_vector(device_vector) __csl_vector(host_vector) __csl_vector(universal_vector)
#undef __csl_vector
template <class T_> struct __csl_iterator_of {
    typedef T_ value_type;
    template <class... A_> __host__ __device__ __csl_iterator_of(A_...);
    __host__ __device__ T_ operator*() const;
    __host__ __device__ T_ operator[](ptrdiff_t) const;
    __host__ __device__ __csl_iterator_of operator+(ptrdiff_t) const;
};
template <class T_> using counting_iterator = __csl_iterator_of<T_>;
template <class T_> using constant_iterator = __csl_iterator_of<T_>;
template <class T_> using zip_iterator = __csl_iterator_of<T_>;
template <class F_, class I_> using transform_iterator = __csl_iterator_of<I_>;
template <class E_, class I_> using permutation_iterator = __csl_iterator_of<E_>;
typedef __csl_iterator_of<int> discard_iterator_base;
template <class T_> __csl_iterator_of<T_> make_counting_iterator(T_);
template <class T_> __csl_iterator_of<T_> make_constant_iterator(T_);
template <class... T_> __csl_iterator_of<int> make_zip_iterator(T_...);
template <class I_, class F_> __csl_iterator_of<I_> make_transform_iterator(I_, F_);
template <class E_, class I_> __csl_iterator_of<E_> make_permutation_iterator(E_, I_);
__csl_iterator_of<int> make_discard_iterator();
struct __csl_policy {
    template <class... A_> __csl_policy on(A_...) const;
    template <class... A_> __csl_policy operator()(A_...) const;
};
struct __csl_seq_policy : __csl_policy {}; /* the thread that calls does it all, in order */
extern __device__ const __csl_policy device, host;
extern __device__ const __csl_seq_policy seq;
namespace cuda { extern const __csl_policy par, par_nosync; }
/* Whatever an algorithm returns is used as an iterator or as a number, so it converts to both. */
struct __csl_any_result {
    template <class T_> operator T_() const;
    long operator-(const __csl_any_result &) const;
    template <class T_> long operator-(const T_ &) const;
    __csl_any_result operator*() const;
    long first, second;
};
#define __csl_algorithm(name) template <class... A_> __host__ __device__ __csl_any_result name(A_  \
    &&...);
__csl_algorithm(sort) __csl_algorithm(sort_by_key) __csl_algorithm(stable_sort)
__csl_algorithm(stable_sort_by_key) __csl_algorithm(reduce) __csl_algorithm(reduce_by_key)
__csl_algorithm(transform_reduce) __csl_algorithm(inner_product) __csl_algorithm(inclusive_scan)
__csl_algorithm(exclusive_scan) __csl_algorithm(inclusive_scan_by_key)
__csl_algorithm(exclusive_scan_by_key) __csl_algorithm(transform) __csl_algorithm(transform_if)
__csl_algorithm(transform_inclusive_scan) __csl_algorithm(transform_exclusive_scan)
__csl_algorithm(for_each) __csl_algorithm(for_each_n) __csl_algorithm(fill) __csl_algorithm(fill_n)
__csl_algorithm(sequence) __csl_algorithm(generate) __csl_algorithm(tabulate) __csl_algorithm(copy)
__csl_algorithm(copy_n) __csl_algorithm(copy_if) __csl_algorithm(gather) __csl_algorithm(scatter)
__csl_algorithm(remove) __csl_algorithm(remove_if) __csl_algorithm(unique)
__csl_algorithm(unique_by_key) __csl_algorithm(count) __csl_algorithm(count_if)
__csl_algorithm(find) __csl_algorithm(find_if) __csl_algorithm(max_element)
__csl_algorithm(min_element) __csl_algorithm(minmax_element) __csl_algorithm(equal)
__csl_algorithm(lower_bound) __csl_algorithm(upper_bound) __csl_algorithm(binary_search)
__csl_algorithm(partition) __csl_algorithm(stable_partition) __csl_algorithm(reverse)
__csl_algorithm(replace) __csl_algorithm(replace_if) __csl_algorithm(is_sorted)
__csl_algorithm(adjacent_difference) __csl_algorithm(set_union) __csl_algorithm(merge)
__csl_algorithm(any_of) __csl_algorithm(all_of) __csl_algorithm(none_of)
__csl_algorithm(distance) __csl_algorithm(advance)
#undef __csl_algorithm
/* thrust::seq: a loop of the thread. */
template <class I_, class F_>
__host__ __device__ I_ for_each(const __csl_seq_policy &, I_ first, I_ last, F_ f)
{
    for (; first != last; ++first)
        f(*first);
    return last;
}
template <class I_, class T_, class F_>
__host__ __device__ T_ reduce(const __csl_seq_policy &, I_ first, I_ last, T_ v, F_ f)
{
    for (; first != last; ++first)
        v = f(v, *first);
    return v;
}
template <class T_> __host__ __device__ T_ reduce(const __csl_seq_policy &, T_ *first, T_ *last)
{
    T_ v = T_();
    for (; first != last; ++first)
        v = v + *first;
    return v;
}
template <class I_, class T_>
__host__ __device__ void fill(const __csl_seq_policy &, I_ first, I_ last, const T_ &v)
{
    for (; first != last; ++first)
        *first = v;
}
template <class I_, class O_>
__host__ __device__ O_ copy(const __csl_seq_policy &, I_ first, I_ last, O_ to)
{
    for (; first != last; ++first, ++to)
        *to = *first;
    return to;
}
/* Random engines hold their state; values are unknown. */
#define __csl_engine(name)                                                                         \
    struct name {                                                                                  \
        unsigned state;                                                                            \
        __host__ __device__ name(unsigned seed = 1) : state(seed) {}                               \
        __host__ __device__ unsigned operator()()                                                  \
        {                                                                                          \
            return state = __csl_uniform(__csl_thread, state);                                     \
        }                                                                                          \
        __host__ __device__ void discard(unsigned long long)                                       \
        {                                                                                          \
            state = __csl_uniform(__csl_thread, state);                                            \
        }                                                                                          \
        __host__ __device__ void seed(unsigned s) { state = s; }                                   \
    };
#define __csl_distribution(name)                                                                   \
    template <class T_ = double> struct name {                                                     \
        T_ low, high;                                                                              \
        __host__ __device__ name(T_ a = T_(0), T_ b = T_(1)) : low(a), high(b) {}                  \
        template <class G_> __host__ __device__ T_ operator()(G_ &g)                               \
        {                                                                                          \
            g();                                                                                   \
            return __csl_uniform(__csl_thread, low);                                               \
        }                                                                                          \
    };
#define __csl_random                                                                               \
    __csl_engine(default_random_engine) __csl_engine(minstd_rand) __csl_engine(taus88)             \
    __csl_engine(ranlux24) __csl_distribution(uniform_real_distribution)                           \
    __csl_distribution(uniform_int_distribution) __csl_distribution(normal_distribution)
namespace random {
__csl_random
}
using random::default_random_engine; using random::minstd_rand; using random::taus88;
using random::uniform_real_distribution; using random::uniform_int_distribution;
using random::normal_distribution;
#undef __csl_random
#undef __csl_engine
#undef __csl_distribution
__csl_complex_numbers
}

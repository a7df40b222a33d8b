#pragma once
#pragma clang system_header
/* <type_traits>, <utility>, <limits>, <initializer_list>: what device code uses at compile time. */
namespace std {
using ::ptrdiff_t;
using ::size_t;
typedef decltype(nullptr) nullptr_t;

template <class T, T v> struct integral_constant {
    static constexpr T value = v;
    typedef T value_type;
    typedef integral_constant type;
    __host__ __device__ constexpr operator T() const { return v; }
    __host__ __device__ constexpr T operator()() const { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;
template <class...> using void_t = void;
template <bool b, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool b, class T = void> using enable_if_t = typename enable_if<b, T>::type;
template <bool b, class T, class U> struct conditional { typedef T type; };
template <class T, class U> struct conditional<false, T, U> { typedef U type; };
template <bool b, class T, class U> using conditional_t = typename conditional<b, T, U>::type;
template <class T> struct type_identity { typedef T type; };
template <class T> struct remove_const { typedef T type; };
template <class T> struct remove_const<const T> { typedef T type; };
template <class T> struct remove_volatile { typedef T type; };
template <class T> struct remove_volatile<volatile T> { typedef T type; };
template <class T> struct remove_cv : remove_const<typename remove_volatile<T>::type> {};
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> struct remove_reference<T &&> { typedef T type; };
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T *> { typedef T type; };
template <class T> struct remove_extent { typedef T type; };
template <class T, size_t n> struct remove_extent<T[n]> { typedef T type; };
template <class T> struct remove_cvref : remove_cv<typename remove_reference<T>::type> {};
template <class T> struct add_const { typedef const T type; };
template <class T> struct add_pointer { typedef typename remove_reference<T>::type *type; };
template <class T> struct add_lvalue_reference { typedef T &type; };
template <class T> struct add_rvalue_reference { typedef T &&type; };
template <class T> struct decay { typedef __decay(T) type; };
template <class T> struct underlying_type { typedef __underlying_type(T) type; };
template <class T> struct make_unsigned { typedef __make_unsigned(T) type; };
template <class T> struct make_signed { typedef __make_signed(T) type; };
#define __csl_alias(name) template <class T> using name##_t = typename name<T>::type;
__csl_alias(type_identity) __csl_alias(remove_const) __csl_alias(remove_volatile)
__csl_alias(remove_cv) __csl_alias(remove_reference) __csl_alias(remove_pointer)
__csl_alias(remove_extent) __csl_alias(remove_cvref) __csl_alias(add_const)
__csl_alias(add_pointer) __csl_alias(decay) __csl_alias(underlying_type)
__csl_alias(make_unsigned) __csl_alias(make_signed)
#undef __csl_alias
template <class T> typename add_rvalue_reference<T>::type declval() noexcept;
template <class F, class... A> struct invoke_result {
    typedef decltype(declval<F>()(declval<A>()...)) type;
};
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
template <class F> struct result_of;
template <class F, class... A> struct result_of<F(A...)> : invoke_result<F, A...> {};
template <class... T> struct common_type;
template <class T> struct common_type<T> { typedef __decay(T) type; };
template <class T, class U> struct common_type<T, U> {
    typedef __decay(decltype(true ? declval<T>() : declval<U>())) type;
};
template <class... T> using common_type_t = typename common_type<T...>::type;
#define __csl_trait(name, ...)                                                                     \
    template <class T> struct name : bool_constant<__VA_ARGS__> {};                                \
    template <class T> inline constexpr bool name##_v = __VA_ARGS__;
__csl_trait(is_integral, __is_integral(T))
__csl_trait(is_floating_point, __is_floating_point(T))
__csl_trait(is_arithmetic, __is_arithmetic(T))
__csl_trait(is_signed, __is_signed(T))
__csl_trait(is_unsigned, __is_unsigned(T))
__csl_trait(is_void, __is_void(T))
__csl_trait(is_enum, __is_enum(T))
__csl_trait(is_class, __is_class(T))
__csl_trait(is_pointer, __is_pointer(T))
__csl_trait(is_array, __is_array(T))
__csl_trait(is_const, __is_const(T))
__csl_trait(is_reference, __is_reference(T))
__csl_trait(is_lvalue_reference, __is_lvalue_reference(T))
__csl_trait(is_function, __is_function(T))
__csl_trait(is_scalar, __is_scalar(T))
__csl_trait(is_fundamental, __is_fundamental(T))
__csl_trait(is_trivially_copyable, __is_trivially_copyable(T))
__csl_trait(is_trivial, __is_trivial(T))
__csl_trait(is_standard_layout, __is_standard_layout(T))
__csl_trait(is_pod, __is_pod(T))
__csl_trait(is_empty, __is_empty(T))
#undef __csl_trait
#define __csl_trait2(name, ...)                                                                    \
    template <class T, class U> struct name : bool_constant<__VA_ARGS__> {};                       \
    template <class T, class U> inline constexpr bool name##_v = __VA_ARGS__;
__csl_trait2(is_same, __is_same(T, U))
__csl_trait2(is_base_of, __is_base_of(T, U))
__csl_trait2(is_convertible, __is_convertible(T, U))
__csl_trait2(is_assignable, __is_assignable(T, U))
#undef __csl_trait2
template <class T, class... A> inline constexpr bool is_constructible_v = __is_constructible(T, A...);
template <class... B> struct conjunction : bool_constant<(B::value && ...)> {};
template <class... B> struct disjunction : bool_constant<(B::value || ...)> {};
template <class B> struct negation : bool_constant<!B::value> {};
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <size_t n, size_t align = 16> struct aligned_storage {
    struct type { alignas(align) unsigned char bytes[n]; };
};
constexpr bool is_constant_evaluated() noexcept { return false; }

template <class T> __host__ __device__ constexpr typename remove_reference<T>::type &&
move(T &&x) noexcept
{
    return static_cast<typename remove_reference<T>::type &&>(x);
}
template <class T> __host__ __device__ constexpr T &&
forward(typename remove_reference<T>::type &x) noexcept
{
    return static_cast<T &&>(x);
}
template <class T> __host__ __device__ constexpr T &&
forward(typename remove_reference<T>::type &&x) noexcept
{
    return static_cast<T &&>(x);
}
template <class T> __host__ __device__ constexpr void swap(T &a, T &b)
{
    T old = a;
    a = b;
    b = old;
}
template <class T, class U = T> __host__ __device__ constexpr T exchange(T &x, U &&value)
{
    T old = x;
    x = value;
    return old;
}
template <class T> __host__ __device__ constexpr T *addressof(T &x) { return __builtin_addressof(x); }
template <class T> __host__ __device__ constexpr const T &as_const(T &x) { return x; }
template <class T, class U> struct pair {
    typedef T first_type;
    typedef U second_type;
    T first;
    U second;
    __host__ __device__ constexpr pair() : first(), second() {}
    template <class A, class B>
    __host__ __device__ constexpr pair(A &&a, B &&b) : first(a), second(b) {}
    template <class A, class B>
    __host__ __device__ constexpr pair(const pair<A, B> &o) : first(o.first), second(o.second) {}
};
template <class T, class U> pair(T, U) -> pair<T, U>;
template <class T, class U>
__host__ __device__ constexpr pair<__decay(T), __decay(U)> make_pair(T &&a, U &&b)
{
    return {a, b};
}
template <class A, class B>
__host__ __device__ constexpr bool operator==(const pair<A, B> &a, const pair<A, B> &b)
{
    return a.first == b.first && a.second == b.second;
}
template <class A, class B>
__host__ __device__ constexpr bool operator<(const pair<A, B> &a, const pair<A, B> &b)
{
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <class T, T... i> struct integer_sequence {
    static constexpr size_t size() { return sizeof...(i); }
};
template <size_t... i> using index_sequence = integer_sequence<size_t, i...>;
template <class T, T n> using make_integer_sequence = __make_integer_seq<integer_sequence, T, n>;
template <size_t n> using make_index_sequence = make_integer_sequence<size_t, n>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;
struct in_place_t {};
struct piecewise_construct_t {};

template <class T> class initializer_list {
    const T *first;
    size_t count;
public:
    typedef T value_type;
    typedef const T *iterator;
    typedef const T *const_iterator;
    constexpr initializer_list() : first(nullptr), count(0) {}
    constexpr size_t size() const { return count; }
    constexpr const T *begin() const { return first; }
    constexpr const T *end() const { return first + count; }
};

template <class T> struct numeric_limits {
    static constexpr bool is_specialized = false;
    static constexpr T min() { return T(); }
    static constexpr T max() { return T(); }
};
template <class T> struct numeric_limits<const T> : numeric_limits<T> {};
#define __csl_limits(T, low, high, is_int)                                                                             \
    template <> struct numeric_limits<T> {                                                         \
        typedef T type;                                                                            \
        static constexpr bool is_specialized = true, is_integer = is_int,                          \
                              is_signed = type(-1) < type(0), has_infinity = !is_int;              \
        static constexpr int digits = sizeof(T) * 8 - is_signed, digits10 = digits * 3 / 10;       \
        __host__ __device__ static constexpr T min() { return low; }                               \
        __host__ __device__ static constexpr T max() { return high; }                              \
        __host__ __device__ static constexpr T lowest() { return is_int ? low : type(-high); }     \
        __host__ __device__ static constexpr T infinity() { return is_int ? type(0) : type(high) * 2; } \
        __host__ __device__ static constexpr T quiet_NaN() { return type(); }                      \
        __host__ __device__ static constexpr T epsilon()                                           \
        {                                                                                          \
            return is_int ? type(0) : sizeof(T) == 4 ? type(__FLT_EPSILON__) : type(__DBL_EPSILON__); \
        }                                                                                          \
    };
__csl_limits(bool, false, true, true)
__csl_limits(char, -128, 127, true)
__csl_limits(signed char, -128, 127, true)
__csl_limits(unsigned char, 0, 255, true)
__csl_limits(short, -32768, 32767, true)
__csl_limits(unsigned short, 0, 65535, true)
__csl_limits(int, -2147483647 - 1, 2147483647, true)
__csl_limits(unsigned, 0, 4294967295u, true)
__csl_limits(long, -9223372036854775807L - 1, 9223372036854775807L, true)
__csl_limits(unsigned long, 0, 18446744073709551615UL, true)
__csl_limits(long long, -9223372036854775807LL - 1, 9223372036854775807LL, true)
__csl_limits(unsigned long long, 0, 18446744073709551615ULL, true)
__csl_limits(float, __FLT_MIN__, __FLT_MAX__, false)
__csl_limits(double, __DBL_MIN__, __DBL_MAX__, false)
#undef __csl_limits
}

#pragma once
#pragma clang system_header
/* <type_traits>, <utility>, <limits>, <initializer_list>: what device code uses at compile time. */
/* What C++11 takes for const, or for too much: it calls it, and never asks at compile time. */
#if __cplusplus >= 201402L
#define __csl_constexpr14 constexpr
#else
#define __csl_constexpr14
#endif
namespace std {
enum class byte : unsigned char {};
using ::ptrdiff_t;
using ::size_t;
typedef decltype(nullptr) nullptr_t;

template <class T_, T_ v> struct integral_constant {
    static constexpr T_ value = v;
    typedef T_ value_type;
    typedef integral_constant type;
    __host__ __device__ constexpr operator T_() const { return v; }
    __host__ __device__ constexpr T_ operator()() const { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;
template <class...> using void_t = void;
template <bool b, class T_ = void> struct enable_if {};
template <class T_> struct enable_if<true, T_> { typedef T_ type; };
template <bool b, class T_ = void> using enable_if_t = typename enable_if<b, T_>::type;
template <bool b, class T_, class U_> struct conditional { typedef T_ type; };
template <class T_, class U_> struct conditional<false, T_, U_> { typedef U_ type; };
template <bool b, class T_, class U_> using conditional_t = typename conditional<b, T_, U_>::type;
template <class T_> struct type_identity { typedef T_ type; };
template <class T_> struct remove_const { typedef T_ type; };
template <class T_> struct remove_const<const T_> { typedef T_ type; };
template <class T_> struct remove_volatile { typedef T_ type; };
template <class T_> struct remove_volatile<volatile T_> { typedef T_ type; };
template <class T_> struct remove_cv : remove_const<typename remove_volatile<T_>::type> {};
template <class T_> struct remove_reference { typedef T_ type; };
template <class T_> struct remove_reference<T_ &> { typedef T_ type; };
template <class T_> struct remove_reference<T_ &&> { typedef T_ type; };
template <class T_> struct remove_pointer { typedef T_ type; };
template <class T_> struct remove_pointer<T_ *> { typedef T_ type; };
template <class T_> struct remove_extent { typedef T_ type; };
template <class T_, size_t n> struct remove_extent<T_[n]> { typedef T_ type; };
template <class T_> struct remove_cvref : remove_cv<typename remove_reference<T_>::type> {};
template <class T_> struct add_const { typedef const T_ type; };
template <class T_> struct add_pointer { typedef typename remove_reference<T_>::type *type; };
template <class T_> struct add_lvalue_reference { typedef T_ &type; };
template <class T_> struct add_rvalue_reference { typedef T_ &&type; };
template <class T_> struct decay { typedef __decay(T_) type; };
template <class T_> struct underlying_type { typedef __underlying_type(T_) type; };
template <class T_> struct make_unsigned { typedef __make_unsigned(T_) type; };
template <class T_> struct make_signed { typedef __make_signed(T_) type; };
#define __csl_alias(name) template <class T_> using name##_t = typename name<T_>::type;
__csl_alias(type_identity) __csl_alias(remove_const) __csl_alias(remove_volatile)
__csl_alias(remove_cv) __csl_alias(remove_reference) __csl_alias(remove_pointer)
__csl_alias(remove_extent) __csl_alias(remove_cvref) __csl_alias(add_const)
__csl_alias(add_pointer) __csl_alias(decay) __csl_alias(underlying_type)
__csl_alias(make_unsigned) __csl_alias(make_signed)
#undef __csl_alias
template <class T_> typename add_rvalue_reference<T_>::type declval() noexcept;
template <class F_, class... A_> struct invoke_result {
    typedef decltype(declval<F_>()(declval<A_>()...)) type;
};
template <class F_, class... A_> using invoke_result_t = typename invoke_result<F_, A_...>::type;
template <class F_> struct result_of;
template <class F_, class... A_> struct result_of<F_(A_...)> : invoke_result<F_, A_...> {};
template <class... T_> struct common_type;
template <class T_> struct common_type<T_> { typedef __decay(T_) type; };
template <class T_, class U_> struct common_type<T_, U_> {
    typedef __decay(decltype(true ? declval<T_>() : declval<U_>())) type;
};
template <class... T_> using common_type_t = typename common_type<T_...>::type;
#define __csl_trait(name, ...)                                                                     \
    template <class T_> struct name : bool_constant<__VA_ARGS__> {};                               \
    template <class T_> inline constexpr bool name##_v = __VA_ARGS__;
__csl_trait(is_integral, __is_integral(T_))
__csl_trait(is_floating_point, __is_floating_point(T_))
__csl_trait(is_arithmetic, __is_arithmetic(T_))
__csl_trait(is_signed, __is_signed(T_))
__csl_trait(is_unsigned, __is_unsigned(T_))
__csl_trait(is_void, __is_void(T_))
__csl_trait(is_enum, __is_enum(T_))
__csl_trait(is_class, __is_class(T_))
__csl_trait(is_pointer, __is_pointer(T_))
__csl_trait(is_array, __is_array(T_))
__csl_trait(is_const, __is_const(T_))
__csl_trait(is_volatile, __is_volatile(T_))
__csl_trait(is_rvalue_reference, __is_rvalue_reference(T_))
__csl_trait(is_member_pointer, __is_member_pointer(T_))
__csl_trait(is_union, __is_union(T_))
__csl_trait(is_object, __is_object(T_))
__csl_trait(is_compound, __is_compound(T_))
__csl_trait(is_final, __is_final(T_))
__csl_trait(is_abstract, __is_abstract(T_))
__csl_trait(is_polymorphic, __is_polymorphic(T_))
__csl_trait(is_aggregate, __is_aggregate(T_))
__csl_trait(is_literal_type, __is_literal(T_))
__csl_trait(is_null_pointer, __is_same(__remove_cv(T_), decltype(nullptr)))
__csl_trait(is_default_constructible, __is_constructible(T_))
__csl_trait(is_copy_constructible, __is_constructible(T_, const T_ &))
__csl_trait(is_move_constructible, __is_constructible(T_, T_ &&))
__csl_trait(is_trivially_default_constructible, __is_trivially_constructible(T_))
__csl_trait(is_trivially_copy_constructible, __is_trivially_constructible(T_, const T_ &))
__csl_trait(is_trivially_move_constructible, __is_trivially_constructible(T_, T_ &&))
__csl_trait(is_nothrow_default_constructible, __is_nothrow_constructible(T_))
__csl_trait(is_nothrow_copy_constructible, __is_nothrow_constructible(T_, const T_ &))
__csl_trait(is_nothrow_move_constructible, __is_nothrow_constructible(T_, T_ &&))
__csl_trait(is_copy_assignable, __is_assignable(T_ &, const T_ &))
__csl_trait(is_move_assignable, __is_assignable(T_ &, T_ &&))
__csl_trait(is_trivially_copy_assignable, __is_trivially_assignable(T_ &, const T_ &))
__csl_trait(is_trivially_move_assignable, __is_trivially_assignable(T_ &, T_ &&))
__csl_trait(is_nothrow_copy_assignable, __is_nothrow_assignable(T_ &, const T_ &))
__csl_trait(is_nothrow_move_assignable, __is_nothrow_assignable(T_ &, T_ &&))
__csl_trait(is_destructible, __is_destructible(T_))
__csl_trait(is_trivially_destructible, __is_trivially_destructible(T_))
__csl_trait(is_nothrow_destructible, __is_nothrow_destructible(T_))
__csl_trait(has_virtual_destructor, __has_virtual_destructor(T_))
__csl_trait(has_unique_object_representations, __has_unique_object_representations(T_))
__csl_trait(is_member_object_pointer, __is_member_object_pointer(T_))
__csl_trait(is_member_function_pointer, __is_member_function_pointer(T_))
__csl_trait(is_bounded_array, __is_bounded_array(T_))
__csl_trait(is_unbounded_array, __is_unbounded_array(T_))
__csl_trait(is_scoped_enum, __is_scoped_enum(T_))
__csl_trait(is_reference, __is_reference(T_))
__csl_trait(is_lvalue_reference, __is_lvalue_reference(T_))
__csl_trait(is_function, __is_function(T_))
__csl_trait(is_scalar, __is_scalar(T_))
__csl_trait(is_fundamental, __is_fundamental(T_))
__csl_trait(is_trivially_copyable, __is_trivially_copyable(T_))
__csl_trait(is_trivial, __is_trivial(T_))
__csl_trait(is_standard_layout, __is_standard_layout(T_))
__csl_trait(is_pod, __is_pod(T_))
__csl_trait(is_empty, __is_empty(T_))
#undef __csl_trait
#define __csl_trait2(name, ...)                                                                    \
    template <class T_, class U_> struct name : bool_constant<__VA_ARGS__> {};                     \
    template <class T_, class U_> inline constexpr bool name##_v = __VA_ARGS__;
__csl_trait2(is_same, __is_same(T_, U_))
__csl_trait2(is_base_of, __is_base_of(T_, U_))
__csl_trait2(is_convertible, __is_convertible(T_, U_))
__csl_trait2(is_assignable, __is_assignable(T_, U_))
__csl_trait2(is_trivially_assignable, __is_trivially_assignable(T_, U_))
__csl_trait2(is_nothrow_assignable, __is_nothrow_assignable(T_, U_))
__csl_trait2(is_nothrow_convertible, __is_nothrow_convertible(T_, U_))
#undef __csl_trait2
template <class T_, class... A_>
struct is_constructible : bool_constant<__is_constructible(T_, A_...)> {};
template <class T_, class... A_>
inline constexpr bool is_constructible_v = __is_constructible(T_, A_...);
template <class T_, class... A_>
struct is_trivially_constructible : bool_constant<__is_trivially_constructible(T_, A_...)> {};
template <class T_, class... A_>
inline constexpr bool is_trivially_constructible_v = __is_trivially_constructible(T_, A_...);
template <class T_, class... A_>
struct is_nothrow_constructible : bool_constant<__is_nothrow_constructible(T_, A_...)> {};
template <class T_, class... A_>
inline constexpr bool is_nothrow_constructible_v = __is_nothrow_constructible(T_, A_...);
template <class F_, class... A_> struct __csl_invocable {
    template <class G_> static true_type test(decltype(declval<G_>()(declval<A_>()...)) *);
    template <class G_> static true_type test(
        enable_if_t<__is_void(decltype(declval<G_>()(declval<A_>()...))), int>);
    template <class G_> static false_type test(...);
    typedef decltype(test<F_>(0)) type;
};
template <class F_, class... A_> struct is_invocable : __csl_invocable<F_, A_...>::type {};
template <class F_, class... A_>
inline constexpr bool is_invocable_v = __csl_invocable<F_, A_...>::type::value;
template <bool is, class R_, class F_, class... A_> struct __csl_invocable_r : false_type {};
template <class R_, class F_, class... A_>
struct __csl_invocable_r<true, R_, F_, A_...>
    : bool_constant<__is_void(R_) || __is_convertible(invoke_result_t<F_, A_...>, R_)> {};
template <class R_, class F_, class... A_>
struct is_invocable_r : __csl_invocable_r<is_invocable_v<F_, A_...>, R_, F_, A_...> {};
template <class R_, class F_, class... A_>
inline constexpr bool is_invocable_r_v = is_invocable_r<R_, F_, A_...>::value;
/* The first that is false, the first that is true, or the last: those behind it need not be valid. */
template <class...> struct conjunction : true_type {};
template <class B_> struct conjunction<B_> : B_ {};
template <class B_, class... R_>
struct conjunction<B_, R_...> : conditional_t<bool(B_::value), conjunction<R_...>, B_> {};
template <class...> struct disjunction : false_type {};
template <class B_> struct disjunction<B_> : B_ {};
template <class B_, class... R_>
struct disjunction<B_, R_...> : conditional_t<bool(B_::value), B_, disjunction<R_...>> {};
template <class B_> struct negation : bool_constant<!bool(B_::value)> {};
template <class... B_> inline constexpr bool conjunction_v = conjunction<B_...>::value;
template <class... B_> inline constexpr bool disjunction_v = disjunction<B_...>::value;
template <class B_> inline constexpr bool negation_v = negation<B_>::value;
template <class T_> struct alignment_of : integral_constant<size_t, alignof(T_)> {};
template <class T_> inline constexpr size_t alignment_of_v = alignof(T_);
template <class T_, unsigned k = 0>
struct extent : integral_constant<size_t, __array_extent(T_, k)> {};
template <class T_, unsigned k = 0> inline constexpr size_t extent_v = extent<T_, k>::value;
template <class T_> struct rank : integral_constant<size_t, __array_rank(T_)> {};
template <class T_> inline constexpr size_t rank_v = rank<T_>::value;
template <class T_> struct remove_all_extents { typedef T_ type; };
template <class T_, size_t n> struct remove_all_extents<T_[n]> : remove_all_extents<T_> {};
template <class T_> using remove_all_extents_t = typename remove_all_extents<T_>::type;
template <class T_> struct add_volatile { typedef volatile T_ type; };
template <class T_> struct add_cv { typedef const volatile T_ type; };
template <class T_> using add_lvalue_reference_t = typename add_lvalue_reference<T_>::type;
template <class T_> using add_rvalue_reference_t = typename add_rvalue_reference<T_>::type;
template <class F_> using result_of_t = typename result_of<F_>::type;
template <size_t n, size_t align = 16> struct aligned_storage {
    struct type { alignas(align) unsigned char bytes[n]; };
};
template <size_t n, size_t align = 16>
using aligned_storage_t = typename aligned_storage<n, align>::type;
constexpr bool is_constant_evaluated() noexcept { return false; }

/* Two overloads, so that libclang can tell what each gives: remove_reference<T>::type && it cannot. */
template <class T_> __host__ __device__ constexpr T_ &&move(T_ &x) noexcept
{
    return static_cast<T_ &&>(x);
}
template <class T_> __host__ __device__ constexpr T_ &&move(T_ &&x) noexcept
{
    return static_cast<T_ &&>(x);
}
template <class T_> __host__ __device__ constexpr T_ &&
forward(typename remove_reference<T_>::type &x) noexcept
{
    return static_cast<T_ &&>(x);
}
template <class T_> __host__ __device__ constexpr T_ &&
forward(typename remove_reference<T_>::type &&x) noexcept
{
    return static_cast<T_ &&>(x);
}
template <class T_> __host__ __device__ __csl_constexpr14 void swap(T_ &a, T_ &b)
{
    T_ old = a;
    a = b;
    b = old;
}
template <class T_, class U_ = T_> __host__ __device__ __csl_constexpr14 T_ exchange(T_ &x, U_ &&value)
{
    T_ old = x;
    x = value;
    return old;
}
template <class T_> __host__ __device__ constexpr T_ *addressof(T_ &x) { return
    __builtin_addressof(x); }
template <class T_> __host__ __device__ constexpr const T_ &as_const(T_ &x) { return x; }
template <class T_, class U_> struct pair {
    typedef T_ first_type;
    typedef U_ second_type;
    T_ first;
    U_ second;
    __host__ __device__ constexpr pair() : first(), second() {}
    __host__ __device__ constexpr pair(const T_ &a, const U_ &b) : first(a), second(b) {}
    template <class A_, class B_>
    __host__ __device__ constexpr pair(A_ &&a, B_ &&b) : first(a), second(b) {}
    template <class A_, class B_>
    __host__ __device__ constexpr pair(const pair<A_, B_> &o) : first(o.first), second(o.second) {}
};
#if __cplusplus >= 201703L
template <class T_, class U_> pair(T_, U_) -> pair<T_, U_>;
#endif
template <class T_, class U_>
__host__ __device__ constexpr pair<__decay(T_), __decay(U_)> make_pair(T_ &&a, U_ &&b)
{
    return {a, b};
}
template <class A_, class B_>
__host__ __device__ constexpr bool operator==(const pair<A_, B_> &a, const pair<A_, B_> &b)
{
    return a.first == b.first && a.second == b.second;
}
template <class A_, class B_>
__host__ __device__ constexpr bool operator<(const pair<A_, B_> &a, const pair<A_, B_> &b)
{
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <class T_, T_... i> struct integer_sequence {
    static constexpr size_t size() { return sizeof...(i); }
};
template <size_t... i> using index_sequence = integer_sequence<size_t, i...>;
template <class T_, T_ n> using make_integer_sequence = __make_integer_seq<integer_sequence, T_, n>;
template <size_t n> using make_index_sequence = make_integer_sequence<size_t, n>;
template <class... T_> using index_sequence_for = make_index_sequence<sizeof...(T_)>;
template <class T_> struct tuple_size;
template <size_t i, class T_> struct tuple_element;
struct in_place_t {};
struct piecewise_construct_t {};

template <class T_> class initializer_list {
    const T_ *first;
    size_t count;
public:
    typedef T_ value_type;
    typedef const T_ *iterator;
    typedef const T_ *const_iterator;
    constexpr initializer_list() : first(nullptr), count(0) {}
    constexpr size_t size() const { return count; }
    constexpr const T_ *begin() const { return first; }
    constexpr const T_ *end() const { return first + count; }
};

enum float_round_style {
    round_indeterminate = -1, round_toward_zero, round_to_nearest, round_toward_infinity,
    round_toward_neg_infinity
};
enum float_denorm_style { denorm_indeterminate = -1, denorm_absent, denorm_present };
template <class T_> struct numeric_limits {
    static constexpr bool is_specialized = false, is_signed = false, is_integer = false,
                          is_exact = false, is_iec559 = false, has_infinity = false,
                          has_quiet_NaN = false;
    static constexpr int digits = 0, digits10 = 0, radix = 0;
    static constexpr T_ min() { return T_(); }
    static constexpr T_ max() { return T_(); }
};
template <class T_> struct numeric_limits<const T_> : numeric_limits<T_> {};
#define __csl_limits(T_, low, high, is_int)                                                        \
    template <> struct numeric_limits<T_> {                                                        \
        typedef T_ type;                                                                           \
        static constexpr bool is_specialized = true, is_integer = is_int,                          \
                              is_exact = is_int, is_signed = type(-1) < type(0),                   \
                              is_bounded = true, is_modulo = is_int && !is_signed,                 \
                              is_iec559 = !is_int, has_infinity = !is_int,                         \
                              has_quiet_NaN = !is_int, has_signaling_NaN = !is_int;                \
        static constexpr float_denorm_style has_denorm = is_int ? denorm_absent : denorm_present;  \
        static constexpr float_round_style round_style = is_int ? round_toward_zero :              \
            round_to_nearest;                                                                      \
        static constexpr int radix = 2, digits = is_int ? sizeof(T_) * 8 - is_signed :             \
            sizeof(T_) == 4 ? 24 : 53, digits10 = is_int ? digits * 3 / 10 : sizeof(T_) == 4 ? 6 : \
            15, max_exponent = is_int ? 0 : sizeof(T_) == 4 ? 128 : 1024,                          \
            min_exponent = is_int ? 0 : sizeof(T_) == 4 ? -125 : -1021;                            \
        __host__ __device__ static constexpr T_ signaling_NaN() { return type(); }                 \
        __host__ __device__ static constexpr T_ denorm_min() { return is_int ? type(0) : low; }    \
        __host__ __device__ static constexpr T_ min() { return low; }                              \
        __host__ __device__ static constexpr T_ max() { return high; }                             \
        __host__ __device__ static constexpr T_ lowest() { return is_int ? low : type(-high); }    \
        __host__ __device__ static constexpr T_ infinity() { return is_int ? type(0) : type(high)  \
            * 2; }                                                                                 \
        __host__ __device__ static constexpr T_ quiet_NaN() { return type(); }                     \
        __host__ __device__ static constexpr T_ epsilon()                                          \
        {                                                                                          \
            return is_int ? type(0) : sizeof(T_) == 4 ? type(__FLT_EPSILON__) :                    \
                type(__DBL_EPSILON__);                                                             \
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

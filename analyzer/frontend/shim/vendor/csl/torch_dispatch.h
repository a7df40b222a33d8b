#pragma once
#pragma clang system_header
/* AT_DISPATCH_...: the lambda runs for one of several element types; here for two of them, one of
 * which is short where the macro knows one. */
#include <csl/torch_types.h>
#define __csl_dispatch_two(name, A_, B_, ...)                                                      \
    [&] {                                                                                          \
        if (__csl_uniform(__csl_grid, 0)) {                                                        \
            using name = A_;                                                                       \
            return __VA_ARGS__();                                                                  \
        }                                                                                          \
        using name = B_;                                                                           \
        return __VA_ARGS__();                                                                      \
    }()
#define __csl_cpp(s) c10::impl::ScalarTypeToCPPTypeT<s>
#define AT_DISPATCH_FLOATING_TYPES(t, n, ...)                                                      \
    __csl_dispatch_two(scalar_t, float, double, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(t, n, ...)                                             \
    __csl_dispatch_two(scalar_t, float, at::Half, __VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(t, n, ...)                                              \
    __csl_dispatch_two(scalar_t, at::Half, at::BFloat16, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(s, t, n, ...)                                               \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(s, s2, t, n, ...)                                          \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND3(s, s2, s3, t, n, ...)                                      \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(t, n, ...)                                          \
    __csl_dispatch_two(scalar_t, float, c10::complex<float>, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(s, s2, t, n, ...)                              \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(t, n, ...)                                                      \
    __csl_dispatch_two(scalar_t, int, int16_t, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES_AND(s, t, n, ...)                                               \
    __csl_dispatch_two(scalar_t, int, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(t, n, ...) __csl_dispatch_two(scalar_t, float, int16_t, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(s, t, n, ...)                                                    \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(s, s2, t, n, ...)                                               \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(s, s2, s3, t, n, ...)                                           \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(t, n, ...)                                               \
    __csl_dispatch_two(scalar_t, float, int16_t, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(s, s2, t, n, ...)                                   \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(s, s2, s3, t, n, ...)                               \
    __csl_dispatch_two(scalar_t, float, __csl_cpp(s), __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(t, n, ...)                                                         \
    __csl_dispatch_two(index_t, int32_t, int64_t, __VA_ARGS__)
#define AT_WRAP(...) __VA_ARGS__
#define AT_EXPAND(...) __VA_ARGS__
#define AT_DISPATCH_V2(t, n, body, ...) __csl_dispatch_two(scalar_t, float, at::Half, body)

/* Cases that a project lists itself: each one runs. */
#define AT_DISPATCH_SWITCH(t, n, ...)                                                              \
    [&] {                                                                                          \
        switch (t) {                                                                               \
            __VA_ARGS__                                                                            \
        default: throw ::c10::Error();                                                             \
        }                                                                                          \
    }()
#define AT_PRIVATE_CASE_TYPE_USING_HINT(s, name, ...)                                              \
    case s: {                                                                                      \
        using name = __csl_cpp(s);                                                                 \
        return __VA_ARGS__();                                                                      \
    }
#define AT_PRIVATE_CASE_TYPE(n, s, T_, ...) AT_PRIVATE_CASE_TYPE_USING_HINT(s, scalar_t, __VA_ARGS__)
#define AT_DISPATCH_CASE(s, ...) AT_PRIVATE_CASE_TYPE_USING_HINT(s, scalar_t, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                                                       \
    AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)                                           \
    AT_DISPATCH_CASE(at::ScalarType::Double, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...)                                              \
    AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)                                           \
    AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND(s, ...)                                                \
    AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__) AT_DISPATCH_CASE(s, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND2(s, s2, ...)                                           \
    AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__) AT_DISPATCH_CASE(s, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                       \
    AT_DISPATCH_CASE(at::ScalarType::Int, __VA_ARGS__)                                             \
    AT_DISPATCH_CASE(at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                                            \
    AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)                                           \
    AT_DISPATCH_CASE(at::ScalarType::Short, __VA_ARGS__)

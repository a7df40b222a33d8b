/* What the declarations of undeclared names are made of (declarations.c): a class that may
 * be used like any number, and a pointer that may point to anything. */
#pragma clang system_header
#ifndef __CSL_UNKNOWN_H
#define __CSL_UNKNOWN_H

/* Any value at all, which no thread knows of another. */
template <class T_> __host__ __device__ T_ __csl_guess();
inline __host__ __device__ int __csl_guessed_loop() { return __csl_guess<int>(); }

struct __csl_unknown;
template <class T_> inline __host__ __device__ int __csl_read(const T_ &x);

struct __csl_unknown {
    int __csl_value;
    template <class T_> __host__ __device__ __csl_unknown &operator=(const T_ &x)
    {
        __csl_value = __csl_read(x);
        return *this;
    }
    __csl_unknown &operator=(const __csl_unknown &) = default;
    template <class T_, bool = static_cast<bool>(1 / !__is_base_of(__csl_unknown, T_))>
    __host__ __device__ operator T_() const
    {
        if constexpr (__is_arithmetic(T_))
            return static_cast<T_>(__csl_value);
        else
            return __csl_guess<T_>();
    }
    /* Where these lead is not known: calls that are not followed. */
    template <class T_> __host__ __device__ __csl_unknown &operator[](const T_ &);
    template <class... A_> __host__ __device__ __csl_unknown &operator()(A_ &&...);
    __host__ __device__ __csl_unknown &operator*();
    template <class T_> __host__ __device__ __csl_unknown &__csl_becomes(const T_ &x)
    {
        __csl_value = __csl_value + __csl_read(x) + __csl_guess<int>();
        return *this;
    }
#define __csl_assigning(op)                                                                        \
    template <class T_> __host__ __device__ __csl_unknown &operator op(const T_ &x)                \
    {                                                                                              \
        return __csl_becomes(x);                                                                   \
    }
    __csl_assigning(+=) __csl_assigning(-=) __csl_assigning(*=) __csl_assigning(/=)
    __csl_assigning(%=) __csl_assigning(&=) __csl_assigning(|=) __csl_assigning(^=)
    __csl_assigning(<<=) __csl_assigning(>>=)
#undef __csl_assigning
    __host__ __device__ __csl_unknown &operator++() { return __csl_becomes(1); }
    __host__ __device__ __csl_unknown &operator--() { return __csl_becomes(1); }
    __host__ __device__ __csl_unknown operator++(int) { return __csl_becomes(1); }
    __host__ __device__ __csl_unknown operator--(int) { return __csl_becomes(1); }
    __host__ __device__ int operator-() const { return -__csl_value; }
    __host__ __device__ int operator~() const { return ~__csl_value; }
};

template <class T_> inline __host__ __device__ int __csl_read(const T_ &x)
{
    if constexpr (__is_base_of(__csl_unknown, T_))
        return x.__csl_value;
    else if constexpr (__is_arithmetic(T_) || __is_enum(T_)) /* a float is read, at least */
        return static_cast<int>(x);
    else
        return __csl_guess<int>();
}

template <class A_, class B_>
constexpr bool __csl_either_unknown = __is_base_of(__csl_unknown, A_) || __is_base_of(__csl_unknown, B_);

#define __csl_between(result, op)                                                                  \
    template <class A_, class B_, bool = static_cast<bool>(1 / __csl_either_unknown<A_, B_>)>          \
    inline __host__ __device__ result operator op(const A_ &a, const B_ &b)                          \
    {                                                                                              \
        return __csl_read(a) op __csl_read(b);                                                     \
    }
__csl_between(int, +) __csl_between(int, -) __csl_between(int, *) __csl_between(int, /)
__csl_between(int, %) __csl_between(int, &) __csl_between(int, |) __csl_between(int, ^)
__csl_between(int, <<) __csl_between(int, >>) __csl_between(bool, ==) __csl_between(bool, !=)
__csl_between(bool, <) __csl_between(bool, <=) __csl_between(bool, >) __csl_between(bool, >=)
#undef __csl_between

/* A_ member that is subscripted or becomes a pointer. */
struct __csl_unknown_pointer {
    int *__csl_pointer;
    template <class T_> __host__ __device__ operator T_ *() const
    {
        return reinterpret_cast<T_ *>(__csl_pointer);
    }
    template <class T_> __host__ __device__ __csl_unknown_pointer &operator=(T_ *p)
    {
        __csl_pointer = (int *)p;
        return *this;
    }
    template <class T_> __host__ __device__ int &operator[](const T_ &i) const
    {
        return __csl_pointer[static_cast<long long>(i)];
    }
    template <class T_> __host__ __device__ int *operator+(const T_ &i) const
    {
        return __csl_pointer + static_cast<long long>(i);
    }
    __host__ __device__ int &operator*() const { return *__csl_pointer; }
    __host__ __device__ bool operator==(decltype(nullptr)) const { return !__csl_pointer; }
    __host__ __device__ bool operator!=(decltype(nullptr)) const { return __csl_pointer; }
    __host__ __device__ explicit operator bool() const { return __csl_pointer; }
};

#endif

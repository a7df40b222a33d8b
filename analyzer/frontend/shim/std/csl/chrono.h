#pragma once
#pragma clang system_header
/* <chrono>, <ratio> and sleeping threads: host code. */
#include <csl/containers.h>
namespace std {
template <long a, long b = 1> struct ratio {};
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
namespace chrono {
template <class T_, class P_ = ratio<1>> struct duration {
    template <class... A_> constexpr duration(A_ &&...);
    T_ count() const;
    template <class D_> duration &operator+=(const D_ &);
    template <class D_> duration operator+(const D_ &) const;
    template <class D_> duration operator-(const D_ &) const;
    template <class D_> double operator/(const D_ &) const;
    template <class D_> bool operator<(const D_ &) const;
    template <class D_> bool operator>(const D_ &) const;
    template <class D_> bool operator<=(const D_ &) const;
    template <class D_> bool operator>=(const D_ &) const;
    template <class D_> duration operator*(const D_ &) const;
};
typedef duration<long, ratio<3600>> hours;
typedef duration<long, ratio<60>> minutes;
typedef duration<long> seconds;
typedef duration<long, milli> milliseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, nano> nanoseconds;
template <class C_, class D_ = nanoseconds> struct time_point {
    nanoseconds operator-(const time_point &) const;
    nanoseconds time_since_epoch() const;
    template <class T_> time_point operator+(const T_ &) const;
    bool operator<(const time_point &) const;
    bool operator>(const time_point &) const;
    bool operator<=(const time_point &) const;
    bool operator>=(const time_point &) const;
};
#define __csl_clock(name)                                                                          \
    struct name {                                                                                  \
        typedef nanoseconds duration;                                                              \
        typedef chrono::time_point<name> time_point;                                               \
        static time_point now();                                                                   \
        static long to_time_t(const time_point &);                                                 \
    };
__csl_clock(system_clock) __csl_clock(steady_clock) __csl_clock(high_resolution_clock)
#undef __csl_clock
template <class D_, class S_> D_ duration_cast(const S_ &);
}
inline namespace literals {
inline namespace chrono_literals {
constexpr chrono::hours operator""h(unsigned long long n) { return n; }
constexpr chrono::minutes operator""min(unsigned long long n) { return n; }
constexpr chrono::seconds operator""s(unsigned long long n) { return n; }
constexpr chrono::milliseconds operator""ms(unsigned long long n) { return n; }
constexpr chrono::microseconds operator""us(unsigned long long n) { return n; }
constexpr chrono::nanoseconds operator""ns(unsigned long long n) { return n; }
}
}
namespace this_thread {
template <class D_> void sleep_for(const D_ &);
void yield();
}
}

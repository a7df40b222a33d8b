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
template <class T, class P = ratio<1>> struct duration {
    template <class... A> constexpr duration(A &&...);
    T count() const;
    template <class D> duration &operator+=(const D &);
    template <class D> duration operator+(const D &) const;
    template <class D> duration operator-(const D &) const;
    template <class D> double operator/(const D &) const;
    template <class D> bool operator<(const D &) const;
    template <class D> bool operator>(const D &) const;
};
typedef duration<long> seconds;
typedef duration<long, milli> milliseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, nano> nanoseconds;
template <class C, class D = nanoseconds> struct time_point {
    nanoseconds operator-(const time_point &) const;
    nanoseconds time_since_epoch() const;
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
template <class D, class S> D duration_cast(const S &);
}
namespace this_thread {
template <class D> void sleep_for(const D &);
void yield();
}
}

#pragma once
#pragma clang system_header
/* <random> and <chrono> and <complex>: host code. */
#include <csl/traits.h>
namespace std {
#define __csl_engine(name)                                                                         \
    struct name {                                                                                  \
        typedef unsigned result_type;                                                              \
        template <class... A_> explicit name(A_ &&...);                                            \
        unsigned operator()();                                                                     \
        template <class S_> void seed(S_);                                                         \
        static constexpr unsigned min() { return 0; }                                              \
        static constexpr unsigned max() { return 4294967295u; }                                    \
    };
__csl_engine(mt19937) __csl_engine(mt19937_64) __csl_engine(default_random_engine)
__csl_engine(minstd_rand) __csl_engine(minstd_rand0) __csl_engine(random_device)
#undef __csl_engine
#define __csl_distribution(name, T0)                                                               \
    template <class T_ = T0> struct name {                                                         \
        template <class... A_> explicit name(A_ &&...);                                            \
        template <class G_> T_ operator()(G_ &);                                                   \
    };
__csl_distribution(uniform_int_distribution, int) __csl_distribution(normal_distribution, double)
__csl_distribution(uniform_real_distribution, double)
__csl_distribution(exponential_distribution, double) __csl_distribution(poisson_distribution, int)
__csl_distribution(discrete_distribution, int) __csl_distribution(geometric_distribution, int)
__csl_distribution(binomial_distribution, int) __csl_distribution(lognormal_distribution, double)
__csl_distribution(gamma_distribution, double)
#undef __csl_distribution
struct bernoulli_distribution {
    template <class... A_> explicit bernoulli_distribution(A_ &&...);
    template <class G_> bool operator()(G_ &);
};
}

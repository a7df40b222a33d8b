#pragma once
#pragma clang system_header
/* <cmath>, <cstdlib> ... : the global functions under std. */
#include <csl/traits.h>
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
namespace std {
using ::abs; using ::acos; using ::acosf; using ::acosh; using ::asin; using ::asinh; using ::atan;
using ::atan2; using ::atanh; using ::cbrt; using ::ceil; using ::ceilf; using ::copysign;
using ::cos; using ::cosf; using ::cosh; using ::erf; using ::erfc; using ::exp; using ::exp2;
using ::expf; using ::expm1; using ::fabs; using ::fabsf; using ::fdim; using ::floor;
using ::floorf; using ::fma; using ::fmax; using ::fmaxf; using ::fmin; using ::fminf; using ::fmod;
using ::fmodf; using ::frexp; using ::hypot; using ::isfinite; using ::isinf; using ::isnan;
using ::isnormal; using ::ldexp; using ::lgamma; using ::llrint; using ::llround; using ::log;
using ::log10; using ::log1p; using ::log2; using ::log2f; using ::logf; using ::lrint;
using ::lround; using ::modf; using ::nan; using ::nearbyint; using ::nextafter; using ::pow;
using ::powf; using ::remainder; using ::rint; using ::round; using ::roundf; using ::signbit;
using ::sin; using ::sinf; using ::sinh; using ::sqrt; using ::sqrtf; using ::tan; using ::tanf;
using ::tanh; using ::tanhf; using ::tgamma; using ::trunc; using ::truncf; using ::labs;
using ::llabs;
using ::acoshf; using ::asinf; using ::asinhf; using ::atanf; using ::atan2f; using ::atanhf;
using ::cbrtf; using ::copysignf; using ::coshf; using ::erff; using ::erfcf; using ::exp2f;
using ::expm1f; using ::fdimf; using ::fmaf; using ::hypotf; using ::ldexpf; using ::lgammaf;
using ::log10f; using ::log1pf; using ::logb; using ::logbf; using ::modff; using ::nearbyintf;
using ::nextafterf; using ::remainderf; using ::rintf; using ::sinhf; using ::tgammaf;
using ::lrintf; using ::lroundf; using ::llrintf; using ::llroundf; using ::scalbn; using ::scalbnf;
using ::ilogb; using ::ilogbf; using ::frexpf;
}

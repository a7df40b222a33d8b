#pragma once
#pragma clang system_header
/* GoogleMock's matchers: what they are given is evaluated, the outcome is not known. */
#include <gtest/gtest.h>
namespace testing {
struct __csl_matcher {};
#define __csl_makes_matcher(name) template <class... A_> __csl_matcher name(A_ &&...);
__csl_makes_matcher(Eq) __csl_makes_matcher(Ne) __csl_makes_matcher(Lt) __csl_makes_matcher(Le)
__csl_makes_matcher(Gt) __csl_makes_matcher(Ge) __csl_makes_matcher(FloatEq)
__csl_makes_matcher(DoubleEq) __csl_makes_matcher(FloatNear) __csl_makes_matcher(DoubleNear)
__csl_makes_matcher(HasSubstr) __csl_makes_matcher(StartsWith) __csl_makes_matcher(ElementsAre)
__csl_makes_matcher(ElementsAreArray) __csl_makes_matcher(UnorderedElementsAre)
__csl_makes_matcher(Pointwise) __csl_makes_matcher(Each) __csl_makes_matcher(Not)
__csl_makes_matcher(AllOf) __csl_makes_matcher(AnyOf) __csl_makes_matcher(IsEmpty)
__csl_makes_matcher(SizeIs) __csl_makes_matcher(Contains) __csl_makes_matcher(IsNull)
__csl_makes_matcher(NotNull) __csl_makes_matcher(ContainerEq)
#undef __csl_makes_matcher
}

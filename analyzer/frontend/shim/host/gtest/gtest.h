#pragma once
#pragma clang system_header
/* GoogleTest. A test is a function of the host that launches what it tests; a fatal check leaves it. */
#include <iostream>
#include <ostream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>
namespace testing {
struct Message {
    template <class T_> const Message &operator<<(const T_ &) const;
    const Message &operator<<(std::ostream &(*)(std::ostream &)) const;
};
struct __csl_failure { void operator=(const Message &) const; };
struct AssertionResult {
    AssertionResult(bool = true);
    template <class T_> AssertionResult &operator<<(const T_ &);
    explicit operator bool() const;
    AssertionResult operator!() const;
    const char *message() const;
};
AssertionResult AssertionSuccess();
AssertionResult AssertionFailure();
struct TestInfo {
    const char *name() const, *test_suite_name() const, *test_case_name() const;
};
struct UnitTest {
    static UnitTest *GetInstance();
    const TestInfo *current_test_info() const;
    int random_seed() const;
};
struct Test {
    virtual ~Test();
    virtual void SetUp();
    virtual void TearDown();
    static void SetUpTestSuite();
    static void TearDownTestSuite();
    static bool HasFailure(), HasFatalFailure(), IsSkipped();
    template <class... A_> static void RecordProperty(A_ &&...);
};
struct Environment {
    virtual ~Environment();
    virtual void SetUp();
    virtual void TearDown();
};
Environment *AddGlobalTestEnvironment(Environment *);
template <class P_> struct WithParamInterface {
    typedef P_ ParamType;
    static const P_ &GetParam();
};
template <class P_> struct TestWithParam : Test, WithParamInterface<P_> {};
template <class P_> struct TestParamInfo {
    P_ param;
    size_t index;
};
template <class... T_> struct Types { typedef Types type; };
/* The values that tests run with, by any generator: nothing is known of them. */
struct __csl_values {};
template <class... A_> __csl_values Values(A_ &&...);
template <class... A_> __csl_values ValuesIn(A_ &&...);
template <class T_> __csl_values ValuesIn(std::initializer_list<T_>);
template <class... A_> __csl_values Combine(A_ &&...);
template <class... A_> __csl_values Range(A_ &&...);
__csl_values Bool();
template <class T_> std::string PrintToString(const T_ &);
std::string TempDir();
void InitGoogleTest();
template <class C_> void InitGoogleTest(int *, C_ **);
inline std::string FLAGS_gtest_filter;
inline bool FLAGS_gtest_break_on_failure;
inline int FLAGS_gtest_repeat;
template <class F_, class... T_> void __csl_each_type(Types<T_...>) { (F_::template run<T_>(), ...); }
}
#define GTEST_FLAG(name) FLAGS_gtest_##name
#define GTEST_FLAG_SET(name, value) (void)(::testing::FLAGS_gtest_##name = (value))
#define GTEST_FLAG_GET(name) ::testing::FLAGS_gtest_##name
int RUN_ALL_TESTS();

/* ---- tests ---------------------------------------------------------------------------------- */
#define __csl_test(suite, name, base)                                                              \
    struct suite##_##name##_Test : base { void TestBody(); };                                      \
    void suite##_##name##_Test::TestBody()
#define TEST(suite, name) __csl_test(suite, name, ::testing::Test)
#define TEST_F(suite, name) __csl_test(suite, name, suite)
#define TEST_P(suite, name) __csl_test(suite, name, suite)
#define GTEST_TEST(suite, name) TEST(suite, name)
#define INSTANTIATE_TEST_SUITE_P(prefix, suite, ...)
#define INSTANTIATE_TEST_CASE_P(prefix, suite, ...)
#define GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(suite)
/* A typed test is instantiated with each type of its suite. */
#define __csl_types_of(types, ...) types
#define TYPED_TEST_SUITE(suite, ...)                                                               \
    typedef typename __csl_types_of(__VA_ARGS__, )::type suite##_types
#define TYPED_TEST_CASE(suite, ...) TYPED_TEST_SUITE(suite, __VA_ARGS__)
#define TYPED_TEST(suite, name)                                                                    \
    template <class T_> struct suite##_##name##_Test : suite<T_> {                                 \
        typedef suite<T_> TestFixture;                                                             \
        typedef T_ TypeParam;                                                                      \
        void TestBody();                                                                           \
    };                                                                                             \
    struct suite##_##name##_run {                                                                  \
        template <class T_> static void run() { suite##_##name##_Test<T_>().TestBody(); }          \
    };                                                                                             \
    inline void suite##_##name##_all()                                                             \
    {                                                                                              \
        ::testing::__csl_each_type<suite##_##name##_run>(suite##_types());                         \
    }                                                                                              \
    template <class T_> void suite##_##name##_Test<T_>::TestBody()

/* ---- checks --------------------------------------------------------------------------------- */
#define __csl_expects(...)                                                                         \
    if (__VA_ARGS__)                                                                               \
        ;                                                                                          \
    else                                                                                           \
        ::testing::__csl_failure() = ::testing::Message()
#define __csl_asserts(...)                                                                         \
    if (__VA_ARGS__)                                                                               \
        ;                                                                                          \
    else                                                                                           \
        return ::testing::__csl_failure() = ::testing::Message()
#define EXPECT_TRUE(...) __csl_expects(static_cast<bool>(__VA_ARGS__))
#define EXPECT_FALSE(...) __csl_expects(!static_cast<bool>(__VA_ARGS__))
#define EXPECT_EQ(a, b) __csl_expects((a) == (b))
#define EXPECT_NE(a, b) __csl_expects((a) != (b))
#define EXPECT_LT(a, b) __csl_expects((a) < (b))
#define EXPECT_LE(a, b) __csl_expects((a) <= (b))
#define EXPECT_GT(a, b) __csl_expects((a) > (b))
#define EXPECT_GE(a, b) __csl_expects((a) >= (b))
#define ASSERT_TRUE(...) __csl_asserts(static_cast<bool>(__VA_ARGS__))
#define ASSERT_FALSE(...) __csl_asserts(!static_cast<bool>(__VA_ARGS__))
#define ASSERT_EQ(a, b) __csl_asserts((a) == (b))
#define ASSERT_NE(a, b) __csl_asserts((a) != (b))
#define ASSERT_LT(a, b) __csl_asserts((a) < (b))
#define ASSERT_LE(a, b) __csl_asserts((a) <= (b))
#define ASSERT_GT(a, b) __csl_asserts((a) > (b))
#define ASSERT_GE(a, b) __csl_asserts((a) >= (b))
/* Checks whose outcome says nothing of launches. */
namespace testing { template <class... A_> bool __csl_checks(A_ &&...); }
#define EXPECT_FLOAT_EQ(a, b) __csl_expects(::testing::__csl_checks(a, b))
#define EXPECT_DOUBLE_EQ(a, b) __csl_expects(::testing::__csl_checks(a, b))
#define EXPECT_NEAR(a, b, error) __csl_expects(::testing::__csl_checks(a, b, error))
#define EXPECT_STREQ(a, b) __csl_expects(::testing::__csl_checks(a, b))
#define EXPECT_STRNE(a, b) __csl_expects(::testing::__csl_checks(a, b))
#define EXPECT_THAT(value, matcher) __csl_expects(::testing::__csl_checks(value))
#define ASSERT_FLOAT_EQ(a, b) __csl_asserts(::testing::__csl_checks(a, b))
#define ASSERT_DOUBLE_EQ(a, b) __csl_asserts(::testing::__csl_checks(a, b))
#define ASSERT_NEAR(a, b, error) __csl_asserts(::testing::__csl_checks(a, b, error))
#define ASSERT_STREQ(a, b) __csl_asserts(::testing::__csl_checks(a, b))
#define ASSERT_THAT(value, matcher) __csl_asserts(::testing::__csl_checks(value))
/* The statement runs; whether it throws is not followed. */
#define __csl_runs(statement)                                                                      \
    if (::testing::__csl_checks()) {                                                               \
        statement;                                                                                 \
    } else                                                                                         \
        ::testing::__csl_failure() = ::testing::Message()
#define EXPECT_THROW(statement, exception) __csl_runs(statement)
#define EXPECT_ANY_THROW(statement) __csl_runs(statement)
#define EXPECT_NO_THROW(statement) __csl_runs(statement)
#define EXPECT_DEATH(statement, matcher) __csl_runs(statement)
#define EXPECT_EXIT(statement, predicate, matcher) __csl_runs(statement)
#define ASSERT_THROW(statement, exception) __csl_runs(statement)
#define ASSERT_NO_THROW(statement) __csl_runs(statement)
#define ASSERT_DEATH(statement, matcher) __csl_runs(statement)
#define ASSERT_NO_FATAL_FAILURE(statement) __csl_runs(statement)
#define EXPECT_NO_FATAL_FAILURE(statement) __csl_runs(statement)
#define FAIL() return ::testing::__csl_failure() = ::testing::Message()
#define GTEST_FAIL() FAIL()
#define ADD_FAILURE() ::testing::__csl_failure() = ::testing::Message()
#define SUCCEED() ::testing::__csl_failure() = ::testing::Message()
#define GTEST_SUCCEED() SUCCEED()
#define GTEST_SKIP() return ::testing::__csl_failure() = ::testing::Message()
#define SCOPED_TRACE(...) ((void)0)

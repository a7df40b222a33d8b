#!/bin/sh
# Programs that test kernels with GoogleTest: a test is a function of the host, whatever its kind, and
# what it launches is judged with that block. Nothing of the library needs to be there.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <regex>
#include <tuple>
#define KERNEL(name)                                                                               \
    template <class T> __global__ void name(T *a)                                                  \
    {                                                                                              \
        __shared__ T s[64];                                                                        \
        s[threadIdx.x % 64] = a[threadIdx.x];                                                      \
        __syncthreads();                                                                           \
        a[threadIdx.x] = s[63 - threadIdx.x % 64];                                                 \
    }
KERNEL(right_plain) KERNEL(right_fixture) KERNEL(right_parameter) KERNEL(right_typed)
KERNEL(wrong_plain) KERNEL(wrong_parameter)
TEST(Plain, Copies)
{
    double *d = nullptr;
    right_plain<<<1, 64>>>(d);
    EXPECT_EQ(cudaSuccess, cudaGetLastError()) << "after " << 1 << std::endl;
    ASSERT_TRUE(d != nullptr);
    wrong_plain<<<1, 128>>>(d);
    EXPECT_THAT(*d, testing::DoubleNear(1, 0.5));
    std::smatch m;
    EXPECT_TRUE(std::regex_search(std::string("a"), m, std::regex("a.*"))) << m[0].str();
}
struct Device : testing::Test {
    float *d = nullptr;
    void SetUp() override { cudaMalloc(&d, 256); }
};
TEST_F(Device, Copies) { right_fixture<<<1, 64>>>(d); EXPECT_NEAR(1.0, d[0], 0.1); }
struct Sized : testing::TestWithParam<std::tuple<int, long>> {};
TEST_P(Sized, Copies)
{
    int n;
    long more;
    std::tie(n, more) = GetParam();
    auto [first, second] = GetParam();
    const auto [one, other] = std::make_tuple(first, second);
    std::optional<long> given = more;
    ASSERT_EQ(given, n) << testing::PrintToString(one + other);
    short *d = nullptr;
    right_parameter<<<1, 64>>>(d);
    auto launch = [&] { wrong_parameter<<<1, 128>>>(d); };
    EXPECT_NO_THROW(launch());
}
INSTANTIATE_TEST_SUITE_P(All, Sized, testing::Combine(testing::Values(1), testing::Values(2L)));
template <class T> struct Typed : testing::Test { T *d = nullptr; };
typedef testing::Types<int, float> Numbers;
TYPED_TEST_SUITE(Typed, Numbers);
TYPED_TEST(Typed, Copies) { right_typed<TypeParam><<<1, 64>>>(this->d); SUCCEED() << "done"; }
int main(int n, char **v) { testing::InitGoogleTest(&n, v); return RUN_ALL_TESTS(); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" -- -std=c++20 >"$dir/out" 2>&1 || true
for name in right_plain right_fixture right_parameter right_typed; do
    grep -q "kernel: $name\( <.*>\)*: proved .*for 64x1x1" "$dir/out" || { echo "$name"; cat "$dir/out"; exit 1; }
done
for name in wrong_plain wrong_parameter; do
    grep -q "kernel: $name <.*>: findings" "$dir/out" || { echo "$name"; cat "$dir/out"; exit 1; }
done
! grep -q 'missing\|does not compile' "$dir/out" || { cat "$dir/out"; exit 1; }

#!/bin/sh
# What host code of CUDA libraries asks of the C++ library and of the driver: printing beside operators that convert
# numbers to their own classes, parts of strings, iterators of constants, structured bindings of others' tuples. Each
# static_assert that fails leaves the kernels undecided.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <atomic>
#include <chrono>
#include <cmath>
#include <cuda.h>
#include <cuda_bf16.hpp>
#include <cuda_fp8.hpp>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>
class log : public std::ostream {
    class lines : public std::stringbuf {
        int sync() override;
    };
    lines buffer;

public:
    log() : std::ostream(&buffer) {}
};
struct quiet : std::streambuf {
    int overflow(int c) override { return c; }
};
inline void silence(quiet *q) { std::cout.rdbuf(q); }
using namespace std::chrono_literals;
using namespace std::string_view_literals;
std::atomic_int_fast32_t users;
static_assert(sizeof("key"s) && "value"sv.size() == 5 && sizeof(std::chrono::system_clock::now() + 20ms));
static_assert(cudaErrorCudartUnloading == 4 && cudaErrorNoDevice == 100 && cudaDevAttrMaxBlockDimX == 2);
static_assert(sizeof(std::nearbyintf(1.f) + __ull2float_rd(1)) == 4);
namespace host { inline float __ull2float_rd(unsigned long long n) { return n; } }
enum plain { first };
enum class scoped { second };
struct named { int x; };
std::ostream &operator<<(std::ostream &, dim3);
std::ostream &operator<<(std::ostream &, named);
namespace mine {
template <class... T> struct row {
    int a, b;
    template <int i> __host__ __device__ int get() const { return i ? b : a; }
};
}
namespace std {
template <class... T> struct tuple_size<mine::row<T...>> : integral_constant<size_t, 2> {};
template <size_t i, class... T> struct tuple_element<i, mine::row<T...>> { typedef int type; };
}
template <class T> using printed = decltype(std::declval<std::ostream &>() << std::declval<T>());
template <class... T> constexpr bool all_printed = (std::is_same_v<printed<T>, std::ostream &> && ...);
static_assert(all_printed<bool, short, int, unsigned, long, size_t, float, double, char, const char *, void *>);
static_assert(all_printed<plain, CUresult, cudaError_t, named, dim3, std::string, std::string_view>);
static_assert(std::is_same_v<decltype(std::declval<std::ostringstream &>() << "of " << 1 << std::endl), std::ostream &>);
static_assert(sizeof(std::string(std::string("--key=value"), 2, 3)) && sizeof(std::string(std::string("key"), 1)));
using table = std::vector<std::string>;
static_assert(sizeof(std::declval<table::const_iterator &>() = std::declval<table &>().begin()));
static_assert(sizeof(std::declval<table::const_iterator>() != std::declval<table &>().end()));
static_assert(sizeof(std::unordered_map<scoped, table>{{scoped::second, {"a", "b", "c"}}, {scoped::second, {"d", "e"}}}));
static_assert(sizeof(std::bernoulli_distribution(0.5)));
static_assert(sizeof(cuMemsetD32Async(CUdeviceptr(), 1u, 2, 0)) && cudaOccupancyDisableCachingOverride == 1);
__global__ void right(int *o, const mine::row<int> *rows, int *flag)
{
    __shared__ int s[64];
    const auto &[a, b] = rows[blockIdx.x];
    s[threadIdx.x] = __nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED) + a + b;
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void wrong(int *o, const mine::row<int> *rows, int *flag)
{
    __shared__ int s[64];
    const auto &[a, b] = rows[blockIdx.x];
    s[threadIdx.x] = __nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED) + a + b;
    o[threadIdx.x] = s[63 - threadIdx.x];
}
void run(int *o, const mine::row<int> *rows, int *flag)
{
    right<<<1, 64>>>(o, rows, flag);
    wrong<<<1, 64>>>(o, rows, flag);
}
CU
for standard in 17 20; do
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" -- -std=c++$standard >"$dir/out" 2>&1 || true
    grep -q 'kernel: wrong: findings' "$dir/out" && grep -q 'kernel: right: proved' "$dir/out" ||
        { cat "$dir/out"; exit 1; }
done

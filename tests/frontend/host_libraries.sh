#!/bin/sh
# Libraries of host code (a log, formatted text, options, JSON) and what they need of the C++ library:
# a file that uses them is read, and its launches with it. Ours win over those on the path.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/other/spdlog"
echo '#error the real one' >"$dir/other/spdlog/spdlog.h"
cat >"$dir/k.cu" <<'CU'
#include <Python.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <fmt/format.h>
#include <future>
#include <gflags/gflags.h>
#include <glog/logging.h>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>
DEFINE_int32(threads, 64, "of a block");
struct place {
    std::string_view file;
    int line;
};
constexpr place here{"k.cu", 1};
static_assert(here.file.ends_with(".cu"));
static_assert(std::max({1, 3, 2}) == 3 && std::min({4, 2}) == 2);
struct range {
    bool wide;
    constexpr std::variant<int, double> most() const { return {wide ? 2 : 1}; }
    constexpr std::variant<int, double> half() const
    {
        return std::visit([](auto x) -> std::variant<int, double> { return {x / 2}; }, most());
    }
};
static std::string line(const char *form, std::vector<int> &v)
{
    std::map<const char *, int> counts;
    counts.insert({form, 1});
    std::vector<int> moved(std::make_move_iterator(v.begin()), std::make_move_iterator(v.end()));
    auto all = std::tuple_cat(std::make_tuple(1), std::make_tuple(form));
    return fmt::vformat(form, fmt::make_format_args(v.size(), std::get<0>(all)));
}
PyMODINIT_FUNC PyInit_module()
{
    static PyModuleDef module = {PyModuleDef_HEAD_INIT, "module", nullptr, 0, nullptr};
    return PyModule_Create(&module);
}
template <int N> __global__ void right(float *o)
{
    __shared__ float s[N];
    s[threadIdx.x] = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[N - 1 - threadIdx.x];
}
template <int N> __global__ void wrong(float *o)
{
    __shared__ float s[N];
    s[threadIdx.x] = o[threadIdx.x];
    o[threadIdx.x] = s[N - 1 - threadIdx.x];
}
struct job : std::enable_shared_from_this<job> {
    std::map<std::string, int> known;
    std::once_flag once;
    std::atomic<int> count{0};
    template <int N> void run(float *o, int n)
    {
        auto log = spdlog::stdout_color_mt("job");
        CHECK_EQ(n, N) << "threads";
        log->info("{} of {}", n, fmt::format("{:>3}", N));
        std::call_once(once, [&] { spdlog::set_level(spdlog::level::debug); });
        if (!known.contains("fast") && std::array<int, 2>{1, 2} == std::array<int, 2>{1, 2})
            right<N><<<1, n>>>(o);
        nlohmann::json j = {{"n", n}};
        auto done = std::async([&] { return count.fetch_add(j["n"].get<int>()); });
        wrong<N><<<1, n>>>(o);
        LOG(INFO) << "done " << done.get();
    }
};
void run(float *o) { std::make_shared<job>()->run<64>(o, FLAGS_threads); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" -- -std=c++20 -I"$dir/other" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong <64>: findings' "$dir/out" && grep -q 'kernel: right <64>: proved' "$dir/out" &&
    ! grep -q 'note: .*file not found\|missing\|does not compile' "$dir/out" ||
    { cat "$dir/out"; exit 1; }

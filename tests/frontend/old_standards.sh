#!/bin/sh
# The C++ library as older standards read it, and what of it a source sees that does not include it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for header in algorithm array cmath functional iostream map memory optional random string thread \
    tuple variant vector; do
    echo "#include <$header>"
done >"$dir/all.cu"
cat >>"$dir/all.cu" <<'CU'
__global__ void k(int *o) {
    std::tuple<int, float> t(1, 2.0f);
    const std::tuple<int, float> &u = t;
    std::array<int, 3> a{};
    std::pair<int, float> p(1, 2.0f);
    a[1] = std::get<0>(t) + std::get<0>(p) + std::plus<>()(1, 2);
    o[threadIdx.x] = a[1] + (int)std::get<1>(u) + std::max(1, 2);
}
void run(int *o) { k<<<1, 64>>>(o); }
CU
for standard in 11 14 17 20; do
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/all.cu" -- -std=c++$standard >"$dir/out" 2>&1 || true
    if ! grep -q 'kernel: k: proved' "$dir/out" || grep 'note:' "$dir/out"; then
        cat "$dir/out"
        exit 1
    fi
done

# Most headers of the library are precompiled, so all names in them are seen. That hides none of a
# source's own.
cat >"$dir/own.cu" <<'CU'
#include <cstdio>
using namespace std;
struct vector { float x, y; };
template <class T> struct map { T first; };
__device__ vector twice(vector v) { return vector{2 * v.x, 2 * v.y}; }
__global__ void k(vector *o, map<int> m) {
    __shared__ vector s[64];
    s[threadIdx.x] = twice(o[threadIdx.x]);
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
    o[threadIdx.x].x += m.first;
}
void run(vector *o, map<int> m) { k<<<1, 64>>>(o, m); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/own.cu" >"$dir/out" 2>&1 || true
if ! grep -q 'kernel: k: proved' "$dir/out" || grep 'note:' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi

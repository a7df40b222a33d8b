#!/bin/sh
# Of the standard: C++20 without -std, with other flags given, and its library, which is declared.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/include"
echo '#define STEP 1' >"$dir/include/step.h"
cat >"$dir/k.cu" <<'CU'
#include "step.h"
template <class T> concept small = sizeof(T) <= FEW;
template <small T> __device__ T next(T x) { return x + STEP; }
__global__ void k(int *o) { o[threadIdx.x] = next<int>(1); }
void run(int *o) { k<<<1, 64>>>(o); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" -- -I"$dir/include" -DFEW=4 >"$dir/out" 2>&1 || true
grep -q 'kernel: k: proved' "$dir/out" || {
    cat "$dir/out"
    exit 1
}

# Our declarations of the standard library have no bodies: a type that only this file can name, as
# their argument, is no error in a file without kernels either.
cat >"$dir/host.cu" <<'CU'
#include <unordered_map>
static bool is_known(int a) {
    struct key {
        int a;
        bool operator==(const key &o) const { return a == o.a; }
    };
    static std::unordered_map<key, bool> known;
    const key it = {a};
    const auto at = known.find(it);
    if (at != known.end())
        return at->second;
    known.emplace(it, true);
    return false;
}
bool both() { return is_known(1) && is_known(2); }
CU
"$CUDASYNCLINT" --no-cache --isolated --strict -v "$dir/host.cu" >"$dir/out" 2>&1
! grep 'note:' "$dir/out"

#!/bin/sh
# A thread stores while others test, but what it stores leaves the test as it was: that the threads part, and
# the race itself, are of low confidence. Not so where some number, or some parameter, changes the answer.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, test, stored)                                                                 \
    __global__ void name(int *out, int most, int size)                                             \
    {                                                                                              \
        __shared__ int n;                                                                          \
        if (threadIdx.x == 0)                                                                      \
            n = size;                                                                              \
        __syncthreads();                                                                           \
        while (test) {                                                                             \
            if (threadIdx.x == 0)                                                                  \
                n = stored;                                                                        \
            __syncthreads();                                                                       \
            if (threadIdx.x < n)                                                                   \
                out[n - threadIdx.x - 1] = 1;                                                      \
            __syncthreads();                                                                       \
            if (threadIdx.x == 0)                                                                  \
                n = n < 128 ? 0 : n - 128;                                                         \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
KERNEL(low_most, n > 0, n < 1024 ? n : 1024)
KERNEL(shown_none, n > 0, n < 1024 ? n : 0)
KERNEL(shown_most, n > 0, n < most ? n : most)
KERNEL(shown_more, n > 1000, n < 1000 ? n : 1000)
KERNEL(shown_thread, n > (int)threadIdx.x, n < 1024 ? n : 1024)
/* The number is not only tested. */
__global__ void shown_used(int *out, int size)
{
    __shared__ int n;
    if (threadIdx.x == 0)
        n = size;
    __syncthreads();
    const int seen = n;
    if (seen > 0) {
        if (threadIdx.x == 0)
            n = n < 1024 ? n : 1024;
        out[threadIdx.x] = seen;
    }
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
python3 - "$dir/out" <<'PY'
import re, sys
told, kernel = {}, None
for line in open(sys.argv[1]):
    if m := re.match(r"(\w+):$", line):
        kernel = m[1]
    elif m := re.match(r"  line \d+: (race|divergence), (\w+): (.*)", line):
        told.setdefault(kernel, {})[m[1]] = (m[2], "kept_test" in m[3].split())
assert len(told) == 6, told
for name, by in told.items():
    low = name.startswith("low_")
    assert set(by.values()) == {("low", True) if low else ("medium", False)}, told
    assert ("divergence" in by) == (name != "shown_used"), told
PY

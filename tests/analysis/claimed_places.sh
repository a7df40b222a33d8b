#!/bin/sh
# Who finds itself in a place of shared memory where no thread stores meanwhile is one thread for each place:
# threads that meet at that place have not both found themselves. That is of low confidence; not so where
# stores and the load are in one interval, at another place, or where less than the number is compared.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, between, mine)                                                                \
    __global__ void name(const int *keys, int *out, int n)                                         \
    {                                                                                              \
        __shared__ int last[256], count[256], left;                                                \
        if (threadIdx.x == 0)                                                                      \
            left = n;                                                                              \
        count[threadIdx.x] = n;                                                                    \
        __syncthreads();                                                                           \
        while (__syncthreads_and(left > 0)) {                                                      \
            int i = left - threadIdx.x, bin = -1;                                                  \
            last[threadIdx.x] = -1;                                                                \
            __syncthreads();                                                                       \
            if (i >= 0) {                                                                          \
                bin = keys[i] & 255;                                                               \
                atomicMax(&last[bin], i);                                                          \
            }                                                                                      \
            between;                                                                               \
            if (i >= 0 && mine)                                                                    \
                for (int k = threadIdx.x; k < 256; k++)                                            \
                    if (keys[k] == bin)                                                            \
                        out[--count[bin]] = k;                                                     \
            __syncthreads();                                                                       \
            if (threadIdx.x == 0)                                                                  \
                left -= 256;                                                                       \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
KERNEL(right, __syncthreads(), i == last[bin])
KERNEL(wrong_no_barrier, (void)0, i == last[bin])
KERNEL(wrong_place, __syncthreads(), i == last[threadIdx.x])
KERNEL(wrong_key, __syncthreads(), i % 64 == last[bin] % 64)
#define RUN(name) name<<<1, 256>>>(keys, out, n)
void run(const int *keys, int *out, int n)
{
    RUN(right), RUN(wrong_no_barrier), RUN(wrong_place), RUN(wrong_key);
}
CU
"$CUDASYNCLINT" --no-cache --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
python3 - "$dir/out" <<'PY'
import re, sys
most, kernel = {}, None
for line in open(sys.argv[1]):
    if m := re.match(r"(\w+):$", line):
        kernel = m[1]
    elif m := re.match(r"  line \d+: race, (\w+): (.*)", line):
        most.setdefault(kernel, []).append((m[1], m[2].split()))
assert len(most) == 4, most
for n, races in most.items():
    assert any(level == "medium" for level, _ in races) == n.startswith("wrong"), (n, races)
    assert any("finds_one" in held for _, held in races) == (n == "right"), (n, races)
PY

#!/bin/sh
# One place in a row of sums lies above a threshold while its neighbour does not, and one interval between
# neighbours of a list holds a number: that several threads find it is of low confidence, also if the threshold
# is a constant, or the number of a block or of a row of threads. Where the two sides of the crossing come from
# different arrays, are tested for different constants, or only one side is tested, the race is shown.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, at, test, place)                                                               \
    __global__ void name(const int *sums, const int *other, int *out, int k, int n)                 \
    {                                                                                               \
        __shared__ int h[1025], found[32];                                                          \
        h[threadIdx.x] = sums[threadIdx.x];                                                         \
        if (threadIdx.x == 0)                                                                       \
            h[1024] = 0;                                                                            \
        __syncthreads();                                                                            \
        const int i = at, t = blockIdx.x * 4 + threadIdx.y;                                         \
        if (test)                                                                                   \
            found[place] = threadIdx.x;                                                             \
        __syncthreads();                                                                            \
        out[threadIdx.x] = found[place] + h[threadIdx.x] + t;                                       \
    }
KERNEL(right_constant, threadIdx.x, h[i] > 512 && h[i + 1] <= 512, 0)
KERNEL(right_parameter, threadIdx.x, h[i] > k && h[i + 1] <= k, 0)
KERNEL(right_block, threadIdx.x, (int)blockIdx.x >= sums[i] && (int)blockIdx.x < sums[i + 1], 0)
KERNEL(right_rows, threadIdx.x, t >= sums[i] && t < sums[i + 1], threadIdx.y)
KERNEL(right_with_count, threadIdx.x, sums[i] < 512 && sums[i] + other[i] >= 512, 0)
KERNEL(wrong_one_side, threadIdx.x, h[i] > 512, 0)
KERNEL(wrong_arrays, threadIdx.x, sums[i] > 0 && other[i] <= 0, 0)
KERNEL(wrong_constants, threadIdx.x, h[i] > 512 && h[i + 1] <= 1000, 0)
KERNEL(wrong_rows, threadIdx.x, t >= sums[i] && t < sums[i + 1], 0)
void host(const int *s, const int *o, int *out, int k, int n)
{
    right_constant<<<8, 1024>>>(s, o, out, k, n);
    right_parameter<<<8, 1024>>>(s, o, out, k, n);
    right_block<<<8, 1024>>>(s, o, out, k, n);
    right_rows<<<8, dim3(64, 4)>>>(s, o, out, k, n);
    right_with_count<<<8, 1024>>>(s, o, out, k, n);
    wrong_one_side<<<8, 1024>>>(s, o, out, k, n);
    wrong_arrays<<<8, 1024>>>(s, o, out, k, n);
    wrong_constants<<<8, 1024>>>(s, o, out, k, n);
    wrong_rows<<<8, dim3(64, 4)>>>(s, o, out, k, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$dir/k.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
shown, names = {}, set()
for entry in report["findings"]:
    for f in [entry, *entry.get("also", [])]:
        if "found" in f["message"]:
            shown[f["function"]] = shown.get(f["function"], False) or f["confidence"] != "low"
assert shown == {n: n.startswith("wrong") for n in shown} and len(shown) == 9, shown
PY

#!/bin/sh
# Of sums that rise from thread to thread only one crosses what all look for, however the source joins the two
# comparisons: that several threads store there is of low confidence. Not so where one of them is enough.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/sums.cu" <<'CU'
#define KERNEL(name, join)                                                                         \
    __global__ void name(const int *sums, int *out, int k)                                         \
    {                                                                                              \
        __shared__ int s[257];                                                                     \
        const int i = threadIdx.x + 1;                                                             \
        if (threadIdx.x == 0)                                                                      \
            s[0] = 0;                                                                              \
        s[i] = sums[i];                                                                            \
        __syncthreads();                                                                           \
        if ((s[i] >= k) join (s[i - 1] < k))                                                       \
            out[blockIdx.x] = i;                                                                   \
    }
KERNEL(right_and, &&)
KERNEL(right_bits, &)
KERNEL(wrong_or, ||)
KERNEL(wrong_bits, |)
KERNEL(wrong_difference, ^)
#define RUN(name) name<<<1, 256>>>(sums, out, k)
void run(const int *sums, int *out, int k)
{
    RUN(right_and), RUN(right_bits), RUN(wrong_or), RUN(wrong_bits), RUN(wrong_difference);
}
CU
"$CUDASYNCLINT" --no-cache --format=json --min-confidence=low "$dir/sums.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
most = {}
for entry in json.load(open(sys.argv[1]))["findings"]:
    for f in [entry, *entry.get("also", [])]:
        most.setdefault(f["function"], set()).add(f["confidence"] == "low")
assert len(most) == 5, most
assert all((True in low) == n.startswith("right") for n, low in most.items()), most
PY

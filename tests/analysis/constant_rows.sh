#!/bin/sh
# Rows of shared memory of a constant length, filled as far as a parameter says: that they overlap if it is
# larger is of low confidence. Where rows are shared, or read across, it is the race that it was.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define FILL(name, thread, warps, part)                                                                   \
    __global__ void name(const int *q, int *out, unsigned size)                                    \
    {                                                                                              \
        __shared__ int h[4 * 128];                                                                 \
        const unsigned id = thread;                                                                \
        int *mine = h + 128 * (id / warps % 4), lane = id % 32, at = lane;                         \
        for (unsigned k = 0; k < (size + 31) / 32; k++, at += 32)                                  \
            mine[at] = q[at] + threadIdx.x;                                                        \
        int sum = 0;                                                                               \
        for (int k = 0; k < 4; k++)                                                                \
            sum += part[k * 32 + lane];                                                            \
        out[threadIdx.x] = sum;                                                                    \
    }
FILL(right, threadIdx.x, 32, mine)
FILL(right_in_grid, blockIdx.x * 128 + threadIdx.x, 32, mine)
FILL(wrong_shared, threadIdx.x, 64, mine)
FILL(wrong_across, threadIdx.x, 32, h)
void host(int *q, int *o, int n)
{
    right<<<1, 128>>>(q, o, n);
    right_in_grid<<<n, 128>>>(q, o, n);
    wrong_shared<<<1, 256>>>(q, o, n);
    wrong_across<<<1, 128>>>(q, o, n);
}
CU
"$CUDASYNCLINT" --no-cache --format=json --min-confidence=low "$dir/k.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
most, needs = {}, {}
for entry in report["findings"]:
    for f in [entry, *entry.get("also", [])]:
        most[f["function"]] = most.get(f["function"], False) or f["confidence"] != "low"
        needs.setdefault(f["function"], set()).add(f["needs"])
assert most == {"right": False, "right_in_grid": False, "wrong_shared": True, "wrong_across": True}, most
row = {"only with a parameter larger than the array's rows"}
assert needs["right"] == row and needs["right_in_grid"] == row, needs
PY

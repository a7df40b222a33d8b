#!/bin/sh
# Two places that a list pairs and that exchange what they hold in shared memory, once for each pair: low.
# If all threads do it, or one only reads where another writes, it is shown.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define SWAP(name, body)                                                                           \
    __global__ void name(float *x, const int *list)                                                \
    {                                                                                              \
        __shared__ float s[256];                                                                   \
        const int t = threadIdx.x, j = list[t], a = list[2 * t], b = list[2 * t + 1];              \
        float v;                                                                                   \
        s[t] = x[t];                                                                               \
        __syncthreads();                                                                           \
        body;                                                                                      \
        __syncthreads();                                                                           \
        x[t] = s[t];                                                                               \
        (void)(j + a + b);                                                                         \
    }                                                                                              \
    void run_##name(float *x, const int *list) { name<<<1, 256>>>(x, list); }
SWAP(low_once, if (j > t) { v = s[t]; s[t] = s[j]; s[j] = v; })
SWAP(low_pairs, v = s[a]; s[a] = s[b]; s[b] = v)
SWAP(low_sorted, if (s[a] > s[b]) { v = s[a]; s[a] = s[b]; s[b] = v; })
SWAP(shown_all, v = s[t]; s[t] = s[j]; s[j] = v)
SWAP(shown_move, if (j > t) { v = s[t]; s[t] = s[j]; })
SWAP(shown_other, if (v = x[t], v > 0) { v = s[t]; s[t] = s[j]; s[j] = v; })
SWAP(shown_next, if (j > t) { v = s[t]; s[t] = s[j]; s[j] = v; } v = s[t ^ 1]; s[t] = v)
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

report = json.load(open(sys.argv[1]))
found = {}
for entry in report["findings"]:
    for f in [entry, *entry.get("also", [])]:
        found.setdefault(f["function"], set()).add(f["confidence"])
assert len(found) == 7, found
for name, levels in found.items():
    assert (levels == {"low"}) == name.startswith("low"), (name, levels)
PY

#!/bin/sh
# Places that the lanes of a warp count in each pass of a loop, from a base that the passes carry on:
# a wrong one is shown, where two lanes have one place in a pass, or one pass has places of the next.
# What is right is not, nor is it told with low confidence.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define PACK(name, rank, carry)                                                                    \
    __global__ void name(const int *in, int *out, int n)                                           \
    {                                                                                              \
        int lane = threadIdx.x, base = 0;                                                          \
        for (int i = 0; i < n; i += 32) {                                                          \
            bool keep = in[i + lane] > 0;                                                          \
            unsigned m = __ballot_sync(~0u, keep);                                                 \
            if (keep)                                                                              \
                out[base + (rank)] = in[i + lane];                                                 \
            carry;                                                                                 \
        }                                                                                          \
    }                                                                                              \
    void run_##name(const int *in, int *out, int n) { name<<<1, 32>>>(in, out, n); }
#define BEFORE __popc(m & ((1u << lane) - 1))
PACK(r_counted, BEFORE, base += __popc(m))
PACK(r_behind, __popc(m & ~((2u << lane) - 1)), base += __popc(m))
PACK(r_warps, lane, base += 32)
PACK(w_number, __popc(m), base += __popc(m))
PACK(w_shifted, __popc(m >> lane / 2), base += __popc(m))
PACK(w_half, __popc(m & ((1u << (lane & 15)) - 1)), base += __popc(m))
PACK(w_lane, lane, base += __popc(m))
PACK(w_one_less, BEFORE, base += __popc(m) - 1)
PACK(w_one, BEFORE, base += 1)
PACK(w_none, BEFORE, )
PACK(w_short, lane, base += 31)
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

report = json.load(open(sys.argv[1]))
found = {f["function"]: f["confidence"] for entry in report["findings"]
         for f in [entry, *entry.get("also", [])]}
verdict = {k["name"]: k["verdict"] for k in report["kernels"]}
assert len(verdict) == 11, verdict
for name in verdict:
    if name[0] == "r":
        assert name not in found, (name, found[name])
    else:
        assert found.get(name) in ("medium", "high"), (name, found.get(name))
PY

#!/bin/sh
# Both accesses of a race are in functions: the report names the calls of both, and a call that holds
# both once.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ void put(float *p, float x) { *p = x; }
__device__ float get(const float *p) { return *p; }
__device__ void turn(float *s, float *out)
{
    put(&s[threadIdx.x], 1);
    for (int d = 1; d < 64; d *= 2)
        if (threadIdx.x % d == 0)
            out[threadIdx.x] += get(&s[63 - threadIdx.x]);
}
__global__ void kernel(float *out)
{
    __shared__ float s[64];
    turn(s, out);
}
void run(float *out) { kernel<<<1, 64>>>(out); }
CU
"$CUDASYNCLINT" --no-cache --isolated --fail-on=never --format=json "$dir/k.cu" >"$dir/out" 2>/dev/null
python3 - "$dir/out" <<'PY'
import json, sys
finding, = json.load(open(sys.argv[1]))["findings"]
calls = [(one["line"], one["message"]) for one in finding["related"] if "call" in one["message"]]
assert calls == [(8, "in the call of `get` here"), (13, "in the call of `turn` here"),
                 (5, "the first access is in this call")], calls
PY

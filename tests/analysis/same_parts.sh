#!/bin/sh
# What several threads store is one value if it is made in one way of the same: a float of the number of
# the warp, a vector of such numbers. That is a note (n_), and no race as a wrong one is (w_).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ float declared(int);
__device__ float of_thread(int w) { return w + threadIdx.x % 3; }
#define K(T, name, ...)                                                                            \
    __global__ void name(T *o, const float *in, int n)                                             \
    {                                                                                              \
        int t = threadIdx.x, w = t / 32, lane = t % 32;                                            \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    void run_##name(T *o, const float *in, int n) { name<<<4, 64>>>(o, in, n); }
K(float4, n_vector, o[w] = make_float4(w, n, in[w], 1);)
K(float4, n_offset, o[w] = make_float4(w * 2.0f, in[n], in[w + 4], 1 - w);)
K(float, n_float, o[w] = w;)
K(float, n_scaled, o[w] = w * 2.5f + in[w];)
K(float, n_function, o[w] = sqrtf(w) + expf(in[w]);)
K(float2, n_two, int i = t / 32 * 32; o[i] = make_float2(in[i], i);)
K(float, n_two_places, if (lane < 16) o[w] = in[w] - w; else o[w] = in[w] - w;)
K(float4, w_vector, o[w] = make_float4(lane, n, in[w], 1);)
K(float4, w_offset, o[w] = make_float4(w * 2.0f, in[n], in[t + 4], 1 - w);)
K(float, w_float, o[w] = lane;)
K(float, w_scaled, o[w] = w * 2.5f + in[t];)
K(float, w_function, o[w] = sqrtf(t) + expf(in[w]);)
K(float2, w_two, int i = t / 32 * 32; o[i] = make_float2(in[i], t / 31);)
K(float, w_places, o[t / 64] = w * 2.0f;)
K(float, w_order, if (lane < 16) o[w] = in[w] - w; else o[w] = w - in[w];)
K(float, w_other, if (lane < 16) o[w] = sinf(w); else o[w] = cosf(w);)
K(float, w_declared, o[w] = declared(w);)
K(float, w_of_thread, o[w] = of_thread(w);)
K(float, w_clock, o[w] = (float)clock() + w;)
/* A vector of numbers that the warp agrees on, with no shuffle anywhere. */
K(float4, n_uniform, if (w == 0) o[blockIdx.x] = make_float4(n, n, in[n], 1);)
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

found = {}
for entry in json.load(open(sys.argv[1]))["findings"]:
    for f in [entry, *entry.get("also", [])]:
        found.setdefault(f["function"], []).append(f)
assert len(found) == 20, sorted(found)
for name, of in found.items():
    notes = all(f["severity"] == "note" for f in of)
    assert notes == (name[0] == "n"), (name, [f["severity"] for f in of])
    assert not any("exchanged" in (f["needs"] or "") for f in of), (name, of)
PY

#!/bin/sh
# Witnesses that people believe: of all pairs of threads that race one of the nearest, in the first pass
# in which it happens; of a template that nothing instantiates, usual arguments.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define K(name, before, after)                                                                     \
    __global__ void name(int *o, const int *in)                                                    \
    {                                                                                              \
        __shared__ int s[257];                                                                     \
        const int t = threadIdx.x;                                                                 \
        before s[t] = in[t];                                                                       \
        after                                                                                      \
    }                                                                                              \
    void launch_##name(int *o, const int *in) { name<<<1, 256>>>(o, in); }
K(next, , o[t] = s[t + 1];)
K(mirrored, , o[t] = s[255 - t];)
K(any, , for (int i = 0; i < 256; i++) o[t] += s[i];)
K(halves, , __syncthreads(); for (int d = 128; d > 0; d /= 2) if (t < d) s[t] += s[t + d];)
K(later, for (int k = 0; k < 10; k++) { if (k < 5) __syncthreads(); s[(t + k) & 255] = k; } __syncthreads();, )
template <int N> __global__ void chosen(int *o)
{
    __shared__ int s[256];
    s[threadIdx.x] = N;
    if (N > 3)
        o[threadIdx.x] = s[threadIdx.x ^ 33];
}
template <int TILE> __global__ void tiled(int *o, const int *in, int n)
{
    __shared__ int s[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int k = 0; k < n / TILE; k++) {
        s[y][x] = in[k * TILE + x];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            o[y * n + x] += s[y][i] * s[i][x];
    }
}
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

found = {f["function"].split(" ")[0]: f["witness"] for f in json.load(open(sys.argv[1]))["findings"]}
pairs = {name: sorted(t["thread"][0] for t in w["threads"]) for name, w in found.items()}
wanted = {"next": [31, 32], "mirrored": [127, 128], "any": [0, 32], "halves": [0, 64], "later": [31, 32]}
assert {name: pairs[name] for name in wanted} == wanted, pairs
assert found["halves"]["values"] == {"d of thread 64": 128, "d of thread 0": 64}, found["halves"]
assert found["later"]["values"] == {"k of thread 32": 4, "k of thread 31": 5}, found["later"]
assert found["chosen"]["values"]["N"] == 32, found["chosen"]
tiled = found["tiled"]["values"]
assert tiled["TILE"] == 32 and 64 <= tiled["n"] <= 4096, tiled
PY

#!/bin/sh
# Witnesses have sizes that programs have: about a thousand, in the last block of such a grid.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void last_block(float *o, int n) {
    __shared__ float s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = i;
    __syncthreads();
    o[i] = s[255 - threadIdx.x];
}
__global__ void row_of_a_warp(float *o, int rows, int columns) {
    __shared__ float s[8];
    int row = blockIdx.x * 8 + threadIdx.x / 32;
    if (row >= rows * columns) return;
    s[threadIdx.x / 32] = row;
    __syncthreads();
    o[row] = s[7 - threadIdx.x / 32];
}
__global__ void told_by_launch(float *o, int n) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < n; i += 64)
        s[i] = i;
    o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void only_small(float *o, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = 1;
    if (n < 20) return;
    if (n < 30) s[255 - threadIdx.x] = 2;
    o[threadIdx.x] = s[threadIdx.x];
}
void all(float *o, int n, int m) {
    last_block<<<(n + 255) / 256, 256>>>(o, n);
    row_of_a_warp<<<n, 256>>>(o, n, m);
    told_by_launch<<<1, 64>>>(o, 64);
    only_small<<<1, 256>>>(o, n);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json, sys
found = {}
for f in json.load(open(sys.argv[1]))["findings"]:
    found.setdefault(f["function"] + " " + f["rule"], f["witness"])
last = found["last_block barrier-early-exit"]
assert last["values"] == {"blockIdx.x": 3, "n": 1000}, last
assert [t["thread"][0] for t in last["threads"]] == [0, 232], last
rows = found["row_of_a_warp barrier-early-exit"]["values"]
assert rows["rows"] * rows["columns"] == 1001 and rows["blockIdx.x"] == 125, rows
assert found["told_by_launch shared-race"]["values"].get("n", 64) == 64, found
assert 20 <= found["only_small shared-race"]["values"]["n"] < 30, found
PY

# Where no replay comes to an end that is known, whatever the sizes, no more of them are tried.
limits() {
    "$CUDASYNCLINT" --no-cache --isolated --dump=limits --min-confidence=low "$1" || [ $? -eq 1 ]
}
cat >"$dir/unknown.cu" <<'CU'
__global__ void scatter(float *o, const float *in, const int *order, int n, int m, int p) {
    __shared__ float s[1024];
    int at[8];
    for (int j = 0; j < 8; j++)
        at[j] = (int)(in[j] * 0.5f) + threadIdx.x;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int x = at[order[i] & 7];
        if (x >= 0 && x < 1024 && i < m)
            s[x] = in[i];
        if (i < p)
            o[i] = s[i % 1024];
    }
}
void run(float *o, const float *in, const int *order, int n, int m, int p) { scatter<<<1, 256>>>(o, in, order, n, m, p); }
CU
limits "$dir/unknown.cu" >"$dir/out"
grep -q 'refused_sizes' "$dir/out" && grep -q 'race on `s`' "$dir/out" || { cat "$dir/out"; exit 1; }
limits "$dir/k.cu" >"$dir/out"
if grep -q 'refused_sizes' "$dir/out"; then cat "$dir/out"; exit 1; fi

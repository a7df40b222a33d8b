#!/bin/sh
# Values that a loop carries along and that are not followed: in its first pass they are what they
# were before, so a race there does not depend on them. What takes a second pass over tiles is asked
# with sizes that make one, and does not count as "only if `n` is 0".
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/tiles.cu" <<'CU'
/* Products of a matrix and a vector: a tile of the vector is shared, each warp has a row. */
template <bool before, bool behind> __device__ void rows(const float *a, const int4 *b, float *c, int m, int n)
{
    __shared__ int4 tile[32 * 9];
    int stride = n / 64, row = blockDim.x / 32 * blockIdx.x + threadIdx.x / 32;
    int at = stride * row + threadIdx.x % 32, end = at + stride - threadIdx.x % 32;
    bool mine = row < m;
    float sum = 0;
    int from = 0, tiles = (n / 8 + 255) / 256;
    while (tiles--) {
        if (before)
            __syncthreads();
        for (int i = threadIdx.x; i < 256; i += blockDim.x)
            if (from + i < n / 8)
                tile[9 * (i / 8) + i % 8] = b[from + i];
        if (behind)
            __syncthreads();
        from += 256;
        if (mine && at < end) {
            for (int i = 0; i < 8; i++)
                sum += tile[9 * (threadIdx.x % 32) + i].x * a[at];
            at += 32;
        }
    }
    if (mine)
        c[32 * row + threadIdx.x % 32] = sum;
}
__global__ void right_rows(const float *a, const int4 *b, float *c, int m, int n) { rows<true, true>(a, b, c, m, n); }
__global__ void wrong_next_tile(const float *a, const int4 *b, float *c, int m, int n) { rows<false, true>(a, b, c, m, n); }
__global__ void wrong_same_tile(const float *a, const int4 *b, float *c, int m, int n) { rows<true, false>(a, b, c, m, n); }

/* The same without a value that is carried along: it takes more than 2048 columns. */
template <bool before> __device__ void columns(const int4 *b, float *c, int n)
{
    __shared__ int4 tile[256];
    float sum = 0;
    for (int k = 0; k < (n / 8 + 255) / 256; k++) {
        if (before)
            __syncthreads();
        for (int i = threadIdx.x; i < 256; i += blockDim.x)
            if (256 * k + i < n / 8)
                tile[i] = b[256 * k + i];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += tile[8 * (threadIdx.x % 32) + i].x;
    }
    c[blockDim.x * blockIdx.x + threadIdx.x] = sum;
}
__global__ void right_columns(const int4 *b, float *c, int n) { columns<true>(b, c, n); }
__global__ void wrong_columns(const int4 *b, float *c, int n) { columns<false>(b, c, n); }

/* Here a later pass would be needed, and nothing says what the value is then. */
__global__ void later_value(float *o, int n, int step)
{
    __shared__ int s[1024];
    int at = threadIdx.x;
    for (int k = 0; k < n; k++) {
        s[at] = k;
        __syncthreads();
        at = (at * step + k) & 1023;
    }
    o[threadIdx.x] = s[threadIdx.x];
}
CU
"$CUDASYNCLINT" --no-cache -q --format=json --min-confidence=low "$dir/tiles.cu" >"$dir/out" || true
python3 - "$dir/out" <<'PY'
import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
LEVELS = ["none", "low", "medium", "high"]
best = {}
for finding in report["findings"]:
    for one in [finding, *finding.get("also", [])]:
        level = LEVELS.index(one["confidence"])
        best[one["function"]] = max(best.get(one["function"], 0), level)
for kernel in report["kernels"]:
    name, level = kernel["name"], LEVELS[best.get(kernel["name"], 0)]
    fits = {"right": level == "none", "wrong": level in ("medium", "high"), "later": level in ("none", "low")}
    assert fits[name.split("_")[0]], (name, level)
assert len(report["kernels"]) == 6, report["kernels"]
PY

#!/bin/sh
# Rows of shared memory of a constant length, filled as far as a parameter says: that they overlap if it is
# larger is of low confidence. Where rows are shared, or read across, it is the race that it was; so is one
# inside of a row, wherever in the array the rows begin.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define FILL_AT(name, thread, warps, part, first, read)                                            \
    __global__ void name(const int *q, int *out, unsigned size)                                    \
    {                                                                                              \
        __shared__ int h[first + 4 * 128];                                                         \
        const unsigned id = thread;                                                                \
        int *mine = h + first + 128 * (id / warps % 4), lane = id % 32, at = lane;                 \
        for (unsigned k = 0; k < (size + 31) / 32; k++, at += 32)                                  \
            mine[at] = q[at] + threadIdx.x;                                                        \
        int sum = 0;                                                                               \
        for (int k = 0; k < 4; k++)                                                                \
            sum += part[k * 32 + read];                                                            \
        out[threadIdx.x] = sum;                                                                    \
    }
#define FILL(name, thread, warps, part) FILL_AT(name, thread, warps, part, 0, lane)
FILL(right, threadIdx.x, 32, mine)
FILL_AT(right_behind, threadIdx.x, 32, mine, 1000, lane)
FILL_AT(wrong_inside, threadIdx.x, 32, mine, 0, (lane ^ 1))
FILL_AT(wrong_behind, threadIdx.x, 32, mine, 1024, (lane ^ 1))
FILL(right_in_grid, blockIdx.x * 128 + threadIdx.x, 32, mine)
FILL(wrong_shared, threadIdx.x, 64, mine)
FILL(wrong_across, threadIdx.x, 32, h)
void host(int *q, int *o, int n)
{
    right<<<1, 128>>>(q, o, n);
    right_in_grid<<<n, 128>>>(q, o, n);
    right_behind<<<1, 128>>>(q, o, n);
    wrong_inside<<<1, 128>>>(q, o, n);
    wrong_behind<<<1, 128>>>(q, o, n);
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
assert most == {n: n.startswith("wrong") for n in most} and len(most) == 7, most
row = {"only with a parameter larger than the array's rows"}
assert all(needs[n] == row for n in most if not most[n]), needs
PY
# The same where a parameter says which lanes take part; a row that is shared, or whose lanes meet inside
# of it, is the race that it was.
cat >"$dir/lanes.cu" <<'CU'
__device__ void fill(const float *q, int lane, int size, float *row)
{
    if (lane < size)
        row[lane] = q[lane];
}
#define LANES(name, warps, lane)                                                                   \
    __global__ void name(const float *q, float *out, int size)                                     \
    {                                                                                              \
        __shared__ float v[4][9];                                                                  \
        const int warp = threadIdx.x >> 5;                                                         \
        fill(q, lane, size, v[warp / warps]);                                                      \
        __syncthreads();                                                                           \
        out[threadIdx.x] = v[warp][0];                                                             \
    }
LANES(right_lanes, 1, (threadIdx.x & 31))
LANES(wrong_two_warps, 2, (threadIdx.x & 31))
LANES(wrong_two_lanes, 1, (threadIdx.x & 31) / 2)
void host(const float *q, float *o, int n)
{
    right_lanes<<<1, 128>>>(q, o, n);
    wrong_two_warps<<<1, 128>>>(q, o, n);
    wrong_two_lanes<<<1, 128>>>(q, o, n);
}
CU
"$CUDASYNCLINT" --no-cache --format=json --min-confidence=low "$dir/lanes.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
most = {}
for entry in json.load(open(sys.argv[1]))["findings"]:
    for f in [entry, *entry.get("also", [])]:
        most.setdefault(f["function"], set()).add(f["confidence"] if f["confidence"] == "low" else "shown")
assert most.pop("right_lanes") == {"low"}, most
assert set(most) == {"wrong_two_warps", "wrong_two_lanes"} and all("shown" in c for c in most.values()), most
PY
# Rows that passes number: a thread beyond a row takes part only if the parameter is larger than one. What
# other threads read of a row, and lanes that share a place in each, are the races that they were.
cat >"$dir/passes.cu" <<'CU'
#define PASSES(name, column, body)                                                                 \
    __global__ void name(const float *a, float *out, int m)                                        \
    {                                                                                              \
        __shared__ float s[8 * 8], o[8 * 8];                                                       \
        const int tx = threadIdx.x;                                                                \
        if (tx < 8)                                                                                \
            for (int i = 0; i < 8; i++)                                                            \
                s[i * 8 + tx] = o[i * 8 + tx] = 0;                                                 \
        if (tx < m)                                                                                \
            for (int i = 0; i < m; i++)                                                            \
                s[i * 8 + column] = a[i * 64 + tx];                                                \
        body;                                                                                      \
        __syncthreads();                                                                           \
        out[blockIdx.x * 64 + tx] = s[tx % 64] + o[tx % 64];                                       \
    }
PASSES(right_column, tx, (void)0)
PASSES(wrong_half, tx / 2, (void)0)
PASSES(wrong_row, tx, if (tx < m) for (int i = 0; i < 8; i++) o[i * 8 + tx] = s[tx * 8 + i])
void host(const float *a, float *out, int m)
{
    right_column<<<m, 64>>>(a, out, m);
    wrong_half<<<m, 64>>>(a, out, m);
    wrong_row<<<m, 64>>>(a, out, m);
}
CU
"$CUDASYNCLINT" --no-cache --format=json --min-confidence=low "$dir/passes.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
most = {}
for entry in json.load(open(sys.argv[1]))["findings"]:
    for f in [entry, *entry.get("also", [])]:
        most.setdefault(f["function"], set()).add(f["confidence"] if f["confidence"] == "low" else "shown")
assert most.pop("right_column") == {"low"}, most
assert set(most) == {"wrong_half", "wrong_row"} and all("shown" in c for c in most.values()), most
PY
# In instances of a template rows are as long as their argument says, perhaps a single pass. Passes that read
# further look at the rows of others, in a template or not.
cat >"$dir/templates.cu" <<'CU'
#define ROWS(head, name, n, write, read)                                                           \
    head __global__ void name(const float *a, float *out, int passes)                              \
    {                                                                                              \
        __shared__ float s[4 * n * 33];                                                            \
        const int tx = threadIdx.x, ty = threadIdx.y;                                              \
        for (int i = 0; i < n; i++)                                                                \
            s[ty * 33 * n + i * 33 + tx] = 0;                                                      \
        if (write)                                                                                 \
            for (int i = 0; i < passes; i++)                                                       \
                s[ty * 33 * n + i * 33 + tx] = a[i * 33 + tx];                                     \
        float sum = 0;                                                                             \
        if (read)                                                                                  \
            for (int i = 0; i < passes; i++)                                                       \
                sum += s[ty * 33 * n + i * 33 + tx];                                               \
        out[ty * 32 + tx] = sum;                                                                   \
    }
ROWS(template <int N>, right_rows, N, true, false)
ROWS(template <int N>, wrong_window, N, false, true)
ROWS(, wrong_as_well, 1, true, false)
void host(const float *a, float *out, int passes)
{
    right_rows<1><<<1, dim3(32, 4)>>>(a, out, passes);
    right_rows<4><<<1, dim3(32, 4)>>>(a, out, passes);
    wrong_window<1><<<1, dim3(32, 4)>>>(a, out, passes);
    wrong_as_well<<<1, dim3(32, 4)>>>(a, out, passes);
}
CU
"$CUDASYNCLINT" --no-cache --format=json --min-confidence=low "$dir/templates.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
most = {}
for entry in json.load(open(sys.argv[1]))["findings"]:
    for f in [entry, *entry.get("also", [])]:
        most.setdefault(f["function"], set()).add(f["confidence"] if f["confidence"] == "low" else "shown")
assert most.pop("right_rows") == {"low"}, most
assert set(most) == {"wrong_window", "wrong_as_well"} and all("shown" in c for c in most.values()), most
PY

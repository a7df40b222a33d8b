#!/bin/sh
# A witness is found where a dozen numbers of one structure lay out what is read: they are made one
# size. What the host left at one place of constant memory is a parameter, and a loop that such a
# number bounds is tested at the top, so those behind it do not say again how it ended.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct layout {
    int elem, rows, cols, all_rows, all_cols, out_elem, out_rows, row_offset, col_offset;
};
__constant__ layout shape;

__device__ void fill(float *tile, const float *in)
{
    for (int i = threadIdx.x; i < shape.elem; i += 256)
        tile[i] = in[i];
}
__device__ void convolve(const float *tile, float *o)
{
    for (int i = threadIdx.x; i < shape.out_elem; i += 256) {
        int row = (i + 1) % shape.out_rows, col = (i + 1) / shape.out_rows + 1;
        if (row == 0) {
            row = shape.out_rows;
            col--;
        }
        int c = col + shape.col_offset, r = row + shape.row_offset;
        int c0 = shape.all_cols < c + 1 ? c + 1 - shape.all_cols : 1;
        int c1 = shape.cols < c ? shape.cols : c;
        int r0 = shape.all_rows < r + 1 ? r + 1 - shape.all_rows : 1;
        int r1 = shape.rows < r ? shape.rows : r;
        float sum = 0;
        for (int x = c0; x <= c1; x++)
            for (int y = r0; y <= r1; y++)
                sum += tile[shape.rows * (x - 1) + y - 1];
        o[i] = sum;
    }
}
__global__ void right_convolution(const float *in, float *o)
{
    __shared__ float tile[2601];
    fill(tile, in);
    __syncthreads();
    convolve(tile, o);
}
__global__ void wrong_convolution(const float *in, float *o)
{
    __shared__ float tile[2601];
    fill(tile, in);
    convolve(tile, o);
}

__constant__ int count[6];
/* Loop behind loop, each as long as a constant says. */
template <bool barrier> __device__ void passes(float *o)
{
    __shared__ float s[2601];
    for (int i = threadIdx.x; i < count[0]; i += 256)
        o[i] = i;
    __syncthreads();
    for (int i = threadIdx.x; i < count[1]; i += 256)
        for (int k = 0; k < count[2]; k++)
            o[i * count[2] + k] = k;
    __syncthreads();
    for (int i = threadIdx.x; i < count[3]; i += 256)
        s[i] = i;
    if (barrier)
        __syncthreads();
    for (int i = threadIdx.x; i < count[3]; i += 256)
        o[i] = s[count[3] - 1 - i];
}
__global__ void right_loops(float *o) { passes<true>(o); }
__global__ void wrong_loops(float *o) { passes<false>(o); }

void host(const float *in, float *o)
{
    right_convolution<<<9, 256>>>(in, o);
    wrong_convolution<<<9, 256>>>(in, o);
    right_loops<<<9, 256>>>(o);
    wrong_loops<<<9, 256>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache "$dir/k.cu" --format=json >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
found = {(f["rule"], f["function"], f["confidence"]) for f in report["findings"]}
races = {("shared-race", k) for k in ("wrong_convolution", "wrong_loops")}
assert {f[:2] for f in found} == races, found
assert all(f[2] in ("medium", "high") for f in found), found
right = {k["name"]: k["verdict"] for k in report["kernels"] if k["name"].startswith("right")}
assert len(right) == 2 and "findings" not in right.values(), right
PY

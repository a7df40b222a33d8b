#!/bin/sh
# The launch makes the block of the arguments: `block(min(n, 1024 >> levels), 1 << levels)`, or as
# large as two of them say; or the host asserts how they belong together. A witness of such a launch
# is found, and the finding is no less sure for it. A number that is a size of the block has no
# other values that would be usual.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/levels.cu" <<'CU'
__global__ void kernel(float *out, const float *in, unsigned long n, unsigned long levels)
{
    unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
    unsigned row = threadIdx.y * n + i;
    float x = in[row];
    out[i] = x;
}
void run(float *out, const float *in, unsigned long n, unsigned long levels)
{
    unsigned long most = 1024 >> levels;
    dim3 block(n < most ? n : most), grid((n + block.x - 1) / block.x);
    block.y = 1 << levels;
    kernel<<<grid, block>>>(out, in, n, levels);
}
CU
cat >"$dir/rows.cu" <<'CU'
#include <assert.h>
__global__ void kernel(int T, int C, int H, float *out, const float *in)
{
    __shared__ float4 r[16];
    const int b = blockIdx.x / H, h = blockIdx.x - b * H, i = threadIdx.x;
    for (int t = b * T * C + h * 64 + i; t < (b + 1) * T * C + h * 64 + i; t += C) {
        r[i >> 2] = ((const float4 *)in)[t >> 2];
        __syncthreads();
        float y = 0;
        for (int j = 0; j < 16; j++)
            y += r[j].x;
        out[t] = y;
    }
}
void run(int B, int T, int C, int H, float *out, const float *in)
{
    assert(H * 64 == C);
    kernel<<<B * H, 64>>>(T, C, H, out, in);
}
CU
cat >"$dir/sides.cu" <<'CU'
__global__ void kernel(float *out, const float *in, int rows, int columns, int dim)
{
    extern __shared__ float shared[];
    float *q = shared, *sum = q + rows * dim, *k = sum + rows * dim;
    int row = threadIdx.x, column = threadIdx.y;
    for (int d = 0; d < dim; d++) {
        q[row * dim + d] = in[row * dim + d];
        k[column * dim + d] = in[column * dim + d];
        sum[row * dim + d] = 0;
    }
    __syncthreads();
    for (int d = 0; d < dim; d++)
        atomicAdd(&sum[row * dim + d], q[row * dim + d] * k[column * dim + d]);
    if (column == 0)
        for (int d = 0; d < dim; d++)
            out[row * dim + d] = sum[row * dim + d];
}
void run(float *out, const float *in, int rows, int columns, int dim)
{
    kernel<<<1, dim3(rows, columns), (2 * rows + columns) * dim * 4>>>(out, in, rows, columns, dim);
}
CU
told() {
    "$CUDASYNCLINT" --no-cache --isolated --fail-on=never "$dir/$1" >"$dir/out" 2>/dev/null
    grep -q "$1:$2:.*: $3" "$dir/out" || { cat "$dir/out"; exit 1; }
}
told levels.cu 6 'warning: race on `out`: several threads write it'
told rows.cu 7 'error: race on `r`: no barrier between read and write'
told sides.cu 16 '.*race on `shared`: no barrier between write and read'

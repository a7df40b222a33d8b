#!/bin/sh
# A grid of as many blocks as an array needs: a loop in steps of the grid makes one pass, and needs no
# barrier behind its reads of shared memory.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
run() { # name, findings expected, type, body of the host function
    cat >"$dir/$1.cu" <<CU
struct rows {
    rows(float *p, $3 n) : data(p), height(n) {}
    float *data;
    $3 height;
};
__global__ void once(const int *offsets, rows r)
{
    __shared__ int s[256];
    for (int row = threadIdx.x + blockIdx.x * blockDim.x; row < r.height; row += blockDim.x * gridDim.x) {
        s[threadIdx.x] = offsets[row];
        __syncthreads();
        r.data[row] = s[threadIdx.x ^ 64];
    }
}
void start(const int *o, float *d, $3 m)
{
$4
}
CU
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/out" 2>&1 || true
    found=$(grep -c '\[shared-race\]' "$dir/out") || true
    if [ "$found" != "$2" ]; then
        echo "$1: $found findings, not $2"
        cat "$dir/out"
        exit 1
    fi
}
launch='    rows r(d, m);
    once<<<blocks, 256>>>(o, r);'
for type in int size_t unsigned; do
    run up_$type 0 $type "    $type blocks = (m + 255) / 256;
$launch"
    run less_one_$type 0 $type "    $type blocks = (m - 1) / 256 + 1;
$launch"
    run half_$type 1 $type "    $type blocks = (m + 511) / 512;
$launch"
    run down_$type 1 $type "    $type blocks = m / 256;
$launch"
    run fixed_$type 1 $type "    $type blocks = 32;
$launch"
    run other_$type 1 $type "    $type blocks = (m + 255) / 256;
    rows r(d, m * 2);
    once<<<blocks, 256>>>(o, r);"
    run changed_$type 1 $type "    $type blocks = (m + 255) / 256;
    m = m + 256;
$launch"
    run several_$type 1 $type "    $type blocks = (m + 255) / 256;
$launch
    once<<<8, 256>>>(o, r);"
done

# A block for each row: one pass; sizes of 64 bits that are passed in 32 fit.
cat >"$dir/rows.cu" <<'CU'
#define ROW(name) __global__ void name(const float *in, float *out, unsigned rows)              \
{                                                                                              \
    __shared__ float s[256];                                                                   \
    for (unsigned i = blockIdx.x; i < rows; i += gridDim.x) {                                  \
        s[threadIdx.x] = in[i * 256 + threadIdx.x];                                            \
        __syncthreads();                                                                       \
        out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];                                     \
    }                                                                                          \
}
ROW(each) ROW(every_other)
void start(const float *in, float *out, const long long rows)
{
    int blocks = rows, half = rows / 2;
    each<<<blocks, 256>>>(in, out, rows);
    every_other<<<half, 256>>>(in, out, rows);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/rows.cu" >"$dir/out" 2>&1 || true
grep -q 'each: \(proved\|undecided\)' "$dir/out" && grep -q 'every_other: findings' "$dir/out" || { cat "$dir/out"; exit 1; }

#!/bin/sh
# A bound that is a multiple of the block, as the host computes or tests it: all threads of a block make
# the same number of passes.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
run() { # name, whether a finding is expected, body of the host function
    cat >"$dir/$1.cu" <<CU
__global__ void steps(int n, int channels, int rows, float *a)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        a[i] = 1;
        __syncthreads();
    }
}
int blocks_of(int n);
void run(int channels, int rows, float *a)
{
$3
}
CU
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/out" 2>&1 || true
    found=$(grep -c 'barrier-divergent-loop' "$dir/out") || true
    if [ "$found" != "$2" ]; then
        echo "$1: $found findings, not $2"
        cat "$dir/out"
        exit 1
    fi
}
product='    const int n = rows * channels;'
run product 0 "$product
    steps<<<blocks_of(n), channels>>>(n, channels, rows, a);"
run up_to 0 "$product
    const int threads = channels > 512 ? 512 : channels;
    if (channels <= 512)
        steps<<<blocks_of(n), threads>>>(n, channels, rows, a);"
run in_place 0 "    steps<<<blocks_of(rows), channels>>>(rows * 2 * channels, channels, rows, a);"
run sum 1 "    const int n = rows + channels;
    steps<<<blocks_of(n), channels>>>(n, channels, rows, a);"
run other_factor 1 "    const int n = rows * 2;
    steps<<<blocks_of(n), channels>>>(n, channels, rows, a);"
run changed 1 "$product
    channels = channels + 1;
    steps<<<blocks_of(n), channels>>>(n, channels, rows, a);"
run beyond 1 "$product
    const int threads = channels > 512 ? 512 : channels;
    steps<<<blocks_of(n), threads>>>(n, channels, rows, a);"
# A number that a test before the launch divides by.
run tested 0 "$product
    if (channels % 256 == 0)
        steps<<<blocks_of(n), 256>>>(n, channels, rows, a);"
run masked 0 "$product
    if ((channels & 256 - 1) == 0)
        steps<<<blocks_of(n), 256>>>(n, channels, rows, a);"
run left_before 0 "    if (channels % 256 != 0)
        return;
$product
    steps<<<blocks_of(n), 256>>>(n, channels, rows, a);"
run less 1 "$product
    if (channels % 16 == 0)
        steps<<<blocks_of(n), 256>>>(n, channels, rows, a);"
run changed_since 1 "    if (channels % 256 != 0)
        return;
    channels = channels + 1;
$product
    steps<<<blocks_of(n), 256>>>(n, channels, rows, a);"
run other 1 "$product
    if (channels % 256 != 0)
        steps<<<blocks_of(n), 256>>>(n, channels, rows, a);"
# Tests that few numbers pass.
run few 0 "    const int threads = channels > 256 ? 256 : channels;
$product
    if (channels > 1024)
        if ((channels & 1023) == 0)
            steps<<<(n + threads - 1) / threads, threads>>>(n, channels, rows, a);"
run few_others 0 "    const int threads = channels > 256 ? 256 : channels;
$product
    if (channels > 1024)
        if ((channels & 15) == 0)
            steps<<<(n + threads - 1) / threads, threads>>>(n, channels, rows, a);"
! grep -q 'steps: proved' "$dir/out"

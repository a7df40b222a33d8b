#!/bin/sh
# One thread sets a pointer or a size in shared memory, all threads use it behind a barrier: it is
# what was stored. Not if another store of it is anywhere, if the value is that of one thread, or if
# the store is made in some blocks only.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/good.cu" <<'CU'
__global__ void kernel(float *a, int pitch)
{
    __shared__ float *row;
    __shared__ int half;
    if (threadIdx.x == 0) {
        row = a + blockIdx.x * pitch;
        half = blockDim.x / 2;
    }
    __syncthreads();
    row[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x < half)
        row[threadIdx.x] += row[threadIdx.x + half];
}
void run(float *a) { kernel<<<4, 256>>>(a, 256); }
CU
sed '11d' "$dir/good.cu" >"$dir/bad.cu"
sed '9d' "$dir/good.cu" >"$dir/late.cu"
sed '12s/^/    if (threadIdx.x == 7 \&\& a[9] > 0) row = a;\n    __syncthreads();\n/' "$dir/good.cu" >"$dir/again.cu"
sed '5s/threadIdx.x == 0/threadIdx.x == 0 \&\& pitch > 9/' "$dir/good.cu" >"$dir/some.cu"
sed '6s/blockIdx.x/threadIdx.x/' "$dir/good.cu" >"$dir/own.cu"
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$1" >"$dir/out" 2>&1; }
lint "$dir/good.cu"
grep -q "kernel: kernel: proved (barriers, shared, global in a block)" "$dir/out"
lint "$dir/bad.cu"
grep -q "bad.cu:12:.*race on \`a\`: no barrier between write and read" "$dir/out"
lint "$dir/late.cu"
grep -q "late.cu:9:.*race on \`row\`" "$dir/out"
for other in again some own; do
    lint "$dir/$other.cu"
    if grep -q "kernel: kernel: proved (.*global" "$dir/out"; then exit 1; fi
    if grep -q "race on \`a\`" "$dir/out"; then exit 1; fi
done
echo ok

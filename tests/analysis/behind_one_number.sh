#!/bin/sh
# Rows that begin where a list says, which all threads of the block read at one place: that two
# threads meet in a row does not depend on the list. It would where each read another number.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/rows.cu" <<'CU'
__global__ void kernel(float *f, float *g, const int *start, int n)
{
    for (int s = blockIdx.x; s < n; s += gridDim.x) {
        int from = start[s], to = start[s + 1];
        for (int i = from + threadIdx.x; i < to; i += blockDim.x)
            f[i] = i;
        for (int i = from; i < to; i++)
            g[i + threadIdx.x] = f[i];
    }
}
void run(float *f, float *g, const int *start, int n) { kernel<<<100, 128>>>(f, g, start, n); }
CU
sed 's/int i = from; i < to; i++/int i = from + threadIdx.x; i < to; i += blockDim.x/; s/g.i + threadIdx.x./g[i]/' \
    "$dir/rows.cu" >"$dir/own.cu"
cat >"$dir/queue.cu" <<'CU'
__global__ void kernel(int *queue, int *tail, const int *found, int n)
{
    __shared__ int shift;
    if (threadIdx.x == 0)
        shift = atomicAdd(tail, n);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        queue[shift + i] = found[i];
}
void run(int *queue, int *tail, const int *found, int n) { kernel<<<100, 128>>>(queue, tail, found, n); }
CU
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$1" >"$dir/out" 2>&1; }
lint "$dir/rows.cu"
grep -q "rows.cu:8:.*race.* on \`f\`" "$dir/out"
lint "$dir/own.cu"
if grep -q "\[global-race\]" "$dir/out"; then exit 1; fi
lint "$dir/queue.cu"
grep -q "kernel: kernel: proved (barriers, shared, global in a block)" "$dir/out"
sed -i '/__syncthreads/d' "$dir/queue.cu"
lint "$dir/queue.cu"
grep -q "error: race on \`shift\`" "$dir/out"
echo ok

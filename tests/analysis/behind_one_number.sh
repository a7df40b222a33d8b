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
# The number is another one where it is loaded again.
cat >"$dir/moves.cu" <<'CU'
__global__ void kernel(float *buf, float *o, const int *p)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = p[0];
    __syncthreads();
    int before = s;
    __syncthreads();
    if (threadIdx.x == 0)
        s += 64;
    __syncthreads();
    int behind = s;
    buf[before + threadIdx.x] = 1;
    o[threadIdx.x] = buf[behind + (threadIdx.x ^ 1)];
}
void run(float *buf, float *o, const int *p) { kernel<<<1, 64>>>(buf, o, p); }
CU
cat >"$dir/passes.cu" <<'CU'
__global__ void kernel(float *buf, int *at, int n)
{
    for (int i = 0; i < n; i++) {
        int base = *at;
        float v = buf[base + (threadIdx.x ^ 1)];
        __syncthreads();
        if (threadIdx.x == 0)
            *at = base + 64;
        __syncthreads();
        buf[base + threadIdx.x] = v;
    }
}
void run(float *buf, int *at) { kernel<<<1, 64>>>(buf, at, 5); }
CU
for file in moves passes; do
    lint "$dir/$file.cu"
    if grep -q "\[global-race\]" "$dir/out"; then exit 1; fi
done
# Two threads, each in the loop of the lists, meet in one list of it, of which more is asked.
cat >"$dir/lists.cu" <<'CU'
struct list { unsigned long begin, end; };
__device__ int score(int xi, int xj, int yi, int yj)
{
    int dx = xi - xj, dy = yi - yj;
    if (dx == 0 || dx > 5000 || dy > 500 || dy <= 0)
        return -1;
    return dx < dy ? dx : dy;
}
__device__ void judge(const int *x, const int *y, const int *range, unsigned long begin, unsigned long end, int *f)
{
    for (unsigned long i = begin + threadIdx.x; i < end; i += blockDim.x)
        f[i] = 15;
    for (unsigned long i = begin; i < end; i++)
        for (int j = threadIdx.x; j < range[i]; j += blockDim.x) {
            int sc = score(x[i + j + 1], x[i], y[i + j + 1], y[i]);
            if (sc < 0)
                continue;
            sc += f[i];
            if (sc >= f[i + j + 1] && sc != 15)
                f[i + j + 1] = sc;
        }
}
__global__ void kernel(const int *x, const int *y, const int *range, const list *lists, const unsigned *count, int *f)
{
    for (int s = blockIdx.x; s < *count; s += gridDim.x)
        judge(x, y, range, lists[s].begin, lists[s].end, f);
}
void run(const int *x, const int *y, const int *range, const list *lists, const unsigned *count, int *f)
{
    kernel<<<100, 512>>>(x, y, range, lists, count, f);
}
CU
lint "$dir/lists.cu"
grep -q "lists.cu:[0-9]*:.*race on \`f\`: no barrier" "$dir/out"
echo ok

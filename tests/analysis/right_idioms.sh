#!/bin/sh
# Right code that was once reported, in forms a program of the corpus cannot have: headers without a
# launch, and a library that needs a host part of its own.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
silent() {
    "$CUDASYNCLINT" --no-cache --isolated -q "$dir/$1" >"$dir/out" 2>&1 || true
    [ ! -s "$dir/out" ] || { echo "$1:"; cat "$dir/out"; exit 1; }
}

# The threads of a block draw from one generator together.
cat >"$dir/twister.cu" <<'CU'
#include <curand_kernel.h>
__global__ void fill(curandStateMtgp32 *state, int n, float *out)
{
    int rounded = (n + 255) / 256 * 256;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < rounded; i += 256 * gridDim.x) {
        float x = curand_uniform(&state[blockIdx.x]);
        if (i < n)
            out[i] = x;
    }
}
void run(curandStateMtgp32 *s, int n, float *out) { fill<<<64, 256>>>(s, n, out); }
CU
silent twister.cu

# The address of a value of a dependent type, passed to an array of a dependent size.
cat >"$dir/value.cuh" <<'CU'
template <typename T, int N> __device__ void keep(T *memory, T values[N], int n)
{
    for (int i = 0; i < N; i++)
        values[i] = threadIdx.x < n ? values[i] : T(0);
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < N; i++)
            values[i] += memory[i];
}
template <typename T> __global__ void total(T *memory, int n, T *out)
{
    T value = memory[threadIdx.x];
    keep<T, 1>(memory, &value, n);
    if (threadIdx.x == 0)
        *out = value;
}
CU
silent value.cuh

# Only the instance for several rows asks for the row.
cat >"$dir/rows.cu" <<'CU'
template <bool rows> struct layout {
    static __device__ bool has_rows() { return rows; }
};
template <class L> __global__ void reverse(int *a, int pitch)
{
    __shared__ int s[256];
    int offset = 0;
    if (L::has_rows())
        offset = (blockIdx.y * blockDim.y + threadIdx.y) * pitch;
    s[threadIdx.x] = a[offset + threadIdx.x];
    __syncthreads();
    a[offset + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
void run(int *a, int n) { reverse<layout<false>><<<1, n>>>(a, 0); }
CU
silent rows.cu

# Every thread stores the same and then reads what it stored: that they write the same is all there
# is to say.
cat >"$dir/same.cu" <<'CU'
__global__ void rows(const float *in, float *out, int width)
{
    __shared__ int first, step, last;
    __shared__ float tile[16][16];
    first = blockIdx.x * 16;
    step = 16 * width;
    last = first + 15 * width;
    float sum = 0;
    for (int at = first; at <= last; at += step) {
        tile[threadIdx.y][threadIdx.x] = in[at + threadIdx.y * width + threadIdx.x];
        __syncthreads();
        sum += tile[threadIdx.x][threadIdx.y];
        __syncthreads();
    }
    out[(blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x] = sum;
}
void run(const float *in, float *out, int n) { rows<<<n / 16, dim3(16, 16)>>>(in, out, n); }
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/same.cu" >"$dir/out" 2>&1 || { cat "$dir/out"; exit 1; }
grep -q 'note: several threads write the same value to .first' "$dir/out"

# Members of a struct parameter are the same in every pass, and the loop steps by one of them.
cat >"$dir/struct.cu" <<'CU'
struct sizes { int step; float *x; };
__global__ void reverse(sizes p)
{
    __shared__ float s[4096];
    for (int i = 0; i < 32; i++)
        s[i * p.step + threadIdx.x] = p.x[i * p.step + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; i++)
        p.x[i * p.step + threadIdx.x] = s[(31 - i) * p.step + threadIdx.x];
}
__global__ void strided(sizes p)
{
    __shared__ float s[4096];
    for (int i = threadIdx.x; i < 4096; i += p.step)
        s[i] = p.x[i];
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += p.step)
        p.x[i] = s[4095 - i];
}
void run(sizes p) { reverse<<<1, 128>>>(p); strided<<<1, 128>>>(p); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/struct.cu" >"$dir/out" 2>&1 || { cat "$dir/out"; exit 1; }
grep -q 'kernel: reverse: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
# Nothing says that `step` is the block's size; that it is not is no finding.
grep -q 'kernel: strided: undecided' "$dir/out" || { cat "$dir/out"; exit 1; }

# A stack of each warp's own: where it stands depends on data, but not whose it is.
cat >"$dir/stack.cu" <<'CU'
__global__ void walk(const int *child, const int *leaf, int *out)
{
    __shared__ volatile int stack[4 * 32];
    int lane = threadIdx.x % 32, bottom = threadIdx.x / 32 * 32, depth = bottom;
    if (lane == 0)
        stack[bottom] = 0;
    __syncwarp();
    int sum = 0;
    while (depth >= bottom) {
        int node = stack[depth];
        __syncwarp();
        if (child[node] > 0) {
            depth++;
            if (lane == 0)
                stack[depth] = child[node];
            __syncwarp();
        } else {
            sum += leaf[node + lane];
            depth--;
        }
    }
    out[threadIdx.x] = sum;
}
void run(const int *c, const int *l, int *out) { walk<<<1, 128>>>(c, l, out); }
CU
silent stack.cu

# Rows of a block load one element each for itself: they store the same.
cat >"$dir/bias.cu" <<'CU'
__global__ void add_bias(const float *bias, float *x)
{
    __shared__ float s[64];
    s[threadIdx.x] = bias[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    x[threadIdx.y * 64 + threadIdx.x] += s[63 - threadIdx.x];
}
__global__ void shift_bias(const float *bias, float *x)
{
    __shared__ float s[64];
    s[threadIdx.x] = bias[blockIdx.x * 64 + threadIdx.x + threadIdx.y];
    __syncthreads();
    x[threadIdx.y * 64 + threadIdx.x] += s[63 - threadIdx.x];
}
void run(const float *b, float *x)
{
    add_bias<<<1, dim3(64, 4)>>>(b, x);
    shift_bias<<<1, dim3(64, 4)>>>(b, x);
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/bias.cu" >"$dir/out" 2>&1 || true
grep -q 'bias.cu:4:5: note: several threads write the same value' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'bias.cu:11:5: error: race on .s.: several threads write it' "$dir/out" || { cat "$dir/out"; exit 1; }

# atomicAdd for doubles as the programming guide has it: atomicCAS checks what was read before.
cat >"$dir/cas.cu" <<'CU'
__global__ void scatter(double *a, const int *at)
{
    unsigned long long *p = (unsigned long long *)(a + at[threadIdx.x]), old = *p, assumed;
    do {
        assumed = old;
        old = atomicCAS(p, assumed, __double_as_longlong(1.0 + __longlong_as_double(assumed)));
    } while (assumed != old);
}
void run(double *a, const int *at) { scatter<<<1, 256>>>(a, at); }
CU
silent cas.cu

# Only without any elements would the first thread be one of those that fill up the rest.
cat >"$dir/rest.cu" <<'CU'
__global__ void largest(const float *in, int n, float *out)
{
    __shared__ float s[256];
    if (threadIdx.x < n)
        s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= n)
        s[threadIdx.x] = s[0];
    __syncthreads();
    for (int k = 128; k > 0; k /= 2) {
        if (threadIdx.x < k)
            s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + k]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = s[0];
}
void run(const float *in, int n, float *out) { largest<<<1, 256>>>(in, n, out); }
CU
silent rest.cu

# The number that the template takes is the block; nothing instantiates it here.
cat >"$dir/block.cuh" <<'CU'
template <int BLOCK> __global__ void running(const int *in, int n, int *out)
{
    __shared__ int s[BLOCK];
    int end = (n + BLOCK - 1) / BLOCK * BLOCK;
    for (int i = threadIdx.x; i < end; i += BLOCK) {
        s[threadIdx.x] = i < n ? in[i] : 0;
        __syncthreads();
        if (i < n)
            out[i] = s[BLOCK - 1 - threadIdx.x];
        __syncthreads();
    }
}
CU
silent block.cuh

# All lanes hold the sum after exchanging in pairs, and all store it; after shfl_down only the first does.
cat >"$dir/pairs.cu" <<'CU'
template <int W> __device__ float all_sum(float x) {
#pragma unroll
    for (int o = W / 2; o > 0; o >>= 1) x += __shfl_xor_sync(0xffffffff, x, o, W);
    return x;
}
__device__ float down_sum(float x) {
    for (int o = 16; o > 0; o >>= 1) x += __shfl_down_sync(0xffffffff, x, o);
    return x;
}
__global__ void good(const float *in, float *out) {
    __shared__ float s[32];
    float x = all_sum<32>(in[threadIdx.x]);
    s[threadIdx.x / 32] = x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 8];
}
__global__ void bad(const float *in, float *out) {
    __shared__ float s[32];
    float x = down_sum(in[threadIdx.x]);
    s[threadIdx.x / 32] = x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 8];
}
void f(const float *a, float *b) { good<<<1,256>>>(a,b); bad<<<1,256>>>(a,b); }
CU
"$CUDASYNCLINT" --no-cache --isolated -q "$dir/pairs.cu" >"$dir/out" 2>&1 || true
grep -q 'pairs.cu:20:5: error' "$dir/out" || { cat "$dir/out"; exit 1; }
if grep -q 'pairs.cu:13:' "$dir/out"; then cat "$dir/out"; exit 1; fi

# The end of the block's part is one of two numbers, by reference; a list of slots names those of one half
# of a double buffer; a value is looked at before the atomic operation that decides.
cat >"$dir/indices.cu" <<'CU'
#include <algorithm>
__global__ void parts(int *a, unsigned size, unsigned n)
{
    __shared__ int s[128];
    const unsigned begin = blockIdx.x * size, end = std::min(begin + size, n);
    for (unsigned at = begin; at < end; at += blockDim.x) {
        s[threadIdx.x] = a[at + threadIdx.x];
        __syncthreads();
        a[at + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
    }
}
__global__ void halves(const int *list, float *out, int rounds)
{
    extern __shared__ float x[];
    x[threadIdx.x] = out[threadIdx.x];
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        float sum = x[list[threadIdx.x] + blockDim.x * (r % 2)];
        x[threadIdx.x + blockDim.x * ((r + 1) % 2)] = sum;
    }
    out[threadIdx.x] = x[threadIdx.x];
}
__global__ void first(const int *in, int *least)
{
    if (in[threadIdx.x] < least[in[threadIdx.x] % 16])
        atomicMin(&least[in[threadIdx.x] % 16], in[threadIdx.x]);
}
CU
silent indices.cu

# As many rounds as the block has halvings, which only the launch knows: two arrays side by side.
cat >"$dir/rounds.cu" <<'CU'
__global__ void solve(const float *in, float *out, unsigned rounds)
{
    extern __shared__ float d[];
    float *x = d + blockDim.x;
    unsigned tid = threadIdx.x;
    d[tid] = in[tid];
    __syncthreads();
    int step = 1;
    for (unsigned r = 0; r < rounds; r++) {
        float next = tid < step ? d[tid] : d[tid] - d[tid - step];
        __syncthreads();
        d[tid] = next;
        step *= 2;
        __syncthreads();
    }
    if (tid < step) {
        x[tid] = d[tid] + d[tid + step];
        x[tid + step] = d[tid + step] - d[tid];
    }
    __syncthreads();
    out[tid] = x[tid];
}
CU
silent rounds.cu

# The first lane of the first warp that has found something.
cat >"$dir/elected.cu" <<'CU'
__global__ void pick(const unsigned *found, int *ids, unsigned which)
{
    __shared__ unsigned s[4];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0)
        s[warp] = found[blockIdx.x * which + warp];
    __syncthreads();
    bool skip = s[warp] == 0;
    for (int i = 0; i < warp; i++)
        if (s[i] != 0)
            skip = true;
    if (!skip && lane == 32 - __popc(s[warp]))
        ids[blockIdx.x] = threadIdx.x;
}
void run(const unsigned *found, int *ids, unsigned n) { pick<<<64, 128>>>(found, ids, n); }
CU
silent elected.cu

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
cat >"$dir/before.cu" <<'CU'
__global__ void kernel(int *a, int *n)
{
    __shared__ int count;
    int before = count;
    __syncthreads();
    if (threadIdx.x == 0)
        count = before + atomicAdd(n, 1);
    __syncthreads();
    if (before != count)
        a[0] = threadIdx.x;
}
void run(int *a, int *n) { kernel<<<1, 256>>>(a, n); }
CU
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
lint "$dir/before.cu"
grep -q "before.cu:10:.*race on \`a\`" "$dir/out"
# The word is stored again through its address as an integer, from memory, another lane or a copy.
again() { # FILE DECLARATIONS STORE
    cat >"$dir/$1.cu" <<CU
__global__ void kernel(float *o)
{
    __shared__ int s;
    __shared__ float b[128];
    $2
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    b[s + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        $3;
    __syncthreads();
    float v = b[s + threadIdx.x];
    b[threadIdx.x] = v;
}
void run(float *o) { kernel<<<1, 64>>>(o); }
CU
    lint "$dir/$1.cu"
    grep -q "$1.cu:15:.*race on \`b\`" "$dir/out"
}
again kept "__shared__ unsigned long long at; if (threadIdx.x == 0) at = (unsigned long long)&s; __syncthreads();" \
    "*(int *)at = 1"
again offered "unsigned long long at = __shfl_sync(~0u, (unsigned long long)&s, 0);" "*(int *)at = 1"
again copied "unsigned long long at; int *to = &s; memcpy(&at, &to, 8);" "*(int *)at = 1"
again short "__shared__ unsigned at; if (threadIdx.x == 0) at = (unsigned)__cvta_generic_to_shared(&s); __syncthreads();" \
    'asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(1) : "memory")'
# All threads store in each pass of a loop what does not depend on it.
cat >"$dir/passes.cu" <<'CU'
extern __shared__ float all[];
__device__ void sum(float *to, float x)
{
    __shared__ volatile float *part;
    part = all;
    __syncthreads();
    part[threadIdx.x] = x;
    __syncthreads();
    for (int d = 64; d > 32; d /= 2) {
        if (threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x < 32)
        for (int d = 32; d > 0; d /= 2)
            part[threadIdx.x] += part[threadIdx.x + d];
    if (threadIdx.x == 0)
        *to = part[0];
}
__global__ void kernel(float *o, int n)
{
    for (int i = 0; i < n; i++)
        sum(o + blockIdx.x * n + i, i);
}
void run(float *o) { kernel<<<8, 128, 512>>>(o, 4); }
CU
lint "$dir/passes.cu"
grep -q "passes.cu:16:.*\[warp-sync-missing\]" "$dir/out"
echo ok

#!/bin/sh
# A template that nothing instantiates, whose subscripts have a type of its own: it is judged with
# integers for that type, and proved for none, as a narrow one wraps.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/gather.cu" <<'CU'
template <typename Value, typename Vertex>
__global__ void wrong(const Value *a, Value *b, Vertex n)
{
    __shared__ Value s[256];
    Vertex t = threadIdx.x;
    if (t < n)
        s[t] = a[t];
    if (t + 1 < n)
        b[t] = s[t + 1];
}
template <typename Value, typename Vertex>
__global__ void right(const Value *a, Value *b, Vertex n)
{
    __shared__ Value s[256];
    Vertex t = threadIdx.x;
    if (t < n)
        s[t] = a[t];
    __syncthreads();
    if (t + 1 < n)
        b[t] = s[t + 1];
}
template <typename Narrow> __global__ void wraps(const float *a, float *b)
{
    __shared__ float s[1024];
    Narrow t = threadIdx.x;
    s[t] = a[threadIdx.x]; /* threads 0 and 256, where it is a byte */
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x];
}
/* The same where an integer is made of it first. */
template <typename Narrow> __global__ void wraps_before(const float *a, float *b)
{
    __shared__ float s[1024];
    Narrow t = threadIdx.x;
    int i = t;
    s[i] = a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x];
}
template <typename Narrow> __global__ void wraps_in_cast(const float *a, float *b)
{
    __shared__ float s[1024];
    int i = static_cast<Narrow>(threadIdx.x);
    s[i] = a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x];
}
template <typename Narrow> __global__ void wraps_to_three(float *b)
{
    __shared__ float s;
    Narrow t = threadIdx.x;
    if (t == 3)
        s = threadIdx.x;
    __syncthreads();
    b[threadIdx.x] = s;
}
template <typename Narrow> __global__ void wraps_in_memory(const float *a, float *b)
{
    __shared__ float s[1024];
    Narrow t[2];
    t[0] = threadIdx.x;
    int i = (int)t[0];
    s[i] = a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x];
}
template <typename Narrow> __global__ void wrong_too(const float *a, float *b)
{
    __shared__ float s[1024];
    Narrow t = threadIdx.x;
    int i = t;
    s[i] = a[i];
    b[i] = s[i + 1];
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/gather.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong <float, int>: findings (shared' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'kernel: wrong_too <int>: findings (shared' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c '\[[a-z-]*\]$' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }
if grep 'kernel: [a-z_ <>,]*: proved (' "$dir/out"; then cat "$dir/out"; exit 1; fi

#!/bin/sh
# A launch that passes the same memory twice is analysed as such: that parameters point to distinct
# memory is no assumption there. So with pointers in structures, through the arguments of a host
# function, and in another file; right code stays proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cuh" <<'CU'
struct Pair { float *out; const float *in; };
struct Two { const float *a; float *b; };
__global__ void elsewhere(float *out, const float *in);
CU
cat >"$dir/a.cu" <<'CU'
#include "k.cuh"
__global__ void twice(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void next(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t] + 1; }
__global__ void behind(float *out, const float *in) { int t = threadIdx.x; out[t] = in[63 - t]; }
__global__ void inside(Pair p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
__global__ void assigned(Pair p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
__global__ void mixed(float *out, Two p) { int t = threadIdx.x; out[t] = p.a[t ^ 1] + 1; }
__global__ void called(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void unsized(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void elsewhere(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void same_element(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t] + 1; }
__global__ void second_half(float *out, const float *in) { int t = threadIdx.x; out[t] = in[63 - t] + 1; }
__global__ void swapped(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void reassigned(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void rotated(Pair p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
static void wrapper(float *o, const float *i) { called<<<1, 64>>>(o, i); }
void host(int n, float *buffers[2], Pair *pairs)
{
    float *d, *e;
    cudaMalloc(&d, 4096);
    cudaMalloc(&e, 4096);
    float *alias = d + 16;
    twice<<<1, 64>>>(d, d);
    next<<<1, 64>>>(d, d + 1);
    behind<<<1, 64>>>(alias, &d[8]);
    inside<<<1, 64>>>({d, d});
    Pair p;
    p.out = d;
    p.in = d;
    assigned<<<1, 64>>>(p);
    mixed<<<1, 64>>>(e, Two{e, d});
    wrapper(e, d);
    wrapper(d, d);
    unsized<<<1, n>>>(buffers[n], buffers[n]);
    same_element<<<1, 64>>>(d, d);
    second_half<<<1, 64>>>(d, d + 64);
    float *from = d, *to = e;
    for (int i = 0; i < n; i++) {
        swapped<<<1, 64>>>(to, from);
        float *other = to;
        to = from;
        from = other;
    }
    float *old = d;
    d = e;
    reassigned<<<1, 64>>>(d, old);
    p.in = d;
    d += 64;
    p.out = d;
    rotated<<<1, 64>>>(p);
}
CU
cat >"$dir/b.cu" <<'CU'
#include "k.cuh"
void other(float *d) { elsewhere<<<1, 64>>>(d, d); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says() {
    grep -q "kernel: $1: $2 " "$dir/out" || {
        echo "not said: $1: $2"
        cat "$dir/out"
        exit 1
    }
}
for k in twice next behind inside assigned mixed called unsized elsewhere; do
    says "$k" findings
done
for k in same_element second_half swapped reassigned rotated; do
    says "$k" proved
done

#!/bin/sh
# A function of the file gives the address of a kernel, and the caller launches it: these are the
# launches of each kernel that it may give. Where other files may call the function as well, or more
# becomes of the address, there may be other launches.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/kernel.h" <<'CU'
typedef void (*kernel_t)(float *, const float *);
template <int N> __global__ void kernel(float *out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (N * 32 > 32)
        __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
CU
cat >"$dir/chosen.cu" <<'CU'
#include "kernel.h"
kernel_t choose(int n)
{
    if (n > 64)
        return kernel<1>;
    switch (n) {
    case 1: return &kernel<2>;
    case 2: return nullptr;
    default: return n ? kernel<3> : kernel<4>;
    }
}
void run(float *out, const float *in, int n)
{
    kernel_t chosen = choose(n);
    chosen<<<1, 64>>>(out, in);
    choose(n + 1)<<<2, 64>>>(out, in);
}
CU
cat >"$dir/declared.cu" <<'CU'
#include "kernel.h"
kernel_t choose(int n);
kernel_t choose(int n) { return n > 64 ? kernel<1> : kernel<2>; }
void run(float *out, const float *in, int n) { choose(n)<<<1, 64>>>(out, in); }
CU
cat >"$dir/kept.cu" <<'CU'
#include "kernel.h"
kernel_t choose(int n) { return n > 64 ? kernel<1> : kernel<2>; }
struct table { kernel_t first; };
void fill(table *);
void run(float *out, const float *in, int n)
{
    choose(n)<<<1, 64>>>(out, in);
    table t = {choose(n)};
    fill(&t);
}
CU
cat >"$dir/taken.cu" <<'CU'
#include "kernel.h"
static kernel_t choose(int n) { return n > 64 ? kernel<1> : kernel<2>; }
void set(kernel_t (*)(int));
void run(float *out, const float *in, int n)
{
    choose(n)<<<1, 64>>>(out, in);
    set(choose);
}
CU
# How many kernels of the file have launches that are not known, and how many have known ones.
launches() {
    "$CUDASYNCLINT" --no-cache --isolated --dump=ir "$dir/$1.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
    echo "$1 $(grep -c 'launch-unknown' "$dir/out") $(grep -c '(launch .*block 64' "$dir/out")"
}
for file in chosen declared kept taken; do launches $file; done >"$dir/all"
diff - "$dir/all" <<'ALL'
chosen 0 8
declared 2 0
kept 2 2
taken 2 2
ALL

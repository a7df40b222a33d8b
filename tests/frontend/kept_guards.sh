#!/bin/sh
# A condition before a launch says something of a number only where nothing may have changed it, no
# jump leads past the condition, and no function has calls that are not seen.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/kernels" <<'CU'
#include <cstdlib>
__global__ void waits(float *o, int n)
{
    __shared__ float s[1024];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < n)
        __syncthreads();
    o[threadIdx.x] = threadIdx.x;
}
__global__ void shifts(float *o)
{
    __shared__ float s[1024];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    o[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
struct shape { int n; void touch(); void exit(); };
void touch(shape *p);
int counted();
CU
judge() { # CALLS: what is said of the kernel that is launched
    { cat "$dir/kernels"; echo "$1"; } >"$dir/file.cu"
    "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$dir/file.cu" >"$dir/out" 2>&1
    grep "kernel: waits\|kernel: shifts" "$dir/out" | grep -v "nothing launches" >"$dir/said"
}
proved() { judge "$1" && grep -q "$2: proved (.*shared" "$dir/said"; }
open() { judge "$1" && ! grep -q "$2: proved (.*shared" "$dir/said"; }

proved 'void run(float *o, int n) { if (n != 128) return; waits<<<1, 128>>>(o, n); }' waits
proved 'void run(float *o, int n) { switch (n) { case 32: shifts<<<1, n>>>(o); } }' shifts
proved 'void run(float *o, int n) { if (n < 128) exit(1); waits<<<1, 128>>>(o, n); }' waits

open 'void run(float *o, shape *p) { if (p->n != 128) return; p->n = 1; waits<<<1, 128>>>(o, p->n); }' waits
open 'void run(float *o, shape *p) { if (p->n != 128) return; touch(p); waits<<<1, 128>>>(o, p->n); }' waits
open 'void run(float *o, int n) { if (n != 128) goto on; counted(); on: waits<<<1, 128>>>(o, n); }' waits
open 'void run(float *o, int n, int z) { switch (n) { case 32: if (z) { case 64: shifts<<<1, n>>>(o); } } }' shifts
open 'void run(float *o, int n) { if ((unsigned char)n == 32) shifts<<<1, n>>>(o); }' shifts
open 'void run(float *o, int n) { switch ((unsigned char)n) { case 32: shifts<<<1, n>>>(o); } }' shifts
open 'void run(float *o, int n, shape z) { if (n < 128) z.exit(); waits<<<1, 128>>>(o, n); }' waits

# The address of a function that stands in a table, a member or a pointer.
go='static void go(float *o, int n) { waits<<<1, 128>>>(o, n); } void run(float *o) { go(o, 128); }'
proved "$go" waits
open "$go struct calls { void (*f)(float *, int); }; const calls all = {go};" waits
open "$go void (*const all[])(float *, int) = {go};" waits
open "$go struct calls { void (*f)(float *, int) = go; };" waits

# What assigns it as it likes, and what is bound to it.
open 'struct size { int n; size &operator=(const size &o) { n = o.n - 123; return *this; } };
void run(float *o) { size a{128}, b{1}; b = a; waits<<<1, 128>>>(o, b.n); }' waits
open 'struct size { static inline int n = 128; void set() { this->n = 5; } };
void run(float *o) { size a; a.set(); waits<<<1, 128>>>(o, size::n); }' waits

# The value of an assignment to a bit-field is what the field holds.
cat >"$dir/field.cu" <<'CU'
struct field { unsigned a : 7; };
__global__ void kernel(float *o)
{
    __shared__ int s[256];
    field u;
    int j = (u.a = threadIdx.x);
    s[j] = threadIdx.x;
    o[threadIdx.x] = j;
}
void run(float *o) { kernel<<<1, 256>>>(o); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$dir/field.cu" >"$dir/out" 2>&1
if grep -q "kernel: kernel: proved (shared" "$dir/out"; then exit 1; fi
echo ok

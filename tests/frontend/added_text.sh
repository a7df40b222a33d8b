#!/bin/sh
# What is parsed behind the last line of a file, to see its explicit instantiations, is none of it:
# an error there is no error of the file. What the file leaves unfinished is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cuh" <<'CU'
namespace parts {
struct sizes { int n; };
template <class T> __global__ void mirror(T *a)
{
    __shared__ T s[128];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[127 - threadIdx.x];
}
template <class T> void run(T *a, const sizes &by) { mirror<<<1, 128>>>(a); }
}
CU
instance='template void run<float>(float *, const sizes &);'
kernel='__global__ void own(int *a) { a[threadIdx.x] = 1; }'
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
# $1: the text behind the header; the exit status is 3 for a file that no compiler takes
status_of() {
    printf '#include "k.cuh"\n%s\n%s' "$kernel" "$1" >"$dir/a.cu"
    status=0
    "$CUDASYNCLINT" --no-cache -v "$dir/a.cu" >"$dir/out" 2>&1 || status=$?
}
status_of "namespace parts {
$instance
}
"
grep -q 'mirror <float>: proved' "$dir/out" || fail "an instance in a namespace is not proved"
[ "$status" = 0 ] || fail "what was added is an error of the file"
# The arguments of the template may be left out; a member of an instance is no such function.
status_of 'namespace parts {
template __global__ void mirror(double *);
template <class T> struct owner { void go(T *a); };
template <class T> void owner<T>::go(T *a) { mirror<<<1, 64>>>(a); }
template void owner<float>::go(float *);
}
'
grep -q 'mirror <double>, <float>: proved' "$dir/out" || fail "an instance whose arguments are left out"
[ "$status" = 0 ] || fail "a member of an instance is an error"
status_of "namespace parts {
$instance
}
int twice(int a, int"
grep -q 'parse-error' "$dir/out" || fail "an unfinished declaration"
status_of "namespace parts {
$instance
void late() {
"
grep -q 'parse-error' "$dir/out" || fail "an open block"

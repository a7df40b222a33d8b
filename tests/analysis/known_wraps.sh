#!/bin/sh
# That rows do not overlap and indices do not wrap is no premise where the value of a parameter is known
# and says otherwise: n * 3 + t and n + t are one place for an unsigned n of 2^31. Of a range of values
# it may be any.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
is() { # is NAME VERDICT GUARD HOST
    cat >"$dir/$1.cu" <<CU
#include <cassert>
__global__ void k(int *p, unsigned n) {
    $3 {
        p[n * 3 + threadIdx.x] = 1;
        p[n + (threadIdx.x ^ 32)] = 2;
    }
}
int main() { int *p; cudaMalloc(&p, 100); $4 }
CU
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
    grep -q "kernel: k: $2" "$dir/out" || { cat "$dir/out"; echo "FAIL: $1 is not $2"; exit 1; }
}
isnot() { # isnot NAME GUARD HOST: it is not proved
    is "$1" '\(undecided\|findings\)' "$2" "$3"
}
is ordinary proved '' 'k<<<1, 64>>>(p, 1000);'
isnot launched '' 'k<<<1, 64>>>(p, 0x80000000u);'
isnot one_of_two '' 'for (unsigned n : {64u, 0x80000000u}) k<<<1, 64>>>(p, n);'
is two proved '' 'for (unsigned n : {64u, 128u}) k<<<1, 64>>>(p, n);'
is counted proved '' 'for (unsigned n = 64; n < 1000; n += 32) k<<<1, 64>>>(p, n);'
isnot guarded 'if (n == 0x80000000u)' ''
is guarded_otherwise proved 'if (n == 4096)' ''
is open proved '' ''

# More values than are listed are known by their bounds.
list='64u, 65u, 100u, 1000u, 5000u, 20000u, 70000u, 90000u'
is listed proved '' "for (unsigned n : {$list, 91000u, 98000u}) k<<<1, 64>>>(p, n);"
isnot listed_with_one "" "for (unsigned n : {$list, 0x80000000u, 3000000000u}) k<<<1, 64>>>(p, n);"
asserted() { # asserted NAME VERDICT LIMIT
    is "$1" "$2" '' "} void run(int *p, unsigned n) { assert(n < $3); k<<<1, 64>>>(p, n);"
}
asserted below proved 100000u
asserted beyond '\(undecided\|findings\)' 3000000000u

# Rows of a range of lengths: the shortest shows whether threads leave them.
rows() { # rows NAME VERDICT FIRST
    cat >"$dir/$1.cu" <<CU
__global__ void rows(int *p, unsigned pitch) { p[pitch * threadIdx.y + threadIdx.x] = 1; }
int main() {
    int *p;
    cudaMalloc(&p, 100);
    for (unsigned n : {$3, 65u, 100u, 1000u, 5000u, 20000u, 70000u, 90000u, 100000u, 130000u})
        rows<<<1, dim3(64, 4)>>>(p, n);
}
CU
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
    grep -q "kernel: rows: $2" "$dir/out" || { cat "$dir/out"; echo "FAIL: $1 is not $2"; exit 1; }
}
rows long_enough proved 64u
rows too_short '\(undecided\|findings\)' 1u

#!/bin/sh
# Every byte that the tool writes is the same whether the embedded declarations are precompiled or
# parsed. tests/frontend/test_precompiled.c looks at when they are.
corpus=$PWD/corpus
. tests/cli/check.inc

# NAME ARGUMENT...: the same run in both ways; leaves NAME.out.
same() {
    name=$1
    shift
    "$tool" "$@" >"$name.out" 2>"$name.err"
    code=$?
    CSL_PLAIN_PARSE=1 "$tool" "$@" >"$name.plain" 2>"$name.plain.err"
    [ $? -eq $code ] || fail "$name: exit code"
    cmp -s "$name.out" "$name.plain" || fail "$name: the reports differ"
    cmp -s "$name.err" "$name.plain.err" || fail "$name: what it says differs"
    [ -s "$name.out" ] || fail "$name: no report"
}

set -- --no-cache --isolated -v --min-confidence=low --format=json
same races "$@" "$corpus"/shared-race/*/*_[ab]*.cu
same rules "$@" --arch=sm_70 --arch=sm_90 "$corpus/barrier-init-race" "$corpus/async-copy-unsynced"
same ir --dump=ir --isolated $(find "$corpus" -name 'bad_[ab]*.cu' | sort)

# Guesses parse a file again; so do headers that are found elsewhere, and the C++ library.
cat >guess.cu <<'X'
#include "nowhere.h"
#include "helper.h"
template <typename T> __global__ void k(T *p)
{
    __shared__ real s[TILE];
    s[threadIdx.x] = std::min(p[threadIdx.x], limit);
    __syncthreads();
    p[threadIdx.x] = s[threadIdx.x + 1] + half_of(4);
}
void run(int *p) { k<<<1, TILE>>>(p); }
X
mkdir include
echo '__device__ int half_of(int n) { return n / 2; }' >include/helper.h
same guess "$@" guess.cu
same standard "$@" guess.cu -- -std=c++14 -DTILE=32 -Iinclude
same old "$@" guess.cu -- -std=c++03
same macro "$@" guess.cu -- -Dmin=max

# A file that a build depends on is named either way.
printf '#include <time.h>\n#include "guess.cu"\n' >includes.cu
same depfile --no-cache --isolated --format=json --depfile=d --stamp=s includes.cu
has d "guess.cu"
lacks d "__csl__"
lacks d "/proc/"

# Results kept by one are taken by the other.
same empty --cache-dir=cache --isolated --format=json guess.cu
same filled --cache-dir=cache --isolated --format=json guess.cu
finish

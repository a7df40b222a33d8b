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

# An embedded header is found however a source comes to it (parse/named_headers.c): a macro, a question,
# a header beside it or with an absolute name, or the next folder.
mkdir next
echo '#include <cuda/latch>' >beside.h
echo '#include <cub/block/block_reduce.cuh>' >next/deep.h
echo '#include_next <cuda_fp16.h>' >next/cuda_fp16.h
printf '#define GROUPS <cooperative_groups.h>\n#include GROUPS\n' >macro.h
cat >named.cu <<X
#include "beside.h"
#include "$PWD/next/deep.h"
#ifdef WITH_MACRO
#include "macro.h"
#else
#  include   /* here */   <cooperative_groups.h>
#endif
#if __has_include(<cuda/semaphore>) && defined __CUDACC__
#include <cuda/semaphore>
#endif
#include "cuda_fp16.h"
__global__ void k(cuda::binary_semaphore<cuda::thread_scope_device> *at, __half *p)
{
    typedef cub::BlockReduce<int, 128> reduce;
    __shared__ reduce::TempStorage s;
    int sum = reduce(s).Sum(threadIdx.x);
    cooperative_groups::this_thread_block().sync();
    if (threadIdx.x == 0)
        at->release();
    p[threadIdx.x] = sum + reduce(s).Sum(threadIdx.x);
}
void run(cuda::binary_semaphore<cuda::thread_scope_device> *at, __half *p) { k<<<1, 128>>>(at, p); }
X
for flag in -UWITH_MACRO -DWITH_MACRO; do
    same named "$@" named.cu -- $flag -Inext
    lacks named.out "not found"
    has named.out '"verdict": "proved"'
done

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

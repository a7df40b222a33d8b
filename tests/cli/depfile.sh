#!/bin/sh
# --depfile and --stamp, and the CMake module with Ninja.
source=$(pwd)
. tests/cli/check.inc

mkdir 'with blank'
echo '#define LIMIT 2048' >'with blank/limit $.h'
cat >uses.cu <<'X'
#include "limit $.h"
__global__ void uses(float *a) {
    if (threadIdx.x < LIMIT)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
X
lint 0 --depfile=d --stamp=s uses.cu -- '-Iwith blank'
has d 's: \'
has d '  uses.cu \'
has d '  with\ blank/limit\ $$.h'
[ -f s ] || fail "no stamp"
lint 1 --depfile=d2 --stamp=s2 bad.cu
# The configuration and the baseline count too, each file once.
mkdir configured
echo 'baseline: base.json' >configured/.cudasynclint.yaml
cp bad.cu good.cu configured/
lint 0 --write-baseline --baseline=configured/base.json configured
lint 0 --depfile=d3 --stamp=s3 configured
has d3 '  configured/bad.cu'
for name in '/configured/.cudasynclint.yaml' '/configured/base.json'; do
    [ "$(grep -cF "$name" d3)" -eq 1 ] || fail "$name is not in the depfile once: $(cat d3)"
done
[ ! -e s2 ] || fail "a stamp in spite of a finding"
lint 2 --depfile=d bad.cu

command -v cmake >/dev/null && command -v ninja >/dev/null || finish
mkdir project && cd project || exit 1
mkdir include
echo '#define LIMIT 2048' >include/limit.h
sed 's/limit ..h/limit.h/' ../uses.cu >uses.cu
cp ../good.cu ../bad.cu .
cat >arch.cu <<X
__global__ void by_arch(float *a) {
#if __CUDA_ARCH__ == 900
    if (threadIdx.x < 16)
        __syncthreads();
#endif
    a[threadIdx.x] = 0;
}
X
echo 'int nothing;' >host.c
cat >CMakeLists.txt <<X
cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES C)
set(CUDASYNCLINT_EXECUTABLE $tool)
include($source/cmake/CudaSyncLint.cmake)
add_library(kernels STATIC host.c good.cu uses.cu)
target_include_directories(kernels PRIVATE include)
target_compile_definitions(kernels PRIVATE "TEXT=\"a b\"" THREADS=16)
cudasynclint_add_check(kernels)
add_library(broken STATIC host.c bad.cu good.cu)
cudasynclint_add_check(broken OPTIONS --block-dim=64)
add_library(archs STATIC host.c arch.cu)
cudasynclint_add_check(archs)
set_target_properties(archs PROPERTIES CUDA_ARCHITECTURES "native;70-virtual;90a-real;80")
add_library(arch STATIC host.c arch.cu)
set_target_properties(arch PROPERTIES CUDA_ARCHITECTURES "90")
cudasynclint_add_check(arch OPTIONS --arch=80)
add_library(no_arch STATIC host.c arch.cu)
set_target_properties(no_arch PROPERTIES CUDA_ARCHITECTURES OFF)
cudasynclint_add_check(no_arch)
X
cmake -G Ninja -B build . >cmake.log 2>&1 || {
    fail "cmake"
    tail cmake.log
}
ninja -C build kernels-cudasynclint >ninja.log || fail "the check of good sources: $(cat ninja.log)"
ninja -C build kernels-cudasynclint | grep -q 'no work to do' || fail "checked twice"
echo '#define LIMIT 16' >include/limit.h
ninja -C build kernels-cudasynclint >ninja.log && fail "a header changed, and nothing was checked"
has ninja.log "uses.cu:4:9: error:"
lacks ninja.log "good.cu"
echo '#define LIMIT 32' >include/limit.h
ninja -C build kernels-cudasynclint >ninja.log && fail "a failed check counts as done"
ninja -k 0 -C build broken-cudasynclint >ninja.log && fail "the check of a bad source"
has ninja.log "bad.cu:3:9: error:"
[ -f build/cudasynclint/broken/good.cu.stamp ] || fail "no stamp of the good source"
ninja -C build archs-cudasynclint >ninja.log && fail "an architecture of the target does not count"
has ninja.log "arch.cu:4:9: warning:"
ninja -C build arch-cudasynclint no_arch-cudasynclint >ninja.log ||
    fail "the architecture of OPTIONS does not win, or OFF is one: $(cat ninja.log)"
# A configuration changes.
echo 'checks: "barrier-*"' >.cudasynclint.yaml
ninja -C build arch-cudasynclint no_arch-cudasynclint >ninja.log || fail "$(cat ninja.log)"
touch host.c arch.cu
ninja -C build arch-cudasynclint >ninja.log || fail "$(cat ninja.log)"
echo 'checks: "shared-*"' >.cudasynclint.yaml
ninja -C build arch-cudasynclint | grep -q 'no work to do' && fail "a new configuration, and nothing was checked"
cd ..
finish

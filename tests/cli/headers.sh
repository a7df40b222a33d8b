#!/bin/sh
# Kernels of a header that several files include are reported once, under one name.
. tests/cli/check.inc

mkdir -p src inc
cat >inc/kernels.cuh <<'X'
__global__ void plain(float *a) {
    if (threadIdx.x < 16)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
template <int N> __global__ void sized(float *a) {
    if (threadIdx.x < N)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
X
for n in 16 2048; do
    printf '#include "../inc/kernels.cuh"\nvoid run(float *a) { plain<<<1, 64>>>(a); sized<%s><<<1, 64>>>(a); }\n' $n >src/a$n.cu
done

lint 1 -v src
has err "2 kernels: 2 with findings; 2 findings"
grep -c ' error: ' out | grep -qx 2 || fail "each finding once"
has out "sized <16>, <2048>: findings"
lint 1 src/a2048.cu
has err "2 kernels: 1 with findings, 1 proved; 1 finding"

# Named itself, it is the same file.
lint 1 --format=json src inc/kernels.cuh
has err "2 kernels: 2 with findings"

# A file of kernels that another one includes is judged by the launches there; alone it is not.
cat >inc/alone.cu <<'X'
__global__ void neighbours(float *a) {
    __shared__ float s[64];
    s[threadIdx.x % 32] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[(threadIdx.x + 1) % 32];
}
X
lint 1 inc/alone.cu
echo '#include "../inc/alone.cu"
void run(float *a) { neighbours<<<1, 32>>>(a); }' >src/includes.cu
lint 0 -v inc/alone.cu src/includes.cu
has out "neighbours: proved (barriers, shared, global in a block) for 32x1x1"
has err "1 kernel: 1 proved"

# A header that no -I names is looked for all over the project, nearest first, if something is wrong
# without it; what it includes is found too.
mkdir -p deep/src/kernels deep/include/lib far/include
echo '#include "inner.h"
#define COUNT INNER' >deep/include/lib/count.h
echo '#define INNER 64' >deep/include/inner.h
echo '#define INNER 16' >far/include/inner.h
echo '#include <lib/count.h>
__global__ void lost(float *a) {
    if (threadIdx.x < COUNT)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
void run(float *a) { lost<<<1, 64>>>(a); }' >deep/src/kernels/lost.cu
lint 0 -v deep/src/kernels/lost.cu
has out "lost: proved (barriers, global in a block) for 64x1x1"
lint 0 -v "$scratch/deep/src/kernels/lost.cu"
has out "lost: proved (barriers, global in a block) for 64x1x1"
lint 0 --cache-dir="$scratch/cache" deep/src/kernels/lost.cu
echo '#define INNER 16' >deep/include/inner.h
lint 1 --cache-dir="$scratch/cache" deep/src/kernels/lost.cu
# ... but not beyond it.
mkdir -p top/own/src top/other/include
echo '#define LIMIT 2048' >top/other/include/limit.h
echo '#include "limit.h"
__global__ void apart(float *a) {
    if (threadIdx.x < LIMIT)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}' >top/own/src/apart.cu
lint 0 -v top/own/src/apart.cu
has out "apart: proved"
mkdir top/own/.git
lint 0 -v top/own/src/apart.cu
has err "'limit.h' file not found"

# A library that the project keeps deep inside has its headers there: one place is sure, two are not.
mkdir -p keeps/.git keeps/3rd/engine/engine/include/engine/core keeps/src/nn
echo '#define ENGINE_LIMIT 64
#define ENGINE_RUN(...) __VA_ARGS__' >keeps/3rd/engine/engine/include/engine/core/core.h
echo '#include <engine/core/core.h>
__global__ void kept(float *a) {
    if (threadIdx.x < ENGINE_LIMIT)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
void run(float *a) { ENGINE_RUN(kept<<<1, 64>>>(a)); }' >keeps/src/nn/kept.cu
lint 0 -v keeps/src/nn/kept.cu
has out "kept: proved (barriers, global in a block) for 64x1x1"
sed 's/<<<1, 64>>>/<<<1, 128>>>/' keeps/src/nn/kept.cu >keeps/src/nn/larger.cu
lint 1 keeps/src/nn/larger.cu
mkdir -p keeps/build/copy/engine
cp -r keeps/3rd/engine/engine/include/engine/core keeps/build/copy/engine
lint 0 -v keeps/src/nn/kept.cu
has err "'engine/core/core.h' file not found"

# So has the project itself, beside the folders of who includes them.
mkdir -p apart/.git apart/ops/common/cuda apart/ops/torch/cuda
echo 'template <typename T> __global__ void split(T *a) {
    if (threadIdx.x < 64)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}' >apart/ops/common/cuda/split_kernel.cuh
echo '#include <missing/dispatch.h>
#include "split_kernel.cuh"
void run(float *a) { DISPATCH_ALL(a, [&] { split<float><<<1, 64>>>(a); }); }' >apart/ops/torch/cuda/split.cu
lint 0 -v apart
has out "split: proved (barriers, global in a block) for 64x1x1"
sed -i 's/<<<1, 64>>>/<<<1, 128>>>/' apart/ops/torch/cuda/split.cu
lint 1 apart
sed -i 's/<<<1, 128>>>/<<<1, 64>>>/' apart/ops/torch/cuda/split.cu
mkdir -p apart/old/copy
cp apart/ops/common/cuda/split_kernel.cuh apart/old/copy
lint 1 -v apart/ops/torch/cuda/split.cu apart/ops/common
has err "'split_kernel.cuh' file not found"

# Only the headers that are asked for.
lint 0 --header-filter='^third_party/' src
lint 1 --header-filter='inc/' src

# A template that only its header knows no arguments of is judged where it gets them, and a device
# function where a kernel calls it.
mkdir -p own
cat >own/sums.cuh <<'X'
__device__ void half(float *shared) {
    if (threadIdx.x < 32)
        __syncthreads();
    shared[threadIdx.x] = 0;
}
template <typename T> __global__ void sums(typename T::value *a) {
    __shared__ typename T::value s[64];
    s[threadIdx.x] = a[threadIdx.x];
    T::wait();
    a[threadIdx.x] = s[threadIdx.x ^ 1];
}
template <typename T> void run(typename T::value *a) { sums<T><<<1, 64>>>(a); }
X
lint 1 -v own/sums.cuh
has out "half: findings"
has out "sums: undecided"
cat >own/sums.cu <<'X'
#include "sums.cuh"
struct all {
    using value = float;
    __device__ static void wait() { __syncthreads(); }
};
void both(float *a) { run<all>(a); }
__global__ void caller(float *a) {
    __shared__ float s[32];
    half(s);
    a[threadIdx.x] = s[threadIdx.x];
}
void call(float *a) { caller<<<1, 32>>>(a); }
X
lint 0 -v own
has out "sums: proved"
has out "caller: proved"
lacks out "half"

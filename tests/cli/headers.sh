#!/bin/sh
# Kernels of a header that several files include are reported once, under one name.
. tests/cli/check.inc

mkdir -p src inc
cat >inc/kernels.cuh <<'X'
__global__ void plain(float *a) {
    if (threadIdx.x < 16)
        __syncthreads();
    a[threadIdx.x] = 0;
}
template <int N> __global__ void sized(float *a) {
    if (threadIdx.x < N)
        __syncthreads();
    a[threadIdx.x] = 0;
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

# Only the headers that are asked for.
lint 0 --header-filter='^third_party/' src
lint 1 --header-filter='inc/' src
finish

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
has out "neighbours: proved for 32x1x1"
has err "1 kernel: 1 proved"

# Only the headers that are asked for.
lint 0 --header-filter='^third_party/' src
lint 1 --header-filter='inc/' src
finish

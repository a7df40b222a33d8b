#!/bin/sh
# A kernel that `#if __CUDA_ARCH__ >= 900` leaves nothing of: it is judged for the architecture that
# its body asks for; with --arch=sm_80 it is not analysed, and the line names that architecture.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ void impl(int *o) {
#if __CUDA_ARCH__ >= 900
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#endif
}
__global__ void bad90(int *o) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#else
    __trap();
#endif
}
__global__ void good90(int *o) {
#if (__CUDA_ARCH__ > 890)
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#endif
}
__global__ void good100(int *o) {
#if __CUDA_ARCH_FEAT_SM100_ALL
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#endif
}
__global__ void only90(int *o) {
#if __CUDA_ARCH__ == 900
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#endif
}
__global__ void called(int *o) { impl(o); }
__global__ void plain(int *o) { o[threadIdx.x] = 1; }
__global__ void empty(int *o) {}
__global__ void never(int *o) {
#if __CUDA_ARCH__ >= 5000
    o[0] = threadIdx.x;
#endif
}
__global__ void old(int *o) {
#if __CUDA_ARCH__ < 700
    o[0] = threadIdx.x;
#endif
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says() {
    grep -q "kernel: $1" "$dir/out" || {
        echo "not said: $1"
        cat "$dir/out"
        exit 1
    }
}
for k in bad90 only90 called; do
    says "$k: findings (.*); for sm_90;"
done
says 'good90: proved (.*; for sm_90;'
says 'good100: proved (.*; for sm_100;'
says 'plain: proved (.*; for sm_80;'
for k in empty never old; do
    says "$k: nothing to check; for sm_80;"
done
"$CUDASYNCLINT" --no-cache --isolated --arch=sm_80 -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for k in bad90 good90 only90 called; do
    says "$k: not analysed: its body is empty for sm_80; sm_90 would show it"
done
says 'good100: not analysed: its body is empty for sm_80; sm_100 would show it'

#!/bin/sh
# What TensorFlow gives the kernels of an operation is known without its headers: atomics, lanes,
# loops, and launches by GpuLaunchKernel.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
kernel() {
    cat <<CU
template <typename T>
__global__ void $1(int32 n, const T *x, T *out)
{
    GPU_DYNAMIC_SHARED_MEM_DECL(8, T, sums);
    if (threadIdx.x < 32)
        sums[threadIdx.x] = T(0);
    $2
    T v = T(0);
    GPU_1D_KERNEL_LOOP(i, n) { v += GpuLdg(x + i); }
    v += GpuShuffleDownSync(kCudaWarpAll, v, 16);
    GpuAtomicAdd(sums + threadIdx.x % 32, v);
    __syncthreads();
    if (threadIdx.x < 32)
        GpuAtomicAdd(out + threadIdx.x, sums[threadIdx.x]);
}
template <typename T>
void run_$1(const GPUDevice &d, int n, const T *x, T *out)
{
    TF_CHECK_OK(GpuLaunchKernel($1<T>, 8, 256, 32 * sizeof(T), d.stream(), n, x, out));
}
template void run_$1<float>(const GPUDevice &, int, const float *, float *);
CU
}
{
    printf '#include "tensorflow/core/util/gpu_kernel_helper.h"\nnamespace tensorflow {\n'
    kernel right '__syncthreads();'
    kernel wrong ''
    printf '} // namespace tensorflow\n'
} >"$dir/op.cu"
"$CUDASYNCLINT" --isolated --no-cache -v "$dir/op.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for line in 'tensorflow::right: proved' 'tensorflow::wrong: findings' 'race on .sums.'; do
    grep -q "$line" "$dir/out" || {
        echo "no line with: $line"
        cat "$dir/out"
        exit 1
    }
done

#pragma once
#pragma clang system_header
/* What TensorFlow gives the kernels of an operation: atomics, lanes, loops and launches. */
#include <cstdint>
#include <cuda_runtime.h>

typedef cudaStream_t gpuStream_t;
typedef cudaError_t gpuError_t;

#define GPU_1D_KERNEL_LOOP(i, n)                                                                   \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define CUDA_1D_KERNEL_LOOP(i, n) GPU_1D_KERNEL_LOOP(i, n)
#define GPU_DYNAMIC_SHARED_MEM_DECL(ALIGN, TYPE, NAME)                                             \
    extern __shared__ __align__(ALIGN)                                                             \
    TYPE NAME[]

namespace Eigen {
struct GpuDevice {
    gpuStream_t stream() const;
    int getNumGpuMultiProcessors() const;
};
} // namespace Eigen

namespace tensorflow {
typedef int8_t int8;
typedef int16_t int16;
typedef int32_t int32;
typedef int64_t int64;
typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef uint64_t uint64;
typedef Eigen::GpuDevice GPUDevice;

const unsigned kCudaWarpAll = 0xffffffffu;
const unsigned kGpuWarpAll = 0xffffffffu;

#define __csl_tf_atomic(name, op)                                                                  \
    template <class T_, class U_> __device__ inline T_ name(T_ *p, U_ v) {                         \
        return op(p, static_cast<T_>(v));                                                          \
    }
__csl_tf_atomic(GpuAtomicAdd, atomicAdd) __csl_tf_atomic(GpuAtomicSub, atomicSub)
    __csl_tf_atomic(GpuAtomicMax, atomicMax) __csl_tf_atomic(GpuAtomicMin, atomicMin)
        __csl_tf_atomic(CudaAtomicAdd, atomicAdd)

            template <class T_>
            __device__ inline T_ GpuLdg(const T_ *p) {
    return *p;
}
__device__ inline void GpuSyncThreads() {
    __syncthreads();
}
__device__ inline void GpuSyncWarp(unsigned mask = kGpuWarpAll) {
    __syncwarp(mask);
}
__device__ inline unsigned GpuBallotSync(unsigned mask, int p) {
    return __ballot_sync(mask, p);
}
#define __csl_tf_shuffle(name, op)                                                                 \
    template <class T_> __device__ inline T_ name(unsigned mask, T_ v, int lane, int width = 32) { \
        return op(mask, v, lane, width);                                                           \
    }
__csl_tf_shuffle(GpuShuffleSync, __shfl_sync) __csl_tf_shuffle(GpuShuffleUpSync, __shfl_up_sync)
    __csl_tf_shuffle(GpuShuffleDownSync, __shfl_down_sync)
        __csl_tf_shuffle(GpuShuffleXorSync, __shfl_xor_sync)

    /* Of at least one thread; which block it asks for depends on the device. */
    struct GpuLaunchConfig {
    int virtual_thread_count, thread_per_block, block_count;
};
GpuLaunchConfig GetGpuLaunchConfig(int count, const Eigen::GpuDevice &d);
template <class F_>
GpuLaunchConfig GetGpuLaunchConfig(int count, const Eigen::GpuDevice &d, F_ f, size_t bytes,
                                   int block_limit);
GpuLaunchConfig GetGpuLaunchConfigFixedBlockSize(int count, const Eigen::GpuDevice &d, int block);

template <class... Ts_, class... As_>
int GpuLaunchKernel(void (*f)(Ts_...), dim3 grid, dim3 block, size_t bytes, gpuStream_t s,
                    As_... as) {
    f<<<grid, block, bytes, s>>>(as...);
    return 0;
}
} // namespace tensorflow

#pragma once
#pragma clang system_header
/* ATen/native/cuda/block_reduce.cuh: sums of a warp and of a block. The result is that of thread 0;
 * `shared` has an element for each warp. */
#include <csl/torch_cuda.h>
namespace at::native::cuda_utils {
constexpr int kCUDABlockReduceNumThreads = 512;
constexpr int kCUDABlockReduceMaxThreads = 1024;
template <class T_> __device__ inline T_ WarpReduceSum(T_ v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += WARP_SHFL_DOWN(v, offset);
    return v;
}
template <class T_> __device__ inline T_ WarpReduceMax(T_ v)
{
    for (int offset = 16; offset > 0; offset >>= 1) {
        T_ o = WARP_SHFL_DOWN(v, offset);
        v = v < o ? o : v;
    }
    return v;
}
struct Block1D {
    static __device__ inline int Tid() { return threadIdx.x; }
    static __device__ inline int Warps() { return blockDim.x / 32; }
};
struct Block2D {
    static __device__ inline int Tid() { return threadIdx.x + threadIdx.y * blockDim.x; }
    static __device__ inline int Warps() { return blockDim.x * blockDim.y / 32; }
};
#define __csl_block_reduce(name, of_warp)                                                          \
    template <class T_, class B_ = Block1D> __device__ inline T_ name(T_ v, T_ *shared)            \
    {                                                                                              \
        const int tid = B_::Tid(), lane = tid % 32, warp = tid / 32;                               \
        v = of_warp(v);                                                                            \
        __syncthreads(); /* the caller may still use `shared` */                                   \
        if (lane == 0)                                                                             \
            shared[warp] = v;                                                                      \
        __syncthreads();                                                                           \
        v = tid < B_::Warps() ? shared[lane] : T_(0);                                              \
        if (warp == 0)                                                                             \
            v = of_warp(v);                                                                        \
        return v;                                                                                  \
    }
__csl_block_reduce(BlockReduceSum, WarpReduceSum)
__csl_block_reduce(BlockReduceMax, WarpReduceMax)
#undef __csl_block_reduce
}

/* The built-in variables. */
#pragma clang system_header

extern __device__ const uint3 threadIdx;
extern __device__ const uint3 blockIdx;
extern __device__ const dim3 blockDim;
extern __device__ const dim3 gridDim;
constexpr int warpSize = 32;

/* Position of the thread in its block and warp: the warp counts x first, then y, then z. */
__csl_dev unsigned __csl_rank()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__csl_dev unsigned __csl_lane() { return __csl_rank() & 31u; }
__csl_dev unsigned __csl_threads() { return blockDim.x * blockDim.y * blockDim.z; }

/* What clang makes of a launch, and what kernels call of the runtime. */
#pragma clang system_header

/* Where clang turns k<<<...>>>(...) into a call; which of the two it takes depends on the
 * version of the toolkit it believes to have. The other two are for kernels launching kernels. */
extern "C" {
__host__ __device__ int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
__host__ __device__ unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
__device__ cudaError_t cudaLaunchDevice(void *, void *, dim3, dim3, unsigned, cudaStream_t);
__device__ void *cudaGetParameterBuffer(size_t, size_t);
}

/* Kernels may call these; they neither wait for other threads nor touch memory that is followed. */
#define __csl_ask(name)                                                                            \
    template <class... A_> __host__ __device__ cudaError_t name(A_...)                             \
    {                                                                                              \
        return __csl_uniform(__csl_thread, cudaSuccess);                                           \
    }
__csl_ask(cudaGetLastError) __csl_ask(cudaPeekAtLastError)
__csl_ask(cudaStreamCreateWithFlags) __csl_ask(cudaStreamDestroy) __csl_ask(cudaGetDevice)
__csl_ask(cudaDeviceGetAttribute) __csl_ask(cudaEventCreateWithFlags) __csl_ask(cudaEventDestroy)
__csl_ask(cudaEventRecord) __csl_ask(cudaStreamWaitEvent) __csl_ask(cudaEventRecordWithFlags)
__csl_ask(cudaGetDeviceCount)
#undef __csl_ask
/* Until CUDA 12: waits for what the block has launched. */
template <class... A_> __host__ __device__ cudaError_t cudaDeviceSynchronize(A_...)
{
    __csl_opaque("waits for launched kernels");
    return __csl_uniform(__csl_thread, cudaSuccess);
}
__device__ inline void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned) {}
__device__ inline void cudaTriggerProgrammaticLaunchCompletion() { __csl_depend(0); }
__device__ inline void cudaGridDependencySynchronize() { __csl_depend(1); }
#ifdef __CSL_TOOLKIT /* which has those of the host */
extern "C" {
__device__ const char *cudaGetErrorString(cudaError_t);
__device__ const char *cudaGetErrorName(cudaError_t);
}
#else
__host__ __device__ const char *cudaGetErrorString(cudaError_t);
__host__ __device__ const char *cudaGetErrorName(cudaError_t);
#endif

/* The runtime API, as far as host code must parse for its launches to be seen. */
#pragma clang system_header

typedef enum cudaError { cudaSuccess = 0, cudaErrorUnknown = 999 } cudaError_t;
struct CUstream_st;
typedef CUstream_st *cudaStream_t;

/* Where clang turns k<<<...>>>(...) into a call; which of the two it takes depends on the
 * version of the toolkit it believes to have. */
extern "C" __host__ __device__ int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" __host__ __device__ unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0,
                                                                    cudaStream_t = 0);

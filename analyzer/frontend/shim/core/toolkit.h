/* The types and the host's functions of the toolkit that --cuda-path names.
 *
 * Its headers of functions that the compiler implements (crt/device_functions.h and the like) and
 * those that synchronise are replaced by ours: see shim/include. */
#pragma clang system_header

#define __THROW /* host_config.h has it from the C library */
#define _CRTIMP
#include <cuda_runtime.h>

/* nvcc's own words for what it treats like a keyword. */
#undef __grid_constant__
#define __grid_constant__
#undef __cluster_dims__
#define __csl_words(...) #__VA_ARGS__
#define __cluster_dims__(...) __attribute__((annotate("cluster " __csl_words(__VA_ARGS__))))
#undef __block_size__
#define __block_size__(...)
#undef __managed__
#define __managed__ __attribute__((device)) __attribute__((managed))

/* What has been removed since: old code still says where it waits and what it launches. */
#define __csl_removed(name) template <class... A_> cudaError_t name(A_...);
#if CUDART_VERSION >= 12000
__csl_removed(cudaBindTexture) __csl_removed(cudaBindTexture2D) __csl_removed(cudaBindTextureToArray)
__csl_removed(cudaUnbindTexture) __csl_removed(cudaBindSurfaceToArray)
__csl_removed(cudaGetTextureReference)
#endif
#if CUDART_VERSION >= 13000
__csl_removed(cudaThreadSynchronize) __csl_removed(cudaThreadExit)
__csl_removed(cudaThreadSetCacheConfig)
#endif
#undef __csl_removed

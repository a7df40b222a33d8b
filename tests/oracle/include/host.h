/* The host's side of CUDA, as far as programs around kernels need it. CUDA Runtime API. Everything
 * is synchronous; what a program asks about the device is answered for a small one. */
#pragma once

enum cudaError_t {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorNotReady = 600,
    cudaErrorUnknown = 999
};
typedef cudaError_t cudaError;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1 };
enum {
    cudaHostAllocDefault,
    cudaHostAllocPortable,
    cudaHostAllocMapped,
    cudaHostAllocWriteCombined
};
enum { cudaStreamDefault, cudaStreamNonBlocking };
enum { cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaCpuDeviceId = -1 };
typedef struct oracle_stream *cudaStream_t;
typedef struct oracle_event *cudaEvent_t;
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerMultiprocessor, totalConstMem;
    size_t sharedMemPerBlockOptin, memPitch, textureAlignment;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, cooperativeLaunch;
    int integrated, canMapHostMemory, computeMode, concurrentKernels, asyncEngineCount;
    int deviceOverlap, kernelExecTimeoutEnabled, ECCEnabled, pciBusID, pciDeviceID;
    int memoryClockRate, memoryBusWidth, l2CacheSize, unifiedAddressing, managedMemory;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
};

extern "C" {
void *oracle_allocate(size_t size);
bool oracle_launch_was_bad();
void oracle_label(const char *text);
unsigned oracle_configure(dim3 grid, dim3 block, size_t shared);
/* Of a kernel's stub: what calls it with arguments that `args` points to; NULL if it cannot. */
void (*oracle_caller(const void *stub))(void **args);

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     cudaStream_t stream = nullptr);
unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **args, size_t shared,
                             cudaStream_t stream);
}

inline unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t) {
    return oracle_configure(grid, block, shared);
}

inline cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **args,
                                    size_t shared, cudaStream_t) {
    void (*call)(void **) = oracle_caller(stub);
    if (!call)
        oracle_unmodelled("launch through a pointer to the kernel");
    oracle_configure(grid, block, shared);
    call(args);
    return cudaSuccess;
}
template <class... A>
cudaError_t cudaLaunchKernel(void (*stub)(A...), dim3 grid, dim3 block, void **args,
                             size_t shared = 0, cudaStream_t stream = nullptr) {
    return cudaLaunchKernel((const void *)stub, grid, block, args, shared, stream);
}
template <class F>
cudaError_t cudaLaunchCooperativeKernel(F stub, dim3 grid, dim3 block, void **args,
                                        size_t shared = 0, cudaStream_t stream = nullptr) {
    return cudaLaunchKernel((const void *)stub, grid, block, args, shared, stream);
}

/* Memory. */
template <class T> cudaError_t cudaMalloc(T **p, size_t size) {
    *p = (T *)oracle_allocate(size);
    return *p ? cudaSuccess : cudaErrorMemoryAllocation;
}
template <class T> cudaError_t cudaMallocManaged(T **p, size_t size, unsigned = 1) {
    return cudaMalloc(p, size);
}
template <class T> cudaError_t cudaMallocHost(T **p, size_t size, unsigned = 0) {
    return cudaMalloc(p, size);
}
template <class T> cudaError_t cudaHostAlloc(T **p, size_t size, unsigned = 0) {
    return cudaMalloc(p, size);
}
template <class T> cudaError_t cudaMallocAsync(T **p, size_t size, cudaStream_t) {
    return cudaMalloc(p, size);
}
template <class T> cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
    *pitch = (width + 255) / 256 * 256;
    return cudaMalloc(p, *pitch * height);
}
template <class T> cudaError_t cudaHostGetDevicePointer(T **p, void *host, unsigned) {
    *p = (T *)host;
    return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t size,
                              cudaMemcpyKind = cudaMemcpyDefault) {
    memmove(to, from, size);
    return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                                   cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = nullptr) {
    return cudaMemcpy(to, from, size);
}
inline cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                size_t width, size_t height, cudaMemcpyKind) {
    for (size_t y = 0; y < height; y++)
        memmove((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width);
    return cudaSuccess;
}
inline cudaError_t cudaMemset(void *p, int byte, size_t size) {
    memset(p, byte, size);
    return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void *p, int byte, size_t size, cudaStream_t = nullptr) {
    return cudaMemset(p, byte, size);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t size, size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyDefault) {
    memcpy((char *)&symbol + offset, from, size);
    return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDefault) {
    memcpy(to, (const char *)&symbol + offset, size);
    return cudaSuccess;
}
template <class P, class T> cudaError_t cudaGetSymbolAddress(P **p, const T &symbol) {
    *p = (P *)(void *)&symbol;
    return cudaSuccess;
}
inline cudaError_t cudaMemGetInfo(size_t *available, size_t *total) {
    *available = *total = (size_t)1 << 30;
    return cudaSuccess;
}

/* Questions. */
inline cudaError_t cudaGetDeviceCount(int *n) {
    *n = 1;
    return cudaSuccess;
}
inline cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int) {
    memset(p, 0, sizeof *p);
    strcpy(p->name, "CPU");
    p->totalGlobalMem = (size_t)1 << 30;
    p->sharedMemPerBlock = p->sharedMemPerMultiprocessor = p->sharedMemPerBlockOptin = 49152;
    p->totalConstMem = p->regsPerBlock = 65536;
    p->warpSize = 32;
    p->maxThreadsPerBlock = p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsPerMultiProcessor = 2048;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->major = 8;
    p->multiProcessorCount = 4;
    p->clockRate = p->memoryClockRate = p->memoryBusWidth = 1000;
    p->cooperativeLaunch = p->canMapHostMemory = p->managedMemory = p->unifiedAddressing = 1;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr what, int) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    *value = what == cudaDevAttrMultiProcessorCount            ? p.multiProcessorCount
             : what == cudaDevAttrComputeCapabilityMajor       ? p.major
             : what == cudaDevAttrComputeCapabilityMinor       ? 0
             : what == cudaDevAttrMaxThreadsPerBlock           ? 1024
             : what == cudaDevAttrMaxSharedMemoryPerBlock      ? 49152
             : what == cudaDevAttrMaxSharedMemoryPerBlockOptin ? 49152
                                                               : 1;
    return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F, int, size_t) {
    *n = 4;
    return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F, size_t = 0, int = 0) {
    *grid = 4;
    *block = 256;
    return cudaSuccess;
}
template <class F> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F) {
    memset(a, 0, sizeof *a);
    a->maxThreadsPerBlock = 1024;
    return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) {
    *ms = 1;
    return cudaSuccess;
}
inline cudaError_t cudaGetLastError() {
    return oracle_launch_was_bad() ? cudaErrorInvalidConfiguration : cudaSuccess;
}
inline cudaError_t cudaPeekAtLastError() {
    return cudaSuccess;
}
inline const char *cudaGetErrorString(cudaError_t e) {
    return e == cudaSuccess ? "no error" : "error";
}
inline const char *cudaGetErrorName(cudaError_t e) {
    return cudaGetErrorString(e);
}

/* What has nothing to do here. */
#define ORACLE_NOTHING(name)                                                                       \
    template <class... A> cudaError_t name(A &&...) {                                              \
        return cudaSuccess;                                                                        \
    }
ORACLE_NOTHING(cudaFree)
ORACLE_NOTHING(cudaFreeHost)
ORACLE_NOTHING(cudaFreeAsync)
ORACLE_NOTHING(cudaHostRegister)
ORACLE_NOTHING(cudaHostUnregister)
ORACLE_NOTHING(cudaDeviceSynchronize)
ORACLE_NOTHING(cudaThreadSynchronize)
ORACLE_NOTHING(cudaThreadExit)
ORACLE_NOTHING(cudaDeviceReset)
ORACLE_NOTHING(cudaDeviceSetCacheConfig)
ORACLE_NOTHING(cudaDeviceSetLimit)
ORACLE_NOTHING(cudaSetDevice)
ORACLE_NOTHING(cudaSetDeviceFlags)
ORACLE_NOTHING(cudaFuncSetAttribute)
ORACLE_NOTHING(cudaFuncSetCacheConfig)
ORACLE_NOTHING(cudaStreamCreate)
ORACLE_NOTHING(cudaStreamCreateWithFlags)
ORACLE_NOTHING(cudaStreamDestroy)
ORACLE_NOTHING(cudaStreamSynchronize)
ORACLE_NOTHING(cudaStreamWaitEvent)
ORACLE_NOTHING(cudaStreamQuery)
ORACLE_NOTHING(cudaEventCreate)
ORACLE_NOTHING(cudaEventCreateWithFlags)
ORACLE_NOTHING(cudaEventRecord)
ORACLE_NOTHING(cudaEventSynchronize)
ORACLE_NOTHING(cudaEventQuery)
ORACLE_NOTHING(cudaEventDestroy)
ORACLE_NOTHING(cudaMemPrefetchAsync)
ORACLE_NOTHING(cudaMemAdvise)
ORACLE_NOTHING(cudaProfilerStart)
ORACLE_NOTHING(cudaProfilerStop)

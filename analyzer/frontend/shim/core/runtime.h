/* The runtime API, as far as host code must parse for its launches to be seen. Arguments are not
 * checked: a function takes whatever it is given. */
#pragma clang system_header

struct CUstream_st; struct CUevent_st; struct CUgraph_st; struct CUgraphExec_st;
struct CUgraphNode_st; struct cudaArray; struct cudaMipmappedArray; struct cudaGraphicsResource;
typedef CUstream_st *cudaStream_t;
typedef CUevent_st *cudaEvent_t;
typedef CUgraph_st *cudaGraph_t;
typedef CUgraphExec_st *cudaGraphExec_t;
typedef CUgraphNode_st *cudaGraphNode_t;
typedef struct CUfunc_st *cudaFunction_t;
typedef struct CUkern_st *cudaKernel_t;
typedef cudaArray *cudaArray_t;
typedef const cudaArray *cudaArray_const_t;
typedef cudaMipmappedArray *cudaMipmappedArray_t;
typedef cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
typedef struct CUuserObject_st *cudaUserObject_t;
typedef unsigned long long cudaGraphConditionalHandle;
typedef void (*cudaHostFn_t)(void *);
typedef void (*cudaStreamCallback_t)(cudaStream_t, int, void *);

enum cudaError {
    cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3, cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidDevice = 101, cudaErrorNoDevice = 100, cudaErrorNotReady = 600,
    cudaErrorNotSupported = 801, cudaErrorPeerAccessAlreadyEnabled = 704,
    cudaErrorInsufficientDriver = 35, cudaErrorLaunchFailure = 719, cudaErrorLaunchTimeout = 702,
    cudaErrorLaunchOutOfResources = 701, cudaErrorInvalidDeviceFunction = 98,
    cudaErrorInvalidSymbol = 13, cudaErrorInvalidDevicePointer = 17,
    cudaErrorSetOnActiveProcess = 708, cudaErrorStreamCaptureInvalidated = 901,
    cudaErrorUnknown = 999,
    cudaErrorApiFailureBase = 10000
};
typedef cudaError cudaError_t;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};
enum cudaFuncCache {
    cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14
};
enum cudaComputeMode {
    cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited,
    cudaComputeModeExclusiveProcess
};
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrWarpSize = 10,
    cudaDevAttrMultiProcessorCount = 16, cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrComputeMode = 20,
    cudaDevAttrClockRate = 13, cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrUnifiedAddressing = 41, cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputePreemptionSupported = 90, cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrManagedMemory = 83, cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrCooperativeMultiDeviceLaunch
};
enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
    cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount,
    cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaAccessProperty {
    cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting
};
struct cudaAccessPolicyWindow {
    void *base_ptr; size_t num_bytes; float hitRatio; cudaAccessProperty hitProp, missProp;
};
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseSetAccessedBy = 5
};
enum cudaResourceType {
    cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear,
    cudaResourceTypePitch2D
};
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated
};
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed
};
enum cudaFlags {
    cudaHostAllocDefault, cudaHostAllocPortable, cudaHostAllocMapped, cudaHostAllocWriteCombined =
        4,
    cudaHostRegisterDefault = 0, cudaHostRegisterPortable, cudaHostRegisterMapped,
    cudaEventDefault = 0, cudaEventBlockingSync, cudaEventDisableTiming, cudaEventInterprocess = 4,
    cudaStreamDefault = 0, cudaStreamNonBlocking, cudaDeviceMapHost = 8,
    cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin, cudaDeviceScheduleYield,
    cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaMemAttachGlobal = 1,
    cudaMemAttachHost, cudaMemAttachSingle = 4, cudaArrayDefault = 0, cudaArrayLayered,
    cudaArraySurfaceLoadStore, cudaArrayCubemap = 4, cudaOccupancyDefault = 0,
    cudaOccupancyDisableCachingOverride, cudaCpuDeviceId = -1,
    cudaInvalidDeviceId = -2, cudaGraphicsMapFlagsNone = 0, cudaGraphicsMapFlagsReadOnly,
    cudaGraphicsMapFlagsWriteDiscard, cudaGraphicsRegisterFlagsNone = 0,
    cudaGraphicsRegisterFlagsReadOnly, cudaGraphicsRegisterFlagsWriteDiscard,
    cudaIpcMemLazyEnablePeerAccess = 1
};
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaStreamTailLaunch ((cudaStream_t)3)
#define cudaStreamFireAndForget ((cudaStream_t)4)
#define CU_IPC_HANDLE_SIZE 64
struct cudaIpcMemHandle_t { char reserved[64]; };
struct cudaIpcEventHandle_t { char reserved[64]; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
inline cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { return {w, h, d}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t n, size_t x, size_t y)
{
    return {p, n, x, y};
}
struct cudaMemcpy3DParms {
    cudaArray_t srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr;
    cudaArray_t dstArray; cudaPos dstPos; cudaPitchedPtr dstPtr;
    cudaExtent extent; cudaMemcpyKind kind;
};
struct cudaMemLocation { int type, id; };
struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct { cudaArray_t array; } array;
        struct { cudaMipmappedArray_t mipmap; } mipmap;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct {
            void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3]; cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode; int sRGB; float borderColor[4]; int normalizedCoords;
    unsigned maxAnisotropy; cudaTextureFilterMode mipmapFilterMode; float mipmapLevelBias;
    float minMipmapLevelClamp, maxMipmapLevelClamp; int disableTrilinearOptimization;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
    int maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
enum cudaMemoryType {
    cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
};
struct cudaPointerAttributes { cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
struct cudaUUID_t { char bytes[16]; };
struct cudaDeviceProp {
    char name[256]; cudaUUID_t uuid; size_t totalGlobalMem, sharedMemPerBlock; int regsPerBlock,
    warpSize; size_t memPitch; int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem; int major, minor; size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory,
    computeMode, maxTexture1D, maxTexture1DLinear, maxTexture2D[2], maxTexture3D[3],
    concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount,
    unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize,
    maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported,
    localL1CacheSupported; size_t sharedMemPerMultiprocessor; int regsPerMultiprocessor,
    managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, pageableMemoryAccess,
    concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
    cooperativeLaunch, cooperativeMultiDeviceLaunch; size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
    maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize, memoryPoolsSupported;
};
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow,
    cudaLaunchAttributeCooperative, cudaLaunchAttributeSynchronizationPolicy,
    cudaLaunchAttributeClusterDimension, cudaLaunchAttributeClusterSchedulingPolicyPreference,
    cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributeProgrammaticEvent,
    cudaLaunchAttributePriority, cudaLaunchAttributeMemSyncDomainMap,
    cudaLaunchAttributeMemSyncDomain, cudaLaunchAttributePreferredClusterDimension,
    cudaLaunchAttributeLaunchCompletionEvent, cudaLaunchAttributeDeviceUpdatableKernelNode,
    cudaLaunchAttributePreferredSharedMemoryCarveout
};
union cudaLaunchAttributeValue {
    int cooperative, programmaticStreamSerializationAllowed, priority;
    unsigned sharedMemCarveout;
    struct { unsigned x, y, z; } clusterDim, preferredClusterDim;
    struct { cudaEvent_t event; int flags, triggerAtBlockStart; } programmaticEvent;
    struct { cudaEvent_t event; int flags; } launchCompletionEvent;
    cudaAccessPolicyWindow accessPolicyWindow;
};
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim; size_t dynamicSmemBytes; cudaStream_t stream;
    cudaLaunchAttribute *attrs; unsigned numAttrs;
};
struct cudaKernelNodeParams {
    void *func; dim3 gridDim, blockDim; unsigned sharedMemBytes; void **kernelParams, **extra;
};
typedef cudaKernelNodeParams cudaKernelNodeParamsV2;
enum cudaGraphNodeType { cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset,
    cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty };
struct cudaGraphNodeParams { cudaGraphNodeType type; cudaKernelNodeParamsV2 kernel; };
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width,
    height; };
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };

template <class F_>
cudaError_t cudaLaunchKernel(F_ *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
template <class F_>
cudaError_t cudaLaunchCooperativeKernel(F_ *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
template <class F_, class... A_> cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, F_ *,
    A_...);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *, void **);

#define __csl_api(name) __host__ __device__ cudaError_t name(...);
#define __csl_api4(a, b, c, d) __csl_api(a) __csl_api(b) __csl_api(c) __csl_api(d)
__csl_api4(cudaMalloc, cudaMallocHost, cudaMallocManaged, cudaMallocPitch)
__csl_api4(cudaMalloc3D, cudaMalloc3DArray, cudaMallocArray, cudaMallocMipmappedArray)
__csl_api4(cudaMallocAsync, cudaMallocFromPoolAsync, cudaFree, cudaFreeHost)
__csl_api4(cudaFreeArray, cudaFreeAsync, cudaFreeMipmappedArray, cudaHostAlloc)
__csl_api4(cudaHostRegister, cudaHostUnregister, cudaHostGetDevicePointer, cudaHostGetFlags)
__csl_api4(cudaMemcpy, cudaMemcpyAsync, cudaMemcpy2D, cudaMemcpy2DAsync)
__csl_api4(cudaMemcpy3D, cudaMemcpy3DAsync, cudaMemcpyPeer, cudaMemcpyPeerAsync)
__csl_api4(cudaMemcpyToSymbol, cudaMemcpyToSymbolAsync, cudaMemcpyFromSymbol,
           cudaMemcpyFromSymbolAsync)
__csl_api4(cudaMemcpyToArray, cudaMemcpy2DToArray, cudaMemcpyFromArray, cudaMemcpy2DFromArray)
__csl_api4(cudaMemset, cudaMemsetAsync, cudaMemset2D, cudaMemset3D)
__csl_api4(cudaMemGetInfo, cudaMemPrefetchAsync, cudaMemAdvise, cudaGetSymbolAddress)
__csl_api4(cudaGetSymbolSize, cudaPointerGetAttributes, cudaMemcpy2DToArrayAsync, cudaMemset2DAsync)
__csl_api4(cudaMemset3DAsync, cudaGetDeviceProperties, cudaSetDevice, cudaSetDeviceFlags)
__csl_api4(cudaChooseDevice, cudaDeviceReset, cudaThreadSynchronize, cudaThreadExit)
__csl_api4(cudaDeviceSetLimit, cudaDeviceGetLimit, cudaDeviceSetCacheConfig,
           cudaDeviceSetSharedMemConfig)
__csl_api4(cudaThreadSetCacheConfig, cudaDeviceCanAccessPeer, cudaDeviceEnablePeerAccess,
           cudaDeviceDisablePeerAccess)
__csl_api4(cudaDeviceGetStreamPriorityRange, cudaDeviceGetDefaultMemPool, cudaDeviceSetMemPool,
           cudaMemPoolSetAttribute)
__csl_api4(cudaMemPoolCreate, cudaDeviceGetPCIBusId, cudaDriverGetVersion, cudaRuntimeGetVersion)
__csl_api4(cudaDeviceGetMemPool, cudaStreamCreate, cudaStreamCreateWithPriority,
           cudaStreamSynchronize)
__csl_api4(cudaStreamQuery, cudaStreamAddCallback, cudaStreamAttachMemAsync, cudaStreamBeginCapture)
__csl_api4(cudaStreamIsCapturing, cudaStreamGetCaptureInfo, cudaThreadExchangeStreamCaptureMode,
           cudaStreamUpdateCaptureDependencies)
__csl_api4(cudaStreamEndCapture, cudaStreamSetAttribute, cudaEventCreate, cudaEventSynchronize)
__csl_api4(cudaEventElapsedTime, cudaEventQuery, cudaLaunchHostFunc, cudaFuncSetAttribute)
__csl_api4(cudaFuncGetAttributes, cudaFuncSetCacheConfig, cudaFuncSetSharedMemConfig,
           cudaOccupancyMaxActiveBlocksPerMultiprocessor)
__csl_api4(cudaOccupancyMaxPotentialBlockSize, cudaOccupancyMaxPotentialBlockSizeVariableSMem,
    cudaOccupancyMaxActiveClusters,
           cudaCreateTextureObject)
__csl_api4(cudaDestroyTextureObject, cudaCreateSurfaceObject, cudaDestroySurfaceObject,
           cudaBindTexture)
__csl_api4(cudaBindTexture2D, cudaBindTextureToArray, cudaUnbindTexture, cudaBindSurfaceToArray)
__csl_api4(cudaGetChannelDesc, cudaGetTextureReference, cudaGetExportTable,
           cudaGraphicsGLRegisterBuffer)
__csl_api4(cudaGraphicsGLRegisterImage, cudaGraphicsUnregisterResource, cudaGraphicsMapResources,
           cudaGraphicsUnmapResources)
__csl_api4(cudaGraphicsResourceGetMappedPointer, cudaGraphicsSubResourceGetMappedArray,
    cudaGraphicsResourceSetMapFlags,
           cudaGLRegisterBufferObject)
__csl_api4(cudaGLMapBufferObject, cudaGLUnmapBufferObject, cudaGLUnregisterBufferObject,
           cudaIpcGetMemHandle)
__csl_api4(cudaIpcOpenMemHandle, cudaIpcCloseMemHandle, cudaIpcGetEventHandle, cudaGraphCreate)
__csl_api4(cudaGraphInstantiate, cudaGraphLaunch, cudaGraphDestroy, cudaGraphExecDestroy)
__csl_api4(cudaGraphAddKernelNode, cudaGraphAddMemcpyNode, cudaGraphAddMemsetNode,
           cudaGraphAddHostNode)
__csl_api4(cudaGraphGetNodes, cudaGraphClone, cudaGraphExecUpdate, cudaProfilerStart)
__csl_api4(cudaProfilerStop, cudaGLSetGLDevice, cudaCtxResetPersistingL2Cache,
           cudaGetMipmappedArrayLevel)
__csl_api(cudaOccupancyAvailableDynamicSMemPerBlock)
__csl_api(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
__csl_api(cudaDeviceGetCacheConfig) __csl_api(cudaDeviceGetSharedMemConfig)
__csl_api(cudaGetDriverEntryPoint) __csl_api(cudaGetDriverEntryPointByVersion)
__csl_api4(cudaGetFuncBySymbol, cudaGetKernel, cudaGraphAddNode, cudaGraphKernelNodeSetParams)
__csl_api(cudaGraphExecKernelNodeSetParams)
#undef __csl_api4
#undef __csl_api
enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound,
    cudaDriverEntryPointVersionNotSufficent
};
enum { cudaEnableDefault, cudaEnableLegacyStream, cudaEnablePerThreadDefaultStream };

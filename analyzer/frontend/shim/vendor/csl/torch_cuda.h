#pragma once
#pragma clang system_header
/* Streams, guards and checks around launches, and what ATen gives kernels. */
#include <csl/torch_tensor.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <mutex>

/* ---- checks -------------------------------------------------------------------------------- */
/* Control leaves where the condition does not hold: behind it, it does. */
#define TORCH_CHECK(cond, ...)                                                                     \
    if (!(cond)) {                                                                                 \
        throw ::c10::Error();                                                                      \
    }
#define TORCH_INTERNAL_ASSERT(...) __csl_torch_first(__VA_ARGS__, )
#define __csl_torch_first(cond, ...) TORCH_CHECK(cond)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...)
#define TORCH_CHECK_ARG(cond, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_VALUE(cond, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_TYPE(cond, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_INDEX(cond, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define TORCH_SYM_CHECK(cond, ...) TORCH_CHECK(cond)
#define AT_ASSERT(cond, ...) TORCH_CHECK(cond)
#define AT_ASSERTM(cond, ...) TORCH_CHECK(cond)
#define AT_ERROR(...) throw ::c10::Error()
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define C10_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define AT_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define C10_CUDA_CHECK_WARN(...) ((void)(__VA_ARGS__))
#define C10_CUDA_ERROR_HANDLED(...) (__VA_ARGS__)
#define C10_CUDA_IGNORE_ERROR(...) ((void)(__VA_ARGS__))
#define C10_CUDA_CLEAR_ERROR() ((void)cudaGetLastError())
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)cudaGetLastError())
#define TORCH_CUDABLAS_CHECK(...) ((void)(__VA_ARGS__))
#define TORCH_CUSPARSE_CHECK(...) ((void)(__VA_ARGS__))
#define CUDA_KERNEL_ASSERT(...) assert(__VA_ARGS__)
#define CUDA_KERNEL_ASSERT2(...) assert(__VA_ARGS__)
#define CUDA_KERNEL_ASSERT_MSG(cond, ...) assert(cond)
#define CUDA_KERNEL_ASSERT_PRINTF(cond, ...) assert(cond)
#define SYCL_KERNEL_ASSERT(...) assert(__VA_ARGS__)
#define TORCH_DSA_KERNEL_ARGS                                                                      \
    c10::cuda::DeviceAssertionsData *const assertions_data, uint32_t assertion_caller_id
#define TORCH_DSA_KERNEL_ARGS_PASS assertions_data, assertion_caller_id
#define TORCH_DSA_KERNEL_LAUNCH(kernel, blocks, threads, bytes, stream, ...)                       \
    do {                                                                                           \
        kernel<<<blocks, threads, bytes, stream>>>(__VA_ARGS__, nullptr, 0u);                      \
    } while (0)

/* ---- registration of operators: host code that launches nothing ----------------------------- */
namespace torch {
struct Library {
    template <class... A_> Library &def(A_ &&...);
    template <class... A_> Library &impl(A_ &&...);
    template <class... A_> Library &fragment(A_ &&...);
};
struct CppFunction { template <class F_> CppFunction(F_ &&); };
template <class K_, class F_> CppFunction dispatch(K_, F_ &&);
}
#define __csl_registers_as(name, n, m) static void name##n(torch::Library &m)
#define __csl_registers(name, n, m) __csl_registers_as(name, n, m)
#define TORCH_LIBRARY(ns, m) static void __csl_library_##ns(torch::Library &m)
#define TORCH_LIBRARY_FRAGMENT(ns, m) __csl_registers(__csl_fragment_##ns, __COUNTER__, m)
#define TORCH_LIBRARY_IMPL(ns, key, m) __csl_registers(__csl_impl_##ns##_##key, __COUNTER__, m)
#define TORCH_FN(f) (&f)
#define TORCH_SELECTIVE_NAME(x) x
#define TORCH_SELECTIVE_SCHEMA(x) x
namespace c10 {
enum class DispatchKey {
    CPU, CUDA, Meta, Autograd, AutogradCPU, AutogradCUDA, Autocast, AutocastCUDA, QuantizedCPU,
    QuantizedCUDA, SparseCPU, SparseCUDA, PrivateUse1, BackendSelect, CatchAll, Undefined,
    ADInplaceOrView, CompositeImplicitAutograd, CompositeExplicitAutograd
};
}

/* ---- streams and devices -------------------------------------------------------------------- */
namespace c10 {
struct Stream { Device device() const; };
namespace cuda {
struct DeviceAssertionsData;
struct CUDAKernelLaunchRegistry {
    static CUDAKernelLaunchRegistry &get_singleton_ref();
    template <class... A_> uint32_t insert(A_ &&...);
    DeviceAssertionsData *get_uvm_assertions_ptr_for_current_device();
    bool has_failed() const;
};
struct CUDAStream {
    CUDAStream(Stream);
    operator cudaStream_t() const;
    cudaStream_t stream() const;
    DeviceIndex device_index() const;
    void synchronize() const;
    bool query() const;
    int64_t id() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex current_device();
DeviceIndex device_count();
void set_device(DeviceIndex);
void device_synchronize();
#define __csl_guard(name)                                                                          \
    struct name {                                                                                  \
        template <class... A_> explicit name(A_ &&...);                                            \
        ~name();                                                                                   \
        void set_device(Device);                                                                   \
        void set_index(DeviceIndex);                                                               \
        void reset_stream(Stream);                                                                 \
    };
__csl_guard(CUDAGuard) __csl_guard(OptionalCUDAGuard) __csl_guard(CUDAStreamGuard)
__csl_guard(OptionalCUDAStreamGuard)
#undef __csl_guard
}
}
namespace at::cuda {
using namespace c10::cuda;
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(c10::DeviceIndex);
int warp_size();
bool is_available();
struct CUDAEvent {
    template <class... A_> CUDAEvent(A_ &&...);
    void record();
    void record(const CUDAStream &);
    void block(const CUDAStream &);
    void synchronize() const;
};
void *getCurrentCUDABlasHandle();
namespace detail {
const at::Generator &getDefaultCUDAGenerator(c10::DeviceIndex = -1);
bool canUse32BitIndexMath(const at::Tensor &, int64_t = 2147483647);
}
}

/* ---- random numbers ------------------------------------------------------------------------- */
namespace at {
struct PhiloxCudaState {
    union Payload {
        uint64_t val;
        int64_t *ptr;
    };
    PhiloxCudaState() = default;
    PhiloxCudaState(uint64_t, uint64_t);
    Payload seed_, offset_;
    uint32_t offset_intragraph_ = 0;
    bool captured_ = false;
};
struct CUDAGeneratorImpl {
    PhiloxCudaState philox_cuda_state(uint64_t);
    std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t);
    std::mutex mutex_;
};
template <class T_> T_ *get_generator_or_default(const std::optional<Generator> &, const Generator &);
template <class T_> T_ *check_generator(std::optional<Generator>);
namespace cuda::philox {
/* Seed and offset: numbers of the host, the same for all threads. */
__host__ __device__ inline std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState)
{
    return std::make_tuple(__csl_uniform(__csl_grid, (uint64_t)0),
                           __csl_uniform(__csl_grid, (uint64_t)0));
}
}
}

/* ---- kernels -------------------------------------------------------------------------------- */
#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                                    \
    int64_t _i_n_d_e_x = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;                           \
    for (index_type i = _i_n_d_e_x; _i_n_d_e_x < (n);                                              \
         _i_n_d_e_x += blockDim.x * gridDim.x, i = _i_n_d_e_x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
namespace at {
namespace cuda {
namespace detail {
constexpr int CUDA_NUM_THREADS = 1024;
inline int GET_BLOCKS(int64_t n, int64_t threads = CUDA_NUM_THREADS)
{
    return (n - 1) / threads + 1;
}
}
template <class T_> __host__ __device__ inline T_ ATenCeilDiv(T_ a, T_ b) { return (a + b - 1) / b; }
}
template <class A_, class B_> __host__ __device__ inline auto ceil_div(A_ a, B_ b)
{
    return (a + b - 1) / b;
}
template <class T_> struct OpMathType { typedef T_ type; };
template <> struct OpMathType<Half> { typedef float type; };
template <> struct OpMathType<BFloat16> { typedef float type; };
template <class T_> using opmath_type = typename OpMathType<T_>::type;
template <class T_, bool on_gpu> struct AccumulateType { typedef T_ type; };
template <> struct AccumulateType<float, false> { typedef double type; };
template <bool b> struct AccumulateType<Half, b> { typedef float type; };
template <bool b> struct AccumulateType<BFloat16, b> { typedef float type; };
#define __csl_accumulates(T_)                                                                      \
    template <bool b> struct AccumulateType<T_, b> { typedef int64_t type; };
__csl_accumulates(int8_t) __csl_accumulates(uint8_t) __csl_accumulates(char)
__csl_accumulates(int16_t) __csl_accumulates(int32_t)
#undef __csl_accumulates
template <class T_, bool on_gpu> using acc_type = typename AccumulateType<T_, on_gpu>::type;
template <class T_> struct numeric_limits {
    static __host__ __device__ T_ lowest() { return __csl_pure<T_>(); }
    static __host__ __device__ T_ max() { return __csl_pure<T_>(); }
    static __host__ __device__ T_ lower_bound() { return __csl_pure<T_>(); }
    static __host__ __device__ T_ upper_bound() { return __csl_pure<T_>(); }
};
}
/* Atomic on every element type: a 16-bit one is changed within the word around it. */
#define __csl_gpu_atomic(name, op)                                                                 \
    template <class T_> __device__ inline T_ name(T_ *p, __csl_same<T_> v)                         \
    {                                                                                              \
        return __csl_atomic(p, v, op, __csl_grid, __csl_relaxed);                                  \
    }                                                                                              \
    __device__ inline at::Half name(at::Half *p, at::Half v)                                       \
    {                                                                                              \
        return {__csl_atomic(&p->x, v.x, op, __csl_grid, __csl_relaxed), at::Half::from_bits()};   \
    }                                                                                              \
    __device__ inline at::BFloat16 name(at::BFloat16 *p, at::BFloat16 v)                           \
    {                                                                                              \
        return {__csl_atomic(&p->x, v.x, op, __csl_grid, __csl_relaxed),                           \
                at::BFloat16::from_bits()};                                                        \
    }
__csl_gpu_atomic(gpuAtomicAdd, __csl_op_add)
__csl_gpu_atomic(gpuAtomicMul, __csl_op_add)
__csl_gpu_atomic(gpuAtomicMax, __csl_op_max)
__csl_gpu_atomic(gpuAtomicMin, __csl_op_min)
#undef __csl_gpu_atomic
template <class T_> __device__ inline void gpuAtomicAddNoReturn(T_ *p, __csl_same<T_> v)
{
    gpuAtomicAdd(p, v);
}
namespace at {
struct TensorIterator {
    Tensor tensor(int) const;
    int64_t numel() const;
};
typedef TensorIterator TensorIteratorBase;
struct TensorIteratorConfig {
    template <class... A_> TensorIteratorConfig &add_output(A_ &&...);
    template <class... A_> TensorIteratorConfig &add_input(A_ &&...);
    template <class... A_> TensorIteratorConfig &check_all_same_dtype(A_ &&...);
    TensorIterator build();
};
}
namespace at::native {
/* One call of the function for each element. */
template <class F_> void gpu_kernel(TensorIteratorBase &, const F_ &);
template <class F_> void gpu_kernel_multiple_outputs(TensorIteratorBase &, const F_ &);
template <class T_, class I_>
__device__ inline void fastAtomicAdd(T_ *p, I_ i, const I_, T_ v, bool)
{
    gpuAtomicAdd(p + i, v);
}
}
/* Lanes of a warp. */
__device__ inline unsigned WARP_BALLOT(int p, unsigned mask = 0xffffffff)
{
    return __ballot_sync(mask, p);
}
__device__ inline unsigned WARP_ACTIVE_MASK() { return __activemask(); }
__device__ inline void WARP_SYNC(unsigned mask = 0xffffffff) { __syncwarp(mask); }
#define __csl_warp_move(name, how, I_)                                                             \
    template <class T_>                                                                            \
    __device__ inline T_ name(T_ v, I_ i, int width = 32, unsigned mask = 0xffffffff)              \
    {                                                                                              \
        return how(mask, v, i, width);                                                             \
    }
__csl_warp_move(WARP_SHFL, __shfl_sync, int)
__csl_warp_move(WARP_SHFL_XOR, __shfl_xor_sync, int)
__csl_warp_move(WARP_SHFL_UP, __shfl_up_sync, unsigned)
__csl_warp_move(WARP_SHFL_DOWN, __shfl_down_sync, unsigned)
#undef __csl_warp_move

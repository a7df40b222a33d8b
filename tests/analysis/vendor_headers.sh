#!/bin/sh
# Kernels written with other libraries' headers, which are not there: what stands in for them keeps
# order, addresses and participation.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# expect FILE: each kernel right_... is proved, wrong_... has a finding, silent_... has none.
expect() {
    "$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/$1" >"$dir/out" 2>&1 || true
    for kernel in $(sed -n 's/^.*\(right\|wrong\|silent\)_\([a-z_0-9]*\)(.*$/\1_\2/p' "$dir/$1"); do
        case $kernel in
        right_*) verdict='proved' ;;
        wrong_*) verdict='findings' ;;
        *) verdict='\(proved\|undecided\)' ;;
        esac
        grep -q "kernel: $kernel\( <.*>\)*: $verdict[ :]" "$dir/out" || {
            echo "$1: $kernel is not $verdict"
            cat "$dir/out"
            exit 1
        }
    done
}

cat >"$dir/cutlass.cu" <<'CU'
#include <cutlass/cutlass.h>
#include <cutlass/arch/barrier.h>
#include <cute/arch/cluster_sm90.hpp>
#include <cute/arch/copy_sm80.hpp>
CUTLASS_GLOBAL void right_elect(float *a)
{
    __shared__ float s[256];
    if (cutlass::canonical_warp_idx_sync() == 0 && cute::elect_one_sync())
        s[0] = a[0];
    __syncthreads();
    a[threadIdx.x] = s[0];
}
CUTLASS_GLOBAL void wrong_elect(float *a)
{
    __shared__ float s[256];
    if (cutlass::canonical_warp_idx_sync() == 0 && cute::elect_one_sync())
        s[0] = a[0];
    a[threadIdx.x] = s[0];
}
CUTLASS_GLOBAL void right_copy(float *a)
{
    __shared__ float s[1024];
    cutlass::arch::cp_async<16>(&s[threadIdx.x * 4], &a[threadIdx.x * 4]);
    cutlass::arch::cp_async_fence();
    cutlass::arch::cp_async_wait<0>();
    __syncthreads();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
CUTLASS_GLOBAL void wrong_copy(float *a)
{
    __shared__ float s[1024];
    cutlass::arch::cp_async<16>(&s[threadIdx.x * 4], &a[threadIdx.x * 4]);
    cutlass::arch::cp_async_fence();
    __syncthreads();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
CUTLASS_GLOBAL void silent_named(float *a)
{
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    cutlass::arch::NamedBarrier::sync(256, 1);
    a[threadIdx.x] = s[255 - threadIdx.x];
}
CUTLASS_GLOBAL void silent_object(float *a)
{
    __shared__ cutlass::arch::ClusterBarrier b;
    __shared__ float s[256];
    if (threadIdx.x == 0) {
        b.init(256);
        cutlass::arch::fence_barrier_init();
    }
    __syncthreads();
    s[threadIdx.x] = a[threadIdx.x];
    b.arrive();
    b.wait(0);
    a[threadIdx.x] = s[255 - threadIdx.x];
}
void run(float *a)
{
    right_elect<<<1, 256>>>(a);
    wrong_elect<<<1, 256>>>(a);
    right_copy<<<1, 256>>>(a);
    wrong_copy<<<1, 256>>>(a);
    silent_named<<<1, 256>>>(a);
    silent_object<<<1, 256>>>(a);
}
CU
expect cutlass.cu

cat >"$dir/torch.cu" <<'CU'
#include <torch/extension.h>
#include <ATen/cuda/Atomic.cuh>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/native/cuda/block_reduce.cuh>
#include <c10/cuda/CUDAGuard.h>
template <class T> using row = at::PackedTensorAccessor32<T, 1, at::RestrictPtrTraits>;
template <class T> __global__ void right_row(row<T> in, T *out)
{
    __shared__ T s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[255 - threadIdx.x];
}
template <class T> __global__ void wrong_row(row<T> in, T *out)
{
    __shared__ T s[256];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[255 - threadIdx.x];
}
/* A class of the project's own on what the library's accessors are made of. */
template <class T> struct checked : at::TensorAccessorBase<T, 1, at::RestrictPtrTraits, int> {
    using at::TensorAccessorBase<T, 1, at::RestrictPtrTraits, int>::TensorAccessorBase;
    __device__ T &at(int i) const { return this->data_[i]; }
};
template <class T> __global__ void right_checked(T *out, const int *one)
{
    const checked<T> a(out, one, one);
    if (T(1) <= at::Half(2.f))
        a.at(threadIdx.x) = T(1);
}
template <class T> __global__ void wrong_checked(T *out, const int *one)
{
    const checked<T> a(out, one, one);
    a.at(threadIdx.x / 2) = T(threadIdx.x);
}
template <class T> at::ScalarType type_of()
{
#define TYPE_CASE(U, name) if constexpr (std::is_same_v<T, U>) return at::ScalarType::name;
    AT_FORALL_SCALAR_TYPES_WITH_COMPLEX(TYPE_CASE)
#undef TYPE_CASE
    return at::toUnderlying(torch::kInt32);
}
template <class T> __global__ void right_add(T *out, const int *at, int n)
{
    CUDA_KERNEL_LOOP(i, n) { gpuAtomicAdd(&out[at[i]], T(1)); }
}
template <class T> __global__ void wrong_add(T *out, const int *at, int n)
{
    CUDA_KERNEL_LOOP(i, n) { out[0] += T(1); }
}
__global__ void right_sum(const float *in, float *out, int n)
{
    __shared__ float s[32];
    float v = threadIdx.x < n ? in[blockIdx.x * n + threadIdx.x] : 0;
    v = at::native::cuda_utils::BlockReduceSum(v, s);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}
__global__ void wrong_sum(const float *in, float *out, int n)
{
    __shared__ float s[32];
    if (threadIdx.x < n) {
        float v = at::native::cuda_utils::BlockReduceSum(in[threadIdx.x], s);
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}
void run(at::Tensor a, at::Tensor b, const at::Tensor &at)
{
    TORCH_CHECK(a.is_cuda() && a.dim() == 1, "one row");
    const at::cuda::OptionalCUDAGuard guard(a.device());
    auto stream = at::cuda::getCurrentCUDAStream();
    AT_DISPATCH_FLOATING_TYPES_AND_HALF(a.scalar_type(), "row", [&] {
        right_row<scalar_t><<<1, 256, 0, stream>>>(
            a.packed_accessor32<scalar_t, 1, at::RestrictPtrTraits>(), b.data_ptr<scalar_t>());
        wrong_row<scalar_t><<<1, 256, 0, stream>>>(
            a.packed_accessor32<scalar_t, 1, at::RestrictPtrTraits>(), b.data_ptr<scalar_t>());
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    });
    TORCH_CHECK(!at::isnan(a).any().item<bool>() && type_of<float>() == a.scalar_type());
    right_checked<<<1, 64, 0, stream>>>(a.data_ptr<at::Half>(), at.data_ptr<int>());
    wrong_checked<<<1, 64, 0, stream>>>(a.data_ptr<at::Half>(), at.data_ptr<int>());
    AT_DISPATCH_SWITCH(a.scalar_type(), "add", AT_DISPATCH_CASE(at::ScalarType::Float, [&] {
                           right_add<scalar_t><<<1, 256, 0, stream>>>(
                               b.data_ptr<scalar_t>(), at.data_ptr<int>(), a.numel());
                           wrong_add<scalar_t><<<1, 256, 0, stream>>>(
                               b.data_ptr<scalar_t>(), at.data_ptr<int>(), a.numel());
                       }));
    right_sum<<<a.size(0), 512, 0, stream>>>(a.data_ptr<float>(), b.data_ptr<float>(), a.size(1));
    wrong_sum<<<a.size(0), 512, 0, stream>>>(a.data_ptr<float>(), b.data_ptr<float>(), a.size(1));
}
CU
expect torch.cu
# A dispatch macro gives two instances.
grep -q 'kernel: right_row <float>, <c10::Half>' "$dir/out"

cat >"$dir/others.cu" <<'CU'
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda_fp4.h>
#include <cudaTypedefs.h>
#include <curand_philox4x32_x.h>
#include <glm/glm.hpp>
#include <glm/gtc/type_ptr.hpp>
__global__ void right_glm(const float *in, glm::vec3 *out)
{
    __shared__ glm::vec3 s[256];
    s[threadIdx.x] = glm::make_vec3(in + threadIdx.x * 3);
    __syncthreads();
    out[threadIdx.x] = glm::cross(s[255 - threadIdx.x], s[0]) * 2.f;
}
__global__ void wrong_glm(const float *in, glm::vec3 *out)
{
    __shared__ glm::vec3 s[256];
    s[threadIdx.x] = glm::make_vec3(in + threadIdx.x * 3);
    out[threadIdx.x] = glm::cross(s[255 - threadIdx.x], s[0]) * 2.f;
}
__global__ void right_fp4(const float2 *in, __nv_fp4x2_storage_t *out)
{
    __shared__ __nv_fp4x2_storage_t s[256];
    s[threadIdx.x] = __nv_cvt_float2_to_fp4x2(in[threadIdx.x], __NV_E2M1, cudaRoundNearest);
    __syncthreads();
    out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void silent_latch(float *a)
{
    __shared__ float s[256];
    __shared__ alignas(8) unsigned char storage[8];
    auto *l = reinterpret_cast<cuda::latch<cuda::thread_scope_block> *>(storage);
    if (threadIdx.x == 0)
        new (l) cuda::latch<cuda::thread_scope_block>(256);
    __syncthreads();
    s[threadIdx.x] = a[threadIdx.x];
    l->arrive_and_wait();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
void run(float *in, glm::vec3 *out, float2 *two, __nv_fp4x2_storage_t *four)
{
    right_glm<<<1, 256>>>(in, out);
    wrong_glm<<<1, 256>>>(in, out);
    right_fp4<<<1, 256>>>(two, four);
    silent_latch<<<1, 256>>>(in);
}
CU
expect others.cu

# What headers ask of the system before they declare anything.
cat >"$dir/posix.cu" <<'CU'
#include <unistd.h>
#if _POSIX_VERSION < 200112L
#error "Timestamps not implemented"
#endif
__global__ void right_posix(float *a)
{
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
CU
expect posix.cu
notes=$("$CUDASYNCLINT" --no-cache -v "$dir/posix.cu" 2>&1) || true
case $notes in
*Timestamps*) echo "posix.cu: unistd.h says no version" && exit 1 ;;
esac

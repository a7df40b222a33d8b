#!/bin/sh
# Classes that a missing header declares have the members that the errors of a parse ask for: of instances
# of a template, and in macros, where the text does not say whose member it is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/members.cu" <<'CU'
#include "gone.h"
#define AT(i) (v.first + (i))
#define KERNEL(name, type, barrier)                                                                \
    template <class T, class I> __global__ void name(type v, const T *in, T *out)                  \
    {                                                                                              \
        __shared__ T s[256];                                                                       \
        if (AT(threadIdx.x) < v.count)                                                             \
            s[threadIdx.x] = in[AT(threadIdx.x)];                                                  \
        barrier;                                                                                   \
        out[AT(threadIdx.x)] = s[255 - threadIdx.x] * v.scale;                                     \
    }
#define INFO detail::Info<T, I>
KERNEL(right_inner, INFO, __syncthreads())
KERNEL(wrong_inner, INFO, )
KERNEL(right_plain, View, __syncthreads())
KERNEL(wrong_plain, View, )
void run(detail::Info<float, int> v, View p, const float *in, float *out)
{
    right_inner<float, int><<<4, 256>>>(v, in, out);
    wrong_inner<float, int><<<4, 256>>>(v, in, out);
    right_plain<float, int><<<4, 256>>>(p, in, out);
    wrong_plain<float, int><<<4, 256>>>(p, in, out);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/members.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: wrong_[a-z]* <float, int>: findings (shared;' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }
# What rests on a made-up declaration is not proved; nothing is told of it.
[ "$(grep -c 'kernel: right_[a-z]* <float, int>: undecided' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }

# Namespaces of torch that a missing header of the project would have brought along.
cat >"$dir/at.cu" <<'CU'
#include "gone.h"
#define ROWS(name, barrier)                                                                        \
    template <class T> __global__ void name(T *out, const T *in, const long *from, long rows, int n) \
    {                                                                                              \
        __shared__ int found;                                                                      \
        for (long r = blockIdx.x; r < rows; r += gridDim.x) {                                      \
            if (threadIdx.x == 0) {                                                                \
                found = 0;                                                                         \
                while (found < n && from[found] <= r)                                              \
                    found++;                                                                       \
            }                                                                                      \
            __syncthreads();                                                                       \
            out[r * 256 + threadIdx.x] = in[found * 256 + threadIdx.x];                            \
            barrier;                                                                               \
        }                                                                                          \
    }
ROWS(right_rows, __syncthreads())
ROWS(wrong_rows, )
void run(const at::Tensor &in, const at::Tensor &from, at::Tensor &out)
{
    AT_DISPATCH_FLOATING_TYPES(in.scalar_type(), "rows", [&] {
        right_rows<scalar_t><<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
            out.data_ptr<scalar_t>(), in.data_ptr<scalar_t>(), from.data_ptr<long>(), out.size(0), from.numel());
        wrong_rows<scalar_t><<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
            out.data_ptr<scalar_t>(), in.data_ptr<scalar_t>(), from.data_ptr<long>(), out.size(0), from.numel());
    });
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/at.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong_rows <.*>: findings (shared' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: right_rows <.*>: findings' "$dir/out")" = 0 ] || { cat "$dir/out"; exit 1; }

# Objects that nothing declares, or only where a condition hides it: each member is memory of its own.
cat >"$dir/objects.cu" <<'CU'
#include "gone.h"
#ifdef GONE
static __constant__ settings set;
#endif
__global__ void right_set(settings s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < set.count + s.count)
        set.out[i] = set.in[i + 1];
}
__global__ void right()
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < sim.count)
        sim.out[i] = sim.in[i + 1] + sim.box.x;
}
__global__ void wrong()
{
    sim.out[threadIdx.x] = sim.out[threadIdx.x + 1];
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/objects.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong: findings (global' "$dir/out" || { cat "$dir/out"; exit 1; }
for kernel in right right_set; do
    grep -q "kernel: $kernel: undecided: .*nothing declares" "$dir/out" || { cat "$dir/out"; exit 1; }
done

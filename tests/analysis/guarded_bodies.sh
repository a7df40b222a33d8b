#!/bin/sh
# A kernel that `#if __CUDA_ARCH__ >= 900` leaves nothing of: it is judged for an architecture that
# shows it; with --arch=sm_80 it is not analysed, and the line names that architecture. So are
# kernels that only architectures show on which lanes go in step (before sm_70).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ void impl(int *o) {
#if __CUDA_ARCH__ >= 900
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#endif
}
__global__ void bad90(int *o) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#else
    __trap();
#endif
}
__global__ void good90(int *o) {
#if (__CUDA_ARCH__ > 890)
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#endif
}
__global__ void good100(int *o) {
#if __CUDA_ARCH_FEAT_SM100_ALL
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#endif
}
__global__ void only90(int *o) {
#if __CUDA_ARCH__ == 900
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    o[threadIdx.x] = s[threadIdx.x ^ 1];
#endif
}
__global__ void called(int *o) { impl(o); }
__global__ void plain(int *o) { o[threadIdx.x] = 1; }
__global__ void empty(int *o) {}
__global__ void never(int *o) {
#if __CUDA_ARCH__ >= 5000
    o[0] = threadIdx.x;
#endif
}
__global__ void old(int *o) {
#if __CUDA_ARCH__ < 700
    o[0] = threadIdx.x;
#endif
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says() {
    grep -q "kernel: $1" "$dir/out" || {
        echo "not said: $1"
        cat "$dir/out"
        exit 1
    }
}
for k in bad90 only90 called; do
    says "$k: findings (.*); for sm_90;"
done
says 'good90: proved (.*; for sm_90;'
says 'good100: proved (.*; for sm_100;'
says 'plain: proved (.*; for sm_80;'
says 'empty: nothing to check; for sm_80;'
says 'never: not analysed: its body is empty for sm_80 (`#if __CUDA_ARCH__ >= 5000`); for sm_80'
says 'old: not analysed: its body is empty for sm_80 (`#if __CUDA_ARCH__ < 700`); --arch=sm_60 shows it;'
"$CUDASYNCLINT" --no-cache --isolated --arch=sm_80 -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for k in bad90 good90 only90 called; do
    says "$k: not analysed: its body is empty for sm_80.*; --arch=sm_90 shows it; for sm_80"
done
says 'good100: not analysed: its body is empty for sm_80 (`#if __CUDA_ARCH_FEAT_SM100_ALL`); --arch=sm_100 shows it'

# Each form of a guard around the same wrong code, @, and what is said of the kernel.
cat >"$dir/h.cuh" <<'CU'
#define ARCH_90 (__CUDA_ARCH__ >= 900)
#define AT_LEAST(n) (__CUDA_ARCH__ >= n)
#if __CUDA_ARCH__ >= 900
#define HAS_90 1
#define BODY(o) do { WRONG(o) } while (0)
constexpr bool kHas90 = true;
#else
#define BODY(o) do {} while (0)
constexpr bool kHas90 = false;
#endif
#define WRONG(o) __shared__ int s[64]; s[threadIdx.x] = threadIdx.x; o[threadIdx.x] = s[threadIdx.x ^ 1];
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#define OLD
#endif
constexpr int kArch = __CUDA_ARCH__;
template <int major> struct impl { static __device__ void run(int *) {} };
template <> struct impl<9> { static __device__ void run(int *o) { WRONG(o) } };
CU
while IFS='|' read -r name said body; do
    { printf '#include <nv/target>\n#include "h.cuh"\n__global__ void k(int *o) {\n'
      printf '%b\n}\n' "$(echo "$body" | sed 's/@/WRONG(o)/')"; } >"$dir/$name.cu"
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$name.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
    says "k: $said"
done <<'FORMS'
below|not analysed: .*(`#if __CUDA_ARCH__ < 700`); --arch=sm_60 shows it|#if __CUDA_ARCH__ < 700\n@\n#endif
below_turned|not analysed: .*--arch=sm_60 shows it|#if 700 > __CUDA_ARCH__\n@\n#endif
below_named|not analysed: .*(`#ifdef OLD`); --arch=sm_60 shows it|#ifdef OLD\n@\n#endif
below_if|not analysed: .*--arch=sm_60 shows it|if (__CUDA_ARCH__ < 700) { @ }
else_below|findings (.*; for sm_75|#if __CUDA_ARCH__ >= 800\n#else\n@\n#endif
between|findings (.*; for sm_75|#if __CUDA_ARCH__ > 700 && __CUDA_ARCH__ < 800\n@\n#endif
exactly|findings (.*; for sm_70|#if __CUDA_ARCH__ == 700\n@\n#endif
other|findings (.*; for sm_86|#if __CUDA_ARCH__ != 800\n@\n#endif
turned|findings (.*; for sm_90|#if 900 <= __CUDA_ARCH__\n@\n#endif
else_above|findings (.*; for sm_90|#if __CUDA_ARCH__ < 900\n#else\n@\n#endif
tens|findings (.*; for sm_90|#if __CUDA_ARCH__ / 10 >= 90\n@\n#endif
macro|findings (.*; for sm_90|#if ARCH_90\n@\n#endif
macro_of|findings (.*; for sm_90|#if AT_LEAST(900)\n@\n#endif
defined|findings (.*; for sm_90|#ifdef HAS_90\n@\n#endif
specific|findings (.*; for sm_90|#if __CUDA_ARCH_SPECIFIC__ == 900\n@\n#endif
family|findings (.*; for sm_100|#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__)\n@\n#endif
constant|findings (.*; for sm_90|if constexpr (kHas90) { @ }
plain_if|findings (.*; for sm_90|if (kArch >= 900) { @ }
body_macro|findings (.*; for sm_90|BODY(o);
specialised|findings (.*; for sm_90|impl<kArch / 100>::run(o);
target|findings (.*; for sm_90|NV_IF_TARGET(NV_PROVIDES_SM_90, (@))
target_else|findings (.*; for sm_75|NV_IF_ELSE_TARGET(NV_PROVIDES_SM_80, (;), (@))
target_first|findings (.*; for sm_100|NV_DISPATCH_TARGET(NV_PROVIDES_SM_100, (@), NV_IS_DEVICE, (;))
target_exact|findings (.*; for sm_90|NV_DISPATCH_TARGET(NV_IS_HOST, (;), NV_IS_EXACTLY_SM_90, (@))
not_compiled|not analysed: its body is empty for sm_80 (`#ifdef SOMETHING_ELSE`); for|#ifdef SOMETHING_ELSE\n@\n#endif
in_part|findings (.*; for sm_80, sm_90|o[threadIdx.x + 64] = 1;\n#if __CUDA_ARCH__ >= 900\n@\n#endif
FORMS

# Kernels that stand behind a guard themselves, and guards in functions that a kernel calls.
cat >"$dir/whole.cu" <<'CU'
#include "h.cuh"
#if __CUDA_ARCH__ >= 900
__global__ void from90(int *o) { WRONG(o) }
#else
__global__ void to80(int *o) { o[threadIdx.x] = 1; }
#endif
#if __CUDA_ARCH__ < 900
__global__ void both(int *o) { o[threadIdx.x] = 1; }
#else
__global__ void both(int *o) { WRONG(o) }
#endif
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
__global__ void feature(int *o) { WRONG(o) }
#endif
#ifdef HAS_90
__global__ void named(int *o) { WRONG(o) }
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 1000
template <int N> __global__ void instance(int *o) { WRONG(o) }
template __global__ void instance<1>(int *);
#endif
#ifdef OLD
__global__ void before(int *o) { WRONG(o) }
#endif
#ifdef SOMETHING_ELSE
__global__ void other(int *o) { WRONG(o) }
#endif
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/whole.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for k in from90 both feature named; do
    says "$k: findings (.*; for sm_90;"
done
says 'instance <1>: findings (.*; for sm_100;'
says 'to80: proved (.*; for sm_80;'
says 'both: proved (.*; for sm_80'
says 'before: not analysed: it is not there for sm_80 (behind `#ifdef OLD`); --arch=sm_60 shows it; for sm_80'
grep -q '1 kernel in the text not seen' "$dir/out"
grep -q 'not seen, behind `#ifdef SOMETHING_ELSE`' "$dir/out"
"$CUDASYNCLINT" --no-cache --isolated --arch=sm_80 -v "$dir/whole.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says 'from90: not analysed: it is not there for sm_80 (behind `#if __CUDA_ARCH__ >= 900`); --arch=sm_90 shows it'
grep -q 'not seen, behind `#else` of `#if __CUDA_ARCH__ < 900`' "$dir/out"

cat >"$dir/callees.cu" <<'CU'
struct group {
    __device__ void sync() {
#if __CUDA_ARCH__ < 1000
        __syncthreads();
#endif
    }
};
__device__ void last(int *p) {
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x < 7)
#endif
        __syncthreads();
    p[threadIdx.x] = 1;
}
__device__ int nothing(int i) {
#if __CUDA_ARCH__ >= 900
#endif
    return i;
}
template <int N> __device__ void exchange(int *o) {
    __shared__ int s[64];
    group g;
    s[threadIdx.x] = threadIdx.x;
    g.sync();
    o[threadIdx.x] = s[threadIdx.x ^ N];
}
__global__ void method(int *o) { exchange<1>(o); }
template <int N> __global__ void generic(int *o) { exchange<N>(o); }
template __global__ void generic<32>(int *);
__global__ void called(int *o) { last(o); }
__global__ void same(int *o) { o[nothing(threadIdx.x)] = 1; }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/callees.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says 'method: findings (shared.*; for sm_80, sm_100;'
says 'generic <32>: findings (shared.*; for sm_80, sm_100;'
says 'called: findings (barriers.*; for sm_80, sm_90;'
says 'same: proved (.*; for sm_80;'

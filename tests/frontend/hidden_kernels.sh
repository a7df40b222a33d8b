#!/bin/sh
# A kernel behind a macro that a missing header defines is analysed, or named as not analysed; and a
# function that no kernel calls has well-formed IR, whatever it does with parameters by reference.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
run() { "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1" >"$dir/out" 2>&1 || [ $? -le 3 ]; }

cat >"$dir/macros.cu" <<'CU'
#include "missing.h"
PROJ_GLOBAL void k1(int *o) { o[threadIdx.x + blockIdx.x * 64] = 1; }
GLOBAL_FN void k2(float *o) { o[threadIdx.x] = 1; }
KERNEL k3(float *o) { o[threadIdx.x] = 1; }
template <class T> PROJ_GLOBAL void __launch_bounds__(128) k4(T *o) { o[threadIdx.x] = 1; }
static PROJ_KERNEL(128) void k5(int *o) { o[threadIdx.x] = 2; }
PROJ_IMPL(128, 1) k6(int *o) { o[threadIdx.x] = 2; }
STATIC_KERNEL(64, 2)
void k7(int *o)
{
    __shared__ int s[64];
    o[threadIdx.x] = s[threadIdx.x];
}
#if 0
STATIC_KERNEL(64, 2) void k8(int *o) { o[threadIdx.x] = 3; }
#endif
static int host(int x) { return x + UNKNOWN; }
void launch(float *f, int *i) { k2<<<1, 64>>>(f); k6<<<1, 64>>>(i); }
CU
run macros.cu
for k in k1 k2 k4; do
    grep -q "kernel: $k: " "$dir/out" || fail "$k is missing"
done
for k in k3 k5 k6 k7; do
    grep -q "kernel: $k: .*the parser does not see it" "$dir/out" || fail "$k is missing"
done
if grep -qE 'kernel: (k8|host):' "$dir/out"; then fail "k8 or host"; fi

{
    for op in += -= '*=' /= %= '&=' '|=' ^= '<<=' '>>='; do
        for type in bool char 'unsigned char' short 'unsigned short' int unsigned 'long long' \
            'unsigned long long' float double; do
            case $op$type in
            [%\&\|^\<\>]*float | [%\&\|^\<\>]*double) continue ;;
            esac
            n=$((${n:-0} + 1))
            echo "__device__ void f$n($type &p, $type q) { __syncthreads(); p $op q; p = q; p++; }"
        done
    done | sed '/bool &p/s/p++;//'
    echo '__device__ void g1(int *&p) { __syncthreads(); *p++ = 2; p += 2; }'
    echo 'struct A { int x; float4 v; };'
    echo '__device__ void g2(A &p, const A &q) { __syncthreads(); p.x -= q.x; p.v.x = p.x; p = q; }'
    echo '__device__ void g3(int (&p)[4], int &&r) { __syncthreads(); p[1] -= r; r = p[0]; }'
    echo '__device__ void g4(const unsigned &p, volatile int &v) { __syncthreads(); v = v + (int)p; }'
    echo 'template <class T> __device__ void g5(T &p) { __syncthreads(); p ^= 1; }'
    echo 'template <class P> struct S { __device__ S(P p) { __shared__ int q; a = {0.f, 1.f}; }'
    echo '    struct B { float v[2]; } a; };'
    echo 'template struct S<int>;'
    echo '__global__ void k(int *o) { o[threadIdx.x] = 1; }'
} >"$dir/references.cu"
run references.cu
grep -q 'kernel: k: proved' "$dir/out" || fail "not analysed"
if grep -qE 'internal error|crashed' "$dir/out"; then fail "malformed"; fi

# such a macro beside other specifiers, each alone in its file: a kernel, and no function that a block
# calls again and again
body='{ __shared__ int s[64]; s[threadIdx.x] = o[threadIdx.x]; __syncthreads(); o[threadIdx.x] = s[threadIdx.x ^ 1]; }'
while IFS= read -r head; do
    printf '#include "missing.h"\n%s %s\n' "$(echo "$head" | sed 's/ k$/ k(int *o)/')" "$body" >"$dir/one.cu"
    run one.cu
    grep -q 'kernel: k: proved' "$dir/out" || fail "$head"
done <<'HEADS'
PROJ_GLOBAL static void k
PROJ_GLOBAL inline void k
static PROJ_KERNEL void k
static inline PROJ_GLOBAL void k
extern "C" PROJ_GLOBAL void k
PROJ_GLOBAL __launch_bounds__(64) void k
PROJ_GLOBAL __launch_bounds__(64) static void k
PROJ_GLOBAL void __launch_bounds__(64) k
PROJ_GLOBAL __attribute__((unused)) void k
PROJ_INLINE PROJ_GLOBAL void k
PROJ_GLOBAL PROJ_INLINE void k
HEADS
while IFS= read -r head; do
    printf '#include "missing.h"\n%s(int *o) %s\n' "$head" "$body" >"$dir/one.cu"
    run one.cu
    grep -q 'kernel: k: not analysed' "$dir/out" || fail "$head"
done <<'HEADS'
FOO static void k
PROJ_GLOBAL template <class T> void k
PROJ_GLOBAL() static void k
HEADS

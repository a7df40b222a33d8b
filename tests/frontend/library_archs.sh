#!/bin/sh
# CUTLASS asks by macros of its own for what an architecture has, and beyond sm_90 it takes clang for a compiler that knows
# nothing of it (cutlass/arch/config.h): a trap stands in place of each instruction then. The macros can be given, and are.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#if defined(CUTLASS_ARCH_MMA_SM100_SUPPORTED) && defined(CUTLASS_ARCH_MMA_SM100_ENABLED) && \
    defined(CUTLASS_ARCH_MMA_SM100A_ENABLED)
#define MEET __syncthreads()
#else
#define MEET asm volatile("trap;")
#endif
#define KERNEL(name, meet)                                                                         \
    __global__ void name(int *o)                                                                   \
    {                                                                                              \
        __shared__ int s[64];                                                                      \
        s[threadIdx.x] = 1;                                                                        \
        meet;                                                                                      \
        o[threadIdx.x] = s[63 - threadIdx.x];                                                      \
    }
KERNEL(right, MEET)
KERNEL(wrong, if (threadIdx.x < 32) MEET)
void run(int *o)
{
    right<<<1, 64>>>(o);
    wrong<<<1, 64>>>(o);
}
CU
expect() { # ARCH RIGHT
    "$CUDASYNCLINT" --no-cache -v --arch=$1 "$dir/k.cu" >"$dir/out" 2>&1 || true
    grep -q "kernel: right: $2" "$dir/out" || { cat "$dir/out"; exit 1; }
    grep -q "kernel: wrong: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
}
expect sm_100 proved
expect sm_100a proved
expect sm_90 'undecided.*a trap'
expect sm_120 'undecided.*a trap'

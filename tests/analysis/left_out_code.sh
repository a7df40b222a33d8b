#!/bin/sh
# A function that stops at a breakpoint where it is not made for the architecture (CUTLASS_NOT_IMPLEMENTED) says nothing of
# what it would do: nothing is proved, and nothing is found in others that wait for it. One under a condition is a check that holds.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda/barrier>
__device__ void arrive(unsigned long long *object)
{
#ifdef CHECKED
    if (threadIdx.x % 64 > 31)
        asm volatile("brkpt;\n" ::);
#endif
#ifdef LEFT_OUT
    asm volatile("brkpt;\n");
#else
    unsigned at = __cvta_generic_to_shared(object);
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(at) : "memory");
#endif
}
__global__ void hands_over(int *out)
{
    __shared__ unsigned long long object;
    __shared__ int s[64];
    const unsigned at = __cvta_generic_to_shared(&object);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(at) : "memory");
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] = 1;
        arrive(&object);
    } else {
        asm volatile("{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra done;\n"
                     "bra again;\ndone:\n}" :: "r"(at) : "memory");
        out[threadIdx.x] = s[threadIdx.x - 32];
    }
}
void run(int *out)
{
    hands_over<<<1, 64>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: hands_over: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
"$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/k.cu" -- -DCHECKED >"$dir/out" 2>&1 || true
grep -q 'kernel: hands_over: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
"$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/k.cu" -- -DLEFT_OUT -DCHECKED >"$dir/out" 2>&1 || true
grep -q 'kernel: hands_over: undecided.*brkpt' "$dir/out" || { cat "$dir/out"; exit 1; }
"$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/k.cu" -- -DLEFT_OUT >"$dir/out" 2>&1 || true
grep -q 'kernel: hands_over: undecided.*brkpt' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'error:' "$dir/out")" = 0 ] || { cat "$dir/out"; exit 1; }

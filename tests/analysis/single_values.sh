#!/bin/sh
# A race on a variable of the block that one thread writes and one of another warp reads is no matter of how
# large the array is: it is shown. In r_ a release and an acquire order the two.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda/atomic>
using flag_of_block = cuda::atomic_ref<int, cuda::thread_scope_block>;
#define K(name, kind, tell, told)                                                                  \
    __global__ void __launch_bounds__(256) name(int *o, int n)                                     \
    {                                                                                              \
        __shared__ kind int flag;                                                                  \
        __shared__ int v;                                                                          \
        if (threadIdx.x == 0)                                                                      \
            flag = 0;                                                                              \
        __syncthreads();                                                                           \
        if (threadIdx.x == 0) {                                                                    \
            v = n;                                                                                 \
            tell;                                                                                  \
        }                                                                                          \
        if (threadIdx.x == 64) {                                                                   \
            told;                                                                                  \
            o[0] = v;                                                                              \
        }                                                                                          \
    }
K(r_order, , flag_of_block(flag).store(1, cuda::memory_order_release),
  while (flag_of_block(flag).load(cuda::memory_order_acquire) == 0);)
K(r_fences, volatile, __threadfence_block(); flag = 1, while (flag == 0); __threadfence_block())
K(w_order, , flag_of_block(flag).store(1, cuda::memory_order_relaxed),
  while (flag_of_block(flag).load(cuda::memory_order_relaxed) == 0);)
K(w_fences, volatile, flag = 1, while (flag == 0))
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for line in r_order:\ proved r_fences:\ proved w_order:\ findings w_fences:\ findings; do
    grep -q "kernel: $line" "$dir/out" || { cat "$dir/out"; exit 1; }
done

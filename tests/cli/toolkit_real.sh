#!/bin/sh
# With a CUDA Toolkit on this machine: its headers change no verdict (of three rules here, of the
# whole corpus in nightly/toolkit_corpus), and its device functions are all known.
. tests/cli/toolkit.inc
. tests/cli/check.inc

# Real types, and every error is one.
cat >types.cu <<'END'
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuComplex.h>
__global__ void types(float *a, __half *h, __half2 *h2, __nv_bfloat16 *b, cuFloatComplex *c) {
    __shared__ __half row[64];
    __shared__ cuFloatComplex sums[64];
    row[threadIdx.x] = __hfma(h[threadIdx.x], h[0], __float2half(2.0f));
    sums[threadIdx.x] = cuCmulf(c[threadIdx.x], make_cuFloatComplex(1, 2));
    __syncthreads();
    h[threadIdx.x] = row[63 - threadIdx.x] + __low2half(h2[threadIdx.x]);
    c[threadIdx.x] = cuCaddf(sums[63 - threadIdx.x], c[threadIdx.x]);
    a[threadIdx.x] = __bfloat162float(b[threadIdx.x]) + sizeof(cudaDeviceProp) + CUDART_VERSION;
    if (cudaGetLastError() == cudaSuccess)
        a[threadIdx.x] += float(__nv_fp8_e4m3(a[threadIdx.x]));
}
void run(float *a, __half *h, __half2 *h2, __nv_bfloat16 *b, cuFloatComplex *c) {
    types<<<1, 64>>>(a, h, h2, b, c);
}
END
lint 0 -v --cuda-path="$toolkit" types.cu
has err "$toolkit: headers of CUDA Toolkit"
has out "types: proved (barriers, shared, global in a block) for 64x1x1"
sed 's/__syncthreads();//' types.cu >racy.cu
lint 1 --cuda-path="$toolkit" racy.cu
has out "race on \`row\`"
has out "race on \`sums\`"

# The structure of a launch has another name in its headers.
cat >config.cu <<'END'
#include <cuda_runtime.h>
__global__ void turned(int *out) {
    __shared__ int row[128];
    row[threadIdx.x] = out[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = row[SIZE - 1 - threadIdx.x];
}
void run(int *out) {
    cudaLaunchConfig_t config = {};
    config.gridDim = 16;
    config.blockDim = SIZE;
    cudaLaunchKernelEx(&config, turned, out);
}
END
lint 0 -v --cuda-path="$toolkit" config.cu -- -DSIZE=32
has out "turned: proved (warps, shared, global in a block) for 32x1x1"
lint 1 -v --cuda-path="$toolkit" config.cu -- -DSIZE=64
has out "race on \`row\`"

cd "$OLDPWD" || exit 1
same_with_toolkit 100 corpus/barrier-divergence corpus/warp-mask corpus/async-copy-unsynced
finish

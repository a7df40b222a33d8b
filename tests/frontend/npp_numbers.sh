#!/bin/sh
# Numbers and types of NVIDIA Performance Primitives are part of the toolkit: a kernel that uses them
# is read, and so are streams of the driver's interface.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda.h>
#include <npp.h>
__global__ void kernel(Npp32u *out, NppiSize size)
{
    __shared__ Npp32u count[NPP_MAX_8U + 1];
    count[threadIdx.x] = NPP_MIN_16S;
    __syncthreads();
    if (threadIdx.x < size.width)
        out[threadIdx.x] = count[NPP_MAX_8U - threadIdx.x];
}
void run(Npp32u *out)
{
    CUstream stream;
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    kernel<<<1, 256, 0, stream>>>(out, NppiSize{256, 1});
    cuStreamDestroy(stream);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || { cat "$dir/out"; exit 1; }
grep -q 'kernel: kernel: proved (barriers, shared, global in a block)' "$dir/out" || { cat "$dir/out"; exit 1; }
! grep -qi 'missing\|not found' "$dir/out" || { cat "$dir/out"; exit 1; }

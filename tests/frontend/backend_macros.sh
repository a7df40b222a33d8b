#!/bin/sh
# A project that is built for one of several devices is read as its build for CUDA would be, where it
# has errors otherwise. What the user defines counts more, and so does what the project defines.
. tests/frontend/says.inc

cat >device.h <<'EOF'
#pragma once
#if defined(OUR_USE_CUDA)
#define OUR_STREAM cudaStream_t
#elif defined(OUR_USE_HIP)  // not for CUDA
#define OUR_STREAM hipStream_t
#endif
EOF
kernel() { # BARRIER MACRO
    cat <<EOF
#include "device.h"
__global__ void turn(float *x) {
    __shared__ float s[64];
    s[threadIdx.x] = x[threadIdx.x];
    $1
    x[threadIdx.x] = s[63 - threadIdx.x];
}
void run(float *x, void *stream) { turn<<<1, 64, 0, ($2)stream>>>(x); }
EOF
}
kernel '__syncthreads();' OUR_STREAM >right.cu
kernel '' OUR_STREAM >wrong.cu
says "undecided: \`OUR_USE_CUDA\`, which nothing defines, is defined" right.cu
says "1 kernel: 1 proved" right.cu -- -DOUR_USE_CUDA
lacks "which nothing defines"
says "[shared-race]" wrong.cu
# The user says it is not, and the project defines it where that is not read.
says "kernel: turn" right.cu -- -UOUR_USE_CUDA
lacks "which nothing defines"
{ printf '#if USE_OWN\n#define OUR_USE_CUDA\n#endif\n' && cat right.cu; } >own.cu
says "kernel: turn" own.cu
lacks "which nothing defines"
# Without errors all is read as it is.
sed 's/(OUR_STREAM)stream/(cudaStream_t)stream/' right.cu >plain.cu
says "1 kernel: 1 proved" plain.cu
# No other device beside it, a comparison, or names in comments only.
for condition in '#if OUR_USE_CUDA
#elif OUR_FAST' '#if OUR_USE_CUDA > 3
#elif OUR_USE_HIP' '#if OUR_FAST // CUDA
#elif OUR_FASTER // HIP'; do
    printf '%s\n#define OUR_STREAM cudaStream_t\n#endif\n' "$condition" >device.h
    says "kernel: turn" right.cu
    lacks "which nothing defines"
done
# Not first, with an #else, and as a part of the text.
cat >first.cu <<'EOF'
__global__ void turn(float *x) {
    __shared__ float s[64];
    s[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = s[63 - threadIdx.x];
}
void run(float *x,
#if USE_ROCM
         hipStream_t stream) {
#elif USING_CUDA
         cudaStream_t stream) {
#else
#error "no device"
#endif
    turn<<<1, 64, 0, stream>>>(x);
}
EOF
says "[shared-race]" first.cu
lacks "parse-error"
exit $failed

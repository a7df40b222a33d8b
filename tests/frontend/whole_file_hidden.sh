#!/bin/sh
# A file that is wholly behind a macro of its build system is read as if that were defined; what the
# user says of the macro counts more. Instances that a condition takes away are no errors.
. tests/frontend/says.inc

cat >hidden.cu <<'EOF'
#ifdef USE_GPU
template <typename T> __global__ void turn(T *x) {
  __shared__ T s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[63 - threadIdx.x];
}
void run(float *x) { turn<float><<<1, 64>>>(x); }
template __global__ void turn<int>(int *);
#endif
EOF
says "undecided: \`USE_GPU\`, which nothing defines, is defined" hidden.cu
says "1 kernel: 1 proved" hidden.cu -- -DUSE_GPU
says "1 kernel: 1 proved" hidden.cu -- -D USE_GPU
says "hidden.cu:2: a kernel in the text that was not seen, behind \`#ifdef USE_GPU\`" hidden.cu -- -UUSE_GPU
says "0 kernels; 1 kernel in the text not seen" hidden.cu -- -UUSE_GPU
lacks parse-error
sed 's/__syncthreads();//' hidden.cu >wrong.cu
says "[shared-race]" wrong.cu

# The user defines it, and something else is missing.
{
    echo '#include "missing.h"'
    sed 's/template __global__.*//' hidden.cu
} >missing.cu
says "proved" missing.cu -- -DUSE_GPU
grep -q "which nothing defines" out && {
    echo "a macro that the user defines is taken for undefined"
    failed=1
}

# What the file leaves open is an error of its own.
printf 'template <typename T> __global__ void k(T *x) { *x = 1; }\ntemplate __global__ void k<int>(int *);\nint y =' >open.cu
says "[parse-error]" open.cu
exit $failed

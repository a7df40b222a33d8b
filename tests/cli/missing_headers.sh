#!/bin/sh
# Headers that are not found are named once, with what would find them.
. tests/cli/check.inc

cat >one.cu <<'E'
#include <nowhere/vector.h>
#include <nowhere/matrix.h>
#include "local.h"
__global__ void k(nowhere::view v, int *n) {
    __shared__ int s[256];
    s[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    n[threadIdx.x] = s[255 - threadIdx.x];
}
E
cp one.cu two.cu
lint 0 one.cu two.cu
has err "headers not found: local.h (2 files, 2 kernels not decided), nowhere/... (2 files, 2 kernels not decided); an include path finds them: -- -I FOLDER"
grep -c 'headers not found' err | grep -qx 1 || fail "named once"

# A stand-in that was not enough is one as well, and one that was is none.
cat >cute.cu <<'E'
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
__global__ void k(float *a) {
    auto t = cute::make_tensor(a, cute::make_shape(256, 4));
    t(threadIdx.x, 0) = 1;
}
E
lint 0 cute.cu
has err "headers not found: cute/tensor.hpp (1 file, 1 kernel not decided), cutlass/arch/barrier.h (1 file, 1 kernel not decided)"
cat >enough.cu <<'E'
#include <cute/tensor.hpp>
__global__ void k(float *a) {
    if (cute::elect_one_sync())
        a[blockIdx.x] = 1;
}
E
lint 0 enough.cu
lacks err "headers not found"

# The library's own header wins where the include path has it.
mkdir -p lib/cute
echo '#define OWN 1' >lib/cute/tensor.hpp
cat >own.cu <<'E'
#include <cute/tensor.hpp>
#ifdef OWN
__global__ void own(float *a) { a[threadIdx.x] = 1; }
#endif
E
lint 0 -v own.cu -- -Ilib
has out "kernel: own: proved"
rm -r lib # it would be found there
lint 0 -v own.cu
has out ", which nothing defines, is defined"

# A template that nothing uses, with an error of its own beside what the header would declare.
cat >unused.cu <<'E2'
#include "gone.h"
template <int N, class T> __global__ void unused(T *o) {
    __shared__ T s[N];
    s[threadIdx.x] = o[0];
    int *q = 3.5;
    __syncthreads();
    o[threadIdx.x] = s[N - 1 - threadIdx.x];
}
E2
"$tool" --no-cache -v unused.cu >out 2>err </dev/null
has out "kernel: unused <128, float>: undecided"
lacks err "crashed"
finish

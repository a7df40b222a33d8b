#!/bin/sh
# Complex numbers of the C++ library, Thrust, libcu++ and torch: their arithmetic in device code, with each other and
# with numbers, and as elements of shared memory.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <complex>
#include <cublas_v2.h>
#include <thrust/complex.h>
#include <cuda/std/complex>
#include <torch/extension.h>
template <class C, class R> __global__ void scale(C *o, const C *a, const C *b, R r)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    C sum = a[i] * b[i] + r * a[i] - b[i] / r;
    sum += conj(a[i]);
    sum *= r;
    o[i] = norm(sum) > 4 ? exp(sum) : C(abs(sum), 0);
}
__global__ void wrong(thrust::complex<float> *o)
{
    __shared__ thrust::complex<float> s[64];
    s[threadIdx.x] = o[threadIdx.x];
    o[threadIdx.x] = s[63 - threadIdx.x] * 2;
}
void run(thrust::complex<float> *t, std::complex<double> *s, c10::complex<float> *c, cuda::std::complex<float> *d)
{
    scale<<<4, 64>>>(t, t, t, 2.f);
    scale<<<4, 64>>>(s, s, s, 2.);
    scale<<<4, 64>>>(c, c, c, 2.f);
    scale<<<4, 64>>>(d, d, d, 2.f);
    wrong<<<1, 64>>>(t);
    std::complex<float> h(1, 2);
    h = h * 2.f + 1;
    const thrust::complex<float> same = h;
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
if ! grep -q 'kernel: scale .*: proved' "$dir/out" || ! grep -q 'race on .s.: no barrier' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi

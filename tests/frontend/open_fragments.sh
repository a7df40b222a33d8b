#!/bin/sh
# The size of a fragment whose type a template leaves open is a constant of our own header that only
# an argument can tell: the kernel is read all the same.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'END'
#include <mma.h>
using namespace nvcuda;
template <typename F> __device__ void activate(const F &from, F &to) {
    for (int t = 0; t < to.num_elements; t++)
        to.x[t] = from.x[t];
}
template <int WIDTH, typename OUT> __global__ void k(const __half *in, OUT *out) {
    extern __shared__ __half s[];
    wmma::fragment<wmma::accumulator, 16, 16, 16, OUT> r;
    wmma::fill_fragment(r, 0);
    activate(r, r);
    s[threadIdx.x + WIDTH] = in[threadIdx.x];
    out[threadIdx.x] = s[WIDTH + 63 - threadIdx.x];
}
template <typename T, int W> struct Net {
    void run(T *out) { k<W, T><<<1, 64, 4096>>>(nullptr, out); }
};
END
code=0
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || code=$?
[ $code -eq 1 ] && grep -q 'shared-race' "$dir/out" || { cat "$dir/out"; exit 1; }

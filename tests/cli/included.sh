#!/bin/sh
# `#include "kernels.cu"`: kernels are judged where their file is included, behind what declares the
# names in it, also if the file that includes it has functions of its own; and not twice.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >kernels.cu <<'CU'
__global__ void reversed(float *o)
{
    __shared__ float s[128];
    store(s, o[threadIdx.x]);
    o[threadIdx.x] = s[127 - threadIdx.x];
}
void launch(float *o) { reversed<<<1, 128>>>(o); }
CU
main() {
    cat >main.cu <<CU
template <class T> __device__ void store(T *s, T v) { s[threadIdx.x] = v; $1 }
#include "kernels.cu"
int unit() { return 1; }
CU
}
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$@" >out 2>&1; }
for given in "." main.cu "kernels.cu main.cu"; do
    main "__syncthreads();"
    lint $given
    grep -q "kernels.cu:1:17: kernel: reversed: proved" out
    [ "$(grep -c "kernel: reversed" out)" = 1 ]
    main ""
    lint $given
    grep -q "error: race on \`s\`" out
    [ "$(grep -c "kernel: reversed" out)" = 1 ]
done
lint kernels.cu
grep -q "kernel: reversed: undecided: \`store\`, which nothing declares" out
# Where the other file lacks the name, too, the kernel's own reading stays.
sed -i 1d main.cu
lint .
grep -q "kernel: reversed: undecided: \`store\`, which nothing declares" out
echo ok

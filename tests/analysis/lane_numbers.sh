#!/bin/sh
# Numbers in constant memory that make lanes of threads, as mask, shift and step: what happens only
# if they are not those of a warp is of low confidence, and what happens with these is not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct numbers { unsigned size, bits, mask; };
__constant__ numbers c;
#define KERNEL(name, test)                                                                         \
    __global__ void name(unsigned rows, unsigned n, float *p)                                      \
    {                                                                                              \
        unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) >> c.bits;                          \
        unsigned lane = threadIdx.x & c.mask;                                                      \
        p += row * n;                                                                              \
        if (test) {                                                                                \
            float sum = 0;                                                                         \
            for (unsigned i = lane; i < n; i += c.size)                                            \
                sum += p[i];                                                                       \
            sum += __shfl_xor_sync(~0u, sum, 1);                                                   \
            for (unsigned i = lane; i < n; i += c.size)                                            \
                p[i] *= sum;                                                                       \
        }                                                                                          \
    }
KERNEL(right, row < rows)
KERNEL(wrong, row * 32 + lane < rows)
void run(unsigned rows, unsigned n, float *p)
{
    right<<<rows / 4, 128>>>(rows, n, p);
    wrong<<<rows / 4, 128>>>(rows, n, p);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'line 18: absent lanes, low: .*other_lanes' "$dir/out" && grep -q 'k.cu:19:.*warp-mask' "$dir/out" &&
    ! grep -q 'k.cu:18:' "$dir/out" || { cat "$dir/out"; exit 1; }

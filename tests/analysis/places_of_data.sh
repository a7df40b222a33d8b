#!/bin/sh
# A table that all threads fill and read by bytes of their data, in a loop over these, with no barrier between: made-up
# data say which entry a thread takes in that pass, and another thread fills it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ const unsigned T[256] = {1};
#define HASH(name, barrier)                                                                                            \
    __global__ __launch_bounds__(256) void name(unsigned *g)                                                           \
    {                                                                                                                  \
        __shared__ unsigned table[256];                                                                                \
        table[threadIdx.x] = T[threadIdx.x];                                                                           \
        barrier;                                                                                                       \
        unsigned at = blockIdx.x * 256 + threadIdx.x, x[4];                                                            \
        for (int i = 0; i < 4; i++)                                                                                    \
            x[i] = g[4 * at + i];                                                                                      \
        for (int r = 0; r < 12; r++) {                                                                                 \
            unsigned y[4];                                                                                             \
            for (int i = 0; i < 4; i++)                                                                                \
                y[i] = table[__byte_perm(x[3 - i], 0, 0x44440 + (i & 3)) & 255];                                       \
            for (int i = 0; i < 4; i++)                                                                                \
                x[i] = y[i] ^ r;                                                                                       \
        }                                                                                                              \
        for (int i = 0; i < 4; i++)                                                                                    \
            g[4 * at + i] = x[i];                                                                                      \
    }
HASH(wrong, )
HASH(right, __syncthreads())
void run(unsigned *g, int n)
{
    wrong<<<n / 256, 256>>>(g);
    right<<<n / 256, 256>>>(g);
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || true
if ! grep -q 'k.cu:21:.*race on `table`' "$dir/out" || grep -q 'k.cu:22:' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi

#!/bin/sh
# Threads that have returned before a barrier take no part in what the others do: that no run of two others leads to a
# race counts as much as in a kernel whose threads all come.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, of_thread)                                                                    \
    __global__ void name(int n, const int *found, int *out)                                        \
    {                                                                                              \
        __shared__ unsigned count;                                                                 \
        n = min(found[blockIdx.x], n);                                                             \
        if (threadIdx.x >= n)                                                                      \
            return;                                                                                \
        if (threadIdx.x == 0)                                                                      \
            count = 0;                                                                             \
        unsigned box[8];                                                                           \
        for (int tile = 0; tile < (n + blockDim.x - 1) / blockDim.x; tile++)                       \
            box[tile] = (of_thread) + tile * blockDim.x;                                           \
        for (int i = 0; i < n; i++) {                                                              \
            int tile = i / blockDim.x;                                                             \
            if (box[tile] == i) {                                                                  \
                count++;                                                                           \
                out[blockIdx.x] = count;                                                           \
            }                                                                                      \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
KERNEL(right, threadIdx.x)
KERNEL(wrong, threadIdx.x / 64)
void run(int n, const int *found, int *out)
{
    right<<<10, 256>>>(n, found, out);
    wrong<<<10, 256>>>(n, found, out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || true
if grep -q ':22:1: .*race' "$dir/out" || ! grep -q ':23:1: .*race on .count' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi

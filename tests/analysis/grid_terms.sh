#!/bin/sh
# A grid of as many blocks as an array needs: each begins inside it, so what is left for the last one
# is no huge number. Wrong ones have a block too many, or another size on one of the two sides.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/rows.cu" <<'CU'
// Rows of `n` numbers: each block copies up to 128 of them, in row blockIdx.y.
template <int SIZE> __device__ void copy_rest(unsigned *out, unsigned n)
{
    const unsigned left = min(SIZE, n - blockIdx.x * SIZE);
    for (unsigned i = threadIdx.x; i < left; i += 64)
        out[blockIdx.y * (unsigned long)n + blockIdx.x * SIZE + i] = i;
}
#define KERNEL(name, size) __global__ void name(unsigned *out, unsigned n) { copy_rest<size>(out, n); }
KERNEL(right_int, 128u)
KERNEL(right_unsigned, 128u)
KERNEL(right_function, 128u)
KERNEL(right_twice, 128u)
KERNEL(wrong_more, 128u)
KERNEL(wrong_size, 128u)
KERNEL(wrong_sum, 128u)
KERNEL(wrong_other, 128u)
KERNEL(wrong_second, 128u)
KERNEL(wrong_unknown, 128u)
KERNEL(wrong_changed, 128u)
static int blocks_for(int n, int size) { return (n + size - 1) / size; }
void run(unsigned *out, int n, unsigned m, int k)
{
    right_int<<<dim3((n + 127) / 128, 8), 64>>>(out, n);
    right_unsigned<<<dim3((m + 127) / 128, 8), 64>>>(out, m);
    right_function<<<dim3(blocks_for(n, 128), 8), 64>>>(out, n);
    right_twice<<<dim3((n + 127) / 128, 8), 64>>>(out, n);
    right_twice<<<dim3((k + 127) / 128, 8), 64>>>(out, k);
    wrong_more<<<dim3((n + 128) / 128, 8), 64>>>(out, n);
    wrong_size<<<dim3((n + 127) / 64, 8), 64>>>(out, n);
    wrong_sum<<<dim3((n + 255) / 128, 8), 64>>>(out, n);
    wrong_other<<<dim3((k + 127) / 128, 8), 64>>>(out, n);
    wrong_second<<<dim3((n + 127) / 128, 8), 64>>>(out, n);
    wrong_second<<<dim3((k + 127) / 128, 8), 64>>>(out, n);
    wrong_unknown<<<dim3((n + 127) / 128, 8), 64>>>(out, n);
    const int blocks = (k + 127) / 128;
    k--;
    wrong_changed<<<dim3(blocks, 8), 64>>>(out, k);
}
void *elsewhere() { return (void *)wrong_unknown; }
CU
"$CUDASYNCLINT" --no-cache --concerns=all -v "$dir/rows.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = 4 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: right_[a-z]*:.*as large as the launches' "$dir/out")" = 4 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong_[a-z]*: proved' "$dir/out")" = 0 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong_[a-z]*:' "$dir/out")" = 7 ] || { cat "$dir/out"; exit 1; }

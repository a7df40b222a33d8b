#!/bin/sh
# What all lanes of a warp have in common, `threadIdx.x / 32` or `>> 5`, is the same number for both
# threads of a question: lanes go on together whatever is made of it and of what they load there.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, number, skipped)                                                              \
    __global__ void name(int n, const int *offsets, const unsigned *marks, const float *in)        \
    {                                                                                              \
        const int warp = number, row = blockIdx.x * 8 + warp, lane = threadIdx.x & 31;             \
        if (row >= n)                                                                              \
            return;                                                                                \
        unsigned done = 0;                                                                         \
        for (int i = offsets[row]; i < offsets[row + 1]; i++) {                                    \
            if (skipped)                                                                           \
                continue;                                                                          \
            done |= in[i * 32 + lane] > 0;                                                         \
            if (__ballot_sync(~0u, done == 1) == ~0u)                                              \
                break;                                                                             \
        }                                                                                          \
    }
KERNEL(right_bit, threadIdx.x / 32, !(marks[i] & (1u << row % 16)))
KERNEL(right_shift, threadIdx.x >> 5, marks[i] >> (warp & 7) & 1)
KERNEL(right_quotient, (threadIdx.x & 224) / 32, marks[i] / (warp + 1) == 2)
KERNEL(wrong_lane, threadIdx.x / 32, !(marks[i] & (1u << lane)))
KERNEL(wrong_half, threadIdx.x / 16, !(marks[i] & (1u << row % 16)))
void run(int n, const int *offsets, const unsigned *marks, const float *in)
{
    right_bit<<<(n + 7) / 8, 256>>>(n, offsets, marks, in);
    right_shift<<<(n + 7) / 8, 256>>>(n, offsets, marks, in);
    right_quotient<<<(n + 7) / 8, 256>>>(n, offsets, marks, in);
    wrong_lane<<<(n + 7) / 8, 256>>>(n, offsets, marks, in);
    wrong_half<<<(n + 7) / 8, 256>>>(n, offsets, marks, in);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for line in 16 17 18; do
    if grep -q "k.cu:$line:.*warp-mask" "$dir/out"; then
        cat "$dir/out"
        exit 1
    fi
done
for line in 19 20; do
    grep -q "k.cu:$line:.*warp-mask" "$dir/out" || { echo "line $line is silent"; cat "$dir/out"; exit 1; }
done

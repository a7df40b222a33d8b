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

# The same of pointers that are chosen by such a number.
cat >"$dir/lists.cu" <<'CU'
#define KERNEL(name, group)                                                                        \
    __global__ void __launch_bounds__(256) name(const int *given, float *out)                      \
    {                                                                                              \
        __shared__ int all[2][128];                                                                \
        int *lists[2] = {all[0], all[1]};                                                          \
        lists[threadIdx.x / 128][threadIdx.x % 128] = given[threadIdx.x];                          \
        __syncthreads();                                                                           \
        const int *list = lists[group];                                                            \
        float sum = 0;                                                                             \
        for (int i = 0; i < 128 && list[i] != -1; i++)                                             \
            sum += __shfl_xor_sync(~0u, sum + list[i], 1);                                         \
        out[threadIdx.x] = sum;                                                                    \
    }
KERNEL(right_list, threadIdx.x / 128)
KERNEL(wrong_list, threadIdx.x % 2)
void run(const int *given, float *out)
{
    right_list<<<1, 256>>>(given, out);
    wrong_list<<<1, 256>>>(given, out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/lists.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right_list: .*warps proved' "$dir/out" && grep -q 'lists.cu:15:.*warp-mask' "$dir/out" || {
    cat "$dir/out"
    exit 1
}

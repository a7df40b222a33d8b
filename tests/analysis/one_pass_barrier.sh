#!/bin/sh
# A barrier in one pass of an inner loop of constant length is met each time the loop is run: what
# comes before it and what comes in a later run are apart.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, at, stage)                                                                    \
    __global__ void name(const int *in, int *out, int n)                                           \
    {                                                                                              \
        __shared__ int s[3][256];                                                                  \
        int sum = 0;                                                                               \
        s[0][threadIdx.x] = in[threadIdx.x];                                                       \
        s[1][threadIdx.x] = in[threadIdx.x + 256];                                                 \
        __syncthreads();                                                                           \
        for (int k = 0; k < n; k++)                                                                \
            for (int i = 0; i < 4; i++) {                                                          \
                if (i < 3)                                                                         \
                    sum += s[k % 3][(threadIdx.x + 64 * i) % 256];                                 \
                if (i == 1)                                                                        \
                    s[stage % 3][threadIdx.x] = in[(k + 2) * 256 + threadIdx.x];                   \
                if (i == at)                                                                       \
                    __syncthreads();                                                               \
            }                                                                                      \
        out[threadIdx.x] = sum;                                                                    \
    }
KERNEL(right, 2, (k + 2))
KERNEL(right_last, 3, (k + 2))
KERNEL(wrong_never, 4, (k + 2))
KERNEL(wrong_stage, 2, k)
void run(const int *in, int *out, int n)
{
    right<<<1, 256>>>(in, out, n);
    right_last<<<1, 256>>>(in, out, n);
    wrong_never<<<1, 256>>>(in, out, n);
    wrong_stage<<<1, 256>>>(in, out, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for kernel in right right_last; do
    grep -q "kernel: $kernel: proved" "$dir/out" || { echo "$kernel is not proved"; cat "$dir/out"; exit 1; }
done
for line in 22 23; do
    grep -q "k.cu:$line:.*shared-race" "$dir/out" || { echo "line $line is silent"; cat "$dir/out"; exit 1; }
done

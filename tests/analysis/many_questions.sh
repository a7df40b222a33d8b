#!/bin/sh
# What is wrong behind much that is not decided is found: a race at the end of a kernel in which many
# accesses cannot be told apart, behind loops in a branch. And a race that a condition on real numbers
# leads to, whose operands are not 0, 1 or -1.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for twin in 'right:__syncthreads();' 'wrong:'; do
    {
        cat <<'CU'
__global__ void behind(const int *sizes, double *out, int order)
{
    extern __shared__ double f[];
    __shared__ double last;
    int t = threadIdx.x, n = sizes[blockIdx.x], lane = t % n;
    double x = out[t];
    if (t / n == 0) {
CU
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
            echo "        for (int i = 0; i <= order; i++) f[lane + i * n] += x * $i;"
        done
        cat <<CU
    }
    __syncthreads();
    if (t == 0)
        last = x;
    ${twin#*:}
    out[t] = last;
}
__global__ void of_reals(const float *q, int n, float bound)
{
    __shared__ int first;
    if (threadIdx.x == 0)
        first = 0;
    __syncthreads();
    int at = first + threadIdx.x;
    ${twin#*:}
    if (threadIdx.x == 40 && at < n && q[at] + 3.f < bound)
        first = n;
}
void run(const int *s, const float *q, double *out, int n)
{
    behind<<<100, 256, 40000>>>(s, out, n);
    of_reals<<<100, 256>>>(q, n, 1.f);
}
CU
    } >"$dir/${twin%%:*}.cu"
    "$CUDASYNCLINT" --no-cache -v "$dir/${twin%%:*}.cu" >"$dir/${twin%%:*}" 2>&1 || true
done
grep -q 'kernel: behind: undecided' "$dir/right" && grep -q 'kernel: of_reals: proved' "$dir/right" &&
    ! grep -qE '(error|warning): ' "$dir/right" || { cat "$dir/right"; exit 1; }
for what in last first; do
    grep -qE "(error|warning): race on .$what.: no barrier.*\[shared-race\]\$" "$dir/wrong" || { cat "$dir/wrong"; exit 1; }
done

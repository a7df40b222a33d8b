#!/bin/sh
# Threads that each go through a range of a list of offsets, from one to the next, meet only if the
# offsets do not ascend. Ends that lie one further, are no neighbours in the list, or belong to the ranges of
# others, say nothing of the kind.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, from, test)                                                                   \
    __global__ void name(int *v, const int *first, const int *last, int n)                         \
    {                                                                                              \
        const int t = blockIdx.x * blockDim.x + threadIdx.x;                                       \
        if (t < n)                                                                                 \
            for (int i = from; test; i++)                                                          \
                v[i]++;                                                                            \
    }
KERNEL(low_rows, first[t], i < first[t + 1])
KERNEL(low_from_before, first[t - 1], i < first[t])
KERNEL(low_pairs, first[2 * t], i < first[2 * t + 1])
KERNEL(low_inner, first[t] + 1, i < first[t + 1] - 1)
KERNEL(shown_inclusive, first[t], i <= first[t + 1])
KERNEL(shown_two_rows, first[t], i < first[t + 2])
KERNEL(shown_open, first[t], i < n)
KERNEL(shown_one_row, first[n], i < first[n + 1])
KERNEL(shown_halves, first[t / 2], i < first[t / 2 + 1])
__global__ void low_long(long *v, const long *first)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first[t]; i < first[t + 1]; i++)
        v[i]++;
}
__global__ void low_warps(int *v, const int *first)
{
    const int row = threadIdx.x / 32;
    for (int i = first[row] + threadIdx.x % 32; i < first[row + 1]; i += 32)
        v[i]++;
}
__global__ void shown_warps(int *v, const int *first)
{
    const int row = threadIdx.x / 32;
    for (int i = first[row] + threadIdx.x % 32; i < first[row + 1]; i += 31)
        v[i]++;
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -A1 '^low_' "$dir/out" | grep -c 'low: .*overlapping_ranges' | grep -qx 5 || { cat "$dir/out"; exit 1; }
! grep -A1 '^low_' "$dir/out" | grep ' race, medium\| race, high' || { cat "$dir/out"; exit 1; }
grep -A1 '^shown_' "$dir/out" | grep -c ' race, medium\| race, high' | grep -qx 6 || { cat "$dir/out"; exit 1; }
# The same where a second list has how many elements there are: not of another row, and not where the one
# list ends where the other says.
cat >"$dir/counts.cu" <<'CU'
#define KERNEL(name, from, test)                                                                   \
    __global__ void name(int *v, const int *first, const int *count, int n)                        \
    {                                                                                              \
        const int t = blockIdx.x * blockDim.x + threadIdx.x;                                       \
        if (t < n)                                                                                 \
            for (int i = from; test; i++)                                                          \
                v[i]++;                                                                            \
    }
KERNEL(low_rows, first[t], i < first[t] + count[t])
KERNEL(low_choice, first[t], i < (count == nullptr ? first[t + 1] : first[t] + count[t]))
KERNEL(shown_inclusive, first[t], i <= first[t] + count[t])
KERNEL(shown_other, first[t], i < first[t] + count[t + 1])
KERNEL(shown_only, count[t], i < first[t])
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/counts.cu" >"$dir/out" 2>&1 || true
grep -A1 '^low_' "$dir/out" | grep -c 'race, low: .*overlapping_ranges' | grep -qx 2 || { cat "$dir/out"; exit 1; }
grep -A1 '^shown_' "$dir/out" | grep -c ' race, medium' | grep -qx 3 || { cat "$dir/out"; exit 1; }

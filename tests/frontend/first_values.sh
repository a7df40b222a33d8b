#!/bin/sh
# A variable of the file that nothing stores into holds what it begins with; one that anything may change, here or
# in another file, does not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cstdio>
#define KERNEL(name)                                                                               \
    __global__ void name(int *o, int n)                                                            \
    {                                                                                              \
        __shared__ int s[4096];                                                                    \
        s[threadIdx.x] = 1;                                                                        \
        s[threadIdx.x + n / 2] = 2;                                                                \
        __syncthreads();                                                                           \
        o[blockIdx.x * n + threadIdx.x] = s[n - 1 - threadIdx.x];                                  \
    }
KERNEL(proved_twice)
KERNEL(proved_static)
KERNEL(open_assigned)
KERNEL(open_read)
KERNEL(open_counted)
KERNEL(open_elsewhere)
int threads = 512;
int twice = threads * 2;
static int hidden = 1024;
int assigned = 1024, scanned = 1024, counted = 1024;
extern int elsewhere;
int elsewhere = 1024;
void set(int n) { assigned = n; counted++; }
void ask() { scanf("%d", &scanned); }
void run(int *o)
{
    proved_twice<<<8, threads>>>(o, twice);
    proved_static<<<8, threads>>>(o, hidden);
    open_assigned<<<8, threads>>>(o, assigned);
    open_read<<<8, threads>>>(o, scanned);
    open_counted<<<8, threads>>>(o, counted);
    open_elsewhere<<<8, threads>>>(o, elsewhere);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? = 1 ]
for k in proved_twice proved_static open_assigned open_read open_counted open_elsewhere; do
    says=findings
    [ "${k%_*}" != proved ] || says='proved .* for 512x1x1.*assuming.*n is 1024'
    grep -q "kernel: $k: $says" "$dir/out" || { echo "$k: not $says"; cat "$dir/out"; exit 1; }
done

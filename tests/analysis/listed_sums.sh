#!/bin/sh
# A kernel that adds floats at places that a list names is written for a list that names each once;
# one that counts is not: how often a number is in the list is what it counts. Neither does what doubles them count.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_fp16.h>
#define KERNEL(name, type, body)                                                                   \
    __global__ void name(type *a, const int *list, const type *v)                                  \
    {                                                                                              \
        const int t = threadIdx.x, i = list[t];                                                    \
        body;                                                                                      \
    }
KERNEL(low_float, float, a[i] += v[t])
KERNEL(low_half, half, a[i] = __hadd(a[i], v[t]))
KERNEL(low_halves, half2, a[i] = __hadd2(a[i], v[t]))
KERNEL(low_operator, half, a[i] += v[t])
KERNEL(low_vector, float2, float2 x = a[i]; x.x += v[t].x; x.y += v[t].y; a[i] = x)
KERNEL(low_doubled, int, a[i] *= 2)
KERNEL(shown_int, int, a[i] += v[t])
KERNEL(shown_count, int, a[i]++)
KERNEL(shown_short, unsigned short, a[i] += v[t])
KERNEL(shown_one, float, a[i & 0] += v[t])
KERNEL(shown_half, half, a[0] = __hadd(a[0], v[t]))
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || true
names=$(sed -n 's/.*KERNEL(\(shown_[a-z]*\),.*/\1/p' "$dir/out" | sort -u | tr '\n' ' ')
[ "$names" = 'shown_count shown_half shown_int shown_one shown_short ' ] || { cat "$dir/out"; exit 1; }
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
[ "$(grep -A1 '^low_' "$dir/out" | grep -c 'low: .*scattered')" = 6 ] || { cat "$dir/out"; exit 1; }

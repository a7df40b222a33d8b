#!/bin/sh
# A copy of a class loads those of its parts that are read later, as a compiler does: a part that
# others write meanwhile and that the copy never shows is no race.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct item { float weight, made; int group; };
#define KERNEL(name, part)                                                                         \
    __global__ void name(item *items, int n)                                                       \
    {                                                                                              \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                       \
        if (i < n) {                                                                               \
            const int group = items[i].group;                                                      \
            float sum = 0;                                                                         \
            for (int k = 0; k < n; ++k) {                                                          \
                item other = items[k];                                                             \
                if (other.group == group)                                                          \
                    sum += other.part;                                                             \
            }                                                                                      \
            items[i].made = sum;                                                                   \
        }                                                                                          \
    }
KERNEL(right, weight)
KERNEL(wrong, made)
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right: proved' "$dir/out" && grep -q 'k.cu:18:.*global-race' "$dir/out" || { cat "$dir/out"; exit 1; }

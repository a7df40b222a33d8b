#!/bin/sh
# A number that all blocks load from one place is as good as a parameter: rows that are as long as it says do not
# overlap, nor do records that are as far apart.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct node { int parent, flags; };
struct info { char *list; int n, width, pitch[4]; };
__device__ node *get(const info *f, int i) { return (node *)(f->list + i * f->width); }
#define KERNEL(name, ...)                                                                          \
    __global__ void name(const info *f, float *o, int level)                                       \
    {                                                                                              \
        const int i = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;                      \
        __VA_ARGS__                                                                                \
    }
KERNEL(right_records, if (y == 0 && i < f->n && get(f, i)->parent >= 0) get(f, i)->parent = -1;)
KERNEL(wrong_records, if (y == 0 && i < f->n && get(f, i)->parent >= 0) get(f, i / 2)->parent = -1;)
KERNEL(right_rows, if (i < f->n) o[y * f->pitch[level] + i] = y;)
KERNEL(wrong_rows, if (i < f->n) o[y / 2 * f->pitch[level] + i] = y;)
CU
"$CUDASYNCLINT" --no-cache --isolated --min-confidence=low -v --block-dim=64,2 "$dir/k.cu" >"$dir/out" 2>&1 || [ $? = 1 ]
verdict() {
    grep -q "kernel: $1: $2" "$dir/out" && return
    echo "$1 is not $2"
    cat "$dir/out"
    exit 1
}
verdict right_rows 'proved.*assuming rows of `f->pitch\[level\]` elements do not overlap'
verdict right_records 'proved.*rows of `f->width` elements do not overlap'
for k in wrong_records wrong_rows; do
    verdict $k findings
done
if grep -q 'low confidence' "$dir/out" || [ "$(grep -c 'warning: race on' "$dir/out")" != 2 ]; then
    verdict wrong_rows 'found once'
fi

#!/bin/sh
# Who waits at a barrier of a cluster waits for blocks of that cluster only (PTX ISA, "barrier.cluster"): what parts
# clusters from one another parts none of them. A number that is passed and splits one only if it is no multiple of the
# size is a doubt; a number that splits one anyway is none.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define KERNEL(name, dims, condition)                                                              \
    __global__ void dims name(int *o, const int *in, int n)                                        \
    {                                                                                              \
        __shared__ int s[128];                                                                     \
        cg::cluster_group c = cg::this_cluster();                                                  \
        const int t = threadIdx.x;                                                                 \
        s[t] = in[t];                                                                              \
        if (condition) {                                                                           \
            c.sync();                                                                              \
            o[blockIdx.x * 128 + t] = c.map_shared_rank(s, c.block_rank() ^ 1)[127 - t];           \
            c.sync();                                                                              \
        }                                                                                          \
    }
#define OF_TWO __cluster_dims__(2, 1, 1)
KERNEL(right_whole, OF_TWO, blockIdx.x < 4)
KERNEL(wrong_split, OF_TWO, blockIdx.x < 3)
KERNEL(right_pairs, OF_TWO, blockIdx.x / 2 < n)
KERNEL(wrong_pairs, OF_TWO, (blockIdx.x + 1) / 2 < 2)
KERNEL(doubt_number, OF_TWO, blockIdx.x < n)
KERNEL(wrong_number, OF_TWO, blockIdx.x < 2 * n + 1)
KERNEL(doubt_any_size, , blockIdx.x < n)
KERNEL(wrong_any_size, , blockIdx.x > 0)
CU
{
    echo 'void run(int *o, const int *in, int n) {'
    sed -n 's/^KERNEL(\([a-z_]*\),.*/    \1<<<8, 128>>>(o, in, n);/p' "$dir/k.cu" | grep -v any_size
    echo '}'
} >>"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --arch=sm_90 -v --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() { echo "$1"; cat "$dir/out"; exit 1; }
for k in right_whole right_pairs; do
    grep -q "kernel: $k: proved" "$dir/out" || fail "$k"
done
for k in wrong_split wrong_pairs wrong_number wrong_any_size doubt_number doubt_any_size; do
    grep -q "kernel: $k: findings" "$dir/out" || fail "$k"
done
"$CUDASYNCLINT" --no-cache --arch=sm_90 --min-confidence=low --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
doubted() { # NAME COUNT
    test "$(grep -A1 "^$1:" "$dir/out" | grep -c 'low: .*split_cluster')" = "$2" || fail "$1"
}
doubted doubt_number 1
doubted doubt_any_size 1
doubted wrong_split 0
doubted wrong_number 0
doubted wrong_any_size 0

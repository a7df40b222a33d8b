#!/bin/sh
# Passes of a loop whose test compares a sum that grows with them, `pass * 132 + blockIdx.x < tiles`: there are
# no more than that allows, and the sum does not wrap before, where the next one after the last still fits.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct scheduler {
    int pass = -1;
    unsigned tiles;
    __device__ explicit scheduler(unsigned n) : tiles(n) {}
    __device__ bool next(unsigned step, unsigned &tile)
    {
        const unsigned n = (++pass) * step + blockIdx.x;
        if (n >= tiles) return false;
        tile = n;
        return true;
    }
};
#define KERNEL(name, STEP, TILES)                                                                                      \
    __global__ void name(int *o, unsigned m)                                                                           \
    {                                                                                                                  \
        __shared__ int s[1100];                                                                                        \
        scheduler next(TILES);                                                                                         \
        for (unsigned tile; next.next(STEP, tile);) {                                                                  \
            s[threadIdx.x * 8 + next.pass] = tile;                                                                     \
            o[tile * 128 + threadIdx.x] = s[threadIdx.x * 8 + next.pass];                                              \
        }                                                                                                              \
    }
KERNEL(right, 132, m % 1057)
KERNEL(right_step, 200, m % 1601)
KERNEL(wrong_tiles, 132, m % 1058)
KERNEL(wrong_step, 199, m % 1601)
KERNEL(wrong_sum, 132, m)
void run(int *o, unsigned m)
{
    right<<<132, 128>>>(o, m); right_step<<<132, 128>>>(o, m);
    wrong_tiles<<<132, 128>>>(o, m); wrong_step<<<132, 128>>>(o, m); wrong_sum<<<132, 128>>>(o, m);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --min-confidence=low -v "$dir/k.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right[a-z_]*: proved' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong[a-z_]*: findings' "$dir/out")" = 3 ] || { cat "$dir/out"; exit 1; }
bounds() # KERNEL: the greatest passes that its questions know of
{
    sed -n "/^KERNEL/!p; /^KERNEL($1,/p" "$dir/k.cu" | sed "s/^    right<.*/    $1<<<132, 128>>>(o, m);/; /^    wrong/d" >"$dir/one.cu"
    "$CUDASYNCLINT" --no-cache --dump=queries "$dir/one.cu" 2>/dev/null | sed -n 's/^var pass iter i32 [a-z]* 0 //p' | sort -u | tr '\n' ' '
}
# In the last pass the test fails.
for want in right:8 right_step:8 wrong_tiles:9 wrong_step:9 wrong_sum:2147483647; do
    [ "$(bounds "${want%:*}")" = "${want#*:} " ] || { echo "$want: $(bounds "${want%:*}")"; exit 1; }
done

#!/bin/sh
# A mask may name the tile of each thread, `0xf << (lane / 4 * 4)`: the lanes of a tile get one result when
# they vote by it, and leave a loop together. Not so if what they test is their own, if half of a tile
# votes, or if the mask of a second warp names none.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define SEARCH(name, of_tile, of_vote, test)                                                       \
    __global__ void name(const int *slots, int *out, int key)                                      \
    {                                                                                              \
        const int lane = threadIdx.x;                                                              \
        const unsigned tile = of_tile, vote = of_vote;                                             \
        int at = threadIdx.x % 4;                                                                  \
        while (true) {                                                                             \
            const bool found = slots[at] == key;                                                   \
            if (__any_sync(vote, found) test)                                                      \
                break;                                                                             \
            else if (__any_sync(tile, slots[at] < 0))                                              \
                break;                                                                             \
            at += 4;                                                                               \
        }                                                                                          \
        out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = at;              \
    }
SEARCH(right_quads, 0xfu << (4 * (lane / 4)), tile, )
SEARCH(right_from, 0xfu << (lane & ~3), tile, )
SEARCH(right_eights, 0xffu << (lane / 8 * 8), tile, )
SEARCH(wrong_own, 0xfu << (4 * (lane / 4)), tile, && found)
SEARCH(wrong_pairs, 0xfu << (4 * (lane / 4)), 3u << (2 * (lane / 2)), )
SEARCH(wrong_lane, 0xfu << lane, tile, )
#define RUN(name) name<<<8, dim3(32, 8)>>>(slots, out, key)
void run(const int *slots, int *out, int key)
{
    RUN(right_quads), RUN(right_from), RUN(right_eights);
    RUN(wrong_own), RUN(wrong_pairs), RUN(wrong_lane);
}
SEARCH(wrong_second, 0xfu << (4 * (lane / 4)), tile, )
void second(const int *slots, int *out, int key)
{
    wrong_second<<<8, 64>>>(slots, out, key);
}
CU
"$CUDASYNCLINT" --no-cache -v --concerns=warps "$dir/k.cu" >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
for name in quads from eights; do
    says "right_$name: proved (warps)"
done
for name in own pairs lane second; do
    says "wrong_$name: findings"
done

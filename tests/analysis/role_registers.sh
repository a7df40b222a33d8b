#!/bin/sh
# PTX ISA, "setmaxnreg": all threads of the warp group "must execute the same setmaxnreg instruction". Where the warps of a group
# have roles, each has it in its branch; with one count that is taken for the same and listed. Wrong: another count, another
# direction, a role without it, some lanes of a warp, one lane.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define ASM(...) asm volatile(__VA_ARGS__ ::: "memory")
#define LESS(n) ASM("setmaxnreg.dec.sync.aligned.u32 " #n ";");
#define MORE(n) ASM("setmaxnreg.inc.sync.aligned.u32 " #n ";");
#define KERNEL(name, A, B, C, D)                                                                                       \
    __global__ void __launch_bounds__(256) name(int *o)                                                                \
    {                                                                                                                  \
        const int t = threadIdx.x, warp = t / 32;                                                                      \
        if (warp == 4) { A o[t] = 1; }                                                                                 \
        else if (warp == 5) { B o[t] = 2; }                                                                            \
        else if (warp == 6) { C o[t] = 3; }                                                                            \
        else if (warp == 7) { D }                                                                                      \
        else { MORE(232) o[t] = 4; }                                                                                   \
    }
KERNEL(right, LESS(40), LESS(40), LESS(40), LESS(40))
KERNEL(wrong_count, LESS(40), LESS(40), LESS(48), LESS(40))
KERNEL(wrong_direction, LESS(40), MORE(40), LESS(40), LESS(40))
KERNEL(wrong_role, LESS(40), LESS(40), LESS(40), )
KERNEL(wrong_lanes, LESS(40), if (t % 2) LESS(40), LESS(40), LESS(40))
KERNEL(wrong_split, LESS(40), if (t % 2) LESS(40) else LESS(40), LESS(40), LESS(40))
KERNEL(wrong_one, LESS(40), LESS(40), LESS(40), if (t == 224) LESS(40))
void run(int *o)
{
    right<<<8, 256>>>(o);
    wrong_count<<<8, 256>>>(o);
    wrong_direction<<<8, 256>>>(o);
    wrong_role<<<8, 256>>>(o);
    wrong_lanes<<<8, 256>>>(o);
    wrong_split<<<8, 256>>>(o);
    wrong_one<<<8, 256>>>(o);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache -v --arch=sm_90a "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right: proved.* of one count in several branches is one' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong_[a-z]*: findings' "$dir/out")" = 6 ] || { cat "$dir/out"; exit 1; }

#!/bin/sh
# `barrier.sync 0` counts threads, wherever in the code they stand, so both arms of a condition may hold
# one; `bar.sync 0` and __syncthreads() ask for whole warps at one place (PTX ISA, barrier). As many
# barriers must stand in one arm as in the other, and what lies behind the last meets what lies there.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define ARMS(name, first, second)                                                                  \
    __global__ void name(int *o, int n) {                                                          \
        __shared__ int s[256], r[256];                                                             \
        int t = threadIdx.x;                                                                       \
        r[t] = s[t] = n;                                                                           \
        if (t < 100) {                                                                             \
            first;                                                                                 \
        } else {                                                                                   \
            second;                                                                                \
        }                                                                                          \
        o[t] = s[t ^ 64];                                                                          \
    }
#define UNALIGNED __barrier_sync(0)
ARMS(r_both, UNALIGNED, UNALIGNED)
ARMS(r_three, UNALIGNED, if (t < 140) UNALIGNED; else UNALIGNED)
ARMS(r_twice, UNALIGNED; r[t] = s[255 - t]; UNALIGNED; o[t + 256] = r[255 - t],
     UNALIGNED; r[t] = s[255 - t]; UNALIGNED; o[t + 256] = r[255 - t])
ARMS(r_condition, UNALIGNED; t += 100; o[t + 512] = 1; t -= 100, t -= 100; UNALIGNED; t += 100)
ARMS(w_aligned, __syncthreads(), __syncthreads())
ARMS(w_mixed, __syncthreads(), UNALIGNED)
ARMS(w_one, UNALIGNED, n++)
ARMS(w_more, UNALIGNED; UNALIGNED, UNALIGNED)
ARMS(w_half, __barrier_sync_count(0, 128), UNALIGNED)
ARMS(w_behind, UNALIGNED; r[t] = s[255 - t]; UNALIGNED; o[t + 256] = r[255 - t],
     UNALIGNED; r[t] = s[255 - t]; o[t + 256] = r[255 - t]; UNALIGNED)
void host(int *o) {
#define LAUNCH(name) name<<<1, 256>>>(o, 1);
    LAUNCH(r_both) LAUNCH(r_three) LAUNCH(r_twice) LAUNCH(r_condition)
    LAUNCH(w_aligned) LAUNCH(w_mixed) LAUNCH(w_one) LAUNCH(w_more) LAUNCH(w_half) LAUNCH(w_behind)
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for k in r_both r_three r_twice r_condition; do
    grep -q "kernel: $k: proved" "$dir/out" || { echo "FAIL: $k is not proved"; exit 1; }
done
for k in w_aligned w_mixed w_one w_more w_half w_behind; do
    grep -q "kernel: $k: findings" "$dir/out" || { echo "FAIL: $k has no finding"; exit 1; }
done

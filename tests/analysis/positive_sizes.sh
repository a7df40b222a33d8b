#!/bin/sh
# What goes wrong only where a size is 0 or less is no reason against a proof, which lists that the
# size is positive; unless a launch passes another number.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define K(name, place)                                                                             \
    __global__ void name(float *out, int k)                                                        \
    {                                                                                              \
        __shared__ float s[128];                                                                   \
        const int warp = threadIdx.x / 32;                                                         \
        s[threadIdx.x] = out[threadIdx.x];                                                         \
        __syncwarp();                                                                              \
        for (int i = threadIdx.x % 32; i < k; i += 32)                                             \
            out[threadIdx.x] += s[warp * 32 + place];                                              \
    }                                                                                              \
    void run_##name(float *out, int k)
K(right, (threadIdx.x % 32 < k ? threadIdx.x % 32 : k - 1)) { if (k <= 32) right<<<1, 128>>>(out, k); }
#undef K
#define K(name, place)                                                                             \
    __global__ void name(float *out, int k)                                                        \
    {                                                                                              \
        __shared__ float s[128];                                                                   \
        const int warp = threadIdx.x / 32;                                                         \
        s[threadIdx.x] = out[threadIdx.x];                                                         \
        __syncwarp();                                                                              \
        out[threadIdx.x] = s[warp * 32 + place];                                                   \
    }                                                                                              \
    void run_##name(float *out, int k)
K(right_last, k - 1) { if (k <= 32) right_last<<<1, 128>>>(out, k); }
K(wrong_next, k) { if (k <= 32) wrong_next<<<1, 128>>>(out, k); }
K(wrong_more, k - 1) { if (k <= 33) wrong_more<<<1, 128>>>(out, k); }
K(wrong_unknown, k - 1) { wrong_unknown<<<1, 128>>>(out, k); }
K(wrong_zero, k - 1) { if (k <= 32) wrong_zero<<<1, 128>>>(out, k); else wrong_zero<<<1, 128>>>(out, 0); }
K(wrong_before, k - 2) { if (k <= 32) wrong_before<<<1, 128>>>(out, k); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() {
    cat "$dir/out"
    echo "FAIL: $*"
    exit 1
}
grep -q 'kernel: right: proved' "$dir/out" || fail "right is not proved"
grep -q 'kernel: right_last: proved.*k is positive' "$dir/out" || fail "right_last"
if grep -q 'kernel: wrong_[a-z]*: proved' "$dir/out"; then fail "a wrong one is proved"; fi
[ "$(grep -c 'kernel: wrong_[a-z]*: [uf]' "$dir/out")" = 5 ] || fail "not all wrong ones are there"

#!/bin/sh
# Lists of a fixed length in one array, one for each warp, of which a loaded number says how much is
# used: that it is more than the length is for the data to rule out, and of low confidence. What
# lanes of one warp do to each other is not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, barrier)                                                                      \
    template <int MOST>                                                                            \
    __global__ void name(const int *lists, float **in, float *out, int n)                          \
    {                                                                                              \
        __shared__ const float *rows[4 * MOST];                                                    \
        int warp = threadIdx.x / 32, lane = threadIdx.x % 32;                                      \
        const float **own = &rows[warp * MOST];                                                    \
        for (int i = blockIdx.x * 4 + warp; i < n; i += gridDim.x * 4) {                           \
            int length = lists[i * (MOST + 1) + MOST];                                             \
            if (lane < length)                                                                     \
                own[lane] = in[lists[i * (MOST + 1) + lane]];                                      \
            barrier;                                                                               \
            float sum = 0;                                                                         \
            for (int j = 0; j < length; j++)                                                       \
                sum += own[j][lane];                                                               \
            out[i * 32 + lane] = sum;                                                              \
            __syncwarp();                                                                          \
        }                                                                                          \
    }
KERNEL(right, __syncwarp())
KERNEL(wrong, (void)0)
void run(const int *lists, float **in, float *out, int n)
{
    right<2><<<16, 128>>>(lists, in, out, n);
    wrong<2><<<16, 128>>>(lists, in, out, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'line 20: race, low: .*longer_length' "$dir/out" && grep -q 'k.cu:21:.*warp-sync-missing' "$dir/out" &&
    ! grep -q 'k.cu:20:' "$dir/out" || { cat "$dir/out"; exit 1; }

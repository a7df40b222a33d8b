#!/bin/sh
# A block of `workers + 32` threads, of which the last warp loads: in each ordinary block the parameter is
# known, and the race between the loads and what the others still read is told for all of them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define LOAD(name, barrier)                                                                        \
    __global__ void name(const float *in, float *out, int tiles, int workers)                      \
    {                                                                                              \
        __shared__ float tile[64];                                                                 \
        for (int k = 0; k < tiles; k++) {                                                          \
            if (threadIdx.x >= workers)                                                            \
                for (int i = threadIdx.x - workers; i < 64; i += blockDim.x - workers)             \
                    tile[i] = in[k * 64 + i];                                                      \
            __syncthreads();                                                                       \
            if (threadIdx.x < workers) {                                                           \
                float sum = 0;                                                                     \
                for (int i = 0; i < 64; i++)                                                       \
                    sum += tile[i];                                                                \
                out[k * workers + threadIdx.x] = sum;                                              \
            }                                                                                      \
            barrier;                                                                               \
        }                                                                                          \
    }
LOAD(right, __syncthreads())
LOAD(wrong, )
void run(const float *in, float *out, int tiles, int workers)
{
    right<<<tiles, workers + 32>>>(in, out, tiles, workers);
    wrong<<<tiles, workers + 32>>>(in, out, tiles, workers);
}
CU
"$CUDASYNCLINT" --no-cache --format=json "$dir/k.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
found = {(f["function"], f["rule"]) for f in report["findings"]}
assert found == {("wrong", "shared-race")}, found
PY

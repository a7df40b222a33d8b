#!/bin/sh
# A witness behind a loop of many passes is confirmed: the finding is as sure as one without the loop.
# Each further one of a kernel may run less long.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void behind_long_loops(const float *in, float *o)
{
    __shared__ float s[128];
    float sum = 0;
    for (int i = 0; i < 200; i++)
        for (int j = 0; j < 200; j++)
            sum += in[i * 200 + j];
    s[threadIdx.x] = sum;
    o[threadIdx.x] = s[127 - threadIdx.x];
}
void run(const float *in, float *o) { behind_long_loops<<<1, 128>>>(in, o); }
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -q '^  line 9: race, high: *$' "$dir/out" || { cat "$dir/out"; exit 1; }
CSL_LIMITS=replay_long=0,replay_passes=1000000 "$(dirname "$CUDASYNCLINT")/bench/bench_limits" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -q '^  line 9: race, low: not_replayed$' "$dir/out" || { cat "$dir/out"; exit 1; }

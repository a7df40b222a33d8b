#!/bin/sh
# Races behind loops and early returns, of real fixes: that a loop has ended says nothing against a
# race behind it, whatever it counts; nor does another way past the loop. The right twins are silent.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#ifdef RIGHT
#define HERE __syncthreads()
#else
#define HERE
#endif
// The sum of all is read while the next pass begins to write.
__global__ void halved(float *g, const float *a, int rows)
{
    extern __shared__ float s[];
    for (int row = 0; row < rows; row++) {
        s[threadIdx.x] = a[threadIdx.x + row];
        __syncthreads();
        int len = blockDim.x;
        while (len != 1) {
            __syncthreads();
            int skip = (len + 1) >> 1;
            if (threadIdx.x < (len >> 1))
                s[threadIdx.x] += s[threadIdx.x + skip];
            len = (len + 1) >> 1;
        }
        __syncthreads();
        g[threadIdx.x + row] += s[0];
        HERE;
    }
}
// One thread adds what others have just summed, in a block of which a part has returned.
__global__ void returned(float *o, const float *a, unsigned n)
{
    extern __shared__ float s[];
    unsigned t = threadIdx.x, g = blockIdx.x * blockDim.x + t, end = blockDim.x;
    if (g >= n)
        return;
    s[t] = a[g];
    if ((blockIdx.x + 1) * blockDim.x > n)
        end = n - blockIdx.x * blockDim.x;
    __syncthreads();
    if (t % 16 == 0) {
        float sum = 0;
        for (unsigned i = t; i < end && i < t + 16; i++)
            sum += s[i];
        s[t] = sum;
    }
    HERE;
    if (t == 0) {
        float sum = 0;
        for (unsigned i = 0; i < end; i += 16)
            sum += s[i];
        o[blockIdx.x] = sum;
    }
}
// All places are cleared, and one of them set at a place that is computed.
__global__ void cleared(float *o, float by, int n)
{
    __shared__ int s[4096];
    for (int j = threadIdx.x; j < 4096; j += blockDim.x)
        s[j] = -1;
    HERE;
    if (threadIdx.x == 0)
        s[(int)round(by * n)] = 1;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}
// A template that nothing uses: its warp is no block.
template <int warpSz, class T, class Op> __device__ T reduced(T x, Op &&op, T none)
{
    __shared__ T s[warpSz];
    int lane = threadIdx.x % warpSz, warp = threadIdx.x / warpSz;
    x = op(x);
    HERE;
    if (lane == 0)
        s[warp] = x;
    __syncthreads();
    x = threadIdx.x < blockDim.x / warpSz ? s[lane] : none;
    return warp == 0 ? op(x) : x;
}
CU
tool() {
    "$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" "$@" >"$dir/out" 2>"$dir/err" ||
        [ $? -eq 1 ]
}
tool
python3 - "$dir/out" <<'E'
import json, sys
found = set()
for one in json.load(open(sys.argv[1]))["findings"]:
    for finding in [one, *one.get("also", [])]:
        if finding["rule"] in ("shared-race", "warp-sync-missing"):
            found.add(finding["function"])
missed = {"halved", "returned", "cleared", "reduced"} - found
assert not missed, missed
E
tool -- -DRIGHT
python3 - "$dir/out" <<'E'
import json, sys
wrong = [(f["function"], f["rule"], f["line"]) for f in json.load(open(sys.argv[1]))["findings"]
         if f["rule"] in ("shared-race", "warp-sync-missing")]
assert not wrong, wrong
E

#!/bin/sh
# A block that a launch chooses among numbers (`n <= 4 ? 4 : 8`) is one of those, together with what the
# conditions on the way to the launch say of the same parameter.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
/* Rows of at most X elements, one thread for each, in a block of X threads by 8. */
template <int X> __device__ void rows(const float *in, float *sums, int width, int height)
{
    __shared__ float s[8 * (X + 1)];
    const int number = threadIdx.y * X + threadIdx.x;
    const int row = number / width, column = number % width;
    s[threadIdx.y * (X + 1) + threadIdx.x] = 0;
    __syncthreads();
    if (row < 8 && row < height)
        s[row * (X + 1) + column] += in[row * width + column];
    __syncthreads();
    if (number < 8 && number < height) {
        float sum = 0;
        for (int i = 0; i < X; i++)
            sum += s[number * (X + 1) + i];
        sums[number] = sum;
    }
}
template <int X> __global__ void right_rows(const float *in, float *sums, int width, int height)
{
    rows<X>(in, sums, width, height);
}
template <int X> __global__ void wrong_rows(const float *in, float *sums, int width, int height)
{
    rows<X>(in, sums, width, height);
}
void host(const float *in, float *sums, int width, int height)
{
    int x = width <= 8 ? 8 : width <= 16 ? 16 : 32;
    dim3 grid(1, height), threads(x, 8);
    if (width <= 0)
        return;
    if (width <= 8)
        right_rows<8><<<grid, threads>>>(in, sums, width, height);
    else if (width <= 16)
        right_rows<16><<<grid, threads>>>(in, sums, width, height);
    if (width <= 16)
        wrong_rows<8><<<grid, threads>>>(in, sums, width, height);
}
CU
"$CUDASYNCLINT" --no-cache "$dir/k.cu" --format=json >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
verdict = {k["name"]: k["verdict"] for k in report["kernels"]}
assert verdict == {"right_rows": "proved", "wrong_rows": "findings"}, verdict
race = report["findings"][0]
assert race["rule"] == "shared-race" and race["confidence"] != "low", race
assert race["witness"]["block"] == [16, 8, 1], race
PY

#!/bin/sh
# What the host asks the device for: warps have 32 threads on every device (cudaDeviceProp), how many blocks
# it holds is open.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
/* Right in rows of 32 threads: each row is a warp. */
__device__ void rows(float *out)
{
    __shared__ float s[1024];
    const int t = threadIdx.y * blockDim.x + threadIdx.x;
    s[t] = out[t];
    __syncwarp();
    out[t] = s[threadIdx.y * blockDim.x + blockDim.x - 1 - threadIdx.x];
}
__global__ void right_rows(float *out) { rows(out); }
__global__ void right_constant(float *out) { rows(out); }
__global__ void wrong_rows(float *out) { rows(out); }
__global__ void wrong_count(float *out) { rows(out); }
struct other { int warpSize; };
__global__ void wrong_other(float *out) { rows(out); }
void host(float *out, int device, other o)
{
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, device);
    right_rows<<<1, dim3(properties.warpSize, 4)>>>(out);
    const int threads = properties.warpSize;
    right_constant<<<1, dim3(threads, 8)>>>(out);
    wrong_rows<<<1, dim3(2 * properties.warpSize, 4)>>>(out);
    wrong_count<<<1, dim3(properties.multiProcessorCount, 4)>>>(out);
    wrong_other<<<1, dim3(o.warpSize, 4)>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache "$dir/k.cu" --min-confidence=low --format=json >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
verdict = {k["name"]: k["verdict"] for k in report["kernels"]}
assert {n for n, v in verdict.items() if v == "proved"} == {"right_rows", "right_constant"}, verdict
assert {n for n, v in verdict.items() if v == "findings"} == {"wrong_rows", "wrong_count", "wrong_other"}, verdict
PY

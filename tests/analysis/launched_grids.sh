#!/bin/sh
# A finding that needs a block which no launch has, also one of which the launch says a part, or the
# grid of one launch with the arguments of another, says so and is of low confidence. By name: n_ no
# launch leads to it, p_ one does.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define PART(name)                                                                                 \
    __global__ void name(float *o, int n)                                                          \
    {                                                                                              \
        __shared__ float s[256];                                                                   \
        int i = blockIdx.x * 256 + threadIdx.x;                                                    \
        if (i >= n)                                                                                \
            return;                                                                                \
        s[threadIdx.x] = i;                                                                        \
        __syncthreads();                                                                           \
        o[i] = s[255 - threadIdx.x];                                                               \
    }
PART(n_rounded_down)
PART(n_by_variable)
PART(n_by_dim3)
PART(n_two_launches)
PART(p_rounded_up)
PART(p_fixed)
PART(p_other_number)
PART(p_one_of_two)
PART(p_block_more)
PART(p_by_halves)
PART(p_taken)
__global__ void n_tiles(float *o, int w, int h)
{
    __shared__ float s[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) {
        s[threadIdx.y][threadIdx.x] = o[y * w + x];
        __syncthreads();
        o[y * w + x] = s[threadIdx.x][threadIdx.y];
    }
}
__global__ void p_tiles(float *o, int w, int h)
{
    __shared__ float s[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) {
        s[threadIdx.y][threadIdx.x] = o[y * w + x];
        __syncthreads();
        o[y * w + x] = s[threadIdx.x][threadIdx.y];
    }
}
__global__ void n_part_of_block(float *o, int w, int h)
{
    extern __shared__ float s[];
    int i = threadIdx.z * w + threadIdx.y * (w / h) + threadIdx.x;
    s[i] = threadIdx.x;
}
void *taken() { return (void *)p_taken; }
void all(float *o, int n, int m, int w, int h)
{
    n_rounded_down<<<n / 256, 256>>>(o, n);
    int blocks = n / 256;
    n_by_variable<<<blocks, 256>>>(o, n);
    dim3 grid(n / 256);
    n_by_dim3<<<grid, 256>>>(o, n);
    n_two_launches<<<n / 256, 256>>>(o, n);
    n_two_launches<<<m / 256, 256>>>(o, m);
    p_rounded_up<<<(n + 255) / 256, 256>>>(o, n);
    p_fixed<<<4, 256>>>(o, n);
    p_other_number<<<m / 256, 256>>>(o, n);
    p_one_of_two<<<n / 256, 256>>>(o, n);
    p_one_of_two<<<(m + 255) / 256, 256>>>(o, m);
    p_block_more<<<n / 256 + 1, 256>>>(o, n);
    p_by_halves<<<n / 128, 256>>>(o, n);
    p_taken<<<n / 256, 256>>>(o, n);
    if (w >= 16 && w <= 128)
        n_part_of_block<<<1, dim3(w / h, h, m), 4096>>>(o, w, h);
    n_tiles<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(o, w, h);
    p_tiles<<<dim3(w / 16, (h + 15) / 16), dim3(16, 16)>>>(o, w, h);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$dir/k.cu" >"$dir/out" \
    2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

found = {f["function"]: f for entry in json.load(open(sys.argv[1]))["findings"]
         for f in [entry, *entry.get("also", [])]}
never = "only with a grid or arguments that no launch that was found passes"
wrong = [(name, f["confidence"], f["needs"]) for name, f in found.items()
         if (f["confidence"] == "low" and f["needs"] == never) != name.startswith("n_")]
assert not wrong, wrong
assert len(found) == 14, sorted(found)
PY

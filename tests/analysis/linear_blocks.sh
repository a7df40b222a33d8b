#!/bin/sh
# Numbers of blocks in a grid of several dimensions, as they are spelled: with a wrong extent two blocks
# have one number, and so has a number that leaves out a dimension that the launch has. By name: r_ is
# proved, w_ shown with high confidence.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, number)                                                                       \
    __global__ void name(float *o)                                                                 \
    {                                                                                              \
        unsigned x = blockIdx.x, y = blockIdx.y, z = blockIdx.z, nx = gridDim.x, ny = gridDim.y;   \
        (void)x, (void)y, (void)z, (void)nx, (void)ny;                                             \
        unsigned b = number;                                                                       \
        o[b * blockDim.x + threadIdx.x] = b + x;                                                   \
    }
KERNEL(r_rows, (z * ny + y) * nx + x)
KERNEL(r_columns, (z * nx + x) * ny + y)
KERNEL(r_planes, x + y * nx + z * nx * ny)
KERNEL(r_two, y * nx + x)
KERNEL(r_lines, z * nx + x)
KERNEL(w_no_rows, z * nx + x)
KERNEL(w_planes, x + y * nx + z * nx)
KERNEL(w_other_extent, y * ny + x)
KERNEL(w_sum, y + x)
KERNEL(w_one, x)
KERNEL(w_extent_of_rows, (z * nx + y) * nx + x)
void run(float *o, int a, int b, int c)
{
    dim3 g(4, 3, 2), two(4, 3), lines(4, 1, 2);
    r_rows<<<g, 64>>>(o), r_columns<<<g, 64>>>(o), r_planes<<<g, 64>>>(o), r_two<<<two, 64>>>(o);
    r_lines<<<lines, 64>>>(o);
    w_no_rows<<<g, 64>>>(o), w_planes<<<g, 64>>>(o), w_other_extent<<<two, 64>>>(o);
    w_sum<<<two, 64>>>(o), w_one<<<two, 64>>>(o);
    w_extent_of_rows<<<dim3(a, b, c), 64>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json --concerns=grid "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

report = json.load(open(sys.argv[1]))
found = {f["function"]: f["confidence"] for entry in report["findings"]
         for f in [entry, *entry.get("also", [])]}
verdict = {k["name"]: k["verdict"] for k in report["kernels"]}
assert len(verdict) == 11, verdict
for name, said in verdict.items():
    assert (said == "proved") == (name[0] == "r"), (name, said)
    assert (found.get(name) == "high") == (name[0] == "w"), (name, found.get(name))
PY

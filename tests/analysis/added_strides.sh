#!/bin/sh
# Arrays of several dimensions with a stride each, `out[b * sb + h * sh + d * sd]`: that they do not
# overlap, in whichever order they lie, is assumed, and listed. A dimension that the subscript leaves
# out is a race all the same, and so is a place of the next row; strides that a launch gives must
# fit as they are.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void right_permuted(const float *in, float *out, int nx, int ny, int nz, int sx, int sy,
                               int sz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[x * sx + y * sy + z * sz] = in[x + nx * (y + ny * z)];
}
__global__ void wrong_permuted(const float *in, float *out, int nx, int ny, int nz, int sx, int sz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[x * sx + z * sz] = in[x + nx * (y + ny * z)];
}
/* Heads along y, elements of a head along x, the block at a place of its own. */
__global__ void right_heads(const float *in, float *out, int d, int h, int begin, int ss, int sb,
                            int sh, int sd)
{
    const int at = blockIdx.x * ss + blockIdx.y * sb;
    if (d > begin)
        for (int k = threadIdx.y; k < h; k += blockDim.y)
            for (int e = begin + threadIdx.x; e < d; e += blockDim.x)
                out[at + k * sh + e * sd] = in[at + k * sh + e * sd];
}
__global__ void wrong_heads(const float *in, float *out, int d, int h, int ss, int sb, int sh, int sd)
{
    const int at = blockIdx.x * ss + blockIdx.y * sb;
    for (int k = threadIdx.y; k < h; k += blockDim.y)
        for (int e = threadIdx.x; e < d; e += blockDim.x)
            out[at + e * sd] = in[at + k * sh + e * sd];
}
/* Pairs that are turned in place: 64 elements apart, or not as many as a head has. */
__global__ void right_pairs(float *x, int n, long sb, long sh)
{
    float *row = x + blockIdx.x * sb;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const float u = row[i / 64 * sh + i % 64], v = row[i / 64 * sh + i % 64 + 64];
        row[i / 64 * sh + i % 64] = u - v;
        row[i / 64 * sh + i % 64 + 64] = u + v;
    }
}
__global__ void wrong_pairs(float *x, int n, long sb, long sh)
{
    float *row = x + blockIdx.x * sb;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const float u = row[i / 64 * sh + i % 64], v = row[i / 64 * sh + i % 64 + 32];
        row[i / 64 * sh + i % 64] = u - v;
        row[i / 64 * sh + i % 64 + 32] = u + v;
    }
}
#define GIVEN(name)                                                                                \
    __global__ void name(float *out, int sx, int sy, int sz)                                       \
    {                                                                                              \
        out[threadIdx.x * sx + threadIdx.y * sy + blockIdx.x * sz] = threadIdx.x - threadIdx.y;    \
    }
GIVEN(right_given)
GIVEN(wrong_given)
GIVEN(right_given_one)
int ask(void);
const char *of_driver[] = {"wrong_permuted", "wrong_heads", "wrong_pairs"};
void run(float *o)
{
    dim3 block(16, 8);
    right_given<<<4, block>>>(o, 8, 1, 128);
    wrong_given<<<4, block>>>(o, 8, 4, 128);
    right_given_one<<<4, block>>>(o, 1, ask(), ask());
}
CU
"$CUDASYNCLINT" --no-cache --format=json "$dir/k.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
found = {f["function"] for f in report["findings"]}
assert found == {"wrong_permuted", "wrong_heads", "wrong_pairs", "wrong_given"}, found
for k in report["kernels"]:
    rows = sorted(n for a in k["assumptions"] if a["kind"] == "rows-apart" for n in a["names"])
    want = {"right_permuted": ["sx", "sy", "sz"], "right_pairs": ["sh"], "right_given": [],
            "right_given_one": ["sx", "sy"]}
    if k["name"] in want:
        assert (k["verdict"], rows) == ("proved", want[k["name"]]), (k["name"], k["verdict"], rows)
PY

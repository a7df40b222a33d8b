#!/bin/sh
# The host chooses one of several blocks, by conditions that it also launches one of several instances of a
# template by. What happens in one of the blocks and not in another is of low confidence, unless some launch
# leaves no choice; so is what no run could be made for, where the conditions are terms of the parameters.
# It is of medium confidence where the kernel has no number that might go with the block.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <int Y, int X> __device__ void tile(float *out)
{
    __shared__ float s[Y * X];
    const int t = threadIdx.y * X + threadIdx.x;
    s[t % (Y * X)] = out[t];
    __syncthreads();
    out[t] = s[Y * X - 1 - t % (Y * X)];
}
template <int Y, int X> __global__ void right_tile(float *out) { tile<Y, X>(out); }
template <int Y, int X> __global__ void right_term(float *out, int colors, int groups) { tile<Y, X>(out); }
/* For eight rows, and launched with four of them or eight. */
template <int Y, int X> __global__ void wrong_barrier(float *out)
{
    __shared__ float s[8 * X];
    const int t = threadIdx.y * X + threadIdx.x;
    s[t] = out[t];
    out[t] = s[t ^ 64];
}
/* Nothing chooses for this one. */
template <int Y, int X> __global__ void wrong_tile(float *out) { tile<Y, X>(out); }

__global__ void wrong_plain(float *out) { tile<4, 32>(out); }
template <int Y, int X> __global__ void wrong_loop(float *out) { tile<Y, X>(out); }

static void choose(float *out, int all, int groups)
{
    const int colors = all / groups;
    const int rows = (colors / 8) % 8 == 0 ? 8 : 4;
    dim3 threads(32, rows);
    if (colors % 64 == 0)
        right_tile<8, 32><<<1, threads>>>(out);
    else if (colors % 32 == 0)
        right_tile<4, 32><<<1, threads>>>(out);
    wrong_barrier<8, 32><<<1, threads>>>(out);
    wrong_plain<<<1, threads>>>(out);
}
static void term(float *out, int all, int groups)
{
    const int colors = all / groups;
    const int rows = (colors / 8) % 8 == 0 ? 8 : 4;
    if (colors % 64 == 0)
        right_term<8, 32><<<1, dim3(32, rows)>>>(out, all, groups);
    else if (colors % 48 != 0 && colors % 32 == 0)
        right_term<4, 32><<<1, dim3(32, rows)>>>(out, all, groups);
}
static void each(float *out, int rows) { wrong_tile<4, 32><<<1, dim3(32, rows)>>>(out); }
void host(float *out, int all, int groups)
{
    choose(out, all, groups);
    term(out, all, groups);
    each(out, 4);
    each(out, 8);
    for (int rows = 4; rows <= 8; rows += 4)
        wrong_loop<4, 32><<<1, dim3(32, rows)>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache "$dir/k.cu" --min-confidence=low --format=json >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import sys
from tests.analysis.confidences import by_function
found = {f: {c for c, _ in all} for f, all in by_function(sys.argv[1]).items()}
assert found["right_tile"] == {"low"} and found.get("right_term", {"low"}) == {"low"}, found
for wrong in "wrong_tile", "wrong_loop", "wrong_barrier":
    assert found[wrong] == {"high"}, (wrong, found)
assert found["wrong_plain"] == {"medium"}, found
PY

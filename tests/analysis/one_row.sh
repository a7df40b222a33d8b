#!/bin/sh
# All threads of a block work on one row: whether rows overlap, whatever their pitches are, has no
# part in whether two of them store to one place of it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void set_marked(short *out, const int *marked, int n, int nmarked, int rows, int planes, int used,
                           size_t row_bytes, size_t plane_bytes, size_t volume_bytes)
{
    int row = blockIdx.x;
    const int volume = row / (planes * rows);
    row -= volume * planes * rows;
    const int plane = row / rows;
    row -= plane * rows;
    short *to = (short *)((char *)out + row * row_bytes + plane * plane_bytes + volume * volume_bytes);
    if (row >= used)
        return;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = 0;
    for (int i = threadIdx.x; i < nmarked; i += blockDim.x)
        to[marked[i]] = 1;
}
void run(short *out, const int *marked, int n, int nmarked, int rows, int planes, int used, size_t *bytes, int all)
{
    set_marked<<<all, 256>>>(out, marked, n, nmarked, rows, planes, used, bytes[0], bytes[1], bytes[2]);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'line 15: race, medium' "$dir/out" || { cat "$dir/out"; exit 1; }

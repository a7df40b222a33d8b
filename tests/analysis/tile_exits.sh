#!/bin/sh
# Tiles of a picture: threads of a masked tile that are inside return, those beyond its edge go on to
# the barriers of a loop. The block is `dim3(n, n)`, and where its tile lies takes divisions by sizes
# that nothing tells. That blocks of unequal sides do not show it is no caveat.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <int C>
__global__ void k(float *out, const bool *masks, const int *off, unsigned w, unsigned h, unsigned side, unsigned columns, unsigned rows) {
  const unsigned blockSize = blockDim.x * blockDim.y;
  auto block = cg::this_thread_block();
  unsigned cam = blockIdx.x / (rows * columns), lin = blockIdx.x - cam * (rows * columns);
  unsigned trow = lin / columns, tcol = lin - trow * columns;
  unsigned row = trow * side + threadIdx.y, col = tcol * side + threadIdx.x;
  bool inside = row < h && col < w;
  if (inside && masks != nullptr && !masks[cam * rows * columns + trow * columns + tcol]) {
    out[row * w + col] = 0;
    return;
  }
  bool done = !inside;
  float sum = 0;
  const int s = off[lin], e = off[lin + 1];
  const int n = e - s;
  const unsigned nb = (n + blockSize - 1) / blockSize;
#ifdef ONE_BARRIER
  __syncthreads();
#else
  for (unsigned b = 0; b < nb; ++b) {
    if (__syncthreads_count(done) >= (int)blockSize) break;
    sum += b;
    done = sum > 3;
    block.sync();
  }
#endif
  if (inside) out[row * w + col] = sum;
}
template <int C> void run(float *o, bool *m, int *off, unsigned w, unsigned h, unsigned side) { k<C><<<10*((w+side-1)/side)*((h+side-1)/side), dim3(side,side)>>>(o, m, off, w, h, side, (w+side-1)/side, (h+side-1)/side); }
CU
for way in -DONE_BARRIER -DLOOP; do
    "$CUDASYNCLINT" --no-cache --isolated --fail-on=never --dump=confidence "$dir/k.cu" -- $way >"$dir/out" 2>/dev/null
    grep -q 'divergence, medium: some_shapes' "$dir/out" || { cat "$dir/out"; exit 1; }
    grep -q '\[barrier-early-exit\]$' "$dir/out" || { cat "$dir/out"; exit 1; }
done

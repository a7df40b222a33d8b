#!/bin/sh
# A number that was made up for a template is taken for the size of the block; threads may be meant to
# handle two elements each. What does not happen in half of that block is of low confidence, unless the
# number is the size of the block by its name.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
/* What the type of the elements hides: instances of the kernels are made up. */
template <typename T> struct order {
    static __device__ bool before(const T &a, const T &b) { return a < b; }
};
template <typename T> __device__ inline void turn(T &a, T &b, bool up)
{
    if (order<T>::before(a, b) == up) {
        T t = a;
        a = b;
        b = t;
    }
}
/* Sorts in a block of half as many threads; as many again follow the elements. */
template <typename T, int Elements> __global__ void right_halves(T *out, const T *in)
{
    extern __shared__ char memory[];
    T *all = reinterpret_cast<T *>(memory), *flags = &all[Elements];
    const int other = blockDim.x + threadIdx.x;
    all[threadIdx.x] = in[threadIdx.x];
    all[other] = in[other];
    flags[threadIdx.x] = 0;
    flags[other] = 0;
    __syncthreads();
    for (unsigned stride = Elements / 2; stride > 0; stride /= 2) {
        unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        turn(all[at], all[at + stride], flags[at] != 0);
        __syncthreads();
    }
    out[threadIdx.x] = all[threadIdx.x];
}
template <typename T, int Elements> __global__ void wrong_halves(T *out, const T *in)
{
    __shared__ T all[2 * Elements];
    all[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = order<T>::before(all[threadIdx.x ^ 32], 1);
}
template <typename T, int BLOCK_SIZE> __global__ void wrong_named(T *out, const T *in)
{
    __shared__ T all[BLOCK_SIZE];
    all[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < BLOCK_SIZE / 2)
        all[threadIdx.x] = order<T>::before(all[threadIdx.x + BLOCK_SIZE / 2], 1);
    if (threadIdx.x >= BLOCK_SIZE / 2)
        out[threadIdx.x] = all[threadIdx.x - BLOCK_SIZE / 2];
}
CU
"$CUDASYNCLINT" --no-cache "$dir/k.cu" --min-confidence=low --format=json >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import sys
from tests.analysis.confidences import by_function
found = by_function(sys.argv[1])
assert all(c == "low" for c, _ in found.get("right_halves", [])), found
assert any("guessed_block" in rows for _, rows in found["right_halves"]), found
for wrong in "wrong_halves", "wrong_named":
    assert any(c != "low" for c, _ in found[wrong]), (wrong, found)
PY

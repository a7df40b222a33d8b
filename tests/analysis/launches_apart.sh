#!/bin/sh
# A kernel that a `switch` launches in as many ways as it has cases: what each of the launches passes goes with
# the block of that launch.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <typename T, int SIZE> __global__ void k(int n, T *out, const T *in)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        __shared__ T s[SIZE];
        s[threadIdx.x] = in[i];
        __syncthreads();
        out[i] = s[SIZE - 1 - threadIdx.x];
        __syncthreads();
    }
}
template <typename T> void run(T *out, const T *in, int batch, int channels)
{
    const int threads = channels > 1024 ? 1024 : channels;
    const int n = batch * channels;
    switch (channels) {
#define CASE(size) case size: k<T, size><<<100, threads>>>(N, out, in); break;
    CASE(1) CASE(2) CASE(4) CASE(8) CASE(16) CASE(32)
    }
}
CU
for n in n batch; do
    "$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" -- "-DN=$n" >"$dir/$n" 2>&1 || true
done
if grep -q 'barrier-divergent-loop' "$dir/n" || ! grep -q 'barrier-divergent-loop' "$dir/batch"; then
    cat "$dir/n" "$dir/batch"
    exit 1
fi

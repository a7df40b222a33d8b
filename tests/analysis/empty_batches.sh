#!/bin/sh
# Between the two accesses lies a loop with a barrier that makes no pass only for a batch with
# nothing in it. That is said of the finding, however much else stands on the way.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <class T, class N>
__global__ void nearest(const T *in, const N *starts, const N *queries, const int n, T *out, const long features)
{
    extern __shared__ float mem[];
    const N size = blockDim.x, batch = blockIdx.x;
    const N first = queries[batch] + size * queries[batch + 100], last = min(first + size, queries[batch + 1]);
    if (first >= last)
        return;
    const N query = first + threadIdx.x, from = starts[batch], to = starts[batch + 1];
    T *buffer = mem, *own = buffer + size * features, *best = own + size * features;
    for (int i = 0; i < n; i++)
        best[threadIdx.x + i * size] = 3e38f;
    if (query < last)
        for (long i = 0; i < features; i++)
            own[threadIdx.x + i * size] = in[query * features + i];
    for (N tile = from; tile < to; tile += size) {
        if (tile + threadIdx.x < to)
            for (long i = 0; i < features; i++)
                buffer[threadIdx.x * features + i] = in[(tile + threadIdx.x) * features + i];
        __syncthreads();
        if (query < last)
            for (N d = 0; d < min(to - tile, size); d++)
                for (int i = 0; i < n; i++)
                    best[threadIdx.x * n + i] += buffer[d * features] * own[threadIdx.x];
        __syncthreads();
    }
    if (query < last)
        for (int i = 0; i < n; i++)
            out[query * n + i] = best[threadIdx.x * n + i];
}
template __global__ void nearest(const float *, const long *, const long *, int, float *, long);
template __global__ void nearest(const float *, const int *, const int *, int, float *, long);
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'line 29: race, low: .*no_pass' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }

#!/bin/sh
# CUTLASS's launcher of clusters: ClusterLauncher::launch(grid, cluster, block, bytes, stream, kernel,
# arguments) says the block and the cluster; its parameters may come out of a structure
# (launch_kernel_on_cluster).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/launcher.h" <<'CU'
namespace cutlass {
struct Config { cudaLaunchConfig_t of; cudaLaunchAttribute with[1]; };
Config made(dim3 grid, dim3 cluster, dim3 block);
struct ClusterLauncher {
    static int launch(dim3 const grid, dim3 const cluster, dim3 const block, size_t const bytes,
                      cudaStream_t stream, void const *kernel, void **arguments, bool early = false)
    {
        Config config = made(grid, cluster, block);
        return cudaLaunchKernelExC(&config.of, kernel, arguments);
    }
};
struct Shape { dim3 grid{1, 1, 1}, block{1, 1, 1}, cluster{1, 1, 1}; int bytes = 0; };
template <class... A> int launch_kernel_on_cluster(const Shape &s, void const *kernel, A &&...a)
{
    void *arguments[sizeof...(A)] = {const_cast<void *>(static_cast<void const *>(&a))...};
    return ClusterLauncher::launch(s.grid, s.cluster, s.block, s.bytes, 0, kernel, arguments);
}
}
CU
cat >"$dir/right.cu" <<'CU'
#include "launcher.h"
template <int N> __global__ void __launch_bounds__(N) turn(int *out, int n)
{
    __shared__ int s[N];
    s[threadIdx.x] = n + threadIdx.y;
    __syncthreads();
    out[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
}
template <int N> void run(int *out, int n, int blocks)
{
    auto kernel = &turn<N>;
    cutlass::Shape shape = {dim3(2 * blocks, 1, 1), dim3(N, 1, 1), dim3(2, 1, 1), 0};
    cutlass::launch_kernel_on_cluster(shape, (void *)kernel, out, n);
}
template void run<256>(int *, int, int);
CU
fail() { cat "$dir/out"; exit 1; }
lint() {
    "$CUDASYNCLINT" --no-cache --isolated -v --arch=sm_90 "$dir/$1" >"$dir/out" 2>&1 || [ $? -eq 1 ]
}
lint right.cu
grep -q 'kernel: turn <256>: proved.* for 256x1x1; .*a cluster has 2x1x1 blocks' "$dir/out" || fail
sed 's/dim3(N, 1, 1)/dim3(N \/ 2, 2, 1)/' "$dir/right.cu" >"$dir/wrong.cu"
lint wrong.cu
grep -q 'kernel: turn <256>: findings' "$dir/out" || fail
# Another class of that name is followed as it is written.
sed 's/namespace cutlass/namespace other/' "$dir/launcher.h" >"$dir/other.h"
sed 's/cutlass/other/; s/launcher.h/other.h/' "$dir/right.cu" >"$dir/other.cu"
lint other.cu
! grep -q 'kernel: turn <256>: proved.* for 256x1x1' "$dir/out" || fail

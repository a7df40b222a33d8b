// Shared memory within a warp, groups of a warp.

#include <cooperative_groups.h>

namespace found_warp_bcast {
__global__ void k(int *a) {
    __shared__ int s[32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    if (lane == 0) s[w] = a[w];
    a[threadIdx.x] = s[w];
}
}

namespace found_cg_tile {
namespace cg = cooperative_groups;
__global__ void k(int *a) {
    __shared__ int s[1024];
    auto b = cg::this_thread_block();
    auto w = cg::tiled_partition<32>(b);
    s[threadIdx.x] = a[threadIdx.x];
    for (int i = 16; i > 0; i /= 2) {
        if (w.thread_rank() < i) s[threadIdx.x] += s[threadIdx.x + i];
    }
    if (w.thread_rank() == 0) a[threadIdx.x] = s[threadIdx.x];
}
}

namespace found_syncwarp_not_enough {
__global__ void k(int *a) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
}

namespace found_mask_syncwarp {
__global__ void k(int *a) {
    __shared__ int s[32];
    int l = threadIdx.x;
    if (l < 32) {
        s[l] = a[l];
        if (l < 16) { __syncwarp(0xffff); a[l] = s[l + 16]; }
    }
}
}

namespace proved_warp_bcast {
__global__ void k(int *a, int *b) {
    __shared__ int s[32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    if (lane == 0) s[w] = a[w];
    __syncwarp();
    b[threadIdx.x] = s[w];
}
}

namespace silent_cg {
namespace cg = cooperative_groups;
__global__ void k(int *a) {
    __shared__ int s[1024];
    cg::thread_block b = cg::this_thread_block();
    s[b.thread_rank()] = a[b.thread_rank()];
    b.sync();
    if (b.thread_rank() > 0) a[b.thread_rank()] = s[b.thread_rank() - 1];
}
}

namespace silent_cg_tile {
namespace cg = cooperative_groups;
__global__ void k(int *a) {
    __shared__ int s[1024];
    auto b = cg::this_thread_block();
    auto w = cg::tiled_partition<32>(b);
    s[threadIdx.x] = a[threadIdx.x];
    w.sync();
    for (int i = 16; i > 0; i /= 2) {
        if (w.thread_rank() < i) s[threadIdx.x] += s[threadIdx.x + i];
        w.sync();
    }
    if (w.thread_rank() == 0) a[threadIdx.x] = s[threadIdx.x];
}
}

namespace proved_first_lane_of_each_warp {
__global__ void k(float *out, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = thread / 32, lane = threadIdx.x & 31;
    if (warp < n && lane == 0)
        out[warp] = 1;
}
}

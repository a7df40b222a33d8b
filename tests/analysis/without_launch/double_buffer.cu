// Two buffers in turn, and copies ahead of their use.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace found_dbuf_wrong {
__global__ void k(const float *in, float *out, int n) {
    __shared__ float buf[2][128];
    int t = threadIdx.x, p = 0;
    buf[0][t] = in[t];
    for (int i = 1; i < n; i++) {
        buf[1 - p][t] = in[i * 128 + t];
        out[i * 128 + t] = buf[p][127 - t];
        p = 1 - p;
        __syncthreads();
    }
}
}

namespace found_memcpy_async {
namespace cg = cooperative_groups;
__global__ void k(const int *g, int *o) {
    __shared__ int s[256];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, g, sizeof(int) * 256);
    o[threadIdx.x] = s[255 - threadIdx.x];
}
}

namespace proved_dbuf {
__global__ void k(const float *in, float *out, int n) {
    __shared__ float buf[2][128];
    int t = threadIdx.x, p = 0;
    buf[0][t] = in[t];
    __syncthreads();
    for (int i = 1; i < n; i++) {
        buf[1 - p][t] = in[i * 128 + t];
        out[i * 128 + t] = buf[p][127 - t];
        p = 1 - p;
        __syncthreads();
    }
}
}

namespace silent_memcpy_async {
namespace cg = cooperative_groups;
__global__ void k(const int *g, int *o) {
    __shared__ int s[256];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, g, sizeof(int) * 256);
    cg::wait(b);
    o[threadIdx.x] = s[255 - threadIdx.x];
}
}

namespace silent_warp_spec {
__global__ void k(const float *in, float *out, int n) {
    __shared__ float buf[2][32];
    for (int i = 0; i < n; i++) {
        if (threadIdx.x < 32) buf[i & 1][threadIdx.x] = in[i * 32 + threadIdx.x];
        __syncthreads();
        if (threadIdx.x >= 32 && threadIdx.x < 64) out[i * 32 + threadIdx.x - 32] = buf[i & 1][threadIdx.x - 32];
    }
}
}

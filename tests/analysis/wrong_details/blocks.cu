// flags: --arch=sm_90
// What blocks of a grid and of a cluster do to each other.
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
#define I int t = threadIdx.x, b = blockIdx.x, i = b * 64 + t;
__device__ unsigned done; __device__ int part[1024]; __device__ int flag;
__global__ void r_g1(int *o, const int *in) { I o[i] = in[i]; }
__global__ void w_g1(int *o, const int *in) { I o[i] = in[i]; cg::this_grid().sync(); o[i] += o[i ^ 64]; }
__global__ void r_g1s(int *o, const int *in) { I o[i] = in[i]; cg::this_grid().sync(); int x = o[i ^ 64]; cg::this_grid().sync(); o[i] += x; }
__global__ void w_g2(int *o, const int *in) { I cg::grid_group g = cg::this_grid(); part[b] = in[i]; if (t == 0) g.sync(); o[i] = part[0]; }
__global__ void w_g3(int *o, const int *in) { I cg::grid_group g = cg::this_grid(); if (t == 0) part[b] = in[i]; if (b < 2) g.sync(); o[i] = part[3]; }
__global__ void w_g4(int *o, const int *in) { I cg::grid_group g = cg::this_grid(); for (int k = 0; k < 4; k++) { o[i] = part[(b + 1) % gridDim.x]; g.sync(); if (t == 0) part[b] = k; } }
__global__ void r_g4(int *o, const int *in) { I cg::grid_group g = cg::this_grid(); for (int k = 0; k < 4; k++) { o[i] = part[(b + 1) % gridDim.x]; g.sync(); if (t == 0) part[b] = k; g.sync(); } }
__global__ void w_g5(int *o, const int *in) { I cg::grid_group g = cg::this_grid(); g.sync(); o[t] = b; }
__global__ void w_g6(int *o, const int *in) { I cg::grid_group g = cg::this_grid(); g.sync(); o[(i * 2) % 100] = b; }
__global__ void w_g7(int *o, const int *in) { I if (t == 0) part[b] = in[i]; __shared__ bool last; if (t == 0) last = atomicAdd(&done, 1) == gridDim.x - 1; __syncthreads(); if (last) o[t] = part[t]; }
__global__ void r_g7(int *o, const int *in) { I if (t == 0) { part[b] = in[i]; __threadfence(); } __shared__ bool last; if (t == 0) last = atomicAdd(&done, 1) == gridDim.x - 1; __syncthreads(); if (last) o[t] = part[t]; }
__global__ void w_g8(int *o, const int *in) { I part[i] = in[i]; __threadfence(); __shared__ bool last; if (t == 0) last = atomicAdd(&done, 1) == gridDim.x - 1; __syncthreads(); if (last) o[t] = part[t + 64]; }
__global__ void w_g9(int *o, const int *in) { I if (t == 0) { part[b] = in[i]; __threadfence(); } __shared__ bool last; if (t == 0) last = atomicAdd(&done, 1) >= gridDim.x / 2; __syncthreads(); if (last) o[t] = part[t]; }
__global__ void w_g10(int *o, const int *in) { I cg::grid_group g = cg::this_grid(); atomicAdd(&part[0], in[i]); o[i] = part[0]; g.sync(); }
__global__ void w_g11(int *o, const int *in) { I cg::grid_group g = cg::this_grid(); if (b == 0) part[t] = 1; else o[i] = part[t]; g.sync(); }
__global__ void w_g12(int *o, const int *in) { I auto g = cg::this_grid(); auto k = g.barrier_arrive(); part[b] = t; g.barrier_wait(std::move(k)); o[i] = part[(b + 1) % gridDim.x]; }
#define CL __cluster_dims__(2, 1, 1)
__global__ void CL r_cl1(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = in[i]; c.sync(); int *r = c.map_shared_rank(s, c.block_rank() ^ 1); o[i] = r[t]; c.sync(); }
__global__ void CL w_cl1(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = in[i]; __syncthreads(); int *r = c.map_shared_rank(s, c.block_rank() ^ 1); o[i] = r[t]; c.sync(); }
__global__ void CL w_cl2(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = in[i]; c.sync(); int *r = c.map_shared_rank(s, c.block_rank() ^ 1); o[i] = r[t]; }
__global__ void CL w_cl3(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = in[i]; c.sync(); int *r = c.map_shared_rank(s, 0); r[t] = i; c.sync(); o[i] = s[t]; }
__global__ void CL w_cl4(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); if (c.block_rank() == 0) c.sync(); o[i] = s[t]; }
__global__ void CL w_cl5(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = 0; c.sync(); int *r = c.map_shared_rank(s, c.block_rank() ^ 1); r[t] = i; s[t] += 1; c.sync(); o[i] = s[t]; }
__global__ void CL r_cl5(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = 0; c.sync(); int *r = c.map_shared_rank(s, c.block_rank() ^ 1); r[t] = i; c.sync(); o[i] = s[t]; }
__global__ void CL w_cl6(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); for (int k = 0; k < 4; k++) { s[t] = k + i; c.sync(); o[i] += c.map_shared_rank(s, c.block_rank() ^ 1)[t]; __syncthreads(); } c.sync(); }
__global__ void CL r_cl6(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); for (int k = 0; k < 4; k++) { s[t] = k + i; c.sync(); o[i] += c.map_shared_rank(s, c.block_rank() ^ 1)[t]; c.sync(); } }
__global__ void CL w_cl7(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = i; asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); o[i] = c.map_shared_rank(s, c.block_rank() ^ 1)[t]; asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); c.sync(); }
__global__ void CL w_cl8(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = i; if (t < 32) asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); o[i] = 1; }
__global__ void CL w_cl9(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = i; asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); o[i] = c.map_shared_rank(s, c.block_rank() ^ 1)[t]; c.sync(); }
__global__ void CL w_cl10(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = 0; c.sync(); atomicAdd(c.map_shared_rank(s, 0), 1); o[i] = s[0]; c.sync(); }
__global__ void CL w_cl11(int *o, const int *in) { __shared__ int s[64]; I auto c = cg::this_cluster(); s[t] = 0; c.sync(); int *p = s; if (t & 1) p = c.map_shared_rank(s, 1); p[t & ~1] = i; c.sync(); o[i] = s[t]; }
void h(int *d, int *e) {
  void *args[] = {&d, &e};
#define C(k) cudaLaunchCooperativeKernel((void *)k, 8, 64, args);
#define L(k) k<<<8, 64>>>(d, e);
L(r_g1) C(w_g1) C(r_g1s) C(w_g2) C(w_g3) C(w_g4) C(r_g4) C(w_g5) C(w_g6) L(w_g7) L(r_g7) L(w_g8) L(w_g9) C(w_g10) C(w_g11) C(w_g12)
L(r_cl1) L(w_cl1) L(w_cl2) L(w_cl3) L(w_cl4) L(w_cl5) L(r_cl5) L(w_cl6) L(r_cl6) L(w_cl7) L(w_cl8) L(w_cl9) L(w_cl10) L(w_cl11)
}

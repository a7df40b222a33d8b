// Wide numbers, odd lvalues, destructors, default arguments, counters that wrap, collectives of parts of a
// warp.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define I __shared__ int s[64]; int t = threadIdx.x;
struct P { int a, b; };
// A: wide unsigned
__global__ void w_a1(int *o, const unsigned long long *in) { I unsigned long long m = in[0] | 1ull << 63; if ((long long)m < 0) { s[t] = t; o[t] = s[t ^ 33]; } }
__global__ void w_a2(int *o, const unsigned *in) { I size_t best = ~size_t(0); for (int i = 0; i < 3; i++) { if (best > 5) { s[t] = i; } __syncthreads(); if (best == ~0ull) o[t] += s[t ^ 33]; if (in[i]) best = in[i]; } }
__global__ void w_a3(int *o, unsigned long long h) { I h *= 0x9E3779B97F4A7C15ull; if (h >> 63) s[t] = 1; else __syncthreads(); o[t] = s[t ^ 33]; }
// B: stores by odd lvalues
__global__ void w_b1(int *o) { I (t & 1 ? s[t] : s[t ^ 33]) = t; o[t] = s[t]; }
__global__ void w_b2(int *o) { I int &r = *(s + (t ^ 1)); auto q = &r; (*q)++; __syncwarp(); o[t] = s[t]; s[(t + 32) & 63] = 1; }
__global__ void w_b3(int *o) { I ((char *)s)[t] = 1; ((short *)s)[t / 2] = 2; __syncthreads(); o[t] = s[t]; }
__global__ void w_b4(int *o) { I *reinterpret_cast<int2 *>(&s[t & 62]) = make_int2(t, t); __syncthreads(); o[t] = s[t]; }
__global__ void w_b5(int *o) { __shared__ P s[64]; int t = threadIdx.x; auto m = &P::b; s[t / 2].*m = t; __syncthreads(); o[t] = s[t].b; }
__global__ void r_b5(int *o) { __shared__ P s[64]; int t = threadIdx.x; auto m = &P::b; s[t].*m = t; __syncthreads(); o[t] = s[t ^ 33].b; }
__global__ void w_b6(int *o) { I [&](int &x) { x = t; }(s[t / 2]); __syncthreads(); o[t] = s[t]; }
__global__ void w_b7(int *o) { I int *p[2] = {s, s + 32}; *p[t & 1] = t; __syncthreads(); o[t] = s[t]; }
__global__ void w_b8(int *o) { __shared__ float4 v[16]; int t = threadIdx.x; (&v[t / 8].x)[t & 3] = t; __syncthreads(); o[t] = v[t / 4].x; }
__global__ void r_b8(int *o) { __shared__ float4 v[16]; int t = threadIdx.x; (&v[t / 4].x)[t & 3] = t; __syncthreads(); o[t] = v[t / 4].x; }
// C/D destructors, default arguments
struct G { int *p; int c; __device__ G(int *q, int d) : p(q), c(d) {} __device__ ~G() { if (c) __syncthreads(); } };
struct H2 { G g; int x; };
__global__ void w_c1(int *o) { I { H2 h{{s, t < 40}, 1}; s[t] = t; } o[t] = s[t]; }
__global__ void r_c1(int *o) { I { H2 h{{s, 1}, 1}; s[t] = t; } o[t] = s[t ^ 33]; }
__device__ int bar(int x = (__syncthreads(), 1)) { return x; }
__global__ void w_d1(int *o) { I s[t] = 1; if (t < 40) o[t] = bar(); }
__global__ void r_d1(int *o) { I s[t] = 1; o[t] = bar(); o[t] += s[t ^ 33]; }
__global__ void w_c2(int *o) { I const G &g = G(s, t & 1); s[t] = 1; o[t] = s[t]; }
__global__ void w_c3(int *o) { I G g[2] = {G(s, 0), G(s, t > 3)}; s[t] = 1; }
__global__ void w_c4(int *o) { I for (int i = 0; i < t; i++) { G g(s, 1); s[t] = 1; } }
// F narrow counters
__global__ void w_f1(int *o, int n) { __shared__ int s[1024]; int t = threadIdx.x; for (unsigned char c = 0; c < n; c++) { if (c == 200) __syncthreads(); if (o[c] > t) break; } o[t] = 1; }
__global__ void w_f3(int *o, int n) { __shared__ int s[256]; int t = threadIdx.x; unsigned char i = t * 5; s[i / 2] = t; __syncthreads(); o[t] = s[t]; }
__global__ void w_f4(int *o, int n) { I unsigned k = t; for (int i = 0; i < 40; i++) k *= 2; s[k & 63] = t; __syncthreads(); o[t] = s[t]; }
__global__ void w_f5(int *o, int n) { I for (short i = 0; i < n; i += 16384) { if (i >= 0) __syncthreads(); s[t] = i; o[t] += s[t ^ 33]; } }
__global__ void w_f6(int *o, int n) { I int k = n; for (int i = 0; i < 3; i++) { k = k * 3 + 1; s[(k + t) & 31] = t; __syncthreads(); } o[t] = s[t]; }
__global__ void r_f6(int *o, int n) { I int k = n; for (int i = 0; i < 3; i++) { k = k * 3 + 1; s[(k + t) & 63] = t; __syncthreads(); o[t] += s[t]; __syncthreads(); } }
// G
__global__ void w_g1(int *o) { I s[__umul24(t, 1 << 20) & 63] = t; __syncthreads(); o[t] = s[t]; }
__global__ void w_g2(int *o) { I s[__mul24(t, 0x1000001) & 31] = t; __syncthreads(); o[t] = s[t]; }
__global__ void w_g3(int *o) { I s[__umulhi(t, 0x80000000u)] = t; __syncthreads(); o[t] = s[t]; }
__global__ void w_g4(int *o) { I s[__brev(t) >> 27] = t; __syncthreads(); o[t] = s[t]; }
__global__ void r_g4(int *o) { I s[__brev(t) >> 26] = t; __syncthreads(); o[t] = s[t]; }
__global__ void w_g5(int *o) { I s[__vadd2(t, 1) >> 1 & 63] = t; __syncthreads(); o[t] = s[t]; }
// J collectives
__global__ void w_j1(int *o) { int t = threadIdx.x; int v = o[t]; if (t < 40) v += __shfl_down_sync(~0u, v, 1); o[t] = v; }
__global__ void w_j2(int *o) { int t = threadIdx.x; unsigned m = __ballot_sync(~0u, t & 1); if (!(t & 1)) o[t] = __shfl_sync(m, t, 0); }
__global__ void r_j2(int *o) { int t = threadIdx.x; unsigned m = __ballot_sync(~0u, t & 1); if (t & 1) o[t] = __shfl_sync(m, t, 1); }
__global__ void w_j3(int *o) { int t = threadIdx.x; auto w = cg::tiled_partition<32>(cg::this_thread_block()); if (t % 3 == 0) w.sync(); o[t] = 1; }
__global__ void w_j4(int *o) { int t = threadIdx.x; auto w = cg::tiled_partition<16>(cg::this_thread_block()); int v = t; if (w.meta_group_rank() < 3 && w.thread_rank() < 8) v = w.shfl_xor(v, 1); o[t] = v; }
__global__ void r_j4(int *o) { int t = threadIdx.x; auto w = cg::tiled_partition<16>(cg::this_thread_block()); int v = t; if (w.meta_group_rank() < 3) v = w.shfl_xor(v, 1); o[t] = v; }
__global__ void w_j5(int *o) { int t = threadIdx.x; if (t < 20) { int v = __reduce_add_sync(0x1fffff, t); o[t] = v; } }
__global__ void w_j6(int *o) { int t = threadIdx.x; if (t & 1) { auto g = cg::coalesced_threads(); if (g.thread_rank() < 4) g.sync(); } o[t] = 1; }
__global__ void w_j7(int *o) { int t = threadIdx.x; if (o[t] > 3) asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }
__global__ void w_j8(int *o) { int t = threadIdx.x; unsigned r; if (t < 7) asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t)); o[t] = r; }
__global__ void w_j9(int *o) { int t = threadIdx.x; unsigned m = __match_any_sync(~0u, t / 8); if (t % 8 < 4) __syncwarp(m); o[t] = 1; }
__global__ void r_j9(int *o) { int t = threadIdx.x; unsigned m = __match_any_sync(~0u, t / 8); __syncwarp(m); o[t] = 1; }
// K
__global__ void w_k1(int *o) { int t = threadIdx.x; o[t] = t; __syncthreads(); o[t + 64] = __ldg(o + (t ^ 33)); }
// L
__global__ void w_l1(int *o) {
#if __CUDA_ARCH__ >= 900
  __shared__ int s[64]; s[threadIdx.x] = 1; o[threadIdx.x] = s[threadIdx.x ^ 33];
#endif
}
void h(int *d) {
#define L(k) k<<<1, 64>>>(d);
#define N(k) k<<<1, 64>>>(d, *d);
w_a1<<<1, 64>>>(d, nullptr); w_a2<<<1, 64>>>(d, nullptr); w_a3<<<1, 64>>>(d, 77);
L(w_b1) L(w_b2) L(w_b3) L(w_b4) L(w_b5) L(r_b5) L(w_b6) L(w_b7) L(w_b8) L(r_b8) L(w_c1) L(r_c1) L(w_d1) L(r_d1) L(w_c2) L(w_c3) L(w_c4) N(w_f1) N(w_f3) N(w_f4) N(w_f5) N(w_f6) N(r_f6) L(w_g1) L(w_g2) L(w_g3) L(w_g4) L(r_g4) L(w_g5) L(w_j1) L(w_j2) L(r_j2) L(w_j3) L(w_j4) L(r_j4) L(w_j5) L(w_j6) L(w_j7) L(w_j8) L(w_j9) L(r_j9) L(w_k1) L(w_l1)
}

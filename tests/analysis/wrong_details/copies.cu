// flags: --arch=sm_90
// Bytes that barrier objects expect, phases they wait for, copies in loops.
#include <cuda/barrier>
#include <cuda/ptx>
using B = cuda::barrier<cuda::thread_scope_block>;
typedef unsigned long long u64; typedef unsigned u32;
__device__ __forceinline__ u32 sa(const void *p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void init(u64 *b, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory"); }
__device__ void expect(u64 *b, int n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory"); }
__device__ void arrive(u64 *b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sa(b)) : "memory"); }
__device__ void copy(void *d, const void *s, int n, u64 *b) { asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(d)), "l"(s), "r"(n), "r"(sa(b)) : "memory"); }
__device__ void wait(u64 *b, int p) { asm volatile("{\n.reg .pred P;\nL: mbarrier.try_wait.parity.shared::cta.b64 P, [%0], %1;\n@P bra D;\nbra L;\nD:\n}" ::"r"(sa(b)), "r"(p) : "memory"); }
#define FENCE asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#define H __shared__ alignas(128) int s[4][64]; __shared__ u64 b[2]; int t = threadIdx.x; if (t == 0) { init(&b[0], 1); init(&b[1], 1); FENCE } __syncthreads();
__global__ void r_1(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 256, b); } wait(b, 0); o[t] = s[0][t]; }
__global__ void w_1(int *o, const int *in) { H if (t == 0) { expect(b, 128); copy(s[0], in, 256, b); } wait(b, 0); o[t] = s[0][t]; }
__global__ void w_2(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 128, b); copy(s[0] + 32, in + 32, 128, b + 1); } wait(b, 0); o[t] = s[0][t]; }
__global__ void r_2(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 128, b); copy(s[0] + 32, in + 32, 128, b); } wait(b, 0); o[t] = s[0][t]; }
__global__ void r_5(int *o, const int *in) { H if (t == 0) { expect(b, 512); expect(b + 1, 256); copy(s[0], in, 256, b); copy(s[1], in + 64, 256, b + 1); copy(s[2], in, 256, b); } wait(b, 0); o[t] = s[2][t ^ 1]; wait(b + 1, 0); o[t] += s[1][t]; }
__global__ void r_14(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 256, b); } s[1][t] = t; wait(b, 0); __syncthreads(); o[t] = s[0][t] + s[1][t ^ 33]; }
__global__ void w_3(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 256, b); } wait(b, 1); o[t] = s[0][t]; }
__global__ void w_4(int *o, const int *in) { H if (t == 0) { expect(b, 256); for (int i = 0; i < 4; i++) copy(s[i], in + 64 * i, 256, b); } wait(b, 0); o[t] = s[3][t]; }
__global__ void r_4(int *o, const int *in) { H if (t == 0) { expect(b, 1024); for (int i = 0; i < 4; i++) copy(s[i], in + 64 * i, 256, b); } wait(b, 0); o[t] = s[3][t]; }
__global__ void w_5(int *o, const int *in) { H if (t == 0) { expect(b, 1024); for (int i = 0; i < 4; i++) copy(s[i], in + 64 * i, 256, b + (i & 1)); } wait(b, 0); o[t] = s[3][t]; }
__global__ void w_6(int *o, const int *in) { H if (t == 0) { expect(b, 1024); for (int i = 0; i < 3; i++) copy(s[i], in + 64 * i, 256, b); copy(s[3], in, 128, b); } wait(b, 0); o[t] = s[3][t]; }
__global__ void w_7(int *o, const int *in) { H if (t == 0) { expect(b, 512); for (int i = 0; i < 4; i += 2) { copy(s[i], in + 64 * i, 256, b); if (i) copy(s[i + 1], in, 256, b); } } wait(b, 0); o[t] = s[3][t]; }
__global__ void w_8(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 256, b); } if (t < 32) wait(b, 0); o[t] = s[0][t]; }
__global__ void w_9(int *o, const int *in) { H if (t < 2) { expect(b, 256); copy(s[t], in, 256, b); } wait(b, 0); o[t] = s[0][t] + s[1][t]; }
__global__ void w_10(int *o, const int *in, int n) { H for (int k = 0; k < n; k++) { if (t == 0) { expect(b, 256); copy(s[0], in + 64 * k, 256, b); } wait(b, k & 1); o[t] += s[0][t ^ 1]; } }
__global__ void r_10(int *o, const int *in, int n) { H for (int k = 0; k < n; k++) { if (t == 0) { expect(b, 256); copy(s[0], in + 64 * k, 256, b); } wait(b, k & 1); o[t] += s[0][t ^ 1]; __syncthreads(); } }
__global__ void w_11(int *o, const int *in, int n) { H for (int k = 0; k < n; k++) { if (t == 0) { expect(b, 256); copy(s[0], in + 64 * k, 256, b); } wait(b, 0); o[t] += s[0][t ^ 1]; __syncthreads(); } }
__global__ void w_12(int *o, const int *in, int n) { H for (int k = 0; k < n; k++) { if (t == 0) { expect(b + (k & 1), 256); copy(s[k & 1], in + 64 * k, 256, b + (k & 1)); } wait(b + (k & 1), k & 1); o[t] += s[k & 1][t ^ 1]; __syncthreads(); } }
__global__ void r_12(int *o, const int *in, int n) { H for (int k = 0; k < n; k++) { if (t == 0) { expect(b + (k & 1), 256); copy(s[k & 1], in + 64 * k, 256, b + (k & 1)); } wait(b + (k & 1), k >> 1 & 1); o[t] += s[k & 1][t ^ 1]; __syncthreads(); } }
__global__ void w_13(int *o, const int *in, int n) { H if (t == 0) { expect(b, n * 4); copy(s[0], in, 256, b); } wait(b, 0); o[t] = s[0][t]; }
__global__ void w_14(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 256, b); } s[0][t] = 1; wait(b, 0); o[t] = s[0][t]; }
__global__ void w_15(int *o, const int *in) { __shared__ alignas(128) int s[64]; __shared__ u64 b; int t = threadIdx.x; if (t == 0) { init(&b, 1); expect(&b, 256); copy(s, in, 256, &b); } wait(&b, 0); o[t] = s[t]; }
__global__ void w_16(int *o, const int *in) { __shared__ alignas(128) int s[64]; __shared__ u64 b; int t = threadIdx.x; if (t == 0) init(&b, 2); __syncthreads(); if (t == 0) { expect(&b, 256); copy(s, in, 256, &b); } wait(&b, 0); o[t] = s[t]; }
__global__ void r_16(int *o, const int *in) { __shared__ alignas(128) int s[64]; __shared__ u64 b; int t = threadIdx.x; if (t == 0) init(&b, 2); __syncthreads(); if (t == 0) { expect(&b, 256); copy(s, in, 256, &b); } if (t == 32) arrive(&b); wait(&b, 0); o[t] = s[t]; }
__global__ void w_17(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 256, b); } wait(b, 0); o[t] = s[0][t]; if (t == 0) { expect(b, 256); copy(s[0], in + 64, 256, b); } wait(b, 1); o[t] += s[0][t ^ 1]; }
__global__ void r_17(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 256, b); } wait(b, 0); o[t] = s[0][t]; __syncthreads(); if (t == 0) { expect(b, 256); copy(s[0], in + 64, 256, b); } wait(b, 1); o[t] += s[0][t ^ 1]; }
__global__ void w_18(int *o, const int *in, int m) { H if (t == 0) { expect(b, 256 * m); for (int i = 0; i < 4; i++) copy(s[i], in + 64 * i, 256, b); } wait(b, 0); o[t] = s[3][t]; }
__global__ void w_19(int *o, const int *in) { H if (t == 0) { for (int i = 0; i < 4; i++) { expect(b, 256); copy(s[i], in + 64 * i, 256, b); } } wait(b, 0); o[t] = s[3][t]; }
__global__ void w_20(int *o, const int *in) { H if (t == 0) { expect(b, 512); for (int i = 0; i < 4; i++) if (in[i]) copy(s[i], in + 64 * i, 256, b); } wait(b, 0); o[t] = s[3][t]; }
__global__ void w_21(int *o, const int *in) { H if (t == 0) expect(b, 256); if (t == 32) copy(s[0], in, 128, b); wait(b, 0); o[t] = s[0][t]; }
__global__ void w_22(int *o, const int *in) { H if (t == 0) { expect(b, 256); copy(s[0], in, 256, b); } wait(b, 0); o[t] = s[0][t + 1]; }
__global__ void w_23(int *o, const int *in) { H if (t >= 32) { if (t == 32) { for (int k = 0; k < 8; k++) { expect(b, 256); copy(s[k & 3], in, 256, b); } } return; } for (int k = 0; k < 8; k++) { wait(b, k & 1); o[t] += s[k & 3][t]; } }
// cuda::barrier
__global__ void r_b1(int *o, const int *in) { __shared__ alignas(16) int s[64]; __shared__ B b; int t = threadIdx.x; if (t == 0) init(&b, blockDim.x); __syncthreads(); if (t == 0) cuda::memcpy_async(s, in, cuda::aligned_size_t<16>(256), b); b.arrive_and_wait(); o[t] = s[t ^ 33]; }
__global__ void w_b1(int *o, const int *in) { __shared__ alignas(16) int s[64]; __shared__ B b; int t = threadIdx.x; if (t == 0) init(&b, blockDim.x); __syncthreads(); b.arrive_and_wait(); if (t == 0) cuda::memcpy_async(s, in, cuda::aligned_size_t<16>(256), b); o[t] = s[t ^ 33]; }
__global__ void w_b2(int *o, const int *in) { __shared__ int s[64]; __shared__ B b; int t = threadIdx.x; if (t == 0) init(&b, blockDim.x); __syncthreads(); s[t] = t; auto k = b.arrive(); o[t] = s[t ^ 33]; b.wait(std::move(k)); }
__global__ void w_b3(int *o, const int *in) { __shared__ int s[64]; __shared__ B b; int t = threadIdx.x; if (t == 0) init(&b, blockDim.x / 2); __syncthreads(); s[t] = t; b.arrive_and_wait(); o[t] = s[t ^ 33]; }
__global__ void w_b4(int *o, const int *in) { __shared__ int s[64]; __shared__ B b; int t = threadIdx.x; if (t == 0) init(&b, blockDim.x); s[t] = t; b.arrive_and_wait(); o[t] = s[t ^ 33]; }
__global__ void w_b5(int *o, const int *in) { __shared__ int s[64]; __shared__ B b; int t = threadIdx.x; if (t == 0) init(&b, blockDim.x); __syncthreads(); if (t < 40) { b.arrive_and_drop(); return; } s[t] = t; b.arrive_and_wait(); o[t] = s[(t + 1) & 63]; s[t - 40] = 1; }
void h(int *d, int *e) {
#define L2(k) k<<<1, 64>>>(d, e);
#define L3(k) k<<<1, 64>>>(d, e, 4);
L2(r_1) L2(w_1) L2(w_2) L2(w_3) L2(r_2) L2(r_5) L2(r_14) L2(w_4) L2(r_4) L2(w_5) L2(w_6) L2(w_7) L2(w_8) L2(w_9) w_10<<<1, 64>>>(d, e, *d); r_10<<<1, 64>>>(d, e, *d); w_11<<<1, 64>>>(d, e, *d); w_12<<<1, 64>>>(d, e, *d); r_12<<<1, 64>>>(d, e, *d); w_13<<<1, 64>>>(d, e, *d); L2(w_14) L2(w_15) L2(w_16) L2(r_16) L2(w_17) L2(r_17) w_18<<<1, 64>>>(d, e, *d); L2(w_19) L2(w_20) L2(w_21) L2(w_22) L2(w_23)
L2(r_b1) L2(w_b1) L2(w_b2) L2(w_b3) L2(w_b4) L2(w_b5)
}

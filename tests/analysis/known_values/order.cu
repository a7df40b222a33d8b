/* Tiles, own copies, what loaded data often guarantees, barriers in two arms. */
#include <cuda_pipeline.h>
#include <cuda/atomic>
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const float *in, const int *list, int n) {                      \
        __shared__ __align__(16) float s[1024];                                                    \
        __shared__ int flag;                                                                       \
        __shared__ volatile int vflag;                                                             \
        __shared__ float one;                                                                      \
        int t = threadIdx.x, lane = t % 32, warp = t / 32;                                         \
        __VA_ARGS__                                                                                \
    }
K(
    r_tile, int first = blockIdx.x * 128; for (int i = first + t; i < first + 128; i += 128) {
        s[i - first] = in[i];
        __syncthreads();
        o[i] = s[127 - (i - first)];
        __syncthreads();
    })
K(r_tile_end, int first = blockIdx.x * 128; if (first >= n) return; s[t] = in[first + t];
  __syncthreads(); o[first + t] = s[127 - t];)
K(
    r_tile_div, int row = blockIdx.x / 3; int first = (blockIdx.x % 3) * 128;
    if (row * 384 + first < n) {
        s[t] = in[t];
        __syncthreads();
    } o[blockIdx.x * 128 + t] = s[127 - t];)
K(w_tile_end, int first = blockIdx.x * 128; if (first + t >= n) return; s[t] = in[first + t];
  __syncthreads(); o[first + t] = s[127 - t];)
K(r_own_copy, __pipeline_memcpy_async(&s[t * 4], &in[t * 4], 16); __pipeline_commit();
  __pipeline_wait_prior(0); o[t] = s[t * 4];)
K(w_own_copy, __pipeline_memcpy_async(&s[t * 4], &in[t * 4], 16); __pipeline_commit();
  o[t] = s[t * 4];)
K(w_other_copy, __pipeline_memcpy_async(&s[t * 4], &in[t * 4], 16); __pipeline_commit();
  __pipeline_wait_prior(0); o[t] = s[(127 - t) * 4];)
K(r_other_copy, __pipeline_memcpy_async(&s[t * 4], &in[t * 4], 16); __pipeline_commit();
  __pipeline_wait_prior(0); __syncthreads(); o[t] = s[(127 - t) * 4];)
K(r_own_ptx, unsigned p = (unsigned)__cvta_generic_to_shared(&s[t * 4]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(p), "l"(in + t * 4)
               : "memory");
  asm volatile("cp.async.commit_group;"); asm volatile("cp.async.wait_group 0;" ::
                                                           : "memory");
  o[t] = s[t * 4];)
K(l_r_shape, s[t + 16 * threadIdx.y] = 1; __syncthreads();
  o[t + 16 * threadIdx.y] = s[t + 16 * (7 - threadIdx.y)];)
K(l_w_shape, s[t + 16 * threadIdx.y] = 1; o[t + 16 * threadIdx.y] = s[t + 16 * (7 - threadIdx.y)];)
K(l_ascending, for (int i = list[t]; i < list[t + 1]; i++) o[i] = t;)
K(l_permutation, o[list[t]] = t;)
K(l_ranges, for (int i = 0; i < n; i++) o[list[t] + i] = t;)
K(l_crosses, if (list[t] <= n && n < list[t + 1]) one = t; __syncthreads(); o[t] = one;)
K(l_found, if (list[t] == n) one = t; __syncthreads(); o[t] = one;)
K(
    r_unaligned, s[t] = in[t]; if (t & 1) {
        asm volatile("barrier.sync 0;" ::: "memory");
        s[t + 512] = 1;
    } else {
        asm volatile("barrier.sync 0;" ::: "memory");
        s[t + 512] = 2;
    } o[t] = s[127 - t];)
K(
    w_aligned, s[t] = in[t]; if (t & 1) {
        asm volatile("barrier.sync.aligned 0;" ::: "memory");
        s[t + 512] = 1;
    } else {
        asm volatile("barrier.sync.aligned 0;" ::: "memory");
        s[t + 512] = 2;
    } o[t] = s[127 - t];)
K(
    w_unaligned, s[t] = in[t]; if (t & 1) {
        asm volatile("barrier.sync 0;" ::: "memory");
        s[t + 512] = 1;
    } o[t] = s[127 - t];)
void run(float *o, const float *in, const int *l, int n, int *a) {
#define L(k) k<<<(n + 127) / 128, 128>>>(o, in, l, n);
#define M(k) k<<<1, 128>>>(o, in, l, n);
    L(r_tile)
    L(r_tile_end) L(r_tile_div) L(w_tile_end) M(r_own_copy) M(w_own_copy) M(w_other_copy)
        M(r_other_copy) M(r_own_ptx) a[0] = 16;
    a[1] = 8;
    l_r_shape<<<1, dim3(a[0], a[1])>>>(o, in, l, n);
    l_w_shape<<<1, dim3(a[0], a[1])>>>(o, in, l, n);
    M(l_ascending)
    M(l_permutation) M(l_ranges) M(l_crosses) M(l_found) M(r_unaligned) M(w_aligned) M(w_unaligned)
}

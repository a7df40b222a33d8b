// Numbers in `__constant__` memory, which are the same for all threads, and others, which are not.
__constant__ int N; __constant__ int cfg[4]; __device__ int dn; __constant__ unsigned mask;
struct Cfg { int n, stride; bool on; }; __constant__ Cfg cf;
// condition on a constant is uniform
__global__ void r_c1(int *o) { __shared__ int s[64]; int t = threadIdx.x; s[t] = t; if (N > 3) __syncthreads(); else __syncthreads(); o[t] = s[t ^ 1]; }
__global__ void w_c1(int *o) { __shared__ int s[64]; int t = threadIdx.x; s[t] = t; if (N > 3) __syncthreads(); o[t] = s[t ^ 33]; }
__global__ void w_c2(int *o) { __shared__ int s[64]; int t = threadIdx.x; s[t] = t; if (cfg[t & 3]) __syncthreads(); o[t] = t; }
__global__ void r_c2(int *o) { __shared__ int s[64]; int t = threadIdx.x; s[t] = t; if (cfg[blockIdx.x & 3]) __syncthreads(); o[t] = t; }
__global__ void w_c3(int *o) { __shared__ int s[64]; int t = threadIdx.x; if (t < cf.n) __syncthreads(); o[t] = t; }
__global__ void r_c3(int *o) { __shared__ int s[64]; int t = threadIdx.x; s[t] = t; if (cf.on) { __syncthreads(); o[t] = s[t ^ 33]; } }
__global__ void w_c5(int *o) { int t = threadIdx.x; o[t / (cf.n ? 2 : 1)] = t; }
__global__ void w_c6(int *o) { int t = threadIdx.x; __shared__ int s[64]; if (dn == 0) { __syncthreads(); } dn = 1; o[t] = 1; }
__global__ void w_c7(int *o) { __shared__ int s[128]; int t = threadIdx.x; s[t + N] = t; __syncthreads(); o[t] = s[t]; __syncthreads(); s[(t + N) & 63] = 1; s[t] = 2; }
__global__ void w_c8(int *o) { int t = threadIdx.x; if (t & mask) o[0] = t; }
__global__ void w_c9(int *o) { __shared__ int s[64]; int t = threadIdx.x; for (int i = 0; i < N; i++) { s[t] = i; __syncthreads(); o[t] += s[t ^ 33]; } }
__global__ void r_c9(int *o) { __shared__ int s[64]; int t = threadIdx.x; for (int i = 0; i < N; i++) { s[t] = i; __syncthreads(); o[t] += s[t ^ 33]; __syncthreads(); } }
__global__ void w_c10(int *o) { __shared__ int s[64]; int t = threadIdx.x; for (int i = t; i < N; i += 64) { s[t] = i; __syncthreads(); } o[t] = 1; }
__global__ void w_c11(int *o) { int *p = (int *)&cf; __shared__ int s[64]; int t = threadIdx.x; if (p[t % 3]) __syncthreads(); o[t] = 1; }
__global__ void w_c12(int *o) { const int *p = cfg + threadIdx.x % 4; if (*p) __syncthreads(); o[threadIdx.x] = 1; }
// writes a device variable that is read as "constant"
__device__ int dcfg[4];
__global__ void w_c13(int *o) { int t = threadIdx.x; dcfg[t & 3] = t; if (dcfg[0]) __syncthreads(); o[t] = 1; }
__global__ void w_c14(int *o) { __shared__ int s[64]; int t = threadIdx.x; s[t] = 1; if (cf.n == 64) return; __syncwarp(); o[t] = s[t ^ 33]; }
void one(int *d) { r_c1<<<1,64>>>(d); w_c1<<<1,64>>>(d); w_c2<<<1,64>>>(d); r_c2<<<1,64>>>(d); w_c3<<<1,64>>>(d); r_c3<<<1,64>>>(d); w_c5<<<1,64>>>(d); w_c6<<<1,64>>>(d); w_c7<<<1,64>>>(d); w_c8<<<1,64>>>(d); w_c9<<<1,64>>>(d); r_c9<<<1,64>>>(d); w_c10<<<1,64>>>(d); w_c11<<<1,64>>>(d); w_c12<<<1,64>>>(d); w_c13<<<1,64>>>(d); w_c14<<<1,64>>>(d); }

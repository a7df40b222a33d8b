/* Random numbers: only the generator of a block is a barrier. */
#include <curand_kernel.h>
#define K(name, state, ...)                                                                        \
    __global__ void name(state *st, float *o, int n) {                                             \
        int t = threadIdx.x;                                                                       \
        __VA_ARGS__                                                                                \
    }
K(r_uniform, curandState, if (t < n) o[t] = curand_uniform(&st[t]);)
K(r_loop, curandState_t, curandState_t l = st[t];
  for (int i = 0; i < t; i++) o[t] += curand_uniform(&l); st[t] = l;)
K(
    r_normal, curandStatePhilox4_32_10_t, curandStatePhilox4_32_10_t l = st[t]; if (t & 1) {
        float4 v = curand_normal4(&l);
        o[t] = v.x;
    } st[t] = l;)
K(r_xorwow, curandStateXORWOW_t, if (t > 3) o[t] = curand_normal(&st[t]);)
K(r_sobol, curandStateSobol32_t, if (t > 3) o[t] = curand(&st[t]);)
K(r_twister, curandStateMtgp32, o[t] = curand_uniform(&st[blockIdx.x]);)
K(w_twister, curandStateMtgp32, if (t > 3) o[t] = curand_uniform(&st[blockIdx.x]);)
K(w_shared_state, curandState, o[t] = curand_uniform(&st[blockIdx.x]);)
void run(float *o, int n, curandState *a, curandStatePhilox4_32_10_t *b, curandStateSobol32_t *c,
         curandStateMtgp32 *d) {
    r_uniform<<<1, 256>>>(a, o, n);
    r_loop<<<1, 256>>>(a, o, n);
    r_normal<<<1, 256>>>(b, o, n);
    r_xorwow<<<1, 256>>>(a, o, n);
    r_sobol<<<1, 256>>>(c, o, n);
    r_twister<<<1, 256>>>(d, o, n);
    w_twister<<<1, 256>>>(d, o, n);
    w_shared_state<<<1, 256>>>(a, o, n);
}

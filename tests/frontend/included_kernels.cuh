/* Included by test_lower_call.c. */
template <class T> __global__ void filled(T *p) { p[threadIdx.x] = 0; }
__global__ void launched(int *p) { p[0] = 1; }
__global__ void not_launched(int *p) { p[0] = 2; }

/* ... by the checks of torch. */
#define K(name)                                                                                    \
    __global__ void name(float *o, const int *in, int n) {                                         \
        __shared__ float s[256];                                                                   \
        int t = threadIdx.x;                                                                       \
        for (int i = t; i < n; i += 256) {                                                         \
            s[t] = in[i];                                                                          \
            __syncthreads();                                                                       \
            o[i] = s[255 - t];                                                                     \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
K(r_torch)
K(w_torch) K(r_check_eq)
#include <torch/extension.h>
    void run(torch::Tensor x, float *o, const int *in) {
    int n = x.size(0);
    TORCH_CHECK(n % 256 == 0, "n must be a multiple of 256");
    r_torch<<<1, 256>>>(o, in, n);
}
void run2(torch::Tensor x, float *o, const int *in) {
    int n = x.size(0);
    TORCH_CHECK(n > 0);
    w_torch<<<1, 256>>>(o, in, n);
}
void run3(torch::Tensor x, float *o, const int *in) {
    int n = x.size(0);
    TORCH_CHECK_EQ(n % 256, 0);
    r_check_eq<<<1, 256>>>(o, in, n);
}

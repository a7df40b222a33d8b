/* What host code says of the shape of a tensor or the length of a container, and passes on as an
 * argument. */
#include <cstdio>
#include <torch/extension.h>
#include <vector>
#define K(name)                                                                                    \
    __global__ void name(float *o, int n) {                                                        \
        __shared__ float s[256];                                                                   \
        int t = threadIdx.x;                                                                       \
        for (int i = t; i < n; i += 256) {                                                         \
            s[t] = i;                                                                              \
            __syncthreads();                                                                       \
            o[i] = s[255 - t];                                                                     \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
#define LAUNCH(k, n) k<<<1, 256>>>(x.data_ptr<float>(), n)
K(r_check)
void run_r_check(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 256 == 0, "no");
    LAUNCH(r_check, x.size(0));
}
K(r_later)
void run_r_later(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 256 == 0, "no");
    const int n = x.size(0);
    LAUNCH(r_later, n);
}
K(r_before)
void run_r_before(torch::Tensor x, torch::Tensor y, int d) {
    const int n = x.size(0);
    TORCH_CHECK(x.size(0) % 256 == 0, "no");
    LAUNCH(r_before, n);
}
K(r_numel)
void run_r_numel(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.numel() % 512 == 0, "no");
    LAUNCH(r_numel, x.numel());
}
K(r_mask)
void run_r_mask(torch::Tensor x, torch::Tensor y, int d) {
    if (x.numel() & 255)
        return;
    LAUNCH(r_mask, x.numel());
}
K(r_pointer)
void run_r_pointer(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(1) % 256 == 0, "no");
    float *p = x.data_ptr<float>();
    r_pointer<<<1, 256>>>(p, x.size(1));
}
K(r_product)
void run_r_product(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(1) % 256 == 0, "no");
    LAUNCH(r_product, x.size(0) * x.size(1));
}
K(r_and)
void run_r_and(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.dim() == 2 && x.size(1) % 256 == 0, "no");
    LAUNCH(r_and, x.size(1));
}
K(w_other_dimension)
void run_w_other_dimension(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(1) % 256 == 0, "no");
    LAUNCH(w_other_dimension, x.size(0));
}
K(w_other_tensor)
void run_w_other_tensor(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(y.size(0) % 256 == 0, "no");
    LAUNCH(w_other_tensor, x.size(0));
}
K(w_less)
void run_w_less(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 128 == 0, "no");
    LAUNCH(w_less, x.size(0));
}
K(w_not)
void run_w_not(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 256 != 0, "no");
    LAUNCH(w_not, x.size(0));
}
K(w_assigned)
void run_w_assigned(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 256 == 0, "no");
    x = y;
    LAUNCH(w_assigned, x.size(0));
}
K(w_open_dimension)
void run_w_open_dimension(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(d) % 256 == 0, "no");
    d++;
    LAUNCH(w_open_dimension, x.size(d));
}
K(w_or)
void run_w_or(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 256 == 0 || d, "no");
    LAUNCH(w_or, x.size(0));
}
K(w_told)
void run_w_told(torch::Tensor x, torch::Tensor y, int d) {
    if (x.size(0) % 256 != 0)
        printf("no");
    LAUNCH(w_told, x.size(0));
}
K(w_other_question)
void run_w_other_question(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.stride(0) % 256 == 0, "no");
    LAUNCH(w_other_question, x.size(0));
}
K(w_handed_out)
void run_w_handed_out(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 256 == 0, "no");
    auto change = [](torch::Tensor &t) { t = t[0]; };
    change(x);
    LAUNCH(w_handed_out, x.size(0));
}
K(w_resized)
void run_w_resized(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 256 == 0, "no");
    x.resize_({3});
    LAUNCH(w_resized, x.size(0));
}
K(w_loop)
void run_w_loop(torch::Tensor x, torch::Tensor y, int d) {
    TORCH_CHECK(x.size(0) % 256 == 0, "no");
    for (int i = 0; i < d; i++) {
        LAUNCH(w_loop, x.size(0));
        x = x[0];
    }
}
K(w_mask)
void run_w_mask(torch::Tensor x, torch::Tensor y, int d) {
    if (x.numel() & 127)
        return;
    LAUNCH(w_mask, x.numel());
}
K(w_no_mask)
void run_w_no_mask(torch::Tensor x, torch::Tensor y, int d) {
    if (x.numel() & 254)
        return;
    LAUNCH(w_no_mask, x.numel());
}
K(r_vector) void run_r(float *o, const std::vector<int> &v) {
    if (v.size() % 256)
        return;
    r_vector<<<1, 256>>>(o, v.size());
}
K(r_own) void run_o(float *o, std::vector<int> v) {
    if (v.size() % 256)
        return;
    r_own<<<1, 256>>>(o, v.size());
}
K(w_grown) void run_w(float *o, std::vector<int> v) {
    if (v.size() % 256)
        return;
    v.push_back(3);
    w_grown<<<1, 256>>>(o, v.size());
}

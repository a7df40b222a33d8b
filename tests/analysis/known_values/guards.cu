/* What host code says of arguments before it launches. */
#include <cassert>
#define TORCH_CHECK(c, ...)                                                                        \
    do {                                                                                           \
        if (!(c))                                                                                  \
            throw 1;                                                                               \
    } while (0)
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int n, int m) {                                  \
        __shared__ float s[256];                                                                   \
        int t = threadIdx.x, lane = t % 32, warp = t / 32;                                         \
        __VA_ARGS__                                                                                \
    }
#define TILE                                                                                       \
    for (int i = t; i < n; i += 256) {                                                             \
        s[t] = in[i];                                                                              \
        __syncthreads();                                                                           \
        o[i] = s[255 - t];                                                                         \
        __syncthreads();                                                                           \
    }
K(r_return, TILE) K(w_return, TILE) K(r_exit, TILE) K(r_throw, TILE) K(r_assert, TILE) K(r_check, TILE) K(w_check, TILE) K(r_constant, TILE) K(w_constant, TILE)
K(r_in_kernel, assert(n % 256 == 0); TILE) K(r_caller, TILE) K(w_caller, TILE)
K(r_rounded, TILE) K(r_if, TILE) K(w_if, TILE) K(r_else, TILE) K(r_abort, TILE) K(r_product, TILE) K(r_shifted, TILE) K(r_member, TILE)
K(r_branch, if (m == 0) { if (t < n) __syncthreads(); } o[t] = s[t];)
K(p_branch, if (m == 7) { if (t < 5) __syncthreads(); } o[t] = s[t];)
K(r_guard_size, if (t < n) __syncthreads(); o[t] = s[t];)
K(p_size, for (int i = t; i < n; i += 256) __syncthreads(); o[t] = s[t];)
#include <cstdlib>
#include <stdexcept>
struct Size {
    int n;
};
static void caller_r(float *o, const int *in, int n) {
    r_caller<<<1, 256>>>(o, in, n, 1);
}
static void caller_w(float *o, const int *in, int n) {
    w_caller<<<1, 256>>>(o, in, n, 1);
}
void f0(float *o, const int *in, int n) {
    if (n % 256)
        return;
    r_return<<<1, 256>>>(o, in, n, 1);
}
void f1(float *o, const int *in, int n) {
    if (n % 128)
        return;
    w_return<<<1, 256>>>(o, in, n, 1);
}
void f2(float *o, const int *in, int n) {
    if (n % 256 != 0)
        exit(1);
    r_exit<<<1, 256>>>(o, in, n, 1);
}
void f3(float *o, const int *in, int n) {
    if (n & 255)
        throw std::runtime_error("size");
    r_throw<<<1, 256>>>(o, in, n, 1);
}
void f4(float *o, const int *in, int n) {
    assert(n % 256 == 0);
    r_assert<<<1, 256>>>(o, in, n, 1);
}
void f5(float *o, const int *in, int n) {
    TORCH_CHECK(n % 256 == 0, "size");
    r_check<<<1, 256>>>(o, in, n, 1);
}
void f6(float *o, const int *in, int n) {
    TORCH_CHECK(n % 32 == 0, "size");
    w_check<<<1, 256>>>(o, in, n, 1);
}
void f7(float *o, const int *in, int n) {
    r_constant<<<1, 256>>>(o, in, 1024, 1);
    r_in_kernel<<<1, 256>>>(o, in, n, 1);
}
void f8(float *o, const int *in, int n) {
    w_constant<<<1, 256>>>(o, in, 1000, 1);
}
void f9(float *o, const int *in, int n) {
    caller_r(o, in, 512);
    caller_r(o, in, 2048);
    caller_w(o, in, 512);
    caller_w(o, in, 300);
}
void g0(float *o, const int *in, int n) {
    n = (n + 255) / 256 * 256;
    r_rounded<<<1, 256>>>(o, in, n, 1);
}
void g1(float *o, const int *in, int n) {
    if (n % 256 == 0)
        r_if<<<1, 256>>>(o, in, n, 1);
    if (n % 256 != 0)
        w_if<<<1, 256>>>(o, in, n, 1);
    else
        r_else<<<1, 256>>>(o, in, n, 1);
}
void g2(float *o, const int *in, int n) {
    if (n % 256)
        abort();
    r_abort<<<1, 256>>>(o, in, n, 1);
}
void g3(float *o, const int *in, int n) {
    r_product<<<1, 256>>>(o, in, n * 256, 1);
    r_shifted<<<1, 256>>>(o, in, n << 8, 1);
}
void g4(float *o, const int *in, Size z) {
    if (z.n % 256)
        return;
    r_member<<<1, 256>>>(o, in, z.n, 1);
}
void g5(float *o, const int *in, int n) {
    r_branch<<<1, 256>>>(o, in, n, 1);
    p_branch<<<1, 256>>>(o, in, n, 1);
    p_branch<<<1, 256>>>(o, in, n, 3);
}
void g6(float *o, const int *in, int n) {
    if (n < 256)
        return;
    r_guard_size<<<1, 256>>>(o, in, n, 1);
}
void g7(float *o, const int *in, int n) {
    p_size<<<1, 256>>>(o, in, 1024, 1);
    p_size<<<1, 256>>>(o, in, 2048, 1);
}

/* Rounding helpers of host code: what divides an argument is known through them. */
#include <algorithm>
#include <vector>
static inline int roundUp(int a, int b) {
    return (a + b - 1) / b * b;
}
static inline int roundUpParen(int a, int b) {
    return ((a + b - 1) / b) * b;
}
static inline int ceil_div(int a, int b) {
    return (a + b - 1) / b;
}
static int by_ceil(int a, int b) {
    return ceil_div(a, b) * b;
}
template <typename T> constexpr T round_up(T a, T b) {
    return (a + b - 1) / b * b;
}
template <int N> int pad(int n) {
    return (n + N - 1) / N * N;
}
static int align_up(int a, int b) {
    return (a + b - 1) & ~(b - 1);
}
static int align_bad(int a, int b) {
    return (a + b) & ~b;
}
static int down(int a, int b) {
    return a - a % b;
}
static int down_bad(int a, int c, int b) {
    return a - c % b;
}
static int twice(int a, int b) {
    int r = (a + b - 1) / b;
    return r * b;
}
static int changed(int a, int b) {
    int r = (a + b - 1) / b;
    b = a;
    return r * b;
}
static int some(int a, int b) {
    if (a > 7)
        return 7;
    return a * b;
}
static int rec(int a) {
    return rec(a - 1) * 2;
}
#define MACRO_UP(a, b) (((a) + (b)-1) / (b) * (b))
#define K(name)                                                                                    \
    __global__ void name(float *o, const int *in, int n, int m) {                                  \
        __shared__ float s[256];                                                                   \
        int t = threadIdx.x;                                                                       \
        for (int i = t; i < n; i += 256) {                                                         \
            s[t] = in[i];                                                                          \
            __syncthreads();                                                                       \
            o[i] = s[255 - t];                                                                     \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
K(r_up)
K(w_up) K(r_paren) K(r_by_ceil) K(r_template) K(w_template) K(r_pad) K(w_pad) K(r_align) K(w_align)
    K(w_align_bad) K(r_down) K(w_down_bad) K(r_twice) K(w_changed) K(w_some) K(w_rec) K(r_macro)
        K(r_min) K(w_min) K(r_member) K(w_member) K(r_local) K(r_size_t) K(w_less)
            K(r_stride) struct Shape {
    int n;
    int padded() const {
        return roundUp(n, 256);
    }
    int plain() const {
        return roundUp(n, 25);
    }
};
void run(float *o, const int *in, int n, int m, Shape z, std::vector<int> v) {
    r_up<<<1, 256>>>(o, in, roundUp(n, 256), m);
    w_up<<<1, 256>>>(o, in, roundUp(n, 128), m);
    r_paren<<<1, 256>>>(o, in, roundUpParen(n, 512), m);
    r_by_ceil<<<1, 256>>>(o, in, by_ceil(n, 256), m);
    r_template<<<1, 256>>>(o, in, round_up(n, 256), m);
    w_template<<<1, 256>>>(o, in, round_up(n, 255), m);
    r_pad<<<1, 256>>>(o, in, pad<256>(n), m);
    w_pad<<<1, 256>>>(o, in, pad<64>(n), m);
    r_align<<<1, 256>>>(o, in, align_up(n, 256), m);
    w_align<<<1, 256>>>(o, in, align_up(n, 64), m);
    w_align_bad<<<1, 256>>>(o, in, align_bad(n, 256), m);
    r_down<<<1, 256>>>(o, in, down(n, 256), m);
    w_down_bad<<<1, 256>>>(o, in, down_bad(n, m, 256), m);
    r_twice<<<1, 256>>>(o, in, twice(n, 256), m);
    w_changed<<<1, 256>>>(o, in, changed(n, 256), m);
    w_some<<<1, 256>>>(o, in, some(n, 256), m);
    w_rec<<<1, 256>>>(o, in, rec(n), m);
    r_macro<<<1, 256>>>(o, in, MACRO_UP(n, 256), m);
    r_min<<<1, 256>>>(o, in, std::min(roundUp(n, 256), 1024), m);
    w_min<<<1, 256>>>(o, in, std::min(roundUp(n, 256), 1000), m);
    r_member<<<1, 256>>>(o, in, z.padded(), m);
    w_member<<<1, 256>>>(o, in, z.plain(), m);
    const int padded = roundUp(n, 256);
    r_local<<<1, 256>>>(o, in, padded, m);
    const size_t big = roundUp(n, 256);
    r_size_t<<<1, 256>>>(o, in, (int)big, m);
    w_less<<<1, 256>>>(o, in, roundUp(n, 256) - 1, m);
    r_stride<<<1, 256>>>(o, in, roundUp(n, 256) + 256 * m, m);
}

/* Private arrays, arrays in parameters, buffers that change places. */
#include <utility>
struct P {
    int dt[4];
    int n;
};
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int n, P p) {                                    \
        __shared__ float s[256], a[128], b[128];                                                   \
        int t = threadIdx.x, lane = t % 32, warp = t / 32;                                         \
        __VA_ARGS__                                                                                \
    }
K(r_unrolled, int tr[2]; for (int i = 0; i < 2; i++) tr[i] = i * 128 + t;
  for (int i = 0; i < 2; i++) s[tr[i]] = i; __syncthreads(); o[t] = s[t];)
K(w_unrolled, int tr[2]; for (int i = 0; i < 2; i++) tr[i] = i * 64 + t;
  for (int i = 0; i < 2; i++) s[tr[i]] = i + t; __syncthreads(); o[t] = s[t];)
K(r_initialised, const int off[2] = {0, 128}; for (int i = 0; i < 2; i++) s[off[i] + t] = t;
  __syncthreads(); o[t] = s[t];)
K(w_initialised, const int off[2] = {0, 127}; for (int i = 0; i < 2; i++) s[off[i] + t] = t;
  __syncthreads(); o[t] = s[t];)
K(r_by_value, if (p.dt[n] == 0) __syncthreads(); o[t] = s[t];)
K(w_by_value, if (p.dt[t & 3] == 0) __syncthreads(); o[t] = s[t];)
K(r_by_value_blocks, for (int i = p.dt[blockIdx.x & 3]; i < p.n; i++) __syncthreads(); o[t] = s[t];)
K(w_by_value_blocks, for (int i = p.dt[warp]; i < p.n; i++) __syncthreads(); o[t] = s[t];)
K(r_null_or_local, float v = 0; float *q = n ? &v : nullptr; if (q) *q = in[t]; o[t] = v;)
K(w_null_or_shared, float *q = n ? s : nullptr; if (q) *q = in[t]; __syncthreads(); o[t] = s[0];)
K(
    r_swap, float *x = a, *y = b; for (int i = 0; i < n; i++) {
        x[t] = i;
        __syncthreads();
        y[127 - t] = x[127 - t];
        std::swap(x, y);
        __syncthreads();
    } o[t] = x[t];)
K(
    r_pingpong, float *x = a, *y = b; for (int i = 0; i < n; i++) {
        y[t] = x[(t + 1) % 128];
        __syncthreads();
        float *z = x;
        x = y;
        y = z;
    } o[t] = x[t];)
K(
    w_pingpong, float *x = a, *y = b; for (int i = 0; i < n; i++) {
        y[t] = x[(t + 1) % 128];
        float *z = x;
        x = y;
        y = z;
    } o[t] = x[t];)
K(
    r_flip, int w = 0; for (int i = 0; i < n; i++) {
        s[w * 128 + t] = s[(w ^ 1) * 128 + 127 - t];
        __syncthreads();
        w ^= 1;
    } o[t] = s[t];)
K(
    w_flip, int w = 0; for (int i = 0; i < n; i++) {
        s[w * 128 + t] = s[(w ^ 1) * 128 + 127 - t];
        w ^= 1;
    } o[t] = s[t];)
K(
    r_xor_swap, int x = 0, y = 128; for (int i = 0; i < n; i++) {
        s[x + t] = s[y + 127 - t];
        __syncthreads();
        x ^= y;
        y ^= x;
        x ^= y;
    } o[t] = s[t];)
K(
    w_xor_swap, int x = 0, y = 128; for (int i = 0; i < n; i++) {
        s[x + t] = s[y + 127 - t];
        x ^= y;
        y ^= x;
        x ^= y;
    } o[t] = s[t];)
K(
    r_one_minus, for (int i = 0; i < n; i++) {
        int w = i & 1;
        s[w * 128 + t] = s[(1 - w) * 128 + 127 - t];
        __syncthreads();
    } o[t] = s[t];)
K(
    w_one_minus, for (int i = 0; i < n; i++) {
        int w = i & 1;
        s[w * 128 + t] = s[(1 - w) * 128 + 127 - t];
    } o[t] = s[t];)
K(
    r_buffers, float *buf[2] = {a, b}; for (int i = 0; i < n; i++) {
        buf[i & 1][t] = buf[(i + 1) & 1][127 - t];
        __syncthreads();
    } o[t] = a[t];)
K(
    w_buffers, float *buf[2] = {a, b};
    for (int i = 0; i < n; i++) { buf[i & 1][t] = buf[(i + 1) & 1][127 - t]; } o[t] = a[t];)
void run(float *o, const int *in, int n, P p) {
#define L(k) k<<<1, 128>>>(o, in, n, p);
    L(r_unrolled)
    L(w_unrolled) L(r_initialised) L(w_initialised) L(r_by_value) L(w_by_value) L(r_by_value_blocks)
        L(w_by_value_blocks) L(r_null_or_local) L(w_null_or_shared) L(r_swap) L(r_pingpong)
            L(w_pingpong) L(r_flip) L(w_flip) L(r_xor_swap) L(w_xor_swap) L(r_one_minus)
                L(w_one_minus) L(r_buffers) L(w_buffers)
}

/* An array that is read from its other end, or from a part further on, while it is written. */
struct P {
    float *a, *b;
    int n;
};
#define K(name, ...)                                                                               \
    __global__ void name(float *a, float *b, P p, int n) {                                         \
        for (int i = threadIdx.x; i < n; i += 256)                                                 \
            __VA_ARGS__;                                                                           \
    }
K(w_reversed, a[i] = a[n - 1 - i])
K(w_member, p.a[i] = p.a[n - 1 - i])
K(w_both, {
    float v = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = v;
})
K(w_next, a[i] = a[i + 1])
K(r_other, b[i] = a[n - 1 - i])
K(r_other_member, p.b[i] = p.a[n - 1 - i])
K(r_far, a[i] = a[i + n])
K(r_own, a[i] = a[i] + b[n - 1 - i])
void run(float *a, float *b, P p, int n) {
#define L(k) k<<<1, 256>>>(a, b, p, n);
    L(w_reversed)
    L(w_member) L(w_both) L(w_next) L(r_other) L(r_other_member) L(r_far) L(r_own)
}

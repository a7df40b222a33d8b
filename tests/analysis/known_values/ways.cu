/* Blocks of which a condition decides: one condition is one choice, wherever it stands. An array of
 * 64 elements has a place for each of 64 threads, whichever their shape. */
#define K(name)                                                                                    \
    __global__ void name(float *o, const float *in) {                                              \
        __shared__ float s[64];                                                                    \
        int t = threadIdx.x + blockDim.x * threadIdx.y;                                            \
        s[t % 64] = in[t];                                                                         \
        __syncthreads();                                                                           \
        o[t] = s[63 - t % 64];                                                                     \
    }
K(r_both)
K(w_both) K(r_twice) K(w_twice) K(w_changed) K(w_of_calls) K(r_of_call) K(r_guarded) K(w_guarded)
    K(r_returns) K(w_nested) K(l_multiplied) K(l_tried) K(l_in_condition) K(r_elements)
        K(w_elements) K(w_global) void other();
bool global;
int pick(bool c) {
    return c ? 16 : 4;
}
void run(float *o, const float *in, bool c, bool e, int i) {
    int x, y;
    if (c) {
        x = 16;
        y = 4;
    } else {
        x = 4;
        y = 16;
    }
    r_both<<<1, dim3(x, y)>>>(o, in);
    if (c) {
        x = 16;
        y = 4;
    } else {
        x = 4;
        y = 32;
    }
    w_both<<<1, dim3(x, y)>>>(o, in);
    r_twice<<<1, dim3(c ? 16 : 4, c ? 4 : 16)>>>(o, in);
    w_twice<<<1, dim3(c ? 16 : 4, e ? 4 : 16)>>>(o, in);
    w_of_calls<<<1, dim3(pick(c), pick(e))>>>(o, in);
    r_of_call<<<1, dim3(pick(c), 4)>>>(o, in);
    if (c)
        r_guarded<<<1, c ? 64 : 128>>>(o, in);
    if (e)
        w_guarded<<<1, c ? 64 : 128>>>(o, in);
    int sizes[] = {16, 4}, others[] = {4, 16};
    r_elements<<<1, dim3(sizes[i], others[i])>>>(o, in);
    w_elements<<<1, dim3(sizes[i], sizes[1 - i])>>>(o, in);
    int g = global ? 4 : 16;
    other();
    w_global<<<1, dim3(g, global ? 16 : 4)>>>(o, in);
    x = c ? 4 : 16;
    c = e;
    w_changed<<<1, dim3(x, c ? 16 : 4)>>>(o, in);
}
void ends(float *o, const float *in, bool c, bool e) {
    int b = 64;
    if (c) {
        b = 128;
        return;
    }
    r_returns<<<1, b>>>(o, in);
    b = 128;
    if (c || e) {
        if (e)
            b = 64;
    } else {
        b = 32;
    }
    w_nested<<<1, b>>>(o, in);
    b = 64;
    if (e)
        b *= 2;
    l_multiplied<<<1, b>>>(o, in);
    b = 128;
    try {
        other();
        b = 64;
    } catch (...) {
    }
    l_tried<<<1, b>>>(o, in);
    b = 64;
    if (c && (b = 128))
        other();
    l_in_condition<<<1, b>>>(o, in);
}

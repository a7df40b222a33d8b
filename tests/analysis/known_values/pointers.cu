/* Pointers and pitches in structures, clamped places. */
struct Ptrs {
    float *a, *b;
    int pitch;
};
struct Lists {
    float *const *rows;
};
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, float **ps, Ptrs p, int n, int pitch) {          \
        __shared__ float s[256];                                                                   \
        __shared__ int c;                                                                          \
        int t = threadIdx.x, lane = t % 32, warp = t / 32;                                         \
        __VA_ARGS__                                                                                \
    }
K(r_members, p.a[t] = 1; __syncthreads(); p.b[t] = p.a[127 - t];)
K(r_members_no, p.b[t] = p.a[127 - t];)
K(w_members, p.a[t] = p.a[127 - t];)
K(r_loaded, ps[blockIdx.x][t] = 1;)
K(r_loaded_two, ps[0][t] = ps[1][127 - t];)
K(w_loaded, ps[0][t] = ps[0][127 - t];)
K(r_member_pitch, for (int y = 0; y < 4; y++) p.a[y * p.pitch + t] = y + t;)
K(r_pitch, for (int y = threadIdx.y; y < n; y += blockDim.y) o[y * pitch + t] = y + t;)
K(w_pitch, for (int y = threadIdx.y; y < n; y += blockDim.y) o[pitch + t] = y + t;)
K(w_min, s[min(t, n)] = t; __syncthreads(); o[t] = s[t];)
K(w_min_read, s[t] = t; o[t] = s[min(t + 1, n)];)
K(r_min_read, s[t] = t; __syncthreads(); o[t] = s[min(t + 1, n)];)
K(r_min_store, if (t < n) s[min(t, n)] = t; __syncthreads(); o[t] = s[t];)
K(w_updated, if (n > 3) c = c + 1; __syncthreads(); o[t] = c;)
K(w_update_many, if (n > 3) o[0] += t;)
K(w_clamp, int i = min(max(t - 1, 0), n - 1); s[t] = in[t]; o[t] = s[i];)
K(r_clamp, int i = min(max(t - 1, 0), n - 1); s[t] = in[t]; __syncthreads(); o[t] = s[i];)
void run(float *o, float *q, const int *in, float **ps, Ptrs p, int n, int pitch) {
#define L(k) k<<<1, 128>>>(o, in, ps, p, n, pitch);
    L(r_members)
    L(r_members_no) L(w_members) L(r_loaded) L(r_loaded_two) L(w_loaded) L(r_member_pitch)
        r_pitch<<<1, dim3(32, 8)>>>(o, in, ps, p, n, pitch);
    w_pitch<<<1, dim3(32, 8)>>>(o, in, ps, p, n, pitch);
    L(w_min) L(w_min_read) L(r_min_read) L(r_min_store) L(w_updated)
            L(w_update_many) L(w_clamp) L(r_clamp)
}

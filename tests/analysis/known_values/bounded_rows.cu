/* A condition that compares the place in a row with its length says how far a row reaches: rows
 * that overlap by that are not assumed apart. */
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int n, int ld) {                                 \
        int t = threadIdx.x, lane = t & 31, warp = t >> 5;                                         \
        __VA_ARGS__                                                                                \
    }
#define T(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int n, int m, int ld) {                          \
        int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;                  \
        __VA_ARGS__                                                                                \
    }
K(r_ld,
  for (int i = warp; i < n; i += 8) for (int j = lane; j < ld; j += 32) o[i * ld + j] = i + j;)
K(w_ld,
  for (int i = warp; i < n; i += 8) for (int j = lane; j <= ld; j += 32) o[i * ld + j] = i + j;)
K(r_ld1, for (int i = warp; i < n; i += 8) for (int j = lane; j <= ld; j += 32)
             o[i * (ld + 1) + j] = i + j;)
K(l_ld2, for (int i = warp; i < n; i += 8) for (int j = lane; j < ld; j += 32)
             o[i * (ld - 1) + j] = i + j;)
K(r_vec, for (int i = warp; i < n; i += 8) for (int j = lane; j < ld / 4; j += 32) for (int k = 0;
                                                                                        k < 4; k++)
             o[i * ld + j * 4 + k] = i + j;)
K(w_vec, for (int i = warp; i < n; i += 8) for (int j = lane; j < ld / 3; j += 32) for (int k = 0;
                                                                                        k < 4; k++)
             o[i * ld + j * 4 + k] = i + j;)
K(r_vecup, for (int i = warp; i < n; i += 8) for (int j = lane; j < (ld + 3) / 4;
                                                  j += 32) for (int k = 0; k < 4; k++)
               o[i * ld + j * 4 + k] = i + j;)
T(r_two, if (c < n && r < m) o[r * n + c] = c;)
T(r_sq, if (c < n && r < n) o[r * n + c] = c;)
T(r_total, int i = r * n + c; if (i < m) o[i] = c;)
T(r_unguarded, o[r * n + c] = c;)
T(r_row_only, if (r < n) o[r * n + c] = c;)
T(r_pitch, if (c < n && r < m) o[r * ld + c] = c;)
T(r_halo, if (c < n && r < m) o[(r + 1) * (n + 2) + c + 1] = c;)
T(w_two, if (c < n && r < m) o[r * (n - 1) + c] = c;)
T(l_two_le, if (c <= n && r < m) o[r * n + c] = c;)
T(r_swapped, if (c < n && r < m) o[c * m + r] = c;)
T(r_three, if (c < n && r < m) for (int z = 0; z < ld; z++) o[(z * m + r) * n + c] = c;)
T(l_three, if (c <= n && r < m) for (int z = 0; z < ld; z++) o[(z * m + r) * n + c] = c;)
T(l_three_r, if (c < n && r <= m) for (int z = threadIdx.y; z < ld; z += 16)
                 o[(z * m + blockIdx.y + (r > m)) * n + c] = c;)
T(r_batch, for (int z = 0; z < ld; z++) if (c < n && r < m) o[z * n * m + r * n + c] = c;)
T(r_last, int w = min(16, n - (int)blockIdx.x * 16); if (threadIdx.x < w) o[r * n + c] = c;)
T(r_return, if (c >= n || r >= m) return; o[r * n + c] = c;)
T(l_return, if (c > n || r >= m) return; o[r * n + c] = c;)
void run(float *o, const int *in, int n, int m, int ld) {
#define L(k) k<<<n, 256>>>(o, in, n, ld);
#define M(k) k<<<dim3(n, m), dim3(16, 16)>>>(o, in, n, m, ld);
    L(r_ld)
    L(w_ld) L(r_ld1) L(l_ld2) L(r_vec) L(w_vec) L(r_vecup) M(r_two) M(r_sq) M(r_total)
        M(r_unguarded) M(r_row_only) M(r_pitch) M(r_halo) M(w_two) M(l_two_le) M(r_swapped)
            M(r_three) M(l_three) M(l_three_r) M(r_batch) M(r_last) M(r_return) M(l_return)
}

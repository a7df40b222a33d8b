/* Rows of arrays and pitches: no shape or pitch that would leave them is a witness. */
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int n, int m) {                                  \
        int t = threadIdx.x, x = threadIdx.x, y = threadIdx.y;                                     \
        __VA_ARGS__                                                                                \
    }
K(l_column, __shared__ float s[32][33]; s[y][x] = in[y * 32 + x]; __syncthreads();
  o[y * 32 + x] = s[x][y];)
K(r_flat, __shared__ float s[256]; s[t] = in[t]; __syncthreads(); o[t] = s[t ^ 1];)
K(l_row, __shared__ float s[16][16]; float *row = s[y]; row[x] = in[y * 16 + x]; __syncthreads();
  o[y * 16 + x] = s[x][y];)
K(l_row_of_local, __shared__ float s[4][32]; float (*r)[32] = &s[y]; (*r)[x] = in[y * 32 + x];
  __syncthreads(); o[y * 32 + x] = s[y][31 - x];)
K(l_row_param, __shared__ float s[8][64]; float *row = s[m]; row[x] = in[x]; s[m + 1][x] = 1;
  __syncthreads(); o[x] = s[m][63 - x];)
K(w_row, __shared__ float s[16][16]; float *row = s[y]; row[x] = in[y * 16 + x];
  o[y * 16 + x] = s[x][y];)
K(w_row_written, __shared__ float s[16][16]; float *row = s[x]; row[x] = y; __syncthreads();
  o[y * 16 + x] = s[x][y];)
K(w_column, __shared__ float s[32][33]; s[y][x] = in[y * 32 + x]; o[y * 32 + x] = s[x][y];)
K(r_pitch, o[y * n + x] = in[y * n + x];)
K(r_pitch_tile, int c = blockIdx.x * 16 + x, r = blockIdx.y * 16 + y;
  if (c < n && r < m) o[r * n + c] = in[r * n + c];)
K(r_pitch_other, int c = blockIdx.x * 16 + x, r = blockIdx.y * 16 + y;
  if (c < m) o[r * n + c] = in[r * n + c];)
K(w_pitch, o[y * n + x] = 1; o[y * n + x + 1] = 2;)
K(w_no_pitch, o[x] = y;)
const char *of_driver[] = {"w_row", "w_column"};
void run(float *o, const int *in, int n, int m) {
    r_pitch<<<1, dim3(16, 16)>>>(o, in, n, m);
    r_pitch_tile<<<dim3(n / 16, m / 16), dim3(16, 16)>>>(o, in, n, m);
    r_pitch_other<<<dim3(n / 16, m / 16), dim3(16, 16)>>>(o, in, n, m);
    w_pitch<<<1, dim3(16, 16)>>>(o, in, n, m);
    w_no_pitch<<<1, dim3(16, 16)>>>(o, in, n, m);
    w_row_written<<<1, dim3(16, 16)>>>(o, in, n, m);
}

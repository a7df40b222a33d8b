// Numbers that are taken apart and put together again: rows and columns, counted from 0 or from 1.
__global__ void r_from_one(float *g, const float *a)
{
    for (int i = threadIdx.x; i < 2601; i += 256) {
        int row = (i + 1) % 51 - 1;
        int col = (i + 1) / 51 + 1 - 1;
        if ((i + 1) % 51 == 0) {
            row = 51 - 1;
            col = col - 1;
        }
        g[col * 51 + row] = a[i];
    }
}
__global__ void r_from_zero(float *g, const float *a, int n)
{
    for (int i = threadIdx.x; i < n; i += 256) {
        int row = i % 51, col = i / 51;
        g[(col + 3) * 51 + row - 7] = a[i];
    }
}
// The last of a column counts as one more column, whose first place is the next one's.
__global__ void w_next_column(float *g, const float *a)
{
    for (int i = threadIdx.x; i < 2601; i += 256) {
        int row = (i + 1) % 51 - 1;
        int col = (i + 1) / 51;
        if ((i + 1) % 51 == 0)
            row = 51;
        g[col * 51 + row + 1] = a[i];
    }
}
// Another number of rows than it was taken apart by.
__global__ void w_other_rows(float *g, const float *a)
{
    for (int i = threadIdx.x; i < 2601; i += 256)
        g[i / 51 * 50 + i % 51] = a[i];
}
// Reads what another thread has stored, behind a loop that takes long to run.
__global__ void w_behind(float *g, float *to, int frame)
{
    __shared__ float sum;
    if (frame != 0 && frame % 10 == 0) {
        for (int i = threadIdx.x; i < 17161; i += 256) {
            float s = 0;
            for (int x = 0; x < 201; x++)
                for (int y = 0; y < 201; y++)
                    s += to[x * 201 + y + i];
            g[i] = s;
        }
        if (threadIdx.x == 1)
            sum = to[0];
        if (threadIdx.x == 40)
            to[1] = sum;
    }
}
__global__ void w_shifted(float *g, float *to, int frame)
{
    if (frame != 0 && frame % 10 == 0) {
        for (int i = threadIdx.x; i < 6561; i += 256)
            g[i] = i;
        for (int i = threadIdx.x; i < 6561; i += 256)
            to[i] = g[(i + 5) % 6561];
    }
}
int main(int argc, char **argv)
{
    float *g, *to;
    cudaMalloc(&g, 1 << 20);
    cudaMalloc(&to, 1 << 20);
    r_from_one<<<1, 256>>>(g, to);
    r_from_zero<<<1, 256>>>(g, to, argc);
    w_next_column<<<1, 256>>>(g, to);
    w_other_rows<<<1, 256>>>(g, to);
    w_behind<<<1, 256>>>(g, to, argc);
    w_shifted<<<1, 256>>>(g, to, argc);
    return 0;
}

/* A pitch in bytes counts each element of a row many times: rows of large elements are as far apart as
 * rows of numbers. */
struct cell { float part[32]; };
struct image {
    cell *data;
    unsigned long pitch;
    int cols, rows;
    __device__ cell *row(int y) const { return (cell *)((char *)data + y * pitch); }
};
#define KERNEL(name, column, line)                                                                       \
    __global__ void name(image in, image out)                                                      \
    {                                                                                              \
        const int u = blockIdx.x * blockDim.x + threadIdx.x;                                       \
        const int v = blockIdx.y * blockDim.y + threadIdx.y;                                       \
        if (u >= in.cols || v >= in.rows)                                                          \
            return;                                                                                \
        for (int k = 0; k < 32; k++)                                                               \
            out.row(line)[column].part[k] = in.row(v)[u].part[k] + u;                                \
    }
KERNEL(r_pixel, u, v)
KERNEL(w_half_column, u / 2, v)
KERNEL(w_half_row, u, v / 2)
KERNEL(w_one_row, u, 0)
KERNEL(w_one_column, 7, v)
void host(image in, image out)
{
    const dim3 block(32, 8), grid((in.cols + 31) / 32, (in.rows + 7) / 8);
    r_pixel<<<grid, block>>>(in, out);
    w_half_column<<<grid, block>>>(in, out);
    w_half_row<<<grid, block>>>(in, out);
    w_one_row<<<grid, block>>>(in, out);
    w_one_column<<<grid, block>>>(in, out);
}

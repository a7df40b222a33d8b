// What the host copies into __constant__ variables: a member that gets one number before the copy is
// that number. Where the step is 0 each thread reads what it has stored itself.
struct extent {
    int rows, cols, step;
};
__constant__ extent known, twice, behind, taken, in_part, branched, again, late;
__constant__ int width;
extent of_known, of_twice, of_behind, of_taken, of_in_part, of_branched, of_again, of_late;

#define KERNEL(name, e)                                                                            \
    __global__ void name(float *g)                                                                 \
    {                                                                                              \
        __shared__ float s[64];                                                                    \
        s[threadIdx.x] = g[threadIdx.x];                                                           \
        g[threadIdx.x] = s[threadIdx.x + e.step];                                                  \
    }
KERNEL(p_known, known)
KERNEL(l_twice, twice)
KERNEL(l_behind, behind)
KERNEL(l_taken, taken)
KERNEL(l_in_part, in_part)
KERNEL(l_branched, branched)
KERNEL(l_again, again)
KERNEL(l_late, late)

// Behind the loops of a thread every thread comes to the line that reads.
__global__ void w_read(float *g)
{
    __shared__ float s[64];
    for (int i = threadIdx.x; i < known.cols * known.rows; i += blockDim.x)
        s[i] = g[i];
    for (int i = threadIdx.x; i < known.cols * known.rows; i += blockDim.x)
        g[i] = s[known.cols * known.rows - 1 - i];
}
__global__ void p_width(float *g)
{
    __shared__ float s[64];
    s[threadIdx.x] = g[threadIdx.x];
    g[threadIdx.x] = s[threadIdx.x + width];
}

void change(int *p);

int main(int argc, char **argv)
{
    float *g;
    cudaMalloc(&g, 4096);
    of_known.rows = 1;
    of_known.cols = 8 * of_known.rows;
    of_known.step = of_known.cols / 9;
    cudaMemcpyToSymbol(known, &of_known, sizeof(extent));
    int w = 0;
    cudaMemcpyToSymbol(width, &w, sizeof w);

    // ... and something else later, for a second launch
    of_twice.step = 0;
    cudaMemcpyToSymbol(twice, &of_twice, sizeof(extent));
    l_twice<<<1, 16>>>(g);
    of_twice.step = argc;
    cudaMemcpyToSymbol(twice, &of_twice, sizeof(extent));

    cudaMemcpyToSymbol(behind, &of_behind, sizeof(extent));
    of_behind.step = 0;

    of_taken.step = 0;
    change(&of_taken.step);
    cudaMemcpyToSymbol(taken, &of_taken, sizeof(extent));

    of_in_part.step = 0;
    cudaMemcpyToSymbol(in_part, &of_in_part, sizeof(int)); // not the step

    if (argc > 1)
        of_branched.step = 0;
    cudaMemcpyToSymbol(branched, &of_branched, sizeof(extent));

    for (of_again.step = 0; of_again.step < argc; of_again.step++) {
        cudaMemcpyToSymbol(again, &of_again, sizeof(extent));
        l_again<<<1, 16>>>(g);
    }
    of_late.step = 0;
    l_late<<<1, 16>>>(g); // before the copy
    cudaMemcpyToSymbol(late, &of_late, sizeof(extent));
    p_known<<<1, 16>>>(g);
    w_read<<<1, 16>>>(g);
    p_width<<<1, 16>>>(g);
    l_twice<<<1, 16>>>(g);
    l_behind<<<1, 16>>>(g);
    l_taken<<<1, 16>>>(g);
    l_in_part<<<1, 16>>>(g);
    l_branched<<<1, 16>>>(g);
    return 0;
}

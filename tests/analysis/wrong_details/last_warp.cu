// The last warp of a block need not be whole: a lane may be alone in it, and lanes that are read from
// may not be there.
__global__ void w_alone_unnamed(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    unsigned m = __ballot_sync(~0u, t < 32);
    __syncwarp(m);
    o[t] = v;
}
__global__ void w_alone_constant(const int *in, int *o)
{
    __syncwarp(threadIdx.x < 32 ? ~0u : 2);
    o[threadIdx.x] = in[threadIdx.x];
}
__global__ void r_alone(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    unsigned m = __ballot_sync(~0u, t <= 32);
    __syncwarp(m);
    o[t] = v;
}
__global__ void r_alone_outside(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    if (t < 32)
        __syncwarp();
    o[t] = v;
}
__global__ void w_missing(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    v += __shfl_xor_sync(~0u, v, 16);
    o[t] = v;
}
__global__ void w_missing_constant(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    o[t] = __shfl_sync(~0u, v, 20);
}
__global__ void w_missing_segment(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    v += __shfl_down_sync(~0u, v, 4, 8);
    o[t] = v;
}
__global__ void r_there(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    v += __shfl_xor_sync(~0u, v, 16);
    o[t] = v;
}
__global__ void r_there_constant(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    o[t] = __shfl_sync(~0u, v, 12);
}
__global__ void r_there_segment(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    v += __shfl_down_sync(~0u, v, 4, 8);
    o[t] = v;
}
__global__ void r_first_warp(const int *in, int *o)
{
    int t = threadIdx.x, v = in[t];
    if (t < 32)
        v += __shfl_xor_sync(~0u, v, 16);
    o[t] = v;
}

void run(const int *in, int *o)
{
    w_alone_unnamed<<<1, 33>>>(in, o);
    w_alone_constant<<<1, 33>>>(in, o);
    r_alone<<<1, 33>>>(in, o);
    r_alone_outside<<<1, 33>>>(in, o);
    w_missing<<<1, 48>>>(in, o);
    w_missing_constant<<<1, 48>>>(in, o);
    w_missing_segment<<<1, 44>>>(in, o);
    r_there<<<1, 64>>>(in, o);
    r_there_constant<<<1, 48>>>(in, o);
    r_there_segment<<<1, 40>>>(in, o);
    r_first_warp<<<1, 48>>>(in, o);
}

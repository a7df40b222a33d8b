// Slots that a shared counter hands out: what lowers it hands them out again.
#define COUNTER                                                                                    \
    __shared__ int top;                                                                            \
    __shared__ float s[512];                                                                       \
    int t = threadIdx.x;                                                                           \
    if (t == 0)                                                                                    \
        top = 0;                                                                                   \
    __syncthreads();

__global__ void r_push(const float *in, float *o)
{
    COUNTER
    s[atomicAdd(&top, 1)] = in[t];
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_popped_later(const float *in, float *o)
{
    COUNTER
    s[atomicAdd(&top, 1)] = in[t];
    __syncthreads();
    o[t] = s[t];
    atomicAdd(&top, -1);
}
__global__ void r_first_comes(const float *in, float *o)
{
    COUNTER
    int mine = atomicAdd(&top, in[t] > 0 ? 2 : 1);
    if (mine == 0)
        s[0] = in[t];
    __syncthreads();
    o[t] = s[0];
}
__global__ void r_only_some_count(const float *in, float *o)
{
    COUNTER
    int count = 0;
    if (in[t] > 0)
        count = 1;
    if (in[t] > 1)
        count++;
    if (count > 0 && atomicAdd(&top, count) == 0)
        s[0] = in[t];
    __syncthreads();
    o[t] = s[0];
}
__global__ void w_push_and_pop(const float *in, float *o)
{
    COUNTER
    s[atomicAdd(&top, 1)] = in[t];
    atomicAdd(&top, -1);
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_push_and_subtract(const float *in, float *o)
{
    COUNTER
    s[atomicAdd(&top, 1)] = in[t];
    atomicSub(&top, 1);
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_push_and_reset(const float *in, float *o)
{
    COUNTER
    s[atomicAdd(&top, 1)] = in[t];
    if (in[t] > 0)
        atomicExch(&top, 0);
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_some_pop_first(const float *in, float *o)
{
    COUNTER
    if (t < 64)
        atomicAdd(&top, -1);
    else
        s[atomicAdd(&top, 1) + 64] = in[t];
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_nothing_added(const float *in, float *o)
{
    COUNTER
    int mine = atomicAdd(&top, in[t] > 0);
    if (mine == 0)
        s[0] = in[t];
    __syncthreads();
    o[t] = s[0];
}
__global__ void w_sign_unknown(const int *in, float *o)
{
    COUNTER
    int mine = atomicAdd(&top, in[t]);
    if (mine == 0 && in[t] > 0)
        s[0] = in[t];
    __syncthreads();
    o[t] = s[0];
}
__global__ void w_other_blocks(int *list, int *n, int *o)
{
    int t = threadIdx.x;
    int mine = atomicAdd(n, 1);
    list[mine] = t;
    if (o[t] > 0)
        atomicExch(n, 0);
}

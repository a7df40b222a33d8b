// Threads leave a loop early, and the barrier that they miss is not in every pass: the first pass in
// which the others wait for them may be any later one.
__global__ void w_late_barrier(int *o)
{
    for (int i = 0; i < 6; i++) {
        if (i >= 2)
            __syncthreads();
        if (threadIdx.x < 2)
            break;
    }
    o[threadIdx.x] = 1;
}
__global__ void w_late_met_by_another(int *o)
{
    for (int i = 84; i > 2; i /= 2) {
        if (i <= 10)
            __syncthreads();
        if (threadIdx.x < 2)
            break;
    }
    __syncthreads();
    o[threadIdx.x] = 1;
}
__global__ void w_late_by_argument(int *o, int n)
{
    for (int i = 0; i < n; i++) {
        if (i >= n - 1)
            __syncthreads();
        if (threadIdx.x < 2)
            break;
    }
    o[threadIdx.x] = 1;
}
__global__ void w_late_by_data(int *o, const int *in)
{
    for (int i = 0; i < 6; i++) {
        if (i == 5)
            __syncthreads();
        if (in[threadIdx.x + i] == i)
            return;
    }
    o[threadIdx.x] = 1;
}
__global__ void w_empty_inner_loop(int *o)
{
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i - 2; j++)
            __syncthreads();
        if (threadIdx.x < 2)
            break;
    }
    o[threadIdx.x] = 1;
}
__global__ void w_continue(int *o)
{
    for (int i = 0; i < 6; i++) {
        if (threadIdx.x < 2)
            break;
        if (i < 3)
            continue;
        __syncthreads();
    }
    o[threadIdx.x] = 1;
}
__global__ void w_trips(int *o, const int *in)
{
    for (int i = 0; i < in[threadIdx.x]; i++)
        if (i > 3)
            __syncthreads();
    o[threadIdx.x] = 1;
}
__global__ void w_half_trips(int *o)
{
    for (int i = 0; i < (int)threadIdx.x; i++)
        if (i % 4 == 3)
            __syncthreads();
    o[threadIdx.x] = 1;
}
__global__ void r_all_leave(int *o, int n)
{
    for (int i = 0; i < 6; i++) {
        if (i >= 2)
            __syncthreads();
        if (i == n)
            break;
    }
    o[threadIdx.x] = 1;
}
__global__ void r_leave_behind(int *o)
{
    for (int i = 0; i < 6; i++) {
        if (i < 2)
            __syncthreads();
        if (i > 2 && threadIdx.x < 2)
            break;
    }
    o[threadIdx.x] = 1;
}
__global__ void r_leave_after_last(int *o)
{
    for (int i = 0; i < 6; i++) {
        if (i == 4)
            __syncthreads();
        if (i >= 4 && threadIdx.x < 2)
            break;
    }
    o[threadIdx.x] = 1;
}
__global__ void r_inner_loop(int *o, int n)
{
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i - 2; j++)
            __syncthreads();
        if (n < 2)
            break;
    }
    o[threadIdx.x] = 1;
}
__global__ void r_same_trips(int *o)
{
    for (int i = 0; i < (int)(threadIdx.x / 64 + 5); i++)
        if (i % 4 == 3)
            __syncthreads();
    o[threadIdx.x] = 1;
}

void run(int *o, const int *in)
{
    w_late_barrier<<<1, 96>>>(o);
    w_late_met_by_another<<<1, 96>>>(o);
    w_late_by_argument<<<1, 96>>>(o, 4);
    w_late_by_argument<<<1, 96>>>(o, 9);
    w_late_by_data<<<1, 96>>>(o, in);
    w_empty_inner_loop<<<1, 96>>>(o);
    w_continue<<<1, 96>>>(o);
    w_trips<<<1, 96>>>(o, in);
    w_half_trips<<<1, 96>>>(o);
    r_all_leave<<<1, 96>>>(o, 3);
    r_leave_behind<<<1, 96>>>(o);
    r_leave_after_last<<<1, 96>>>(o);
    r_inner_loop<<<1, 96>>>(o, 3);
    r_same_trips<<<1, 64>>>(o);
}

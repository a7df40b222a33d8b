// shows: race-shared, same-value
// Only if the last thread comes first: a ticket.
__global__ void k(int *out) {
    __shared__ int n, s[64];
    n = 0;
    __syncthreads();
    int first = atomicAdd(&n, 1) == 0 && threadIdx.x == 63;
    s[threadIdx.x] = 0;
    if (first)
        s[0] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

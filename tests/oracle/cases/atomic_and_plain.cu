// shows: race-shared
__global__ void k(int *out) {
    __shared__ int n;
    if (threadIdx.x == 0)
        n = 0;
    atomicAdd(&n, 1);
    __syncthreads();
    out[threadIdx.x] = n;
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

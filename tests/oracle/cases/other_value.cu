// shows: race-shared, same-value
__global__ void k(int *out) {
    __shared__ int flag;
    flag = threadIdx.x / 63;
    __syncthreads();
    out[threadIdx.x] = flag;
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

// shows: same-value
__global__ void k(int *out) {
    __shared__ int flag;
    flag = 1;
    __syncthreads();
    out[threadIdx.x] = flag;
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

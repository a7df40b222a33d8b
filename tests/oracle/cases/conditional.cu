// shows: same-value
// All lanes leave the loop with the same result of a vote; each thread's path differs before.
__global__ void k(int *out) {
    __shared__ int go;
    int left = threadIdx.x % 7;
    do {
        __syncthreads();
        go = 0;
        __syncthreads();
        if (left > 0) {
            left--;
            go = 1;
        }
        __syncthreads();
    } while (go);
    out[threadIdx.x] = left;
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

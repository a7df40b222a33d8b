// shows: race-shared
__global__ void k(int *out) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __shfl_sync(~0u, 1, 0);
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 32>>>(out);
}

// shows: race-shared
// Neighbours are read without a barrier.
__global__ void k(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x ^ 32];
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    k<<<1, 64>>>(out);
}

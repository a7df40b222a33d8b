// shows: grid
__global__ void k(int *out) {
    if (threadIdx.x == 0)
        out[blockIdx.x / 2] = blockIdx.x;
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<4, 32>>>(out);
}

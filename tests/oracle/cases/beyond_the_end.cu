// shows: discarded
__global__ void k(int *out) {
    out[threadIdx.x + 40] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

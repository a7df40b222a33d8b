// shows: discarded
__global__ void k(volatile int *out) {
    while (out[0] == 0)
        ;
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

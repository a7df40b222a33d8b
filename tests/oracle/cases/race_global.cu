// shows: race-global
// A byte of a word that another thread stores as a whole.
__global__ void k(unsigned *out) {
    out[threadIdx.x] = threadIdx.x;
    ((unsigned char *)out)[(threadIdx.x * 4 + 7) % 256] = 200;
}

int main() {
    unsigned *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

// shows: discarded
// Signed overflow: what else it shows says nothing.
__global__ void k(int *out, int n) {
    __shared__ int s[2];
    s[0] = threadIdx.x;
    out[threadIdx.x] = n + 1 + s[0];
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out, 0x7fffffff);
}

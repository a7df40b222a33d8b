// shows: nothing
// __syncwarp() orders memory within a warp, of all of its lanes and of some.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    int v = s[t ^ 31];
    __syncwarp();
    s[t] = v;
    if (t % 32 < 16) {
        __syncwarp(0xffff);
        v += s[t ^ 15];
    }
    out[t] = v;
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

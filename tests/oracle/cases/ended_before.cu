// shows: early
__global__ void k() {
    if (threadIdx.x < 32)
        return;
    __syncthreads();
}

int main() {
    k<<<1, 64>>>();
}

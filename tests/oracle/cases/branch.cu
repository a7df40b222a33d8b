// shows: deadlock
// Half of a warp waits for the block, the other half for the warp.
__global__ void k() {
    if (threadIdx.x < 16)
        __syncthreads();
    else
        __syncwarp();
}

int main() {
    k<<<1, 32>>>();
}

// shows: fenced, grid
// The second sum is added to behind the fence that its block tells others of.
__global__ void k(int *lock, int *sums) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        sums[0] += blockIdx.x;
        __threadfence();
        sums[1] += blockIdx.x;
        atomicExch(lock, 0);
    }
}

int main() {
    int *memory;
    cudaMalloc(&memory, 256);
    cudaMemset(memory, 0, 256);
    k<<<4, 32>>>(memory, memory + 1);
}

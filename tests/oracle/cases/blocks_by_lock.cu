// shows: fenced
// One block after the other adds to the sum, each fences before it gives the lock back.
__global__ void k(int *lock, int *sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum += blockIdx.x;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main() {
    int *memory;
    cudaMalloc(&memory, 256);
    cudaMemset(memory, 0, 256);
    k<<<4, 32>>>(memory, memory + 1);
}

// shows: nothing
// says: OK
__global__ void k(int *count, unsigned *largest, float *sum) {
    atomicAdd(count, 1);
    atomicMax(largest, blockIdx.x * 64 + threadIdx.x);
    atomicAdd(sum, 0.5f);
    atomicCAS(count, -1, 7);
}

int main() {
    int *count;
    unsigned *largest;
    float *sum;
    cudaMalloc(&count, 4);
    cudaMalloc(&largest, 4);
    cudaMalloc(&sum, 4);
    k<<<4, 64>>>(count, largest, sum);
    puts(*count == 256 && *largest == 255 && *sum == 128 ? "OK" : "WRONG");
}

// shows: barrier
// One helper with one barrier, called in both arms of a branch: two barriers.
__device__ void wait(int *p) {
    *p = 1;
    __syncthreads();
}

__global__ void k() {
    int x;
    if (threadIdx.x < 32)
        wait(&x);
    else
        wait(&x);
}

int main() {
    k<<<1, 64>>>();
}

// Barriers in loops whose number of passes depends on the thread, and right ones.

namespace found_loop_tid {
__global__ void k(int *a, int n) {
    for (int i = 0; i < threadIdx.x; i++) {
        __syncthreads();
    }
}
}

namespace found_loop_stride {
__global__ void k(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        a[i] = i;
        __syncthreads();
    }
}
}

namespace found_break_loop {
__global__ void k(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (a[threadIdx.x] == i) break;
        __syncthreads();
    }
}
}

namespace found_continue {
__global__ void k(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (i % 2 == threadIdx.x % 2) continue;
        __syncthreads();
    }
}
}

namespace found_loop_odd_even {
__global__ void k(int *a, int n) {
    int i = threadIdx.x;
    while (i < n) {
        a[i] += 1;
        __syncthreads();
        i += 32;
    }
}
}

namespace found_while_data {
__global__ void k(int *a) {
    while (a[threadIdx.x] > 0) {
        a[threadIdx.x]--;
        __syncthreads();
    }
}
}

namespace proved_loop_n {
__global__ void k(int *a, int n) {
    for (int i = 0; i < n; i++) {
        __syncthreads();
    }
}
}

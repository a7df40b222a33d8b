// Sorting networks.

namespace found_odd_even_sort {
__global__ void oes(int *a, int n) {
    int t = threadIdx.x;
    for (int p = 0; p < n; p++) {
        int i = 2 * t + (p & 1);
        if (i + 1 < n && a[i] > a[i + 1]) { int v = a[i]; a[i] = a[i + 1]; a[i + 1] = v; }
    }
}
}

namespace silent_bitonic {
__global__ void bitonic(int *a) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned x = t ^ j;
            if (x > t) {
                if ((t & k) == 0) { if (s[t] > s[x]) { int v = s[t]; s[t] = s[x]; s[x] = v; } }
                else { if (s[t] < s[x]) { int v = s[t]; s[t] = s[x]; s[x] = v; } }
            }
            __syncthreads();
        }
    a[t] = s[t];
}
}

namespace silent_odd_even_sort {
__global__ void oes(int *a, int n) {
    int t = threadIdx.x;
    for (int p = 0; p < n; p++) {
        int i = 2 * t + (p & 1);
        if (i + 1 < n && a[i] > a[i + 1]) { int v = a[i]; a[i] = a[i + 1]; a[i + 1] = v; }
        __syncthreads();
    }
}
}

// shows: nothing
// says: OK
// Arguments of all classes, more than the registers hold, by launch and by cudaLaunchKernel.
struct two {
    int a;
    double b;
};
struct large {
    int a[20];
};
struct nothing {};
__device__ int of_device = 3;
__constant__ int of_constant[4];

template <class T>
__global__ void k(two t, large l, T *out, int a, char b, bool c, float d, double e, long f, short g, int h,
                  nothing n) {
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = t.a + l.a[19] + a + b + c + f + g + h + of_constant[1];
    __syncthreads();
    if (threadIdx.x == 0)
        *out = dynamic[threadIdx.x ^ 1] + t.b + d + e + of_device;
}

static __global__ void add(int *out, two t, int n) {
    *out += t.a + (int)t.b + n;
}

int main() {
    float *out;
    cudaMalloc(&out, 4);
    int of_host[4] = {0, 1000}, five = 5, n = 7;
    cudaMemcpyToSymbol(of_constant, of_host, sizeof of_host);
    cudaMemcpyToSymbol(of_device, &five, sizeof five);
    two t = {1, 2.5};
    large l = {};
    l.a[19] = 10;
    k<<<dim3(1), 2, 8>>>(t, l, out, 1, 2, true, 0.25f, 0.125, 100L, 4, -6, nothing());
    bool right = *out == 1 + 10 + 1 + 2 + 1 + 100 + 4 - 6 + 1000 + 2.5f + 0.25f + 0.125f + 5;
    int *sum;
    cudaMalloc(&sum, 4);
    void *args[] = {&sum, &t, &n};
    cudaLaunchKernel((const void *)add, dim3(1), dim3(1), args, 0, 0);
    puts(right && *sum == 10 ? "OK" : "WRONG");
}

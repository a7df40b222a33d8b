// shows: race-shared, same-value
// Shared variables in members of templates, lambdas; a store through a reference in a destructor.
template <int N> struct stage {
    int &to;
    __device__ ~stage() {
        to = N;
    }
};

__global__ void k(int *out) {
    __shared__ int s[64];
    auto put = [&](int i) { stage<5> at_end{s[i]}; };
    put(threadIdx.x / 2);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
    __syncthreads();
    { stage<6> at_end{s[threadIdx.x]}; }
    out[threadIdx.x] = s[threadIdx.x / 2];
}

int main() {
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
}

// gpu: ok
// flags: --arch=sm_90
// needs: sm_90
// One thread copies in bulk, with the functions of cuda::device::experimental: what all wrote is
// copied out, and no thread fences it.
#include "../case.h"
#include <cuda/barrier>
#include <utility>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int N = 1024, THREADS = 256, BLOCKS = 64;

__global__ void add_one(int *data)
{
    __shared__ alignas(16) int tile[N];
    __shared__ barrier arrived;
    int *part = data + blockIdx.x * N;
    if (threadIdx.x == 0) {
        init(&arrived, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_global_to_shared(tile, part, sizeof(tile), arrived);
        token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof(tile));
    } else {
        token = arrived.arrive();
    }
    arrived.wait(std::move(token));
    for (int i = threadIdx.x; i < N; i += THREADS)
        tile[i] += 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_shared_to_global(part, tile, sizeof(tile)); // expect: proxy-fence-missing
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

int main()
{
    const int n = BLOCKS * N;
    int *data;
    need(cudaMallocManaged(&data, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        data[i] = i;
    add_one<<<BLOCKS, THREADS>>>(data);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += data[i] != i + 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}

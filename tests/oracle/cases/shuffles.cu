// shows: nothing
// says: OK
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int *out) {
    int t = threadIdx.x, v = t;
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    v = __shfl_sync(~0u, v, 0);
    int up = __shfl_up_sync(~0u, t, 1, 8), across = __shfl_xor_sync(~0u, t, 3);
    unsigned odd = __ballot_sync(~0u, t & 1), same = __match_any_sync(~0u, t % 4);
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    int w = 1;
    for (int d = 4; d; d /= 2)
        w += tile.shfl_xor(w, d);
    bool right = v == 496 && up == (t % 8 ? t - 1 : t) && across == (t ^ 3) && odd == 0xaaaaaaaa &&
                 same == 0x11111111u << t % 4 && w == 8 && tile.thread_rank() == t % 8 &&
                 __reduce_max_sync(~0u, t) == 31 && __all_sync(~0u, t < 32) && !__any_sync(~0u, t > 31);
    int all = __syncthreads_count(right) == 32;
    if (t == 0)
        *out = all;
}

int main() {
    int *out;
    cudaMalloc(&out, 4);
    k<<<1, 32>>>(out);
    puts(*out ? "OK" : "WRONG");
}

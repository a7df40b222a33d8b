/* Cooperative groups of a block and of parts of a warp. CUDA C++ Programming Guide, "Cooperative
 * Groups". Barriers of the grid and of clusters need blocks side by side: not modelled. */
#pragma once

namespace cooperative_groups {

/* A group of lanes of one warp, or the block if the mask is 0. */
class thread_group {
  protected:
    unsigned lanes;

  public:
    __device__ thread_group(unsigned mask = 0) : lanes(mask) {
    }
    __device__ unsigned long long size() const {
        return lanes ? (unsigned long long)__popc(lanes) : blockDim.x * blockDim.y * blockDim.z;
    }
    __device__ unsigned long long num_threads() const {
        return size();
    }
    __device__ unsigned long long thread_rank() const {
        return lanes ? (unsigned long long)__popc(lanes & ((1u << oracle_lane()) - 1))
                     : (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    __device__ __attribute__((noinline)) void sync() const {
        if (lanes)
            __syncwarp(lanes);
        else
            __syncthreads();
    }
    __device__ unsigned oracle_lanes() const {
        return lanes;
    }
};

class thread_block : public thread_group {
  public:
    __device__ static dim3 group_index() {
        return blockIdx;
    }
    __device__ static dim3 thread_index() {
        return threadIdx;
    }
    __device__ static dim3 dim_threads() {
        return blockDim;
    }
    __device__ static dim3 group_dim() {
        return blockDim;
    }
};

ORACLE_DEVICE thread_block this_thread_block() {
    return thread_block();
}

/* Operations of the lanes in the group's mask; ranks count within it. */
class warp_part : public thread_group {
  protected:
    /* The lane with that rank. */
    __device__ int lane_of(int rank) const {
        unsigned left = lanes;
        for (int i = 0; i < rank; i++)
            left &= left - 1;
        return left ? __builtin_ctz(left) : 31;
    }

  public:
    __device__ warp_part(unsigned mask) : thread_group(mask) {
    }
    __device__ int any(int p) const {
        return __any_sync(lanes, p);
    }
    __device__ int all(int p) const {
        return __all_sync(lanes, p);
    }
    __device__ unsigned ballot(int p) const {
        unsigned got = __ballot_sync(lanes, p), packed = 0, n = 0;
        for (int i = 0; i < 32; i++)
            if (lanes >> i & 1)
                packed |= (got >> i & 1) << n++;
        return packed;
    }
    template <class T> __device__ T shfl(T v, int from) const {
        return oracle_shuffle(lanes, v, lane_of(from & (int)(size() - 1)));
    }
    template <class T> __device__ T shfl_down(T v, unsigned by) const {
        unsigned long long to = thread_rank() + by;
        return oracle_shuffle(lanes, v, to < size() ? lane_of((int)to) : (int)oracle_lane());
    }
    template <class T> __device__ T shfl_up(T v, unsigned by) const {
        long long to = (long long)thread_rank() - by;
        return oracle_shuffle(lanes, v, to >= 0 ? lane_of((int)to) : (int)oracle_lane());
    }
    template <class T> __device__ T shfl_xor(T v, unsigned by) const {
        unsigned long long to = thread_rank() ^ by;
        return oracle_shuffle(lanes, v, to < size() ? lane_of((int)to) : (int)oracle_lane());
    }
};

ORACLE_DEVICE unsigned oracle_tile(unsigned n) {
    if (n > 32)
        oracle_unmodelled("tile larger than a warp");
    return n == 32 ? ~0u : ((1u << n) - 1) << (oracle_lane() & ~(n - 1));
}

template <unsigned N, class P = void> class thread_block_tile : public warp_part {
  public:
    __device__ thread_block_tile() : warp_part(oracle_tile(N)) {
    }
    template <class Q>
    __device__ thread_block_tile(const thread_block_tile<N, Q> &) : thread_block_tile() {
    }
    __device__ static constexpr unsigned size() {
        return N;
    }
    __device__ static constexpr unsigned num_threads() {
        return N;
    }
    __device__ unsigned meta_group_rank() const {
        thread_group block;
        return (unsigned)block.thread_rank() / N;
    }
    __device__ unsigned meta_group_size() const {
        thread_group block;
        return ((unsigned)block.size() + N - 1) / N;
    }
};

class coalesced_group : public warp_part {
  public:
    __device__ coalesced_group(unsigned mask) : warp_part(mask) {
    }
};

template <unsigned N, class G> ORACLE_DEVICE thread_block_tile<N, G> tiled_partition(const G &) {
    return thread_block_tile<N, G>();
}
template <class G> ORACLE_DEVICE thread_group tiled_partition(const G &, unsigned n) {
    return thread_group(oracle_tile(n));
}
ORACLE_DEVICE coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}

class grid_group {
  public:
    __device__ bool is_valid() const {
        return true;
    }
    __device__ unsigned long long size() const {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * thread_group().size();
    }
    __device__ unsigned long long num_threads() const {
        return size();
    }
    __device__ unsigned long long block_rank() const {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __device__ unsigned long long thread_rank() const {
        return block_rank() * thread_group().size() + thread_group().thread_rank();
    }
    __device__ dim3 group_dim() const {
        return gridDim;
    }
    __device__ void sync() const {
        oracle_unmodelled("barrier of the grid");
    }
};

ORACLE_DEVICE grid_group this_grid() {
    return grid_group();
}

class cluster_group {
  public:
    __device__ unsigned block_rank() const {
        oracle_unmodelled("cluster");
    }
    __device__ unsigned num_blocks() const {
        oracle_unmodelled("cluster");
    }
    __device__ void sync() const {
        oracle_unmodelled("cluster");
    }
    template <class T> __device__ T *map_shared_rank(T *, unsigned) const {
        oracle_unmodelled("cluster");
    }
};

ORACLE_DEVICE cluster_group this_cluster() {
    return cluster_group();
}

template <class G> ORACLE_DEVICE void sync(const G &g) {
    g.sync();
}

template <class T> struct plus {
    __device__ T operator()(T a, T b) const {
        return a + b;
    }
};
template <class T> struct less {
    __device__ T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};
template <class T> struct greater {
    __device__ T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};

template <class G, class T, class F> ORACLE_DEVICE T reduce(const G &g, T v, F f) {
    T r = v;
    for (unsigned by = 1; by < g.size(); by++) {
        T other = g.shfl(v, (int)((g.thread_rank() + by) % g.size()));
        r = f(r, other);
    }
    return r;
}

} // namespace cooperative_groups

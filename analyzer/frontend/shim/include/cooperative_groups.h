#pragma once
#pragma clang system_header
/* Cooperative groups. A tile never spans warps unless it is wider than one. */
namespace cooperative_groups {
#define __csl_m __device__ inline

/* ---- the threads of a block ---- */
struct thread_block {
    __csl_m static void sync() { __csl_barrier(__csl_block); }
    struct arrival_token {};
    __csl_m static arrival_token barrier_arrive()
    {
        __csl_arrive(__csl_block);
        return {};
    }
    __csl_m static void barrier_wait(arrival_token = {}) { __csl_wait(__csl_block); }
    __csl_m static unsigned thread_rank() { return __csl_rank(); }
    __csl_m static unsigned size() { return __csl_threads(); }
    __csl_m static unsigned num_threads() { return __csl_threads(); }
    __csl_m static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __csl_m static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __csl_m static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __csl_m static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __csl_m static bool is_valid() { return true; }
};
template <unsigned n = 0> struct block_tile_memory { char bytes[16]; };
__csl_m thread_block this_thread_block() { return {}; }
template <unsigned n> __csl_m thread_block this_thread_block(block_tile_memory<n> &) { return {}; }

/* ---- the lanes that happen to run together ---- */
struct coalesced_group {
    unsigned mask;
    __csl_m void sync() const { __csl_barrier_mask(mask); }
    __csl_m unsigned size() const { return __csl_popc(mask); }
    __csl_m unsigned num_threads() const { return __csl_popc(mask); }
    __csl_m unsigned thread_rank() const { return __csl_popc(mask & __lanemask_lt()); }
    __csl_m unsigned meta_group_rank() const { return __csl_uniform(__csl_thread, 0u); }
    __csl_m unsigned meta_group_size() const { return __csl_uniform(__csl_thread, 0u); }
    /* A rank of the group is not a lane of the warp. */
    template <class T_> __csl_m T_ shfl(T_ v, unsigned rank) const
    {
        return __csl_shuffle(mask, v, (int)rank, 32, true, false, -1);
    }
    template <class T_> __csl_m T_ shfl_up(T_ v, unsigned d) const
    {
        return __csl_shuffle(mask, v, (int)d, 32, false, false, -1);
    }
    template <class T_> __csl_m T_ shfl_down(T_ v, unsigned d) const
    {
        return __csl_shuffle(mask, v, (int)d, 32, false, false, -1);
    }
    __csl_m int any(int p) const { return __csl_vote(mask, (int)(p != 0)); }
    __csl_m int all(int p) const { return __csl_vote(mask, (int)(p != 0)); }
    __csl_m unsigned ballot(int p) const { return __csl_vote(mask, (unsigned)(p != 0)); }
    template <class T_> __csl_m unsigned match_any(T_ v) const { return __match_any_sync(mask, v); }
    template <class T_> __csl_m unsigned match_all(T_ v, int &p) const
    {
        return __match_all_sync(mask, v, &p);
    }
};
__csl_m coalesced_group coalesced_threads() { return {__activemask()}; }

/* ---- tiles of fixed width ---- */
template <unsigned n, class P_ = void> struct thread_block_tile {
    thread_block_tile() = default;
    /* The parent is only known to the type. */
    template <class Q_> __csl_m thread_block_tile(const thread_block_tile<n, Q_> &) {}
    __csl_m static unsigned __csl_mask()
    {
        return n >= 32 ? 0xffffffffu : ((1u << (n & 31)) - 1u) << (__csl_lane() & ~(n - 1u));
    }
    __csl_m static void sync()
    {
        if (n > 32)
            __csl_barrier_wide(16 + (int)(__csl_rank() / n), n);
        else
            __csl_barrier_tile(n);
    }
    __csl_m static unsigned thread_rank() { return __csl_rank() & (n - 1u); }
    __csl_m static constexpr unsigned size() { return n; }
    __csl_m static constexpr unsigned num_threads() { return n; }
    __csl_m static unsigned meta_group_rank() { return __csl_rank() / n; }
    __csl_m static unsigned meta_group_size() { return (__csl_threads() + n - 1u) / n; }
    template <class T_> __csl_m T_ shfl(T_ v, unsigned lane) const
    {
        return __csl_shuffle(0u, v, (int)lane, n, true, false, n);
    }
    template <class T_> __csl_m T_ shfl_up(T_ v, unsigned d) const
    {
        return __csl_shuffle(0u, v, (int)d, n, false, false, n);
    }
    template <class T_> __csl_m T_ shfl_down(T_ v, unsigned d) const
    {
        return __csl_shuffle(0u, v, (int)d, n, false, false, n);
    }
    template <class T_> __csl_m T_ shfl_xor(T_ v, unsigned d) const
    {
        return __csl_shuffle(0u, v, (int)d, n, false, true, n);
    }
    __csl_m int any(int p) const { return __csl_vote_tile(n, (int)(p != 0)); }
    __csl_m int all(int p) const { return __csl_vote_tile(n, (int)(p != 0)); }
    __csl_m unsigned ballot(int p) const { return __csl_vote_tile(n, (unsigned)(p != 0)); }
    template <class T_> __csl_m unsigned match_any(T_ v) const
    {
        return __match_any_sync(__csl_mask(), v);
    }
    template <class T_> __csl_m unsigned match_all(T_ v, int &p) const
    {
        return __match_all_sync(__csl_mask(), v, &p);
    }
};

/* ---- any of these, chosen at run time ---- */
struct thread_group {
    int lanes;     /* 0: the block; else a tile of so many lanes, or */
    unsigned mask; /* if not 0, these lanes */
    __csl_m thread_group(thread_block = {}) : lanes(0), mask(0) {}
    __csl_m thread_group(int n, unsigned m) : lanes(n), mask(m) {}
    __csl_m thread_group(const coalesced_group &g) : lanes(32), mask(g.mask) {}
    template <unsigned n, class P_>
    __csl_m thread_group(const thread_block_tile<n, P_> &) : lanes(n), mask(0) {}
    __csl_m void sync() const
    {
        if (lanes == 0)
            __csl_barrier(__csl_block);
        else if (mask)
            __csl_barrier_mask(mask);
        else
            __csl_barrier_tile(lanes);
    }
    __csl_m unsigned size() const
    {
        return lanes == 0 ? __csl_threads() : mask ? __csl_popc(mask) : lanes;
    }
    __csl_m unsigned num_threads() const { return size(); }
    __csl_m unsigned thread_rank() const
    {
        return lanes == 0 ? __csl_rank()
               : mask     ? __csl_popc(mask & __lanemask_lt())
                          : __csl_rank() & (lanes - 1u);
    }
    __csl_m bool is_valid() const { return true; }
};
template <unsigned n, class P_> __csl_m thread_block_tile<n, P_> tiled_partition(const P_ &)
{
    return {};
}
__csl_m thread_group tiled_partition(const thread_group &, unsigned n) { return thread_group(n, 0);
    }
__csl_m thread_group tiled_partition(const thread_block &, unsigned n) { return thread_group(n, 0);
    }
__csl_m thread_block_tile<1> this_thread() { return {}; }
/* All lanes of a tile take part; of a coalesced group it is not known which they are. */
template <unsigned n, class P_>
__csl_m coalesced_group binary_partition(const thread_block_tile<n, P_> &g, bool p)
{
    const unsigned m = __match_any_sync(g.__csl_mask(), (int)p);
    return {m};
}
template <unsigned n, class P_, class L_>
__csl_m coalesced_group labeled_partition(const thread_block_tile<n, P_> &g, L_ label)
{
    const unsigned m = __match_any_sync(g.__csl_mask(), label);
    return {m};
}
template <class G_> __csl_m coalesced_group binary_partition(const G_ &, bool p)
{
    __csl_vote(__activemask(), (int)p);
    return {__csl_uniform(__csl_thread, 0u)};
}
template <class G_, class L_> __csl_m coalesced_group labeled_partition(const G_ &, L_ label)
{
    __csl_vote(__activemask(), label);
    return {__csl_uniform(__csl_thread, 0u)};
}

/* ---- all blocks of the launch ---- */
struct grid_group {
    struct arrival_token {};
    /* whether the launch was cooperative */
    __csl_m static bool is_valid() { return __csl_uniform(__csl_grid, true); }
    __csl_m static void sync() { __csl_barrier(__csl_grid); }
    __csl_m static arrival_token barrier_arrive()
    {
        __csl_arrive(__csl_grid);
        return {};
    }
    __csl_m static void barrier_wait(arrival_token = {}) { __csl_wait(__csl_grid); }
    __csl_m static unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    __csl_m static unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __csl_m static unsigned long long thread_rank()
    {
        return block_rank() * __csl_threads() + __csl_rank();
    }
    __csl_m static unsigned long long size() { return num_blocks() * __csl_threads(); }
    __csl_m static unsigned long long num_threads() { return size(); }
    __csl_m static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __csl_m static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __csl_m static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
__csl_m grid_group this_grid() { return {}; }
struct multi_grid_group : grid_group {
    __csl_m static unsigned grid_rank() { return __csl_uniform(__csl_grid, 0u); }
    __csl_m static unsigned num_grids() { return __csl_uniform(__csl_grid, 0u); }
};
__csl_m multi_grid_group this_multi_grid() { return {}; }

/* ---- the blocks of a cluster ---- */
struct cluster_group {
    struct arrival_token {};
    __csl_m static void sync() { __csl_barrier(__csl_cluster); }
    __csl_m static arrival_token barrier_arrive()
    {
        __csl_arrive(__csl_cluster);
        return {};
    }
    __csl_m static void barrier_wait(arrival_token = {}) { __csl_wait(__csl_cluster); }
    __csl_m static unsigned num_blocks() { return __clusterSizeInBlocks(); }
    __csl_m static unsigned block_rank() { return __clusterRelativeBlockRank(); }
    __csl_m static unsigned num_threads() { return num_blocks() * __csl_threads(); }
    __csl_m static unsigned size() { return num_threads(); }
    __csl_m static unsigned thread_rank() { return block_rank() * __csl_threads() + __csl_rank(); }
    __csl_m static dim3 dim_blocks() { return __clusterDim(); }
    __csl_m static dim3 block_index() { return __clusterRelativeBlockIdx(); }
    template <class T_> __csl_m static T_ *map_shared_rank(T_ *p, int rank)
    {
        return (T_ *)__cluster_map_shared_rank(p, (unsigned)rank);
    }
    __csl_m static unsigned query_shared_rank(const void *)
    {
        return __csl_uniform(__csl_thread, 0u);
    }
};
__csl_m cluster_group this_cluster() { return {}; }

/* ---- what programs take of its insides, for a barrier of all blocks made by hand ---- */
namespace details {
struct grid_workspace {
    unsigned size;
    unsigned barrier;
};
static __device__ grid_workspace __csl_grid_workspace;
__csl_m grid_workspace *get_grid_workspace() { return &__csl_grid_workspace; }
}
#define _CG_ASM_PTR_CONSTRAINT "l"
#ifndef _ALIGNAS
#define _ALIGNAS(...) alignas(__VA_ARGS__)
#endif

/* ---- the same as functions ---- */
template <class G_> __csl_m void sync(const G_ &g) { g.sync(); }
template <class G_> __csl_m unsigned thread_rank(const G_ &g) { return g.thread_rank(); }
template <class G_> __csl_m unsigned group_size(const G_ &g) { return g.size(); }
template <class G_, class F_, class... A_> __csl_m void invoke_one(const G_ &g, F_ f, A_... args)
{
    if (g.thread_rank() == 0)
        f(args...);
}
/* What it returns is handed to all by a shuffle. */
template <class G_, class F_, class... A_>
__csl_m auto invoke_one_broadcast(const G_ &g, F_ f, A_... args) -> decltype(f(args...))
{
    decltype(f(args...)) r{};
    if (g.thread_rank() == 0)
        r = f(args...);
    return g.shfl(r, 0);
}
#undef __csl_m
}

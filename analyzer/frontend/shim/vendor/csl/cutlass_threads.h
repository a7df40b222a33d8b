#pragma once
#pragma clang system_header
/* Which thread, warp and block of the cluster it is, and the cluster's barrier. */
#include <csl/cutlass_macros.h>
namespace cutlass {
static const int NumThreadsPerWarp = 32;
static const int NumThreadsPerWarpGroup = 128;
static const int NumWarpsPerWarpGroup = 4;
static const int NumThreadsPerHalfWarp = 16;
static const int NumThreadsPerQuad = 4;
static const int NumThreadsPerQuadPair = 8;
__device__ inline int canonical_lane_idx() { return threadIdx.x % 32; }
__device__ inline int canonical_warp_idx() { return threadIdx.x / 32; }
__device__ inline int canonical_warp_idx_sync()
{
    return __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
}
__device__ inline int canonical_warp_group_idx()
{
    return __shfl_sync(0xffffffff, threadIdx.x / 128, 0);
}
__device__ inline bool thread0()
{
    return !(threadIdx.x | threadIdx.y | threadIdx.z | blockIdx.x | blockIdx.y | blockIdx.z);
}
}
namespace cute {
__device__ inline unsigned elect_one_sync()
{
    unsigned pred = 0;
    asm volatile("{\n.reg .b32 lane;\n.reg .pred p;\nelect.sync lane|p, %1;\n"
                 "selp.b32 %0, 1, 0, p;\n}" : "=r"(pred) : "r"(0xffffffffu));
    return pred;
}
struct ElectOneLaneIdReturnType { unsigned is_leader, leader_lane_id; };
__device__ inline bool block0() { return !(blockIdx.x | blockIdx.y | blockIdx.z); }
__device__ inline bool thread(int tid, int bid = 0)
{
    return (int)(threadIdx.x + threadIdx.y * blockDim.x +
                 threadIdx.z * blockDim.x * blockDim.y) == tid &&
           (int)(blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y) == bid;
}
__device__ inline bool thread0() { return cutlass::thread0(); }

__device__ inline void cluster_arrive_relaxed()
{
    asm volatile("barrier.cluster.arrive.relaxed.aligned;");
}
__device__ inline void cluster_arrive() { asm volatile("barrier.cluster.arrive.aligned;"); }
__device__ inline void cluster_wait() { asm volatile("barrier.cluster.wait.aligned;"); }
__device__ inline void cluster_sync()
{
    cluster_arrive();
    cluster_wait();
}
#define __csl_special(name, reg)                                                                   \
    __device__ inline unsigned name()                                                              \
    {                                                                                              \
        unsigned v;                                                                                \
        asm volatile("mov.u32 %0, %%" #reg ";" : "=r"(v));                                         \
        return v;                                                                                  \
    }
#define __csl_special3(name, reg)                                                                  \
    __csl_special(__csl_##name##_x, reg.x) __csl_special(__csl_##name##_y, reg.y)                  \
    __csl_special(__csl_##name##_z, reg.z)                                                         \
    __device__ inline dim3 name()                                                                  \
    {                                                                                              \
        return {__csl_##name##_x(), __csl_##name##_y(), __csl_##name##_z()};                       \
    }
__csl_special(block_rank_in_cluster, cluster_ctarank)
__csl_special3(cluster_grid_dims, nclusterid)
__csl_special3(cluster_id_in_grid, clusterid)
__csl_special3(block_id_in_cluster, cluster_ctaid)
__csl_special3(cluster_shape, cluster_nctaid)
#undef __csl_special3
#undef __csl_special
__device__ inline unsigned cast_smem_ptr_to_uint(const void *p)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ inline unsigned set_block_rank(unsigned address, unsigned rank)
{
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}
}

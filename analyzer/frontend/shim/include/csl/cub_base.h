#pragma once
#pragma clang system_header
/* What the collectives of CUB share.
 *
 * A collective writes what each thread contributes into its temporary storage, meets, and reads
 * what the others wrote. It does not meet again at the end: a caller that uses the same storage once more
 * must put a barrier between. Contributions are not followed, so one word per thread stands for
 * them, and results are unknown values.
 */
#include <csl/algorithm.h>
namespace cub {
template <int x, int y, int z> __device__ inline unsigned __csl_linear()
{
    __csl_made_for(x, y, z);
    return y == 1 && z == 1 ? threadIdx.x : (threadIdx.z * y + threadIdx.y) * x + threadIdx.x;
}
template <int threads> struct __csl_storage {
    unsigned slot[threads];
};
template <int threads> __device__ inline void __csl_read(__csl_storage<threads> &s)
{
    if constexpr (threads > 32) {
        __csl_storage<threads> all;
        __csl_copy(&all, &s, sizeof s);
    }
}
/* Everybody writes, meets, and reads everything. Blocks of one warp may do with shuffles, without a
 * barrier and without the storage: then nothing may be built on the barrier, and the storage is in
 * use all the same, as the documentation says for each method. */
template <int threads>
__device__ inline void __csl_meet(__csl_storage<threads> &s, unsigned rank, bool reads = true)
{
    if constexpr (threads <= 32) {
        __csl_use_together(s.slot, 32);
        __csl_vote(0xffffffffu, 0);
    } else {
        s.slot[rank] = rank;
        __csl_barrier(__csl_block);
        if (reads)
            __csl_read(s);
    }
}
template <class T_> __device__ inline void __csl_lose(T_ &item)
{
    item = __csl_uniform(__csl_thread, item);
}
template <class T_, int n> __device__ inline void __csl_lose(T_ (&items)[n])
{
    for (int i = 0; i < n; i++)
        items[i] = __csl_uniform(__csl_thread, items[i]);
}
/* The storage a collective without one of its own brings along, and how it is constructed. */
#define __csl_collective(name, ...)                                                                \
    typedef __VA_ARGS__ TempStorage;                                                               \
    TempStorage &temp;                                                                             \
    static __device__ inline TempStorage &__csl_own()                                              \
    {                                                                                              \
        __shared__ TempStorage own;                                                                \
        return own;                                                                                \
    }                                                                                              \
    __device__ inline name() : temp(__csl_own()) {}                                                \
    __device__ inline name(TempStorage &s) : temp(s) {}

template <class K_, class V_> struct KeyValuePair {
    typedef K_ Key;
    typedef V_ Value;
    K_ key;
    V_ value;
};
struct Sum {
    template <class T_> __host__ __device__ T_ operator()(const T_ &a, const T_ &b) const
    {
        return a + b;
    }
};
struct Max {
    template <class T_> __host__ __device__ T_ operator()(const T_ &a, const T_ &b) const
    {
        return a > b ? a : b;
    }
};
struct Min {
    template <class T_> __host__ __device__ T_ operator()(const T_ &a, const T_ &b) const
    {
        return a < b ? a : b;
    }
};
struct Equality {
    template <class T_> __host__ __device__ bool operator()(const T_ &a, const T_ &b) const
    {
        return a == b;
    }
};
struct Inequality {
    template <class T_> __host__ __device__ bool operator()(const T_ &a, const T_ &b) const
    {
        return !(a == b);
    }
};
struct ArgMax {
    template <class T_> __host__ __device__ T_ operator()(const T_ &a, const T_ &b) const
    {
        return a.value < b.value ? b : a;
    }
};
struct ArgMin {
    template <class T_> __host__ __device__ T_ operator()(const T_ &a, const T_ &b) const
    {
        return b.value < a.value ? b : a;
    }
};
enum CacheLoadModifier {
    LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE
};
enum CacheStoreModifier {
    STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE
};
template <CacheLoadModifier m, class T_> __device__ inline T_ ThreadLoad(const T_ *p) { return *p; }
template <CacheStoreModifier m, class T_> __device__ inline void ThreadStore(T_ *p, T_ v) { *p = v;
    }
__device__ inline void CTA_SYNC() { __csl_barrier(__csl_block); }
__device__ inline void ThreadExit() { asm volatile("exit;"); }
__device__ inline void ThreadTrap() { asm volatile("trap;"); }
__device__ inline void WARP_SYNC(unsigned mask) { __csl_barrier_mask(mask); }
template <int v> struct Int2Type { static constexpr int value = v; };
template <class T_, class U_> __host__ __device__ constexpr T_ DivideAndRoundUp(T_ a, U_ b)
{
    return (a + b - 1) / b;
}
__device__ inline unsigned LaneId() { return __csl_lane(); }
__device__ inline unsigned WarpId() { return __csl_rank() / 32u; }
__device__ inline unsigned RowMajorTid(int x, int y, int) { return __csl_rank(); }
}

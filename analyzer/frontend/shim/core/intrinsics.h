/* The intrinsics: what the lowering (analyzer/frontend/lower/intrinsics/intrinsics.c) knows by name.
 *
 * scope: 0 thread, 1 warp, 2 block, 3 cluster, 4 grid.
 * order: 0 relaxed, 1 acquire, 2 release, 3 acquire-release, 4 sequentially consistent.
 * op:    as csl_atomic of analyzer/ir.h; the names below.
 * T may be a class where a value is made up (__csl_uniform, __csl_pure, __csl_shuffle, __csl_vote,
 * __csl_atomic_load): then each scalar member of it is.
 */
#pragma clang system_header

enum { __csl_thread, __csl_warp, __csl_block, __csl_cluster, __csl_grid };
enum { __csl_relaxed, __csl_acquire, __csl_release, __csl_acq_rel, __csl_seq_cst };
enum {
    __csl_op_none, __csl_op_load, __csl_op_store, __csl_op_add, __csl_op_sub, __csl_op_exch,
    __csl_op_cas, __csl_op_inc, __csl_op_dec, __csl_op_min, __csl_op_max, __csl_op_and,
    __csl_op_or, __csl_op_xor
};

/* ---- barriers ---- */
/* All threads of the scope meet here; memory is ordered between them. __syncthreads(), which clang
 * declares by itself and lets no source define, is an intrinsic too: __csl_barrier(2). */
__device__ void __csl_barrier(int scope);
/* The same, and every thread gets the same result computed from all `pred`; `counts`: how many are
 * true. */
__device__ int __csl_barrier_result(int scope, int pred, int counts = 0);
/* The lanes of the warp named in the mask; an aligned tile of `lanes` lanes. */
__device__ void __csl_barrier_mask(unsigned mask);
__device__ void __csl_barrier_tile(int lanes);
/* PTX bar.sync / bar.arrive with a number. count 0: none given (the whole block). */
__device__ void __csl_barrier_named(int id, int count, int aligned);
__device__ void __csl_arrive_named(int id, int count);
/* A tile of `count` threads, more than a warp; `id` from 16 to 31 tells the tiles of a block apart.
 */
__device__ void __csl_barrier_wide(int id, int count);
/* The two halves of a barrier of the scope. */
__device__ void __csl_arrive(int scope);
__device__ void __csl_wait(int scope);
/* A barrier object in memory (mbarrier, cuda::barrier). */
__device__ void __csl_object_init(void *object, int count);
/* `count` arrivals, which `drops` makes the last of this thread; the result is the phase's token. */
__device__ unsigned long long __csl_object_arrive(void *object, int count, int drops);
/* Waits until the phase of the token, or the one of that parity, is over; or looks once whether it
 * is. */
__device__ void __csl_object_wait(void *object, unsigned long long token);
__device__ void __csl_object_wait_parity(void *object, unsigned parity);
__device__ bool __csl_object_look(void *object, unsigned long long token);
__device__ bool __csl_object_look_parity(void *object, unsigned parity);
/* Arrives once and waits. */
__device__ void __csl_object_barrier(void *object);
/* Waits for the kernel launched before, or lets the next one start. */
__device__ void __csl_depend(int waits);
/* The address in shared memory of the block of that rank in the cluster. */
__device__ void *__csl_map_block(const void *p, unsigned rank);
/* How many blocks of the cluster stand in a row of that dimension; 0: not known. */
__device__ unsigned __csl_cluster_dim(int dimension);
/* Memory order without waiting. */
__device__ void __csl_fence(int scope);

/* ---- exchange between lanes; no memory order ---- */
/* A result computed from the `value` of every lane and the same in all of them. */
template <class T_> __device__ T_ __csl_vote(unsigned mask, T_ value);
template <class T_> __device__ T_ __csl_select(unsigned mask, T_ value); /* one of the values */
/* Masks: the lanes whose value is true; those with the value of the lane that asks; those that
 * happen to come. */
__device__ unsigned __csl_ballot(unsigned mask, int value);
template <class T_> __device__ unsigned __csl_match(unsigned mask, T_ value);
__device__ unsigned __csl_active();
template <class T_> __device__ T_ __csl_vote_tile(int lanes, T_ value);
/* The `value` another lane offers. lane counts within the segment of `width` lanes; it means
 * something only if lane_given, else the source depends on the reading lane (up, down, xor).
 * swaps: xor. tile: if not 0, all lanes of a tile of so many take part, and the mask says nothing; if
 * negative, the source is one of those that the mask names. */
template <class T_> __device__ T_ __csl_shuffle(unsigned mask, T_ value, int lane, int width,
                                              bool lane_given, bool swaps = false,
                                              int tile = 0);
/* True in one thread of the scope. */
__device__ int __csl_elect(int scope);
/* True in one of the lanes that the mask names. */
__device__ bool __csl_elect_lane(unsigned mask);

/* ---- memory ---- */
template <class T_> __device__ T_ __csl_atomic(T_ *p, T_ v, int op, int scope, int order);
/* What follows reads at p through the cache of read-only data. */
__device__ void __csl_read_only(const void *p);
template <class T_> __device__ T_ __csl_cas(T_ *p, T_ compare, T_ v, int scope, int order);
template <class T_> __device__ T_ __csl_atomic_load(const T_ *p, int scope, int order);
template <class T_> __device__ void __csl_atomic_store(T_ *p, T_ v, int scope, int order);
/* A copy that completes only after commit and wait; `pending` youngest groups may be open. */
__device__ void __csl_async_copy(void *dst, const void *src, unsigned long bytes);
__device__ void __csl_async_commit();
__device__ void __csl_async_wait(int pending);
/* Plain accesses of a whole range. */
__host__ __device__ void __csl_copy(void *dst, const void *src, unsigned long bytes);
__host__ __device__ void __csl_fill(void *dst, int byte, unsigned long bytes);

/* Aligned tiles of so many lanes work in the storage as one; that orders nothing else. `spare`: it is
 * asked for, and not touched. */
__device__ void __csl_use_together(unsigned *storage, int lanes, bool spare = false);

/* ---- values ---- */
/* A value nothing is known of, but threads of one scope agree on it (thread: they need not). x only
 * gives the type and is not evaluated. */
template <class T_> __host__ __device__ T_ __csl_uniform(int scope, T_ x);
/* The sum of the values of those threads of the block that stand before this one; all come here. */
template <class T_> __device__ T_ __csl_sum_before(T_ value);
/* An uninterpreted pure function, named after the function of these headers that calls it: equal
 * arguments give equal results. A function without a body but with the attribute `const` (on the
 * template, for a specialisation) means the same; that costs less to parse, see math.h. */
template <class T_, class... A_> __host__ __device__ T_ __csl_pure(A_... args);
__host__ __device__ int __csl_popc(unsigned long long x);
template <class T_> __host__ __device__ int __csl_clz(T_ x);
template <class T_> __host__ __device__ int __csl_ffs(T_ x);
template <class T_> __host__ __device__ T_ __csl_brev(T_ x);
template <class T_> __host__ __device__ T_ __csl_min(T_ a, T_ b);
template <class T_> __host__ __device__ T_ __csl_max(T_ a, T_ b);

/* ---- control ---- */
/* The collective that says it works in blocks of this shape only. */
__device__ void __csl_made_for(int x, int y, int z);
__host__ __device__ void __csl_exit(); /* this thread ends */
__host__ __device__ void __csl_abort(); /* the whole kernel ends: taken not to happen */
/* Known by its name; the body is for constant expressions, which may hold a true assert(). */
#if __cplusplus >= 201402L
__host__ __device__ constexpr void __csl_assume(bool holds)
{
    if (!holds)
        __csl_abort();
}
#else
__host__ __device__ void __csl_assume(bool holds);
#endif
/* Something that is not modelled; may write and may synchronise. */
__host__ __device__ void __csl_opaque(const char *why);

/* ---- helpers of these headers, ordinary code ---- */
template <class T_> struct __csl_id { typedef T_ type; };
template <class T_> using __csl_same = typename __csl_id<T_>::type; /* a parameter not deduced from
    */
template <bool B_, class T_ = void> struct __csl_if {};
template <class T_> struct __csl_if<true, T_> { typedef T_ type; };

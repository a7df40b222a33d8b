/* Places that lanes count by a ballot, and blocks of them that one lane gets for its warp. A wrong one
 * that is not shown as such is at least not proved. */
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int *c, int n) {                                 \
        __shared__ int own;                                                                        \
        int t = threadIdx.x, lane = t % 32, warp = t / 32;                                         \
        __VA_ARGS__                                                                                \
    }
#define VOTE                                                                                       \
    bool v = in[t] > 0;                                                                            \
    unsigned m = __ballot_sync(~0u, v);
#define BEFORE (m & ((1u << lane) - 1))
#define GET(counter, number, by, from)                                                             \
    int b = 0;                                                                                     \
    if (lane == by)                                                                                \
        b = atomicAdd(counter, number);                                                            \
    b = __shfl_sync(~0u, b, from);
K(r_before, VOTE if (v) o[__popc(BEFORE)] = t;)
K(r_from, VOTE if (v) o[n + __popc(BEFORE)] = t;)
K(r_loaded_twice, unsigned m = __ballot_sync(~0u, in[t] > 0); if (in[t] > 0) o[__popc(BEFORE)] = t;)
K(r_with_own, VOTE if (v) o[__popc(m & ((2u << lane) - 1)) - 1] = t;)
K(r_behind, VOTE if (v) o[__popc(m & ~((2u << lane) - 1))] = t;)
K(r_not_before, VOTE if (v) o[__popc(m & ~((1u << lane) - 1))] = t;)
K(r_masked_lane, VOTE if (v) o[__popc(m & ((1u << (threadIdx.x & 31)) - 1))] = t;)
K(r_in_ptx, VOTE unsigned lt; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt)); if (v) o[__popc(m & lt)] = t;)
K(r_of_those, VOTE if (in[t] > 1) o[__popc(BEFORE)] = t;)
K(w_all, VOTE o[__popc(BEFORE)] = t;)
K(w_others, VOTE if (!v) o[__popc(BEFORE)] = t;)
K(w_number, VOTE if (v) o[__popc(m)] = t;)
K(w_more, VOTE if (in[t] > -1) o[__popc(BEFORE)] = t;)
K(w_other_lane, VOTE if (v) o[__popc(m & ((1u << (lane ^ 1)) - 1))] = t;)
K(w_three, VOTE if (v) o[__popc(m & ((3u << lane) - 1))] = t;)
K(w_half, VOTE if (v) o[__popc(BEFORE) / 2] = t;)
K(w_part_of_warp, unsigned m = __ballot_sync(lane < 16 ? 0xffffu : 0xffff0000u, in[t] > 0);
  if (in[t] > 0) o[__popc(BEFORE)] = t;)
K(l_two_warps, VOTE if (v) o[__popc(BEFORE)] = t;)
K(r_rows, VOTE if (v) o[warp * 32 + __popc(BEFORE)] = t;)
K(l_rows, VOTE if (v) o[warp * 31 + __popc(BEFORE)] = t;)
K(r_got, VOTE GET(c, __popc(m), 0, 0) if (v) o[b + __popc(BEFORE)] = t;)
K(r_leader, VOTE int l = __ffs(m) - 1; GET(c, __popc(m), l, l) if (v) o[b + __popc(BEFORE)] = t;)
K(r_got_here, if (t == 0) own = 0; __syncthreads(); VOTE GET(&own, __popc(m), 0, 0) if (v)
  o[b + __popc(BEFORE)] = t;)
K(r_full, GET(c, 32, 0, 0) o[b + lane] = t;)
K(
    r_again, for (int i = t; i < 1024; i += 128) {
        bool v = in[i] > 0;
        unsigned m = __ballot_sync(~0u, v);
        GET(c, __popc(m), 0, 0)
        if (v)
            o[b + __popc(BEFORE)] = i;
    })
K(l_one, VOTE GET(c, 1, 0, 0) if (v) o[b + __popc(BEFORE)] = t;)
K(l_got_number, VOTE GET(c, __popc(m), 0, 0) if (v) o[b + __popc(m)] = t;)
K(l_got_all, VOTE GET(c, __popc(m), 0, 0) o[b + __popc(BEFORE)] = t;)
K(l_from_another, VOTE GET(c, __popc(m), 0, 1) if (v) o[b + __popc(BEFORE)] = t;)
K(l_other_counter, VOTE GET(c + warp, __popc(m), 0, 0) if (v) o[b + __popc(BEFORE)] = t;)
K(l_reset, VOTE GET(c, __popc(m), 0, 0) if (v) o[b + __popc(BEFORE)] = t;
  if (t == 5) atomicExch(c, 0);)
K(l_short, GET(c, 31, 0, 0) o[b + lane] = t;)
K(
    l_got_once, int first = 0; if (lane == 0) first = atomicAdd(c, 32);
    for (int i = t; i < 1024; i += 128) {
        bool v = in[i] > 0;
        unsigned m = __ballot_sync(~0u, v);
        int b = __shfl_sync(~0u, first, 0);
        if (v)
            o[b + __popc(BEFORE)] = i;
    })
void run(float *o, const int *in, int *c, int n) {
#define L(k) k<<<1, 128>>>(o, in, c, n);
#define M(k) k<<<1, 32>>>(o, in, c, n);
    M(r_before)
    M(r_from) M(r_loaded_twice) M(r_with_own) M(r_behind) M(r_not_before) M(r_masked_lane)
        M(r_in_ptx) M(r_of_those) M(w_all) M(w_others) M(w_number) M(w_more) M(w_other_lane)
            M(w_three) M(w_half) M(w_part_of_warp) L(l_two_warps) L(r_rows) L(l_rows) L(r_got)
                L(r_leader) L(r_got_here) L(r_full) L(r_again) L(l_one) L(l_got_number) L(l_got_all)
                    L(l_from_another) L(l_other_counter) L(l_reset) L(l_short) L(l_got_once)
}

// Intrinsics, collectives, calls and control flow.
// w_*: wrong in one detail, none of which may be proved. r_*: the right twins of some of them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
typedef unsigned long long u64;
// G
__global__ void w_mul24(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[__mul24(t, 1 << 23) != 0 ? 0 : t] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_mulhi(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[__mulhi(t, 1 << 30)] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_umulhi(int *o) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[__umulhi(t, 0x80000000u)] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_byteperm(int *o) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[__byte_perm(t, 0, 0x4441)] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_brev(int *o) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[__brev(t) >> 27] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_brev(int *o) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[__brev(t) >> 26] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_clz(int *o) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[__clz(t)] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_funnel(int *o) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[__funnelshift_l(t, 0, 1) & 63] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_sad(int *o) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[__usad(t, 31u, 0u)] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_atomicsub(int *o) {
    __shared__ int s[64], c;
    int t = threadIdx.x;
    if (t == 0)
        c = 64;
    __syncthreads();
    int p = atomicSub(&c, t & 1);
    s[(p - 1) & 63] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_atomicsub(int *o) {
    __shared__ int s[64], c;
    int t = threadIdx.x;
    if (t == 0)
        c = 64;
    __syncthreads();
    int p = atomicSub(&c, 1);
    s[(p - 1) & 63] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_atomicinc(int *o) {
    __shared__ int s[64];
    __shared__ unsigned c;
    int t = threadIdx.x;
    if (t == 0)
        c = 0;
    __syncthreads();
    unsigned p = atomicInc(&c, 31);
    s[p] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_ticket(int *o, int *c) {
    __shared__ int last;
    int t = threadIdx.x;
    if (t == 0)
        last = atomicAdd(c, 1);
    if (last == 63)
        o[0] = t;
    __syncthreads();
    o[t + 1] = last;
}
__global__ void w_exch(int *o) {
    __shared__ int s[64], l;
    int t = threadIdx.x;
    if (t == 0)
        l = 0;
    __syncthreads();
    if (atomicExch(&l, 1) >= 0)
        s[0] = t;
    __syncthreads();
    o[t] = s[t];
}
// J
__global__ void w_shfl_half(int *o) {
    int t = threadIdx.x, v = t;
    if (t % 32 < 16)
        v += __shfl_down_sync(0xffffffffu, v, 8);
    o[t] = v;
}
__global__ void r_shfl_half(int *o) {
    int t = threadIdx.x, v = t;
    if (t % 32 < 16)
        v += __shfl_down_sync(0xffffu, v, 8, 16);
    o[t] = v;
}
__global__ void w_loop_shfl(int *o, const int *in) {
    int t = threadIdx.x, v = 0;
    for (int i = t; i < in[0]; i += 64)
        v += __shfl_xor_sync(~0u, v, 1);
    o[t] = v;
}
__global__ void w_any_branch(int *o, const int *in) {
    int t = threadIdx.x;
    if (in[t] && __any_sync(~0u, in[t] > 3))
        o[t] = 1;
}
__global__ void r_any_branch(int *o, const int *in) {
    int t = threadIdx.x;
    if (__any_sync(~0u, in[t] > 3) && in[t])
        o[t] = 1;
}
__global__ void w_ballot_later(int *o, const int *in) {
    int t = threadIdx.x;
    unsigned m = __ballot_sync(~0u, in[t] > 0);
    if (in[t] > 1) {
        o[t] = __shfl_sync(m, t, 0);
    }
}
__global__ void r_ballot_later(int *o, const int *in) {
    int t = threadIdx.x;
    int v = in[t];
    unsigned m = __ballot_sync(~0u, v > 1);
    if (v > 1) {
        o[t] = __shfl_sync(m, t, __ffs(m) - 1);
    }
}
__global__ void w_syncwarp(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp(0xffff);
    o[t] = s[t ^ 1];
}
__global__ void r_syncwarp(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    o[t] = s[t ^ 1];
}
__global__ void w_tile(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    auto g = cg::tiled_partition<8>(cg::this_thread_block());
    s[t] = t;
    g.sync();
    o[t] = s[t ^ 8];
}
__global__ void r_tile(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    auto g = cg::tiled_partition<8>(cg::this_thread_block());
    s[t] = t;
    g.sync();
    o[t] = s[t ^ 4];
}
__global__ void w_coal(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (t & 1) {
        auto g = cg::coalesced_threads();
        g.sync();
        o[t] = s[t ^ 1];
    }
}
__global__ void w_reduce_branch(int *o) {
    int t = threadIdx.x;
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    if (t < 40)
        o[t] = cg::reduce(w, t, cg::plus<int>());
}
__global__ void w_block_in_branch(int *o) {
    int t = threadIdx.x;
    auto b = cg::this_thread_block();
    if (t < 32)
        b.sync();
    o[t] = t;
}
__global__ void w_match(int *o, const int *in) {
    int t = threadIdx.x;
    if (in[t] == 2)
        o[t] = __match_any_sync(~0u, in[t]);
}
__global__ void w_bar_red(int *o, const int *in) {
    int t = threadIdx.x;
    if (__syncthreads_or(t == 3) && t < 5)
        o[t] = __syncthreads_count(in[t]);
}
__global__ void w_asm_bar(int *o) {
    int t = threadIdx.x;
    if (t < 33)
        asm volatile("bar.sync 0;");
    o[t] = t;
}
__global__ void w_asm_store(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned a = __cvta_generic_to_shared(&s[t / 2]);
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(a), "r"(t));
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_asm_store(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned a = __cvta_generic_to_shared(&s[t]);
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(a), "r"(t));
    __syncthreads();
    o[t] = s[t ^ 1];
}
// K
__global__ void w_ldg_deep(float *o, const float *in) {
    int t = threadIdx.x;
    const float *p = o;
    o[t] = in[t];
    __syncthreads();
    float v = __ldg(p + (t ^ 1));
    __syncthreads();
    o[t] = v;
}
// M
__device__ int lookup(int x);
__global__ void w_undef(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    int v = histogram(s, t);
    o[t] = s[t ^ 1] + v;
}
__device__ void extern_write(int *p);
__global__ void w_extern(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    extern_write(&s[t / 2]);
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_fnptr(int *o, void (*f)(int *)) {
    __shared__ int s[64];
    int t = threadIdx.x;
    f(&s[t / 2]);
    __syncthreads();
    o[t] = s[t];
}
struct Base {
    __device__ virtual void f(int *p, int v) { *p = v; }
};
struct Der : Base {
    __device__ void f(int *p, int v) override { p[1] = v; }
};
__global__ void w_virtual(int *o, Base *b) {
    __shared__ int s[65];
    int t = threadIdx.x;
    b->f(&s[t], t);
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_recursion(int *o) {
    struct R {
        static __device__ void go(int *p, int n) {
            *p = n;
            if (n > 0)
                go(p + 1, n - 1);
        }
    };
    __shared__ int s[128];
    int t = threadIdx.x;
    R::go(&s[t], 3);
    __syncthreads();
    o[t] = s[t];
}
// misc
__global__ void w_goto(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, i = 0;
again:
    s[(t + i) & 63] = t;
    if (++i < n)
        goto again;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_switch(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    switch (n) {
    case 1:
        s[t] = t;
    case 2:
        s[t ^ 1] = t;
        break;
    default:
        s[t] = 3;
    }
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_dbuf_pause(int *o, int n) {
    __shared__ int s[2][64];
    int t = threadIdx.x, p = 0;
    s[0][t] = t;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        s[p ^ 1][t] = s[p][t ^ 1];
        p ^= (i != 2);
        __syncthreads();
    }
    o[t] = s[p][t];
}
__global__ void r_dbuf(int *o, int n) {
    __shared__ int s[2][64];
    int t = threadIdx.x, p = 0;
    s[0][t] = t;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        s[p ^ 1][t] = s[p][t ^ 1];
        p ^= 1;
        __syncthreads();
    }
    o[t] = s[p][t];
}
__global__ void w_ring(int *o, int n) {
    __shared__ int s[3][64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[i % 3][t] = i;
        if (i % 3 != 1)
            __syncthreads();
        o[t] += s[i % 3][t ^ 1];
    }
}
__global__ void w_alias_union(int *o) {
    union U {
        int a[64];
        short b[128];
    };
    __shared__ U u;
    int t = threadIdx.x;
    u.a[t] = t;
    u.b[t] = 3;
    __syncthreads();
    o[t] = u.a[t];
}
__global__ void w_lambda(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    auto f = [&](int i) { s[i] = t; };
    auto g = [=](auto h) { h(t / 2); };
    g(f);
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_std_fn(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int *const a[2] = {s, s + 1};
    a[t & 1][t] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_volatile(int *o) {
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = t;
    o[t] = s[t ^ 1];
}
__global__ void w_dyn(int *o) {
    extern __shared__ char raw[];
    int *a = (int *)raw;
    short *b = (short *)(raw + 128);
    int t = threadIdx.x;
    a[t] = t;
    b[t] = t;
    __syncthreads();
    o[t] = a[t];
}
__global__ void r_dyn(int *o) {
    extern __shared__ char raw[];
    int *a = (int *)raw;
    short *b = (short *)(raw + 256);
    int t = threadIdx.x;
    a[t] = t;
    b[t] = t;
    __syncthreads();
    o[t] = a[t] + b[t ^ 1];
}
__global__ void w_bool(int *o, const int *in) {
    __shared__ bool f;
    int t = threadIdx.x;
    if (t == 0)
        f = false;
    __syncthreads();
    if (in[t])
        f = true;
    if (f)
        __syncthreads();
    o[t] = f;
}
__global__ void w_early(int *o, int n) {
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (i == t)
            return;
        __syncthreads();
    }
    o[t] = 1;
}
__global__ void w_while(int *o, const int *in) {
    int t = threadIdx.x, v = in[0];
    while (v > t) {
        __syncthreads();
        v -= 7;
    }
    o[t] = v;
}
__device__ int gcount[64];
__global__ void w_gvar(int *o) {
    int t = threadIdx.x;
    gcount[t / 2] = t;
    __syncthreads();
    o[t] = gcount[t];
}
__global__ void w_static(int *o) {
    static __device__ int q[64];
    int t = threadIdx.x;
    q[t] = t;
    o[t] = q[t ^ 1];
}
__constant__ int idx[64];
__global__ void w_const(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[idx[t] & 63] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_cast_ptr(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    ((u64 *)s)[t / 2] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_ternary_bar(int *o) {
    int t = threadIdx.x;
    int v = t > 3 ? (__syncthreads(), 1) : 2;
    o[t] = v;
}
__global__ void w_short(int *o) {
    int t = threadIdx.x;
    bool b = t > 3 && (__syncthreads(), true);
    o[t] = b;
}
__global__ void w_bigblk(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x & 31;
    s[t] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[t];
}
void host(int *o, float *f, int *in, int *cc, float *in2, int n, Base *b, void (*fp)(int *)) {
    w_mul24<<<1, 64>>>(o, n);
    w_mulhi<<<1, 64>>>(o, n);
    w_umulhi<<<1, 64>>>(o);
    w_byteperm<<<1, 64>>>(o);
    w_brev<<<1, 64>>>(o);
    r_brev<<<1, 64>>>(o);
    w_clz<<<1, 64>>>(o);
    w_funnel<<<1, 64>>>(o);
    w_sad<<<1, 64>>>(o);
    w_atomicsub<<<1, 64>>>(o);
    r_atomicsub<<<1, 64>>>(o);
    w_atomicinc<<<1, 64>>>(o);
    w_ticket<<<1, 64>>>(o, cc);
    w_exch<<<1, 64>>>(o);
    w_shfl_half<<<1, 64>>>(o);
    r_shfl_half<<<1, 64>>>(o);
    w_loop_shfl<<<1, 64>>>(o, in);
    w_any_branch<<<1, 64>>>(o, in);
    r_any_branch<<<1, 64>>>(o, in);
    w_ballot_later<<<1, 64>>>(o, in);
    r_ballot_later<<<1, 64>>>(o, in);
    w_syncwarp<<<1, 64>>>(o);
    r_syncwarp<<<1, 64>>>(o);
    w_tile<<<1, 64>>>(o);
    r_tile<<<1, 64>>>(o);
    w_coal<<<1, 64>>>(o);
    w_reduce_branch<<<1, 64>>>(o);
    w_block_in_branch<<<1, 64>>>(o);
    w_match<<<1, 64>>>(o, in);
    w_bar_red<<<1, 64>>>(o, in);
    w_asm_bar<<<1, 64>>>(o);
    w_asm_store<<<1, 64>>>(o);
    r_asm_store<<<1, 64>>>(o);
    w_ldg_deep<<<1, 64>>>(f, in2);
    w_undef<<<1, 64>>>(o);
    w_extern<<<1, 64>>>(o);
    w_fnptr<<<1, 64>>>(o, fp);
    w_virtual<<<1, 64>>>(o, b);
    w_recursion<<<1, 64>>>(o);
    w_goto<<<1, 64>>>(o, n);
    w_switch<<<1, 64>>>(o, n);
    r_dbuf_pause<<<1, 64>>>(o, n);
    r_dbuf<<<1, 64>>>(o, n);
    w_ring<<<1, 64>>>(o, n);
    w_alias_union<<<1, 64>>>(o);
    w_lambda<<<1, 64>>>(o);
    w_std_fn<<<1, 64>>>(o);
    w_volatile<<<1, 64>>>(o);
    w_dyn<<<1, 64, 512>>>(o);
    r_dyn<<<1, 64, 512>>>(o);
    w_bool<<<1, 64>>>(o, in);
    w_early<<<1, 64>>>(o, n);
    w_while<<<1, 64>>>(o, in);
    w_gvar<<<1, 64>>>(o);
    w_static<<<1, 64>>>(o);
    w_const<<<1, 64>>>(o);
    w_cast_ptr<<<1, 64>>>(o);
    w_ternary_bar<<<1, 64>>>(o);
    w_short<<<1, 64>>>(o);
    w_bigblk<<<1, 64>>>(o);
}

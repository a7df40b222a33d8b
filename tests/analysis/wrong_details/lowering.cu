// Values, lvalues, lifetimes and arithmetic.
// w_*: wrong in one detail, none of which may be proved. r_*: the right twins of some of them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
typedef unsigned long long u64;
// A: 64-bit unsigned
__global__ void w_hash(int *o, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    u64 h = 0xcbf29ce484222325ull;
    h *= 0x100000001b3ull;
    if (h > 0x8000000000000000ull)
        s[t / 2] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_hash(int *o, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    u64 h = 0xcbf29ce484222325ull;
    h *= 0x100000001b3ull;
    if (h > 0x8000000000000000ull)
        s[t] = t;
    __syncthreads();
    o[t] = s[t ^ 1];
}
__global__ void w_param64(int *o, u64 n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (n / 2 >= (1ull << 62))
        s[0] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_param64(int *o, u64 n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (n / 2 >= (1ull << 62))
        s[t] = t;
    __syncthreads();
    o[t] = s[63 - t];
}
__global__ void w_neg64(int *o, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    u64 p = -(u64)(in[0] & 1);
    if (p >> 63)
        s[t & 31] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_neg64(int *o, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    u64 p = -(u64)(in[0] & 1);
    if (p >> 63)
        s[t] = t;
    __syncthreads();
    o[t] = s[t ^ 32];
}
__global__ void w_mask64(int *o, const u64 *m) {
    __shared__ int s[64];
    int t = threadIdx.x;
    u64 v = m[0];
    if ((v & ~0ull << 63) != 0)
        s[7] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_mask64(int *o, const u64 *m) {
    __shared__ int s[64];
    int t = threadIdx.x;
    u64 v = m[0];
    if ((v & ~0ull << 63) != 0 && t == 7)
        s[7] = t;
    __syncthreads();
    o[t] = s[t];
}
// B: lvalues
struct V {
    int x, y;
    __device__ int &at(int i) { return i ? y : x; }
};
__global__ void w_ref_fn(int *o) {
    __shared__ V s[64];
    int t = threadIdx.x;
    s[t].at(0) = t;
    s[t ^ 1].at(1) = t;
    s[t / 2].at(1) = 1 + t;
    __syncthreads();
    o[t] = s[t].x + s[t].y;
}
__global__ void r_ref_fn(int *o) {
    __shared__ V s[64];
    int t = threadIdx.x;
    s[t].at(0) = t;
    s[t].at(1) = t;
    __syncthreads();
    o[t] = s[t ^ 1].x + s[t].y;
}
__global__ void w_swap(int *o) {
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int a = t;
    {
        int &r = s[t + 1];
        int &q = s[t];
        int c = r;
        r = q;
        q = c;
    }
    __syncthreads();
    o[t] = s[t] + a;
}
__global__ void r_swap(int *o) {
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t % 2 == 0) {
        int &r = s[t + 1];
        int &q = s[t];
        int c = r;
        r = q;
        q = c;
    }
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_memptr(int *o) {
    __shared__ V s[64];
    int t = threadIdx.x;
    int V::*m = t & 1 ? &V::x : &V::y;
    s[t >> 1].*m = t;
    s[t >> 2].x = 5 + t;
    __syncthreads();
    o[t] = s[t].x;
}
__global__ void r_memptr(int *o) {
    __shared__ V s[64];
    int t = threadIdx.x;
    int V::*m = t & 1 ? &V::x : &V::y;
    s[t].*m = t;
    __syncthreads();
    o[t] = s[t ^ 1].x;
}
__global__ void w_comma_lv(int *o) {
    __shared__ int s[64], z[64];
    int t = threadIdx.x;
    (t, s[t]) = 1;
    (t < 40 ? s[t ^ 32] : z[t]) = 2 + t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_comma_lv(int *o) {
    __shared__ int s[64], z[64];
    int t = threadIdx.x;
    (t, s[t]) = 1;
    (t < 40 ? s[t] : z[t]) = 2 + t;
    __syncthreads();
    o[t] = s[t ^ 32];
}
__global__ void w_preinc(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    ++(++s[t / 2]);
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_preinc(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    ++(++s[t]);
    __syncthreads();
    o[t] = s[t ^ 5];
}
__global__ void w_bind(int *o) {
    struct Q {
        int a, b;
    };
    __shared__ Q s[64];
    int t = threadIdx.x;
    auto &[a, b] = s[t];
    a = t;
    __syncthreads();
    auto &[c, d] = s[t / 3];
    d = t;
    c += b;
    __syncthreads();
    o[t] = s[t].a;
}
__global__ void r_bind(int *o) {
    struct Q {
        int a, b;
    };
    __shared__ Q s[64];
    int t = threadIdx.x;
    auto &[a, b] = s[t];
    a = t;
    __syncthreads();
    o[t] = s[t ^ 1].a;
}
__global__ void w_float4(float *o) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    reinterpret_cast<float *>(s)[t] = t;
    s[t / 4].y = 3 * t;
    __syncthreads();
    o[t] = s[t].y;
}
__global__ void r_float4(float *o) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    reinterpret_cast<float *>(s)[t] = t;
    __syncthreads();
    o[t] = s[t / 4].y;
}
__global__ void w_memset(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    memset(&s[t], 0, 8);
    __syncthreads();
    o[t] = s[t];
    s[t] = t;
    memcpy(&o[64], s, 0);
    __syncthreads();
    o[t] += s[t ^ 1];
    memset(s + t, t, 8);
}
__global__ void r_memset(int *o) {
    __shared__ int s[65];
    int t = threadIdx.x;
    memset(&s[t], t, 4);
    __syncthreads();
    o[t] = s[t ^ 1];
}
// C destructors
struct Put {
    int *p;
    int v;
    __device__ Put(int *q, int w) : p(q), v(w) {}
    __device__ ~Put() { *p = v; }
};
struct Wrap {
    Put q;
    int z;
    __device__ Wrap(int *p, int v) : q(p, v), z(v) {}
};
__global__ void w_dtor_member(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    {
        Wrap w(&s[t / 2], t);
        o[t] = w.z;
    }
    __syncthreads();
    o[t] += s[t];
}
__global__ void r_dtor_member(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    {
        Wrap w(&s[t], t);
        o[t] = w.z;
    }
    __syncthreads();
    o[t] += s[t ^ 1];
}
__global__ void w_dtor_array(int *o) {
    __shared__ int s[128];
    int t = threadIdx.x;
    { Put w[2] = {Put(&s[t], t), Put(&s[t + 1], t)}; }
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_dtor_array(int *o) {
    __shared__ int s[128];
    int t = threadIdx.x;
    { Put w[2] = {Put(&s[t], t), Put(&s[t + 64], t)}; }
    __syncthreads();
    o[t] = s[t ^ 1];
}
__global__ void w_dtor_loop(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        Put w(&s[(t + i) & 63], t);
        if (i == 1)
            continue;
        o[t] += i;
    }
    __syncthreads();
    o[t] += s[t];
}
__global__ void r_dtor_loop(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        {
            Put w(&s[(t + i) & 63], t);
            if (i == 1)
                o[t] += i;
        }
        __syncthreads();
    }
    o[t] += s[t];
}
struct Sync {
    __device__ ~Sync() { __syncthreads(); }
};
__global__ void w_dtor_return(int *o) {
    int t = threadIdx.x;
    Sync s;
    if (t < 7) {
        Sync q;
        o[t] = 1;
    }
    o[t] += 1;
}
__global__ void r_dtor_return(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    {
        Sync q;
        s[t] = t;
    }
    o[t] = s[t ^ 1];
}
// D default arguments
__device__ int bar() {
    __syncthreads();
    return 3;
}
__device__ int use(int a, int b = bar()) { return a + b; }
struct Cd {
    int v;
    __device__ Cd(int a = bar()) : v(a) {}
};
__global__ void w_default_ctor(int *o) {
    int t = threadIdx.x;
    if (t & 1) {
        Cd c;
        o[t] = c.v;
    }
}
__global__ void r_default_ctor(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    Cd c;
    o[t] = s[t ^ 1] + c.v;
}
__global__ void w_nsdmi(int *o) {
    struct N {
        int a = bar();
        int b;
    };
    int t = threadIdx.x;
    if (t < 9) {
        N n{};
        o[t] = n.a;
    }
}
__global__ void r_nsdmi(int *o) {
    __shared__ int s[64];
    struct N {
        int a = bar();
        int b;
    };
    int t = threadIdx.x;
    s[t] = t;
    N n{};
    o[t] = n.a + s[t ^ 1];
}
// E bases
struct B1 {
    int a[64];
};
struct B2 {
    int b[64];
};
struct D : B1, B2 {
    int c[64];
};
__global__ void w_base(int *o) {
    __shared__ D d;
    int t = threadIdx.x;
    B2 *p = &d;
    p->b[t] = t;
    static_cast<D *>(p)->b[t ^ 1] = t + 1;
    __syncthreads();
    o[t] = d.b[t];
}
__global__ void r_base(int *o) {
    __shared__ D d;
    int t = threadIdx.x;
    B2 *p = &d;
    p->b[t] = t;
    static_cast<D *>(p)->a[t ^ 1] = t + 1;
    __syncthreads();
    o[t] = d.b[t];
}
// F arithmetic
__global__ void w_u8(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned char c = 0;
    for (int i = 0; i < n; i++)
        c += 51;
    if (c == 1)
        s[t / 2] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_u8(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned char c = 0;
    for (int i = 0; i < n; i++)
        c += 51;
    if (c == 1)
        s[t] = t;
    __syncthreads();
    o[t] = s[t ^ 1];
}
__global__ void w_sub(int *o, unsigned n) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    if (n - t < 3)
        s[(n - t) & 1] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_u16mul(int *o, unsigned short n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned short k = t * n;
    s[k & 63] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_u16mul(int *o, unsigned short n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned short k = t * 5;
    s[k & 63] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_shift(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int k = (t << 26) >> 26;
    s[k & 31] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_shift(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned k = ((unsigned)t << 26) >> 26;
    s[k] = t;
    __syncthreads();
    o[t] = s[t ^ 1];
}
__global__ void w_div(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[(t - 32) / 2 + 32] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_mod(int *o) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[(t - 32) % 32 + 64] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_float(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[(int)(t * 0.5f)] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_geom(int *o, unsigned n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned k = 1;
    for (unsigned i = 0; i < n; i++)
        k *= 3;
    if (k == 0x4f8fb6a3u || k == 2541865828u || k == 3486784401u)
        s[t & 1] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void w_dec(int *o, unsigned n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned k = 5;
    for (unsigned i = 0; i < n; i++)
        k -= 2;
    if (k > 100)
        s[t & 1] = t;
    __syncthreads();
    o[t] = s[t];
}
__global__ void r_dec(int *o, unsigned n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned k = 5;
    for (unsigned i = 0; i < n; i++)
        k -= 2;
    if (k > 100)
        s[t] = t;
    __syncthreads();
    o[t] = s[t ^ 1];
}
int main(int argc, char **argv) {
    int *o;
    u64 *m;
    float *f;
    cudaMalloc(&o, 1 << 16);
    cudaMalloc(&m, 1 << 16);
    cudaMalloc(&f, 1 << 16);
    int *in;
    cudaMalloc(&in, 1 << 16);
#define L(k, ...) k<<<1, 64>>>(__VA_ARGS__)
    L(w_hash, o, in);
    L(r_hash, o, in);
    for (u64 n : {0ull, ~0ull, 1ull << 63}) {
        L(w_param64, o, n);
        L(r_param64, o, n);
    }
    int one = 1;
    cudaMemcpy(in, &one, 4, cudaMemcpyHostToDevice);
    u64 top = ~0ull;
    cudaMemcpy(m, &top, 8, cudaMemcpyHostToDevice);
    L(w_neg64, o, in);
    L(r_neg64, o, in);
    L(w_mask64, o, m);
    L(r_mask64, o, m);
    L(w_ref_fn, o);
    L(r_ref_fn, o);
    L(w_swap, o);
    L(r_swap, o);
    L(w_memptr, o);
    L(r_memptr, o);
    L(w_comma_lv, o);
    L(r_comma_lv, o);
    L(w_preinc, o);
    L(r_preinc, o);
    L(w_bind, o);
    L(r_bind, o);
    L(w_float4, f);
    L(r_float4, f);
    L(w_memset, o);
    L(r_memset, o);
    L(w_dtor_member, o);
    L(r_dtor_member, o);
    L(w_dtor_array, o);
    L(r_dtor_array, o);
    L(w_dtor_loop, o);
    L(r_dtor_loop, o);
    L(w_dtor_return, o);
    L(r_dtor_return, o);
    L(w_default_ctor, o);
    L(r_default_ctor, o);
    L(w_nsdmi, o);
    L(r_nsdmi, o);
    L(w_base, o);
    L(r_base, o);
    for (int n = 0; n < 260; n++) {
        L(w_u8, o, n);
        L(r_u8, o, n);
        L(w_sub, o, (unsigned)n);
        L(w_u16mul, o, (unsigned short)n);
        L(r_u16mul, o, (unsigned short)n);
        L(w_geom, o, (unsigned)n);
        L(w_dec, o, (unsigned)n);
        L(r_dec, o, (unsigned)n);
    }
    L(w_shift, o, 1);
    L(r_shift, o, 1);
    L(w_div, o);
    L(w_mod, o);
    L(w_float, o);
}

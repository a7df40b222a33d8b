#!/bin/sh
# A launch that passes the same memory twice is analysed as such: that parameters point to distinct
# memory is no assumption there. So with pointers in structures, also in nested ones and in those that
# a constructor or another pointer fills, in elements, in what `c ? a : b` may be, through the arguments of a host function, in arrays of
# addresses for cudaLaunchKernel() and its like, and in another file; right code stays proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cuh" <<'CU'
struct Pair { float *out; const float *in; };
struct Two { const float *a; float *b; };
__global__ void elsewhere(float *out, const float *in);
CU
cat >"$dir/a.cu" <<'CU'
#include "k.cuh"
__global__ void twice(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void next(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t] + 1; }
__global__ void behind(float *out, const float *in) { int t = threadIdx.x; out[t] = in[63 - t]; }
__global__ void inside(Pair p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
__global__ void assigned(Pair p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
__global__ void mixed(float *out, Two p) { int t = threadIdx.x; out[t] = p.a[t ^ 1] + 1; }
__global__ void called(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void unsized(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void elsewhere(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void same_element(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t] + 1; }
__global__ void second_half(float *out, const float *in) { int t = threadIdx.x; out[t] = in[63 - t] + 1; }
__global__ void swapped(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void reassigned(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
__global__ void rotated(Pair p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
static void wrapper(float *o, const float *i) { called<<<1, 64>>>(o, i); }
void host(int n, float *buffers[2], Pair *pairs)
{
    float *d, *e;
    cudaMalloc(&d, 4096);
    cudaMalloc(&e, 4096);
    float *alias = d + 16;
    twice<<<1, 64>>>(d, d);
    next<<<1, 64>>>(d, d + 1);
    behind<<<1, 64>>>(alias, &d[8]);
    inside<<<1, 64>>>({d, d});
    Pair p;
    p.out = d;
    p.in = d;
    assigned<<<1, 64>>>(p);
    mixed<<<1, 64>>>(e, Two{e, d});
    wrapper(e, d);
    wrapper(d, d);
    unsized<<<1, n>>>(buffers[n], buffers[n]);
    same_element<<<1, 64>>>(d, d);
    second_half<<<1, 64>>>(d, d + 64);
    float *from = d, *to = e;
    for (int i = 0; i < n; i++) {
        swapped<<<1, 64>>>(to, from);
        float *other = to;
        to = from;
        from = other;
    }
    float *old = d;
    d = e;
    reassigned<<<1, 64>>>(d, old);
    p.in = d;
    d += 64;
    p.out = d;
    rotated<<<1, 64>>>(p);
}
CU
cat >"$dir/c.cu" <<'CU'
struct Pair { float *out; const float *in; };
struct Deep { int n; Pair p; };
struct Made { float *out; const float *in; __host__ __device__ Made(float *o, const float *i) : out(o), in(i) {} };
struct Filled { float *out; const float *in; __host__ __device__ Filled(float *o, const float *i) { out = o; this->in = i; } };
#define PAIR(name) __global__ void name(Pair p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
#define DEEP(name) __global__ void name(Deep d) { int t = threadIdx.x; d.p.out[t] = d.p.in[t ^ 1] + 1; }
#define TWO(name) __global__ void name(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
PAIR(w_listed) PAIR(r_listed) PAIR(w_member) PAIR(r_member) PAIR(w_behind) PAIR(w_pointed)
DEEP(w_deep) DEEP(r_deep) DEEP(w_nested_list) DEEP(w_inner)
TWO(w_array) TWO(r_array) TWO(w_filled) TWO(w_through) TWO(w_configured)
TWO(w_cooperative) TWO(w_this)
TWO(w_element) TWO(r_element) TWO(w_element_later) TWO(r_element_changed) TWO(w_either) TWO(r_either)
PAIR(w_copied) PAIR(r_copied)
TWO(w_getter) TWO(r_getter) TWO(w_getters) TWO(r_getters) TWO(w_getter_this) TWO(w_getter_pointer) TWO(r_no_getter)
__global__ void w_made(Made p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
__global__ void r_made(Made p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
__global__ void w_body(Filled p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
struct Owner { float *d; void run() { w_this<<<1, 64>>>(this->d, d + 5); } };
void structures(float *d, float *e)
{
    Pair listed = {d, d + 1};
    w_listed<<<1, 64>>>(listed);
    Pair other = {d, e};
    r_listed<<<1, 64>>>(other);
    Deep deep;
    deep.p.out = d;
    deep.p.in = d + 3;
    w_deep<<<1, 64>>>(deep);
    deep.p.in = e;
    r_deep<<<1, 64>>>(deep);
    w_member<<<1, 64>>>(Deep{1, {d, d}}.p);
    deep.p = {d, d};
    w_inner<<<1, 64>>>(deep);
    Deep nested = {1, {d, d}};
    w_nested_list<<<1, 64>>>(nested);
    r_member<<<1, 64>>>(Deep{1, {d, e}}.p);
    w_behind<<<1, 64>>>(nested.p);
    Pair *pointed = new Pair;
    pointed->out = d;
    pointed->in = d;
    w_pointed<<<1, 64>>>(*pointed);
    w_made<<<1, 64>>>(Made(d, d));
    Made made(d, e);
    r_made<<<1, 64>>>(made);
    Filled filled(d, d);
    w_body<<<1, 64>>>(filled);
}
__managed__ float m[256];
__device__ float g[256];
namespace space { __managed__ float inner[256]; }
#define OWN(name, own) __global__ void name(float *a) { a[threadIdx.x] = 1; own = 2; }
OWN(w_managed, m[threadIdx.x ^ 32]) OWN(r_managed, m[threadIdx.x + 64]) OWN(r_other_variable, g[threadIdx.x ^ 32])
OWN(w_of_namespace, space::inner[threadIdx.x ^ 32]) OWN(w_own_shifted, m[threadIdx.x])
__global__ void w_own_member(Pair p) { p.out[threadIdx.x] = 1; m[threadIdx.x ^ 32] = 2; }
void variables(float *d)
{
    w_managed<<<1, 64>>>(m);
    r_managed<<<1, 64>>>(m);
    r_other_variable<<<1, 64>>>(m);
    w_of_namespace<<<1, 64>>>(space::inner);
    w_own_shifted<<<1, 64>>>(m + 1);
    Pair own = {m, d};
    w_own_member<<<1, 64>>>(own);
}
struct Buffers {
    float *d, *e;
    float *get() const { return d; }
    float *other() { return this->e; }
    float *next() { d++; return d; }
    void run() { w_getter_this<<<1, 64>>>(get(), d); }
};
void getters(Buffers &b, Buffers *p, Buffers &q)
{
    w_getter<<<1, 64>>>(b.get(), b.d);
    r_getter<<<1, 64>>>(b.get(), b.e);
    w_getters<<<1, 64>>>(b.other(), b.other());
    r_getters<<<1, 64>>>(b.get(), q.get());
    w_getter_pointer<<<1, 64>>>(p->d, p->get());
    r_no_getter<<<1, 64>>>(b.next(), b.e);
}
void followed(float *d, float *e, bool c)
{
    float *both[2] = {d, d}, *two[2] = {d, e};
    w_element<<<1, 64>>>(both[0], both[1]);
    r_element<<<1, 64>>>(two[0], two[1]);
    two[1] = two[0];
    w_element_later<<<1, 64>>>(two[1], d);
    both[0] = e;
    r_element_changed<<<1, 64>>>(both[0], both[1]);
    w_either<<<1, 64>>>(d, c ? e : d);
    r_either<<<1, 64>>>(d, c ? e : e + 4096);
    Pair copied;
    copied.out = d;
    copied.in = copied.out;
    w_copied<<<1, 64>>>(copied);
    copied.in = e;
    r_copied<<<1, 64>>>(copied);
}
void arrays(float *d, float *e)
{
    void *args[] = {&d, &d};
    cudaLaunchKernel((void *)w_array, dim3(1), dim3(64), args, 0, 0);
    cudaLaunchCooperativeKernel((void *)w_cooperative, dim3(1), dim3(64), args, 0, 0);
    void *good[] = {(void *)&d, (void *)&e};
    cudaLaunchKernel((void *)r_array, dim3(1), dim3(64), good, 0, 0);
    void *filled[2];
    filled[0] = &e;
    filled[1] = &e;
    cudaLaunchKernel((const void *)w_filled, dim3(1), dim3(64), filled, 0, 0);
    float *later = d + 7;
    void *through[] = {&d, &later};
    cudaLaunchKernel((const void *)w_through, dim3(1), dim3(64), through, 0, 0);
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 64;
    cudaLaunchKernelExC(&config, (void *)w_configured, args);
}
CU
cat >"$dir/b.cu" <<'CU'
#include "k.cuh"
void other(float *d) { elsewhere<<<1, 64>>>(d, d); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says() {
    grep -q "kernel: $1: $2 " "$dir/out" || {
        echo "not said: $1: $2"
        cat "$dir/out"
        exit 1
    }
}
for k in twice next behind inside assigned mixed called unsized elsewhere; do
    says "$k" findings
done
for k in same_element second_half swapped reassigned rotated; do
    says "$k" proved
done
for k in $(sed -n '/<<'"'CU'"'/,/^CU/p' "$0" | grep -o '\<[wr]_[a-z_]*\>' | sort -u); do
    case $k in
    w_*) says "$k" findings ;;
    r_*) says "$k" proved ;;
    esac
done

#!/bin/sh
# Members of a struct or union without a name lie where that lies in the class around it: behind what comes
# before, over what else is in the same union.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct base {
    int first[256];
    union { int low[256]; float fl[256]; };
};
template <int N> struct parts : base {
    alignas(128) int before[N];
    union {
        int over[N];
        struct {
            int half[N / 2], rest[N / 2];
            struct { int last[N / 2]; };
        };
    };
    int after[N];
    union { int all[N]; struct { unsigned short a, b; } two[N]; };
};
struct set_up {
    int n;
    union { int i; float f; };
    __device__ set_up(int v) : n(v), i(v + 1) {}
};
#define KERNEL(name, write, read)                                                                   \
    __global__ void name(int *out)                                                                  \
    {                                                                                               \
        __shared__ parts<256> s;                                                                    \
        parts<256> *p = &s;                                                                         \
        const int t = threadIdx.x, u = t ^ 32, h = t / 2;                                           \
        write;                                                                                      \
        out[t] = read;                                                                              \
    }
KERNEL(right_before, p->over[t] = t, p->before[u])
KERNEL(right_after, s.over[t] = t, s.after[u])
KERNEL(right_half, if (t < 128) p->half[t] = t, p->rest[h])
KERNEL(right_last, if (t < 128) p->last[t] = t, p->before[u] + p->rest[h] + p->after[u])
KERNEL(right_base, p->low[t] = t, p->first[u] + p->before[u])
KERNEL(right_two, p->two[t].a = t, p->after[u] + p->two[u].b)
KERNEL(wrong_union, p->over[t] = t, p->half[h])
KERNEL(wrong_rest, if (t < 128) p->rest[t] = t, p->over[t / 2 + 128])
KERNEL(wrong_base, p->low[t] = t, (int)p->fl[u])
KERNEL(wrong_two, p->two[t].a = t, p->all[u])
__global__ void right_value(int *out)
{
    set_up s(threadIdx.x);
    out[2 * s.n] = 1;
    out[2 * s.i - 1] = 2;
}
__global__ void wrong_value(int *out)
{
    set_up s(threadIdx.x);
    out[2 * s.n] = 1;
    out[2 * s.i] = 2;
}
#define RUN(name) name<<<1, 256>>>(out);
void host(int *out)
{
    RUN(right_before) RUN(right_after) RUN(right_half) RUN(right_last) RUN(right_base) RUN(right_two)
    RUN(wrong_union) RUN(wrong_rest) RUN(wrong_base) RUN(wrong_two) RUN(right_value)
    RUN(wrong_value)
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = 7 ] &&
    [ "$(grep -c 'kernel: wrong_[a-z]*: findings' "$dir/out")" = 5 ] || { cat "$dir/out"; exit 1; }

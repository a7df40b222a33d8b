// What numbers can be (integers.sh). bad_*: two threads meet in `s` in a case that is easily
// reasoned away; such a kernel is never proved. assumed_*: only a listed assumption of numbers
// excuses the proof. good_*: proved, and nothing is reported.
#include <assert.h>

typedef unsigned long long u64;

// One thread writes what another reads, with no barrier between.
#define MEET (s[t] = t, o[t] = s[t ^ 32])
#define START                                                                                      \
    __shared__ int s[64];                                                                          \
    int t = threadIdx.x;

__global__ void bad_sentinel(int *o, const int *in) {
    START size_t pos = -1;
    for (int i = 0; i < 4; i++) {
        if (pos == (size_t)-1)
            MEET;
        __syncthreads();
        if (in[i] == 3)
            pos = i;
    }
}
__global__ void good_sentinel(int *o, const int *in) {
    START size_t pos = -1;
    for (int i = 0; i < 4; i++) {
        if (pos == (size_t)-1)
            s[t] = t;
        __syncthreads();
        if (pos == (size_t)-1)
            o[t] = s[t ^ 32];
        __syncthreads();
        if (in[i] == 3)
            pos = i;
    }
}
__global__ void bad_mask(int *o, u64 m) {
    START if (m == ~0ull) MEET;
}
__global__ void bad_mask2(int *o, const u64 *m) {
    START u64 v = m[blockIdx.x];
    if (v > 0x8000000000000000ull)
        MEET;
}
__global__ void bad_hash(int *o, u64 seed) {
    START u64 h = seed * 0x9E3779B97F4A7C15ull;
    if (h >> 63)
        MEET;
}
__global__ void bad_hash2(int *o) {
    START u64 h = (blockIdx.x + 1) * 0x9E3779B97F4A7C15ull;
    if (h > (1ull << 63))
        MEET;
}
__global__ void bad_hash3(int *o) {
    START u64 h = t * 0x9E3779B97F4A7C15ull;
    s[h >> 60] = t;
    o[t] = s[0];
}
__global__ void bad_shr(int *o, u64 h) {
    START if ((h >> 32) == 0xffffffffu) MEET;
}
__global__ void bad_div(int *o, u64 h) {
    START if (h / 2 > 0x4000000000000000ull) MEET;
}
__global__ void bad_cast(int *o, size_t n) {
    START long long v = n;
    if (v < 0)
        MEET;
}
__global__ void bad_barrier(int *o, size_t n) {
    int t = threadIdx.x;
    size_t pos = n - 1;
    if (pos + t < n)
        __syncthreads();
    o[t] = 1;
}
__global__ void bad_minmax(int *o, u64 n) {
    START u64 v = max(n, 5ull);
    if (v > 0xf000000000000000ull)
        MEET;
}
__global__ void bad_neg(int *o, int k) {
    START size_t v = k;
    if (v > 0xf000000000000000ull)
        MEET;
}
__global__ void bad_ptr(int *o, u64 k) {
    START u64 v = ~k;
    if (v & (1ull << 63))
        MEET;
}
__global__ void bad_shl(int *o, int k) {
    START u64 v = 1ull << k;
    if (v > 0x7fffffffffffffffull)
        MEET;
}
__global__ void good_mask(int *o, u64 m) {
    START if (m == ~0ull) {
        s[t] = t;
        __syncthreads();
        o[t] = s[t ^ 32];
    }
}
__global__ void good_grid(int *o, size_t n) {
    START for (size_t i = (size_t)blockIdx.x * blockDim.x + t; i < n;
               i += (size_t)blockDim.x * gridDim.x) {
        o[i] = s[t];
        s[t] = i;
    }
}
__global__ void bad_short(int *o, int n) {
    START short i = 0;
    for (int k = 0; k < n; k++) {
        if (i < 0)
            MEET;
        i += 1;
    }
}
__global__ void bad_schar(int *o, int n) {
    START signed char i = 0;
    for (int k = 0; k < 200; k++) {
        if (i < 0)
            MEET;
        i++;
    }
}
__global__ void bad_uchar(int *o, int n) {
    START unsigned char i = 1;
    for (int k = 0; k < 300; k++) {
        if (i == 0)
            MEET;
        i++;
    }
}
__global__ void bad_ushort(int *o, int n) {
    START unsigned short i = 1;
    for (int k = 0; k < n; k++) {
        if (i == 0)
            MEET;
        i += 3;
    }
}
__global__ void bad_kc(int *o) {
    START int i = -2000000000;
    for (int k = 0; k < 9; k++) {
        if (i > 1900000000)
            MEET;
        i += 499999999;
    }
}
__global__ void bad_kc2(int *o, int n) {
    START int i = -2000000000;
    for (; i < n; i += 500000000)
        if (i > 1400000000)
            MEET;
}
__global__ void bad_mod(int *o, int n) {
    START int v = 3;
    for (int k = 0; k < n; k++) {
        if (k > 700000000 && v == 4)
            MEET;
        v = (v + 5) % 7;
    }
}
__global__ void bad_mod_u(int *o, unsigned n) {
    START unsigned v = 3;
    for (unsigned k = 0; k < n; k++) {
        if (k > 1000000000 && v == 4)
            MEET;
        v = (v + 5) % 7;
    }
}
__global__ void bad_dbl(int *o) {
    START for (unsigned d = 1; d != 0; d *= 2) {
        if (d > 0x7fffffffu)
            MEET;
    }
}
__global__ void assumed_dbl2(int *o, unsigned n) {
    START for (unsigned d = 1; d < n; d *= 2) {
        if (d == 0) {
            MEET;
            __syncthreads();
        }
    }
}
__global__ void bad_dbl3(int *o, unsigned n) {
    START for (unsigned d = 1; d < n; d <<= 1) {
        if (d > 0x40000000u)
            MEET;
        __syncthreads();
    }
}
__global__ void bad_dbl64(int *o, unsigned long long n) {
    START for (unsigned long long d = 1; d < n; d <<= 1) {
        if (d > 0x4000000000ull)
            MEET;
        __syncthreads();
    }
}
__global__ void bad_narrow(int *o, int n) {
    START unsigned char c = n;
    if (n > 255 && c == 3)
        MEET;
}
__global__ void bad_narrow2(int *o, int n) {
    START short c = n;
    if (n > 40000 && c < 0)
        MEET;
}
__global__ void bad_narrow3(int *o, const int *p) {
    START unsigned char i = t * 16;
    s[i / 4] = t;
    o[t] = s[5];
}
__global__ void bad_narrow4(int *o, long long n) {
    START int c = (int)n;
    if (n > 3000000000ll && c == 3)
        MEET;
}
__global__ void bad_passes(int *o, unsigned n) {
    START unsigned k = 0;
    for (; k < n; k++)
        if (k > 1500000000u)
            MEET;
}
__global__ void assumed_passes2(int *o, long long n) {
    START long long k = 0;
    for (; k < n; k++)
        if (k > 5000000000ll)
            MEET;
}
__global__ void bad_sub(int *o, int a, int b) {
    START if (a < b && (unsigned)b - (unsigned)a > 0x90000000u) MEET;
}
__global__ void bad_umod(int *o, unsigned n) {
    START unsigned u = 0;
    for (int k = 0; k < 100; k++) {
        if (u < 50000000 && k > 80)
            MEET;
        u += 0x3000000u;
    }
}
__global__ void bad_schar_idx(int *o) {
    __shared__ int s[256];
    int t = threadIdx.x;
    for (signed char c = 0; c >= 0; c++)
        if (c == 127)
            MEET;
}
__global__ void bad_schar_down(int *o) {
    __shared__ int s[256];
    int t = threadIdx.x;
    signed char c = 0;
    for (int k = 0; k < 140; k++) {
        if (c > 0)
            MEET;
        c -= 1;
    }
}
__global__ void good_short(int *o, int n) {
    START for (short i = 0; i < 10; i++) {
        s[t] = t + i;
        __syncthreads();
        o[t] = s[t ^ 32];
        __syncthreads();
    }
}
__global__ void good_short2(int *o, int n) {
    __shared__ int s[640];
    int t = threadIdx.x;
    for (short i = t; i < 640; i += 64)
        s[i] = t + i;
    __syncthreads();
    o[t] = s[t ^ 32];
}
__global__ void good_int(int *o, int n) {
    __shared__ int s[640];
    int t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x)
        o[i] = t + i;
}
__global__ void good_dbl(int *o, unsigned n) {
    START s[t] = o[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0)
            s[t] += s[t + d];
        __syncthreads();
    }
}
__global__ void good_uchar(int *o, int n) {
    START unsigned char b = 0;
    __shared__ int q[2][64];
    for (int i = 0; i < n; i++) {
        q[b][t] = i;
        __syncthreads();
        o[t] += q[b][t ^ 32];
        b ^= 1;
    }
}
__global__ void good_mod(int *o, int n) {
    int t = threadIdx.x;
    int b = 0;
    __shared__ int q[3][64];
    for (int i = 0; i < n; i++) {
        q[b][t] = i;
        __syncthreads();
        o[t] += q[b][t ^ 32];
        b = (b + 1) % 3;
    }
}
__global__ void writer(int *o) {
    o[threadIdx.x] = 1;
}
__global__ void bad_umul24(int *o, unsigned n) {
    START if (__umul24(n, 1) == 0 && n > 5) MEET;
}
__global__ void bad_umul24b(int *o, unsigned n) {
    START s[__umul24(t << 20, 1) >> 20] = t;
    o[t] = s[0];
}
__global__ void bad_mul24(int *o, int n) {
    START if (__mul24(n, 1) < 0 && n > 0) MEET;
}
__global__ void good_umul24(int *o, unsigned n) {
    START unsigned i = __umul24(blockIdx.x, blockDim.x) + t;
    s[t] = i;
    __syncthreads();
    o[i] = s[t ^ 32];
}
__global__ void good_mul24(int *o, int w) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[__mul24(threadIdx.x, 4)] = 1;
    s[__mul24(threadIdx.x, 4) + 1] = 2;
    __syncthreads();
    o[t] = s[t ^ 32];
}
__global__ void bad_child(int *o) {
    int t = threadIdx.x;
    if (t == 0)
        writer<<<1, 64>>>(o);
    o[t] = 5;
}
__global__ void good_child(int *o, int *p) {
    int t = threadIdx.x;
    __shared__ int s[64];
    s[t] = o[t];
    __syncthreads();
    o[t] = s[t ^ 32];
    __syncthreads();
    if (t == 0)
        writer<<<1, 64>>>(o);
}
__global__ void bad_surf(cudaSurfaceObject_t f, int *o) {
    int t = threadIdx.x;
    surf2Dwrite(t, f, 0, 0);
    int v;
    surf2Dread(&v, f, 0, 0);
    o[t] = v;
}
__global__ void good_surf(cudaSurfaceObject_t f, int *o) {
    int t = threadIdx.x;
    __shared__ int s[64];
    s[t] = o[t];
    __syncthreads();
    surf2Dwrite(s[t ^ 32], f, t * 4, blockIdx.x);
}
__global__ void asserted(int *o, int n) {
    START assert(n == 0);
    if (n)
        MEET;
}

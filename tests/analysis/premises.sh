#!/bin/sh
# That a size is not negative is assumed only where the program does not itself tell a negative one
# from others; that a grid has no more than 2^21 blocks in a row is listed where it is needed, and no
# premise where the program tells such a grid from others.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void tested(int *o, int n) { __shared__ int s[64]; unsigned t = threadIdx.x; if (n < 0 && t < n) s[0] = t; __syncthreads(); o[t] = s[t]; }
__global__ void converted(int *o, int n) { __shared__ int s[64]; unsigned t = threadIdx.x, m = n; if (t < n && m > 0x7fffffffu) s[0] = t; __syncthreads(); o[t] = s[t]; }
__global__ void narrow(int *o, signed char n) { __shared__ int s[64]; size_t t = threadIdx.x; if (t + 200 < n) s[0] = t; __syncthreads(); o[t] = s[t]; }
__global__ void idiom(int *o, int n) { unsigned t = blockIdx.x * blockDim.x + threadIdx.x; if (t < n) o[t] = t; }
__global__ void large(int *o) { __shared__ int s[64]; unsigned t = threadIdx.x; int i = blockIdx.x * 1024 + t; s[i / 1024 == blockIdx.x ? t : 0] = i; __syncthreads(); o[t] = s[t]; }
__global__ void first(int *o) { const int i = threadIdx.x + blockIdx.x * blockDim.x; if (i > 0) return; *o = i + 1; }
__global__ void below(int *o, int n) { const int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < 1) *o = n; }
#define BIG(name, test) \
    __global__ void name(int *o) { __shared__ int s[64]; unsigned t = threadIdx.x; if (test) s[0] = t; __syncthreads(); o[t] = s[t]; }
BIG(big, blockIdx.x > 4000000u)
BIG(big_grid, gridDim.x == 3000000u)
BIG(big_half, blockIdx.x / 2500000u == 1)
BIG(big_bit, blockIdx.x & 0x800000)
BIG(big_shift, blockIdx.x >> 22)
BIG(big_product, blockIdx.x * 1024ull > 5000000000ull)
BIG(big_sign, (int)(blockIdx.x * 1024) < 0)
BIG(big_masked, (blockIdx.x & 0xffffff) != blockIdx.x)
__global__ void masked(int *o) { __shared__ int s[64]; unsigned t = threadIdx.x, i = __umul24(blockIdx.x, 64) + t; s[i / 64 == blockIdx.x ? t : 0] = i; __syncthreads(); o[t] = s[t]; }
__global__ void big_index(int *o) { __shared__ int s[64]; unsigned t = threadIdx.x; s[blockIdx.x >= 2097153 ? 0 : t] = t; __syncthreads(); o[t] = s[t]; }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says() {
    grep -q "$1" "$dir/out" || {
        echo "not said: $1"
        cat "$dir/out"
        exit 1
    }
}
for k in tested converted narrow; do
    says "kernel: $k: undecided (shared"
done
says 'kernel: idiom: proved .*assuming.*n is not negative'
says 'kernel: large: proved .*assuming.*gridDim.x is at most 2097152'
for k in first below; do
    says "kernel: $k: proved .*assuming.*gridDim.x is at most 2097152"
done
says 'kernel: masked: proved .*assuming.*gridDim.x is at most 2097152'
for k in big big_grid big_half big_bit big_shift big_product big_sign big_masked big_index; do
    says "kernel: $k: \(findings\|undecided\) (shared"
done

# That indices do not wrap is none where only such a thread gets there, or that decides a condition.
cat >"$dir/wraps.cu" <<'CU'
__global__ void w_narrow(int *o, const int *in, unsigned n) { __shared__ int s[64]; int t = threadIdx.x; unsigned short v = 31; v += n; if ((int)n < 0) s[(t + v) & 63] = t; o[t] = s[0]; }
__global__ void w_sign(int *o, const int *in, unsigned long n) { __shared__ int s[128]; unsigned short t = threadIdx.x; long long f = n; if (f < 0) s[(t + (n & 63)) & 127] = t; o[t] = s[t ^ 32]; }
__global__ void w_sum(int *o, const int *in, unsigned long n) { int t = threadIdx.x; if (((unsigned)in[t] << 1) + (n + 127) >= 100) __syncthreads(); o[t] = t; }
__global__ void w_lane(int *o, const int *in, unsigned n) { int t = threadIdx.x; if (t + (n + 200) >= 150) __syncthreads(); o[t] = t; }
__global__ void w_passes(int *o, const int *in, unsigned long n) { __shared__ int s[128]; int t = threadIdx.x; signed char v = 2; for (unsigned char i = 0; i < ((short)(n * 4) & 7); i++) { v *= 2; if (v <= 4 || n < 4) break; } s[(v - t) & 127] = t; if ((n ^ 1) == (unsigned long)-1) o[t] = s[(t + (v & 63)) & 127]; }
__global__ void r_narrow(int *o, const int *in, unsigned n) { __shared__ int s[64]; int t = threadIdx.x; unsigned short v = 31; v += n; if ((int)n < 0) s[(t + v) & 63] = t; __syncthreads(); o[t] = s[0]; }
__global__ void r_sum(int *o, const int *in, unsigned long n) { int t = threadIdx.x; if (((unsigned)in[0] << 1) + (n + 127) >= 100) __syncthreads(); o[t] = t; }
__global__ void r_rounded(int *o, const int *in, unsigned n) { int t = threadIdx.x; for (unsigned i = t; i < (n + 63) / 64 * 64; i += 64) __syncthreads(); o[t] = t; }
void host(int *o, const int *in, unsigned n, unsigned long m)
{
    w_narrow<<<1, 64>>>(o, in, n);
    w_sign<<<1, 128>>>(o, in, m);
    w_sum<<<1, 64>>>(o, in, m);
    w_lane<<<1, 64>>>(o, in, n);
    w_passes<<<1, 96>>>(o, in, m);
    r_narrow<<<1, 64>>>(o, in, n);
    r_sum<<<1, 64>>>(o, in, m);
    r_rounded<<<1, 64>>>(o, in, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/wraps.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for k in w_narrow w_sign w_sum w_lane; do
    says "kernel: $k: \(findings\|undecided\) ("
done
for k in r_narrow r_sum r_rounded; do
    says "kernel: $k: proved"
done

# What assert() of the host says is listed; what a return before the launch says is none.
cat >"$dir/asserted.cu" <<'CU'
#include <cassert>
#define K(name) __global__ void name(int *o, int n) { __shared__ int s[256]; int t = threadIdx.x; if (t < n) __syncthreads(); s[t] = t; __syncthreads(); o[t] = s[255 - t]; }
K(asserted) K(returned) K(of_another)
void host(int *o, int n) { assert(n >= 256); asserted<<<1, 256>>>(o, n); }
void other(int *o, int n) { if (n < 256) return; returned<<<1, 256>>>(o, n); }
void third(int *o, int n, int m) { assert(m > 3); if (n < 256) return; of_another<<<1, 256>>>(o, n); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/asserted.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says 'kernel: asserted: proved .*assuming.*what the host asserts before a launch holds'
for k in returned of_another; do
    says "kernel: $k: proved"
    ! grep "kernel: $k: .*asserts" "$dir/out" || { echo "$k: nothing is asserted of it"; exit 1; }
done

# The step of a loop is no length of rows, whatever the loop looks like; a product in the source is.
cat >"$dir/strides.cu" <<'CU'
#define K(name, body) __global__ void name(int *o, int n, int m) { __shared__ int s[128]; int t = threadIdx.x; body __syncthreads(); o[t] = s[t]; }
K(w_for, for (int i = t; i < 128; i += n) s[i] = i * t;)
K(w_unsigned, for (unsigned i = t; i < 128; i += n) s[i] = i * t;)
K(w_twice, for (int i = t; i < 128; i += 2 * n) s[i] = i * t;)
K(w_base, for (int i = 0; i < 128; i += n) s[i + t] = i * t;)
K(w_beside, int c = 0; for (int i = 0; i < m; i++) { s[c + t] = i * t; c += n; })
K(w_down, for (int i = t + 64; i >= 0; i -= n) s[i] = i * t;)
K(w_pointer, for (int *p = s + t; p < s + 128; p += n) *p = t;)
K(w_last, int i; for (i = t; i < 100; i += n); s[i] = t;)
K(w_nested, for (int j = 0; j < 3; j++) for (int i = t; i < 128; i += n) s[i] = i * t;)
K(w_while, int i = t; while (i < 128) { s[i] = t; i += n; })
K(w_do, int i = t; do { s[i] = t; i += n; } while (i < 128);)
K(w_at_least, int w = n > 0 ? n : 1; for (int i = t; i < 128; i += w) s[i] = i * t;)
K(r_block, for (int i = t; i < 128; i += blockDim.x) s[i] = i * t;)
K(r_rows, for (int y = 0; y < m; y++) s[y * n + t] = t;)
__global__ void w_global(int *o, int n, int m) { for (int i = threadIdx.x; i < m; i += n) o[i] = i * threadIdx.x; }
__global__ void r_given(int *o, int n, int m) { for (int i = threadIdx.x; i < m; i += n) o[i] = i * threadIdx.x; }
void host(int *o, int m) { r_given<<<1, 64>>>(o, 64, m); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/strides.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for k in for unsigned twice base beside down pointer last nested while do at_least; do
    says "kernel: w_$k: undecided (shared"
done
says 'kernel: w_global: undecided (global'
says 'kernel: r_block: proved'
says 'kernel: r_given: proved'
says 'kernel: r_rows: proved .*rows of `n` elements do not overlap'

# Rows of 16 with a length that some launch says is 8.
cat >"$dir/rows.cu" <<'CU'
__global__ void known(int *p, int pitch) { p[threadIdx.y * pitch + threadIdx.x] = threadIdx.x; }
__global__ void one_of_two(int *p, int pitch) { p[threadIdx.y * pitch + threadIdx.x] = threadIdx.x; }
__global__ void any(int *p, int pitch) { p[threadIdx.y * pitch + threadIdx.x] = threadIdx.x; }
__global__ void wide(int *p, int pitch) { p[threadIdx.y * pitch + threadIdx.x] = threadIdx.x; }
void host(int *p, int n)
{
    known<<<1, dim3(16, 16)>>>(p, 8);
    one_of_two<<<1, dim3(16, 16)>>>(p, 8);
    one_of_two<<<1, dim3(16, 16)>>>(p, n);
    any<<<1, dim3(16, 16)>>>(p, n);
    wide<<<1, dim3(16, 16)>>>(p, 16);
    wide<<<1, dim3(16, 16)>>>(p, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/rows.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says 'kernel: known: findings'
says 'kernel: one_of_two: undecided'
says 'kernel: any: proved .*assuming.*rows of `pitch` elements do not overlap'
says 'kernel: wide: proved .*assuming.*rows of `pitch` elements do not overlap'

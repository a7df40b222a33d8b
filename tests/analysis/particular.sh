#!/bin/sh
# What needs particular values of a parameter is not of high confidence, however the code asks for
# them; what most values lead to is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define RACE(name, parameters, condition)                                                          \
    __global__ void name(int *o, parameters) {                                                     \
        __shared__ int s[256];                                                                     \
        if (condition) {                                                                           \
            s[threadIdx.x] = o[threadIdx.x];                                                       \
            o[threadIdx.x] = s[255 - threadIdx.x];                                                 \
        }                                                                                          \
    }
struct P { int n, m; };
struct Q { int n, m, k, l; };
RACE(p_one, int n, n == 123456)
RACE(p_mask, int n, (n & 0xff) == 0x5a)
RACE(p_rest, int n, n % 1000 == 7)
RACE(p_between, int n, n > 100 && n < 103)
RACE(p_negative, int n, n < 0)
RACE(p_huge, long n, n > 2000000000)
RACE(p_field, P p, p.n == 77)
RACE(p_shifted, unsigned n, n >> 4 == 3)
RACE(p_product, int n, n * n == 49)
RACE(p_byte, unsigned char n, n == 200)
RACE(p_both, int n, n == 4 || n == 9)
RACE(p_sum, P p, p.n + p.m == 12345)
RACE(p_from, P p, p.n == p.m * 1234 + 5)
RACE(p_bits, P p, (p.n ^ p.m) == 0x5a5a)
RACE(p_area, P p, p.n * p.m == 391)
RACE(p_triple, Q q, q.n * q.m == q.k)
RACE(p_four, Q q, q.n + q.m + q.k + q.l == 31337)
RACE(p_blocks, int n, gridDim.x == 12345)
RACE(p_next, P p, p.n == p.m + 1)
RACE(p_squeezed, P p, p.n > p.m && p.m > p.n - 2)
RACE(p_apart, P p, p.n - p.m == 17)
RACE(p_block, int n, blockIdx.x == 777)
RACE(p_block_rest, int n, blockIdx.x % 1000 == 345)
RACE(p_block_of, int n, blockIdx.x == 777 + n)
RACE(q_volume, Q q, q.n * q.m > q.k)
RACE(q_flags, P p, (p.n | p.m) == 1)
RACE(q_third_block, int n, blockIdx.x == 3)
RACE(q_later_blocks, int n, blockIdx.x > 100)
RACE(q_odd_blocks, int n, blockIdx.x & 1)
RACE(q_last_block, int n, blockIdx.x == gridDim.x - 1)
RACE(q_block_of, int n, blockIdx.x == n - 1)
RACE(q_blocks_below, int n, blockIdx.x * 128 < n)
RACE(q_square, P p, p.n == p.m)
RACE(q_larger, P p, p.n > p.m + 1)
RACE(q_pixels, P p, p.n * p.m > 1000)
RACE(q_blocks, int n, gridDim.x > 1)
RACE(q_positive, int n, n > 0)
RACE(q_flag, int n, n == 1)
RACE(q_bool, bool b, b)
RACE(q_other, int n, n != 0)
RACE(q_even, int n, n % 2 == 0)
RACE(q_odd_size, int n, n % 32 != 0)
RACE(q_small, int n, n < 1000)
RACE(q_pointer, int *p, p)
CU
sed -n 's/^RACE(\([a-z_]*\), \(.*\), .*)$/\1 \2/p' "$dir/k.cu" | while read -r name parameter; do
    echo "void launch_$name($parameter, int *o, int c) { $name<<<c, 256>>>(o, ${parameter##*[ *]}); }"
done >>"$dir/k.cu"
# A block of one size is such a value, too, where no launch says how large it is.
cat >>"$dir/k.cu" <<'CU'
#define BLOCK(name, condition)                                                                     \
    __global__ void name(int *o) {                                                                 \
        __shared__ int s[1024];                                                                    \
        if (condition) {                                                                           \
            s[threadIdx.x] = o[threadIdx.x];                                                       \
            o[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];                                      \
        }                                                                                          \
    }                                                                                              \
    void launch_##name(int *o, int c) { name<<<1, c>>>(o); }
BLOCK(p_full, blockDim.x == 1024)
BLOCK(q_large, blockDim.x >= 256)
CU
# A pass of a loop whose number of passes is not known is one, too, unless it is one of the first; and a real
# number beside 0 and 1.
cat >>"$dir/k.cu" <<'CU'
#define LOOP(name, head, condition)                                                                \
    __global__ void name(int *o, int n, int m) {                                                   \
        __shared__ int s[256];                                                                     \
        for (head) {                                                                               \
            s[threadIdx.x] = i;                                                                    \
            if (condition)                                                                         \
                o[threadIdx.x] += s[threadIdx.x ^ 33];                                             \
            __syncthreads();                                                                       \
        }                                                                                          \
    }                                                                                              \
    void launch_##name(int *o, int n, int m, int c) { name<<<c, 256>>>(o, n, m); }
#define UP int i = 0; i < n; i++
LOOP(p_pass, UP, i == 98765)
LOOP(p_pass_between, UP, i > 54320 && i < 54323)
LOOP(p_pass_rest, UP, i % 1000 == 777)
LOOP(p_pass_times, UP, i * 3 == 98763)
LOOP(p_pass_down, int i = n; i > 0; i--, i == 54321)
LOOP(p_pass_thread, int i = threadIdx.x; i < n + threadIdx.x; i += 256, i / 256 == 54320)
LOOP(p_pass_block, int i = blockIdx.x; i < n; i += gridDim.x, i == 54320)
LOOP(q_pass_second, UP, i == 1)
LOOP(q_pass_last, UP, i == n - 1)
LOOP(q_pass_even, UP, i % 2 == 0)
LOOP(q_pass_passed, UP, i == m)
LOOP(q_pass_counted, int i = 0; i < 1000; i++, i == 777)
__global__ void p_pass_parts(int *o, int n) {
    for (int i = 0; i < n; i++)
        if (i == 98765 && threadIdx.x < 5)
            __syncthreads();
    o[threadIdx.x] = n;
}
void launch_parts(int *o, int n, int c) { p_pass_parts<<<c, 256>>>(o, n); }
#define REAL(name, condition)                                                                      \
    RACE(name, float f, condition)                                                                 \
    void launch_##name(int *o, float f, int c) { name<<<c, 256>>>(o, f); }
REAL(p_real, f == 1.25f)
REAL(q_real_none, f == 0)
REAL(q_real_one, f == 1)
REAL(q_real_below, f < 0.5f)
#define PART(name, type, condition)                                                                \
    __global__ void name(int *o, type f) {                                                         \
        if (condition) {                                                                           \
            if (threadIdx.x < 5)                                                                   \
                __syncthreads();                                                                   \
        }                                                                                          \
        o[threadIdx.x] = f;                                                                        \
    }                                                                                              \
    void launch_##name(int *o, type f, int c) { name<<<c, 256>>>(o, f); }
PART(p_part_one, float, f == 0.75f)
PART(q_part_between, float, f > 0.1f && f < 0.9f)
PART(q_part_double, double, f > 0.001 && f < 0.9)
CU
# What all launches pass is no choice: of two numbers the other one alone is.
cat >>"$dir/k.cu" <<'CU'
RACE(p_known, P p, p.n == 4)
void launch_known(int *o, int m) { P p = {m, 9}; p_known<<<1, 256>>>(o, p); }
#define TWO(name, condition, first)                                                                \
    __global__ void name(int *o, int k, int m) {                                                   \
        __shared__ int s[256];                                                                     \
        if (condition) {                                                                           \
            s[threadIdx.x] = o[threadIdx.x];                                                       \
            o[threadIdx.x] = s[255 - threadIdx.x];                                                 \
        }                                                                                          \
    }                                                                                              \
    void launch_##name(int *o, int k, int m) { name<<<1, 256>>>(o, first, m); }
TWO(p_other, k == m, 4)
TWO(q_both, k == m, k)
TWO(q_below, m < k, 100)
CU
# Unless launches say that the grid has that block.
cat >>"$dir/k.cu" <<'CU'
RACE(q_given_block, int n, blockIdx.x == 777)
void launch_q_given_block(int *o) { q_given_block<<<1000, 256>>>(o, 1); }
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

found = {f["function"]: f for entry in json.load(open(sys.argv[1]))["findings"]
         for f in [entry, *entry.get("also", [])]}
wrong = [name for name in found if (found[name]["confidence"] == "high") != name.startswith("q_")]
print("\n".join(f"{n}: {found[n]['confidence']}, {found[n]['needs']}" for n in wrong))
missing = 71 - len(found)
sys.exit(f"{missing} missing" if missing else bool(wrong))
PY

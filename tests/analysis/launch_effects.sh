#!/bin/sh
# An argument that changes a variable (`k<<<1, n / 2>>>(n++, n / 2)`): which of the others get the new
# value is open, so that no equality holds. And assert() before a launch is told wherever it says
# how large the block is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cassert>
#define K(name)                                                                                    \
    __global__ void name(int m, float *out, int n) {                                               \
        __shared__ float s[1024];                                                                  \
        int t = threadIdx.x;                                                                       \
        for (int i = t; i < 1024; i += n)                                                          \
            s[i] = t;                                                                              \
        __syncthreads();                                                                           \
        out[t] = s[1023 - t];                                                                      \
    }
K(r_plain) K(r_later) K(u_step) K(u_assigned) K(u_constant) K(u_reference) K(r_template)
int take(int &n) { return n -= 7; }
int read(const int &n) { return n; }
void plain(float *p, int n) { r_plain<<<1, n / 2>>>(n, p, n / 2); }
void later(float *p, int n) { while (n > 1) { r_later<<<1, n / 2>>>(read(n), p, n / 2); n /= 2; } }
void step(float *p, int n) { u_step<<<1, n / 2>>>(n++, p, n / 2); }
void assigned(float *p, int n) { u_assigned<<<1, n / 2>>>(n = 9, p, n / 2); }
void constant(float *p) { int n = 64; u_constant<<<1, 64>>>(n -= 32, p, n); }
void reference(float *p, int n) { u_reference<<<1, n / 2>>>(take(n), p, n / 2); }
void other(float *p, int n) { r_template<<<1, n>>>(0, p, n); n++; }
#define W(name)                                                                                    \
    __global__ void name(float *out) {                                                             \
        __shared__ float s[64];                                                                    \
        int t = threadIdx.x;                                                                       \
        s[t] = out[t];                                                                             \
        __syncwarp();                                                                              \
        out[t] = s[31 - t];                                                                        \
    }
W(a_asserted) W(a_checked)
void asserted(float *p, int n) { assert(n == 32); a_asserted<<<1, n>>>(p); }
void checked(float *p, int n) { if (n != 32) return; a_checked<<<1, n>>>(p); }
/* Objects that are copied by T(T &), which may take something out of them. */
struct Moved {
    int n;
    Moved(Moved &o) : n(o.n) { o.n = 1; }
};
struct Counter {
    int &left;
    Counter(int &n) : left(n) {}
    Counter(Counter &o) : left(o.left) { left--; }
};
#define O(name, type)                                                                              \
    __global__ void name(type m, float *out, int n) {                                              \
        __shared__ float s[1024];                                                                  \
        int t = threadIdx.x;                                                                       \
        for (int i = t; i < 1024; i += n)                                                          \
            s[i] = t;                                                                              \
        __syncthreads();                                                                           \
        out[t] = s[1023 - t];                                                                      \
    }
O(r_object, Moved) O(u_member, Moved) O(u_named, Moved) O(u_counted, Counter)
void object(Moved &m, float *p, int n) { r_object<<<1, n>>>(m, p, n); }
void member(Moved &m, float *p) { u_member<<<1, m.n>>>(m, p, m.n); }
void named(Moved &m, float *p) { int &n = m.n; u_named<<<1, n>>>(m, p, n); }
void counted(float *p, int n) { Counter c(n); u_counted<<<1, n>>>(c, p, n); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
fail() {
    grep 'kernel:' "$dir/out"
    echo "FAIL: $*"
    exit 1
}
for k in r_plain r_later r_template r_object a_asserted a_checked; do
    grep -q "kernel: $k: proved" "$dir/out" || fail "$k is not proved"
done
for k in u_step u_assigned u_constant u_reference u_member u_named u_counted; do
    grep -q "kernel: $k: [uf]" "$dir/out" || fail "$k is proved"
done
grep -q 'kernel: a_asserted: .*what the host asserts' "$dir/out" || fail "assert() is not told"
if grep -q 'kernel: a_checked: .*what the host asserts' "$dir/out"; then fail "a check is told"; fi

#!/bin/sh
# How findings are told: a place once, threads by one number, notes that are no noise.
. tests/cli/check.inc

# Members of a vector, and a function that is called with three of its neighbours.
cat >vector.cu <<'END'
__device__ float mean(uchar4 a, uchar4 b, uchar4 c) { return a.x + a.y + b.x + b.y + c.z + c.w; }
__global__ void blur(uchar4 *in, float *out) {
    __shared__ uchar4 s[258];
    int t = threadIdx.x;
    s[t + 1] = in[t];
    if (t == 0)
        s[0] = in[256];
    out[t] = mean(s[t], s[t + 1], s[t + 2]);
}
void host(uchar4 *in, float *out) { blur<<<1, 256>>>(in, out); }
END
lint 1 vector.cu
[ "$(grep -c 'vector.cu:8' out)" -eq 1 ] || fail "the place is told more than once"
[ "$(grep -c '    8 |' out)" -eq 1 ] || fail "the line is shown more than once"
lint 1 --trace vector.cu
[ "$(grep -c 'the same barrier is missing since line 5' out)" -le 1 ] || fail "the same note twice"
lint 1 --format=json vector.cu
[ "$(grep -c 'the same barrier is missing since line 5' out)" -le 1 ] || fail "the same note twice"

# One number in one dimension, two in two; the assumptions only where asked for.
lint 1 bad.cu
lacks out ",0,0)"
lacks out "assuming"
lint 1 --trace bad.cu
has out "assuming"
cat >plane.cu <<'END'
__global__ void plane(float *a) {
    __shared__ float s[16][16];
    s[threadIdx.y][threadIdx.x] = a[threadIdx.y * 16 + threadIdx.x];
    a[threadIdx.y * 16 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
void host(float *a) { plane<<<1, dim3(16, 16)>>>(a); }
END
lint 1 plane.cu
grep -qE 'thread \([0-9]+,[0-9]+\) (reads|writes)' out || fail "no thread of two dimensions"

# No source line is lost in a pipe, under NO_COLOR or in a terminal without colours.
lint 1 plane.cu
cp out piped
NO_COLOR=1 "$tool" plane.cu >out 2>err
cmp out piped || fail "NO_COLOR changes the text"
TERM=dumb "$tool" --color=never plane.cu >out 2>err
cmp out piped || fail "--color=never changes the text"

# A finding that is a note has a rule, and is no part of another.
cat >same.cu <<'END'
__global__ void same(int *flag) { *flag = 1; }
void host(int *f) { same<<<1, 64>>>(f); }
END
lint 0 same.cu
has out "note: several threads write the same value to \`flag\` [global-race]"
[ "$(grep -c ': note: ' out)" -eq 1 ] || fail "notes of a note"

# Of the passes of a loop, the first in which threads part or collide.
cat >halves.cu <<'END'
__global__ void halves(float *a) {
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int i = 128; i > 0; i /= 2)
        if (threadIdx.x < i) {
            s[threadIdx.x] += s[threadIdx.x + i];
            __syncthreads();
        }
    a[threadIdx.x] = s[threadIdx.x];
}
void host(float *a) { halves<<<1, 256>>>(a); }
END
lint 1 halves.cu
has out '`0 < 128` is true; thread 128: `128 < 128` is false'
lacks out "in pass"

# Text of inline assembly is no name of a condition or a value.
cat >ptx.cu <<'END'
__global__ void ptx(float *a, int n) {
    __shared__ unsigned s[256];
    unsigned at = (unsigned)__cvta_generic_to_shared(s), p, t = threadIdx.x;
    s[t] = n;
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %0, %1; @p bar.sync 0; }" ::"r"(t), "r"(n) : "memory");
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(p) : "r"(at + 4 * (t ^ 33)) : "memory");
    if (p > 3)
        __syncthreads();
    asm volatile("add.s32 %0, %1, 2;" : "=r"(p) : "r"(t));
    unsigned q = p + 1;
    if (q < 5)
        __syncthreads();
    a[t] = p;
}
void host(float *a, int n) { ptx<<<1, 256>>>(a, n); }
END
lint 1 --trace ptx.cu
has out 'depends on the value of `p`'
lacks out 'value of `asm'
lacks out ': `asm'
has out 'comes from `q = p + 1`'
lacks out 'from `asm'

# -v repeats nothing.
lint 1 -v plane.cu
lacks out "queries"
[ "$(grep -c 'distinct pointer' out)" -le 1 ] || fail "an assumption twice"

# All findings are suppressed: the summary says so.
sed 's|^    a\[|    // cudasynclint: ignore[shared-race] one of them\n&|' plane.cu >accepted.cu
lint 0 accepted.cu
has err "1 with suppressed findings; 1 suppressed"

# Wider than a screen: cut around the mark.
{
    echo '__global__ void wide(float *a) {'
    echo '    __shared__ float s[64];'
    printf '    s[threadIdx.x] = a[threadIdx.x]'
    i=0
    while [ $i -lt 40 ]; do
        printf ' + a[threadIdx.x + %d]' $i
        i=$((i + 1))
    done
    echo ';'
    echo '    a[threadIdx.x] = s[63 - threadIdx.x];'
    echo '}'
} >wide.cu
lint 1 wide.cu
[ "$(awk '{ if (length($0) > most) most = length($0) } END { print most }' out)" -le 130 ] ||
    fail "a line of more than 130 characters"
# Two places of one such line: each under the part that it is about.
{
    echo '__global__ void far(float *a) {'
    echo '    __shared__ float s[64];'
    printf '    s[threadIdx.x] = a[threadIdx.x]; /* %0110d */ a[threadIdx.x] = s[63 - threadIdx.x];\n' 0
    echo '}'
} >far.cu
lint 1 far.cu
[ "$(grep -c '^    3 | ' out)" -eq 2 ] || fail "the second place is not shown"
[ "$(grep -c '      | .*^~.* thread' out)" -eq 2 ] || fail "a remark without its mark"
finish

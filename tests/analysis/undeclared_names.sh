#!/bin/sh
# A kernel that uses what nothing declares is not proved, and nothing told of it is sure; what holds
# only because an undeclared size is small is not told at all.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include "sizes.h"
__global__ void right(scalar_t *a)
{
    __shared__ scalar_t s[BLOCK];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[BLOCK - 1 - threadIdx.x];
}
__global__ void wrong(scalar_t *a)
{
    __shared__ scalar_t s[256];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[0];
}
__global__ void two_halves(scalar_t *a)
{
    __shared__ scalar_t s[SIZE];
    s[threadIdx.x] = a[threadIdx.x];
    s[threadIdx.x + SIZE / 2] = a[threadIdx.x + SIZE / 2];
}
__global__ void two_parts(float *a)
{
    extern __shared__ float both[];
    float *x = both, *y = both + (2 + (1 << LOG)) + 1;
    x[threadIdx.x] = a[threadIdx.x];
    y[threadIdx.x] = a[threadIdx.x + 1];
    __syncthreads();
    a[threadIdx.x] = x[threadIdx.x + 1] + y[threadIdx.x + 1];
}
__global__ void passes(float *a, int n)
{
    __shared__ float s[256];
    int blocks = util::ceildiv(n, blockDim.x);
    for (int b = 0; b < blocks; b++) {
        s[threadIdx.x] = util::scale(a[b * blockDim.x + threadIdx.x]);
        __syncthreads();
        a[b * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] * util::weight(b);
        __syncthreads();
    }
}
__global__ void passes_on(float *a, int n)
{
    __shared__ float s[256];
    int blocks = util::ceildiv(n, blockDim.x);
    for (int b = 0; b < blocks; b++) {
        s[threadIdx.x] = util::scale(a[b * blockDim.x + threadIdx.x]);
        __syncthreads();
        a[b * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] * util::weight(b);
    }
}
__global__ void gathers(float *a)
{
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    float sum = block_sum(a[threadIdx.x]);
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] + sum;
}
__global__ void untouched(float *a)
{
    a[threadIdx.x] = 0;
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
# One kernel a file, its body given: not proved, and nothing shown.
quiet() {
    cat >"$dir/quiet.cu" <<CU
#include "project.h"
$2
__global__ void k(const int *in, int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x, x = in[t];
    s[t] = x;
    $1
    out[t] = s[255 - t];
}
void run(const int *in, int *out) { k<<<1, 256>>>(in, out); }
CU
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/quiet.cu" >"$dir/out" 2>&1 || fail "shown: $1"
    grep -q 'kernel: k: undecided' "$dir/out" || fail "decided: $1"
}
# Whether something is shown of a kernel that does that with `s`.
told() { # yes|no BODY
    printf '#include "project.h"\n__global__ void k(const int *in, int *out)\n{\n    __shared__ int s[256];
    int t = threadIdx.x;\n    %s\n    out[t] = 0;\n}
void run(const int *in, int *out) { k<<<1, 256>>>(in, out); }\n' "$2" >"$dir/told.cu"
    said=no
    "$CUDASYNCLINT" --no-cache --isolated "$dir/told.cu" >"$dir/out" 2>&1 || said=yes
    [ $said = "$1" ] || fail "shown: $said: $2"
}
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
grep -q 'kernel: right: undecided: .*`scalar_t` and `BLOCK`, which nothing declares' "$dir/out" ||
    fail "right"
grep -A 4 'k.cu:13:.*`s`: ' "$dir/out" |
    grep -qF '(`scalar_t`, which nothing declares, is what its use looks like)' || fail "wrong"
grep -q 'kernel: two_halves: undecided' "$dir/out" || fail "two_halves"
grep -q 'kernel: two_parts: undecided' "$dir/out" || fail "two_parts"
grep -q 'kernel: passes: undecided' "$dir/out" || fail "passes"
grep -q 'kernel: passes_on: undecided' "$dir/out" ||
    fail "passes_on"
grep -q 'kernel: gathers: undecided' "$dir/out" || fail "gathers"
grep -q 'kernel: untouched: proved' "$dir/out" || fail "untouched"
for name in allreduce blockreduce maxpool compact countif inclusivescan argmax histogram partition \
    bsum collectAll frobnicate; do
    quiet "x += $name(x);" ""
done
quiet 'if (x >= 0) { proj::block_sync(g); }' 'namespace proj { struct group { int n; }; } __device__ proj::group g;'
quiet '{ block_sync(x); }' '__device__ int other() { block_sync y; return y.v; }'
quiet 'proj::Reducer<int> r(s); x += r.value;' 'namespace proj { int known; }'
quiet '{ proj::Scope r; }' 'namespace proj { int known; }'
quiet 'proj::Sync{};' 'namespace proj { int known; }'
quiet 'SYNC_ALL
    x++;' ''
quiet 'int low, high; if (my_range(x, low, high)) x += low + high;' ''
quiet 'box b{s}; x += put_there(b, t);' 'struct box { int *p; };'
# a name alone, where threads have parted by numbers; a place that it names for all
quiet 'for (int i = t; i < x; i += 256) {
        for (int j = 1; j < 256; j *= 2) {
            FILL_IN
            if (j <= t) x += s[t - j];
            FILL_IN
            if (j <= t) s[t] = x;
        }
    }
    FILL_IN' ''
told no 'int place = FILL_IN; s[place] = in[t];'
told yes 's[t / 2] = in[t] + FILL_IN;'
# operators, pointers to functions, members, templates, macros
quiet 'proj::Bar b; b << t;' ''
quiet 'proj::Bar b; b + x;' ''
quiet 'proj::Bar b; b(t);' ''
quiet 'proj::out() << t;' ''
quiet '((void (*)(int))meet)(t);' ''
quiet 'auto *p = meet; p(t);' ''
quiet 'tile.sync();' ''
quiet 'if (x) { tile.arrive_and_meet(); }' ''
quiet 'meet<64>(t);' ''
quiet 'proj::sync_group<64>();' ''
quiet 'Group::rendezvous();' ''
quiet 'PROJECT_ARRIVE(bar, 3) PROJECT_WAIT(bar, 3)' ''
quiet 'bar = next_phase(bar);' ''
quiet 'while (!arrived(t)) ;' ''
quiet 'using proj::meet; meet(t);' ''
quiet 'x += x ? vote(t) : 0;' ''
# a condition that the missing header may decide
quiet '
#if PROJECT_VERSION >= 3
    __syncthreads();
#endif
' ''
quiet '
#ifdef PROJECT_SYNC
    PROJECT_SYNC;
#else
    __syncthreads();
#endif
' ''
quiet '
    meet();
' '__device__ void meet()
{
#if defined(PROJECT_A) || PROJECT_B
    __syncthreads();
#endif
}'

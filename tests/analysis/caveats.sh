#!/bin/sh
# Which rows of confidence.def hold for a finding: the dump has them all, JSON those that were looked
# for, the message the one that decides; a row that is left out caps nothing.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void scatter(const int *list, int *o)
{
    o[list[threadIdx.x]] = threadIdx.x;
}
__global__ void read_too_soon(const int *in, int *o)
{
    __shared__ int s[128];
    s[threadIdx.x] = in[threadIdx.x];
    o[threadIdx.x] = s[127 - threadIdx.x];
}
/* Only where `stride` is 0 do two threads start at 0. */
__global__ void with_stride(volatile int *first, int *o, int stride)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    if (i == 0)
        *first = o[i];
}
template <class U, class V> __device__ auto round_down(U a, V b) -> decltype(a + b)
{
    return a / b * b;
}
template <class T> __global__ void of_open_type(T t, float *o)
{
    int limit = round_down(t.size(1), 32);
    for (int i = threadIdx.x; i < limit; i += 32) {
        __syncthreads();
        o[i] = 1;
    }
}
__global__ void to_the_end(float *o, int n)
{
    __shared__ float s[128];
    int i = threadIdx.x;
    if (i < n) {
        s[i] = i;
        __syncthreads();
        o[i] = s[0];
    }
}
__global__ void on_the_way(float *o, int n)
{
    int i = threadIdx.x;
    if (i < n)
        __syncthreads();
    o[i] = 1;
    __syncthreads();
    o[127 - i] = 2;
}
/* Only where no candidate is passed; the launch with 0 of them does that. */
__global__ void best_of(const int *in, int *o, int candidates)
{
    __shared__ int best;
    if (threadIdx.x == 0)
        best = 0;
    for (int i = 0; i < candidates; i++) {
        if (threadIdx.x == 0 && in[i] > in[best])
            best = i;
        __syncthreads();
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = best;
}
__global__ void best_of_none(const int *in, int *o, int candidates)
{
    __shared__ int best;
    if (threadIdx.x == 0)
        best = 0;
    for (int i = 0; i < candidates; i++)
        __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = best;
}
/* Thread 0 reads the place of one target while the others store everywhere. */
__global__ void loss_of_target(float *p, const int *targets, float *loss, int n)
{
    if (threadIdx.x == 0)
        loss[blockIdx.x] = p[targets[blockIdx.x]];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        p[i] = 0;
}
/* What is 1 on the way there is no size of the block. */
template <int GROUP> __global__ void by_groups(const float *in, float *o, int n)
{
    __shared__ float s[128];
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / GROUP;
    if (i < n) {
        if (GROUP == 1) {
            s[threadIdx.x] = in[i];
            __syncthreads();
            o[i] = s[threadIdx.x ^ 1];
        } else {
            o[i] = in[i];
        }
    }
    __syncthreads();
}
/* The mode leads to one sum or to the other; it is no size that a loop counts up to. */
__device__ int largest(int *s, int v)
{
    s[threadIdx.x] = v;
    __syncthreads();
    for (int i = blockDim.x / 2; i >= 64; i /= 2) {
        if (threadIdx.x < i)
            s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + i]);
        __syncthreads();
    }
    return threadIdx.x < 32 ? max(s[threadIdx.x], s[threadIdx.x + 32]) : 0;
}
__device__ int total(int *s, int v)
{
    s[threadIdx.x] = v;
    __syncthreads();
    for (int i = blockDim.x / 2; i >= 1; i /= 2) {
        if (threadIdx.x < i)
            s[threadIdx.x] += s[threadIdx.x + i];
        __syncthreads();
    }
    return s[0];
}
__global__ void by_mode(const int *in, int *o, int mode)
{
    __shared__ int s[128];
    int v = in[threadIdx.x];
    if (mode == 0)
        o[threadIdx.x] = largest(s, v);
    else
        o[threadIdx.x] = total(s, v);
    __syncthreads();
    o[threadIdx.x] += 1;
}
__global__ void by_mode_twice(const int *in, int *o, int mode)
{
    __shared__ int s[128];
    int v = in[threadIdx.x];
    if (mode == 0)
        o[threadIdx.x] = largest(s, v);
    else
        o[threadIdx.x] = total(s, v);
    if (mode == 0)
        o[threadIdx.x] += largest(s, v);
}
void run(const int *list, int *o, float *p, int n)
{
    by_mode<<<1, 128>>>(list, o, n);
    by_mode_twice<<<1, 128>>>(list, o, n);
    loss_of_target<<<1, 128>>>(p, list, p + n, n);
    best_of<<<1, 128>>>(list, o, n);
    best_of_none<<<1, 128>>>(list, o, 0);
    with_stride<<<1, 128>>>(o, o, n);
    to_the_end<<<1, 128>>>(p, n);
    on_the_way<<<1, 128>>>(p, n);
    scatter<<<1, 128>>>(list, o);
    read_too_soon<<<1, 128>>>(list, o);
}
CU
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
tool() {
    "$CUDASYNCLINT" --no-cache --min-confidence=low "$@" "$dir/k.cu" >"$dir/out" 2>&1 || true
}
tool --dump=confidence
grep -q 'line 3: race, low:.* data .*scattered' "$dir/out" || fail "the dump lacks a row"
grep -q 'line 9: race, high:$' "$dir/out" || fail "a sure race has a caveat"
tool --format=json
grep -q '"caveats": "data scattered"' "$dir/out" || fail "JSON lacks the rows"
grep -q '"needs": "unless the indices that were loaded differ"' "$dir/out" || fail "not what decides"
CSL_WITHOUT_CAVEATS=scattered tool
grep -q 'depends on the value of `list\[threadIdx.x\]`' "$dir/out" || fail "the row is still there"
grep -q 'k.cu:3:.*low confidence' "$dir/out" && fail "the row still caps"
CSL_WITHOUT_CAVEATS=scatter tool
grep -q 'no such caveat: scatter' "$dir/out" || fail "a wrong name passes"
tool --dump=confidence
grep -q 'race, low: .*zero_factor' "$dir/out" || fail "a stride of 0 is not told apart"
grep -q 'divergence, low: .*open_type' "$dir/out" || fail "a value of an open type is taken for sure"
grep -q 'race, low: no_pass' "$dir/out" || fail "a loop over nothing is ordinary"
[ "$(grep -c 'no_pass' "$dir/out")" = 1 ] || fail "a launch with 0 passes is not seen"
sed -n '/^loss_of_target:/,/^[a-z_]*:$/p' "$dir/out" | grep -q 'race, \(high\|medium\)' || fail "a target that all sweep over"
sed -n '/^by_mode_twice:/,/^[a-z_]*:$/p' "$dir/out" | grep -q 'race, high:$' || fail "the mode is a size"
# To skip the last barrier is no worse than to return before it.
grep -q 'k.cu:36:9: warning: .*barrier-divergence' "$dir/out" || fail "the last barrier, skipped"
grep -q 'k.cu:44:9: error: .*barrier-divergence' "$dir/out" || fail "one of two barriers, skipped"
sed -n '/: error: .*barrier-divergence/p' "$dir/out" | grep -q 'k.cu:87:' || fail "a way for one group"

# What a function returns that is not computed: a witness has some value for it.
cat >"$dir/k.cu" <<'CU'
#define K(name, body) __global__ void name(int *o, int n) { __shared__ int s[128]; int t = threadIdx.x; body __syncthreads(); o[t] = s[t]; }
K(indices, s[__dp4a(t, 1, 0) & 127] = t;)
K(index, s[t] = t; o[t] = s[__dp4a(t, 1, 0) & 127];)
K(simd, s[__vadd4(t, 0x01010101) & 127] = t;)
K(selected, s[__fns(0xff, 0, t + 1) & 127] = t;)
K(same_index, s[t] = t; o[t] = s[__dp4a(n, 1, 0) & 127];)
K(condition, if (__dp4a(t, 1, 0) > 7) __syncthreads();)
K(on_the_way, if (__dp4a(t, 1, 0) > 7) s[0] = t;)
K(computed, s[__popc(t)] = t;)
CU
tool --dump=confidence
rated() {
    sed -n "/^$1:/,/^[a-z_]*:\$/p" "$dir/out" | grep -q "$2" || fail "$1 is rated otherwise"
}
for k in indices index simd selected; do
    rated $k 'race, low: .*not_computed'
done
rated same_index 'race, medium: .*data'
rated condition 'divergence, medium: .*data'
rated on_the_way 'race, low: .*not_computed'
rated computed 'race, high:'

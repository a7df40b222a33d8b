#!/bin/sh
# A named barrier whose count is the block orders as __syncthreads() does; any other count does not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/named.cu" <<'CU'
#define BAR(number, count) asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory")
__global__ void right_one(float *o)
{
    __shared__ float s[128];
    s[threadIdx.x] = threadIdx.x;
    BAR(1, 128);
    o[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void right_without_count(float *o)
{
    __shared__ float s[128];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("barrier.sync 2;" ::: "memory");
    o[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void right_block_size(float *o)
{
    __shared__ float s[128];
    for (int i = 0; i < 4; i++) {
        s[threadIdx.x] = i;
        BAR(3, blockDim.x);
        o[threadIdx.x] += s[127 - threadIdx.x];
        BAR(4, blockDim.x);
    }
}
__global__ void right_two_places(float *o)
{
    __shared__ float s[128];
    for (int i = 0; i < 4; i++) {
        s[threadIdx.x] = i;
        BAR(1, 128);
        o[threadIdx.x] += s[127 - threadIdx.x];
        BAR(1, 128);
    }
}
__global__ void wrong_once(float *o)
{
    __shared__ float s[128];
    for (int i = 0; i < 4; i++) {
        s[threadIdx.x] = i;
        BAR(1, 128);
        o[threadIdx.x] += s[127 - threadIdx.x];
    }
}
__global__ void wrong_half(float *o)
{
    __shared__ float s[128];
    s[threadIdx.x] = threadIdx.x;
    BAR(1 + threadIdx.x / 64, 64);
    o[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void wrong_one_warp_stays_away(float *o)
{
    __shared__ float s[128];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x >= 32)
        BAR(1, 128);
    o[threadIdx.x] = s[threadIdx.x];
}
__global__ void wrong_too_late(float *o)
{
    __shared__ float s[128];
    s[threadIdx.x] = threadIdx.x;
    o[threadIdx.x] = s[127 - threadIdx.x];
    BAR(1, 128);
}
void run(float *o)
{
    right_one<<<1, 128>>>(o);
    right_without_count<<<1, 128>>>(o);
    right_block_size<<<1, 128>>>(o);
    right_two_places<<<1, 128>>>(o);
    wrong_once<<<1, 128>>>(o);
    wrong_half<<<1, 128>>>(o);
    wrong_one_warp_stays_away<<<1, 128>>>(o);
    wrong_too_late<<<1, 128>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/named.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 4 ] || fail "not all right kernels are proved"
grep -q 'kernel: wrong_[a-z_]*: proved' "$dir/out" && fail "a wrong kernel is proved"
[ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 4 ] || fail "not four are found"
exit 0

#!/bin/sh
# The address of shared memory that inline assembly has made is that memory: a copy there is known.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ unsigned address(const void *p)
{
    unsigned at;
    asm("{.reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }\n" : "=r"(at) : "l"(p));
    return at;
}
__device__ void copy(int4 *to, const int4 *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address(to)), "l"(from));
}
__global__ void right(int *out, const int4 *in)
{
    __shared__ int4 s[2][64];
    for (int i = 0; i < 2; i++)
        copy(&s[i][threadIdx.x], in + i * 64 + threadIdx.x);
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    out[threadIdx.x] = s[1][63 - threadIdx.x].x;
}
__global__ void wrong(int *out, const int4 *in)
{
    __shared__ int4 s[2][64];
    for (int i = 0; i < 2; i++)
        copy(&s[0][threadIdx.x], in + i * 64 + threadIdx.x);
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    out[threadIdx.x] = s[0][63 - threadIdx.x].x;
}
void run(int *out, const int4 *in)
{
    right<<<1, 64>>>(out, in);
    wrong<<<1, 64>>>(out, in);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
grep -q 'kernel: right: proved' "$dir/out" || fail "the right kernel is not proved"
grep -q 'copy to `s` may still be under way' "$dir/out" || fail "the copy that is overwritten is not told"
grep -q 'kernel: wrong: findings' "$dir/out" || fail "the wrong kernel is not found"

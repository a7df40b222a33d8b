#!/bin/sh
# A macro that nothing defines is taken to run its lambda for two types: what it launches can have
# findings, but no proof.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/dispatched.cu" <<'CU'
template <typename T> __global__ void right(T *p)
{
    __shared__ T s[64];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[63 - threadIdx.x];
}
template <typename T> __global__ void wrong(T *p)
{
    __shared__ T s[64];
    s[threadIdx.x] = p[threadIdx.x];
    p[threadIdx.x] = s[63 - threadIdx.x];
}
void run(void *p, int type)
{
    DISPATCH_FLOATING_TYPES(type, "run", [&] {
        right<scalar_t><<<1, 64>>>((scalar_t *)p);
        wrong<scalar_t><<<1, 64>>>((scalar_t *)p);
    });
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/dispatched.cu" >"$dir/out" 2>&1 || true
if grep -q 'kernel: [a-z]*.*: proved' "$dir/out" || ! grep -q 'kernel: wrong.*: findings' "$dir/out" ||
    ! grep -q 'kernel: right.*nothing defines, runs its code for two types' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi

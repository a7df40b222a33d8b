#!/bin/sh
# What a function says is never reached (`__builtin_unreachable()` behind its `return`) leaves nothing in the
# kernel, or each call of a layout function of CUTLASS would be a block with a jump. Where it can be reached
# in the text, it stays a condition.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ int twice(int x)
{
    return 2 * x;
    __builtin_unreachable();
}
__device__ int some(int x)
{
    if (x > 7)
        return x;
    __builtin_unreachable();
}
__global__ void dead(int *out) { out[twice(threadIdx.x)] = twice(3); }
__global__ void open(int *out) { out[threadIdx.x] = some(out[threadIdx.x]); }
__global__ void wrong_dead(int *out) { out[twice(threadIdx.x & 31)] = threadIdx.x; }
void run(int *out)
{
    dead<<<1, 64>>>(out);
    open<<<1, 64>>>(out);
    wrong_dead<<<1, 64>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=ir "$dir/k.cu" >"$dir/ir" 2>"$dir/err" || true
for kernel in dead wrong_dead; do
    ! sed -n "/(kernel \"$kernel\"/,/(kernel \"[^$kernel]/p" "$dir/ir" | sed '$d' | grep -q '(assume\|(br' || {
        cat "$dir/ir"
        exit 1
    }
done
sed -n '/(kernel "open"/,/(kernel "wrong/p' "$dir/ir" | grep -q '(assume' || { cat "$dir/ir"; exit 1; }
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: dead: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'kernel: wrong_dead: findings' "$dir/out" || { cat "$dir/out"; exit 1; }

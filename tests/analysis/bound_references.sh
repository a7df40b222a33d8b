#!/bin/sh
# A reference keeps the element that it was bound to, and what that says of the subscript, whatever becomes of the
# variables in it: accesses through it were taken to be inside the array by the new value.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, start, next, barrier)                                                         \
    __global__ void name(int *o)                                                                   \
    {                                                                                              \
        __shared__ int a[64];                                                                      \
        int t = threadIdx.x, i = start;                                                            \
        int &r = a[i];                                                                             \
        i = next;                                                                                  \
        r = t;                                                                                     \
        barrier;                                                                                   \
        o[t] = a[63 - t] + i;                                                                      \
    }                                                                                              \
    void launch_##name(int *o) { name<<<1, 64>>>(o); }
KERNEL(r_past, t, t + 64, __syncthreads())
KERNEL(r_one, t, t == 5 ? 64 : t, __syncthreads())
KERNEL(w_past, t, t + 64, )
KERNEL(w_one, t == 5 ? 6 : t, t == 5 ? 64 : t, __syncthreads())
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for k in past one; do
    grep -q "kernel: r_$k: proved" "$dir/out" && grep -q "kernel: w_$k: findings (shared" "$dir/out" || {
        echo "$k"
        cat "$dir/out"
        exit 1
    }
done

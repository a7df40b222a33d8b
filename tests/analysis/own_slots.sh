#!/bin/sh
# A thread that keeps a value in a slot of shared memory of its own has that value again. Not so
# where some store may be to the slot of another thread, or to it again in between.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
check() { # verdict, declarations, store, what lies between, load
    cat >"$dir/k.cu" <<CU
struct pair { int key, src; };
__global__ void k(int *o, const int *d, int n)
{
    __shared__ $2;
    __shared__ int other[256];
    int t = threadIdx.x;
    for (int src = t; src < n * 256; src += 256) {
        $3
        other[255 - t] = d[src];
        __syncthreads();
        src = other[t];
        $4
        __syncthreads();
        src = $5;
    }
}
void run(int *o, const int *d, int n) { k<<<1, 256>>>(o, d, n); }
CU
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
    verdict=no
    ! grep -q 'kernel: k: proved (barriers, shared' "$dir/out" || verdict=proved
    [ "$verdict" = "$1" ] || { echo "not $1: $3 $4 $5"; cat "$dir/out"; exit 1; }
}
check proved 'int s[256]' 's[t] = src;' '' 's[t]'
check proved 'int s[256]' 's[threadIdx.x] = src;' 'o[t] = s[t];' 's[threadIdx.x]'
check proved 'pair s[256]' 's[t].src = src; s[t].key = 3;' '' 's[t].src'
check proved 'int s[512]' 's[2 * t + 1] = src;' '' 's[2 * t + 1]'
check no 'int s[256]' 's[t] = src;' 's[t] = d[t];' 's[t]'
check no 'int s[256]' 's[t] = src;' 'if (src > 3) s[t] = d[t];' 's[t]'
check no 'int s[256]' 's[t] = src;' 'if (t < 8) s[src & 255] = t;' 's[t]'
check no 'int s[257]' 's[t] = src;' 'if (src > 3) s[t + 1] = t;' 's[t]'
check no 'int s[512]' 's[2 * t] = src;' 'if (src > 3) s[t] = t;' 's[2 * t]'
check no 'int s[256]' 's[t] = src;' 'atomicAdd(&s[t], d[t]);' 's[t]'
check no 'int s[256]' 's[t] = src;' 'int *p = s; if (src > 3) p[src & 255] = 1;' 's[t]'
check no 'int s[256]' 's[t] = src;' '' 's[255 - t]'
check no 'int s[256]' 'if (d[t]) s[t] = src;' '' 's[t]'
check no 'volatile int s[256]' 's[t] = src;' '' 's[t]'

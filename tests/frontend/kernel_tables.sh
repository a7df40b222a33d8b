#!/bin/sh
# Kernels whose addresses lie in variables of the whole file, alone, in structures or as instances of a
# template: that one of them is launched directly as well, with a warp, says nothing of the other launches.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/kernels.h" <<'CU'
#define BODY                                                                                       \
    extern __shared__ float s[];                                                                   \
    s[threadIdx.x] = a[threadIdx.x];                                                               \
    __syncwarp();                                                                                  \
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
__global__ void plain(float *a) { BODY }
template <int N> __global__ void made(float *a) { BODY }
typedef void (*kernel)(float *);
struct entry { kernel run; int threads; };
void direct(float *a) { plain<<<1, 32, 128>>>(a); made<1><<<1, 32, 128>>>(a); }
CU
verdict() { # NAME WANTED: of both kernels of the file
    "$CUDASYNCLINT" --no-cache -v "$dir/$1.cu" >"$dir/out" 2>&1 || true
    n=$(grep -c 'kernel: \(plain\|made <1>\): proved' "$dir/out") || true
    [ "$n" = "$2" ] || { echo "$1: $n proved"; cat "$dir/out"; exit 1; }
}
file() { # NAME TABLE LAUNCH
    { cat "$dir/kernels.h"; echo "$2"; echo "void run(float *a, int i, int n) { $3; }"; } >"$dir/$1.cu"
}
file right_none '' ''
file right_table 'static const kernel table[] = {plain, made<1>};' 'table[i]<<<1, 32, 128>>>(a)'
file wrong_table 'static const kernel table[] = {plain, made<1>};' 'table[i]<<<1, n, n * 4>>>(a)'
file wrong_entries 'static const entry table[] = {{plain, 64}, {made<1>, 64}};' \
    'table[i].run<<<1, table[i].threads, 512>>>(a)'
file wrong_entry 'static const entry one = {plain, 64}, two = {made<1>, 64};' \
    'one.run<<<1, one.threads, 512>>>(a); two.run<<<1, two.threads, 512>>>(a)'
file wrong_open 'kernel table[] = {plain, made<1>};' '(void)i'
verdict right_none 2
verdict right_table 2
for name in wrong_table wrong_entries wrong_entry wrong_open; do
    verdict $name 0
done

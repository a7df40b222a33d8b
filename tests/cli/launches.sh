#!/bin/sh
# Launches in other files: a kernel is judged once, with those of the whole run.
. tests/cli/check.inc

mkdir -p lib app
cat >lib/kernels.cuh <<'X'
__global__ void swap(float *p, int n);
template <int N> __global__ void tree(float *p);
extern template __global__ void tree<64>(float *);
X
cat >lib/kernels.cu <<'X'
#include "kernels.cuh"
__global__ void swap(float *p, int n) {
    __shared__ float s[64];
    s[threadIdx.x] = p[threadIdx.x];
    if (n < 32)
        __syncthreads();
    p[threadIdx.x] = s[threadIdx.x ^ 1];
}
template <int N> __global__ void tree(float *p) {
    __shared__ float s[N];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        p[0] = s[0] + s[15];
}
template __global__ void tree<64>(float *);
X
cat >app/main.cu <<'X'
#include "../lib/kernels.cuh"
int main() {
    float *p = 0;
    swap<<<1, 64>>>(p, 8);
    tree<64><<<2, 32>>>(p);
}
X

# Alone, the kernels are judged for every block; with main.cu, for the blocks and the arguments that
# it has, whatever comes first.
lint 0 -v --no-cache lib app
has out "in a block) for 64x1x1; for sm_80; assuming n is 8"
has out "in a block) for 32x1x1"
mv out both
lint 0 -v --no-cache app lib
cmp out both || fail "the order of files counts"

# The launch is changed: the kernel is judged anew, from the cache or not.
lint 0 -q --cache-dir=cache lib app
sed 's/p, 8/p, 80/' app/main.cu >changed && mv changed app/main.cu
touch -d '1 hour ago' app/main.cu
lint 1 --cache-dir=cache lib app
has out "warp-sync-missing"
mv out changed
lint 1 --cache-dir=cache lib app
cmp out changed || fail "the cache has another result"
lint 1 --no-cache lib app
cmp out changed || fail "without the cache the result is another"

# The files of the parts lie in different folders: merge joins their launches.
lint 1 -v --no-cache lib/kernels.cu app/main.cu
mv out single
lint 0 -q --shard=1/2:one.json lib/kernels.cu app/main.cu
lint 0 -q --shard=2/2:two.json lib/kernels.cu app/main.cu
lint 1 merge -v two.json one.json
cmp out single || fail "the parts give another report than one run"
has out 'add `__syncwarp()` after line 4 (tried'

# Programs with kernels of one name: the launch means the nearest.
mkdir -p other
cp lib/kernels.cu lib/kernels.cuh other/
sed 's/p, 80/p, 8/' app/main.cu | sed 's/lib/other/' >other/main.cu
cp app/main.cu lib/main.cu
sed 's/\.\.\/lib\///' lib/main.cu >moved && mv moved lib/main.cu
lint 1 -v --no-cache lib other
grep 'lib/kernels.cu.*swap: findings' out >/dev/null || fail "launches got mixed up"
grep 'other/kernels.cu.*swap: proved' out >/dev/null || fail "launches got mixed up"

# A program that includes its kernels: they are judged there, once.
mkdir -p whole
cat >whole/kernel.cu <<'X'
__global__ void half(float *p) {
    if (threadIdx.x < 32)
        __syncthreads();
    p[threadIdx.x] = 0;
}
X
printf '#include "kernel.cu"\nint main() { half<<<1, 32>>>(0); }\n' >whole/main.cu
lint 0 -v --no-cache whole
has out "in a block) for 32x1x1"
[ "$(grep -c 'kernel: half' out)" = 1 ] || fail "judged more than once"

# A file alone: its project is looked through, from the repository or the compilation database on.
lint 1 -v --no-cache lib/kernels.cu
has out "for every block of at most 64 threads"
mkdir -p alone/.git
cp -r app alone/app
mkdir alone/lib
cp lib/kernels.cu lib/kernels.cuh alone/lib/
sed 's/p, 80/p, 8/' app/main.cu >alone/app/main.cu
lint 0 -v --no-cache alone/lib/kernels.cu
has out "for 64x1x1; for sm_80; assuming n is 8"
has out "tree <64>: proved (barriers, shared, global in a block) for 32x1x1"

# A header alone gets the instances and the launches of who includes it.
cat >alone/lib/half.cuh <<'X'
template <class T> __global__ void half(T *p) { __shared__ T s[64]; s[threadIdx.x] = p[threadIdx.x];
    if (threadIdx.x < 32)
        __syncthreads();
    p[threadIdx.x] = s[threadIdx.x ^ 1];
}
X
printf '#include "../lib/half.cuh"\nvoid run(int *p) { half<<<1, 32>>>(p); }\n' >alone/app/half.cu
lint 0 -v --no-cache alone/lib/half.cuh
has out "alone/lib/half.cuh:1:36: kernel: half <int>: proved"
mv alone/app/half.cu alone/app/half.cu.cc
lint 0 -v --no-cache alone/lib/half.cuh
has out "alone/lib/half.cuh:1:36: kernel: half <int>: proved"
mv alone/app/half.cu.cc alone/app/half.cu
sed 's/32>>>/64>>>/' alone/app/half.cu >changed && mv changed alone/app/half.cu
lint 1 --no-cache alone/lib/half.cuh
has out "alone/lib/half.cuh:3:9: error"

# Only so many sources are parsed for that.
for n in 1 2 3 4 5 6 7 8 9; do
    cp alone/app/half.cu alone/app/half$n.cu
done
lint 1 --no-cache alone/lib/half.cuh
has err "alone/lib/half.cuh: launches of its kernels were not looked for in all of the project"

rm alone/app/half?.cu

# A NUL byte does not hide what a source launches: it is not analysed, and that is said.
sed 's/64>>>/32>>>/' alone/app/half.cu >changed && cp changed alone/app/half.cu
lint 0 --no-cache alone/lib/half.cuh
printf '\0void more(int *p) { half<<<1, 64>>>(p); }\n' >>changed && mv changed alone/app/more.cu
lint 0 --no-cache alone/lib/half.cuh
has err "alone/app/more.cu: not analysed: not text: NUL byte"
finish

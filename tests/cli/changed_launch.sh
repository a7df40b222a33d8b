#!/bin/sh
# A launch is changed: of the kernels in other files only those that it launches are judged again, by
# the account of the cache, and the report is the one that a run without a cache gives.
. tests/cli/check.inc

cache=$scratch/kept
mkdir -p lib app
for k in one two three; do
    cat <<X2
__global__ void $k(float *p, int n) {
    __shared__ float s[64];
    s[threadIdx.x] = p[threadIdx.x];
    if (n < 32)
        __syncthreads();
    p[threadIdx.x] = s[63 - threadIdx.x];
}
X2
done >lib/kernels.cu
cat >>lib/kernels.cu <<'X2'
template <int N> __global__ void sized(float *p) {
    __shared__ float s[N];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[N - 1 - threadIdx.x];
}
template __global__ void sized<64>(float *);
template __global__ void sized<32>(float *);
X2
launch() { # KERNEL BLOCK ARGUMENTS: app/KERNEL.cu
    cat >"app/${1%<*}.cu" <<X2
__global__ void one(float *p, int n);
__global__ void two(float *p, int n);
__global__ void three(float *p, int n);
template <int N> __global__ void sized(float *p);
void run_${1%<*}(float *p) { $1<<<1, $2>>>($3); }
X2
}
launch one 64 'p, 8'
launch two 64 'p, 8'
launch three 64 'p, 8'
launch 'sized<64>' 64 p

# entries: the results that the cache holds.
entries() {
    find "$cache" -type f | sort
}
# judged: the kernels that results hold which the cache did not have before.
judged() {
    entries | comm -13 before - | xargs -r grep -ho '"name":"[a-z]*","instances"' | cut -d'"' -f4
}
# changed CODE KERNEL WORD: the run leaves with CODE and judges this kernel and no other; its report
# holds WORD and is the one without the cache.
changed() {
    entries >before
    lint "$1" -v --cache-dir="$cache" lib app
    [ "$(judged)" = "$2" ] || fail "$2: judged $(judged)"
    has out "$3"
    mv out cached
    lint "$1" -v --no-cache lib app
    cmp out cached || fail "$2: another report than without the cache"
}

# Five files, and the kernels of each name, with their launches.
lint 0 -v --cache-dir="$cache" lib app
[ "$(entries | wc -l)" -eq 9 ] || fail "results: $(entries | wc -l)"

launch two 64 'p, 80'
changed 1 two 'kernels.cu:13:22: error'
launch 'sized<64>' 32 p
changed 1 sized 'kernel: sized <64>, <32>: proved (barriers, shared, global in a block) for 32x1x1'
# Back: what was known of it is known.
launch two 64 'p, 8'
launch 'sized<64>' 64 p
entries >before
lint 0 -v --cache-dir="$cache" lib app
[ -z "$(judged)" ] || fail "judged again what was known: $(judged)"
# One of two launches of a kernel goes.
sed 's/run_three/run_more/' app/three.cu >app/more.cu
launch three 64 'p, 80'
lint 1 -v --cache-dir="$cache" lib app
rm app/more.cu
changed 1 three 'kernels.cu:20:22: error'
finish

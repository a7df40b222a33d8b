#!/bin/sh
# Where no launch is seen and barriers count threads by a number, the block is the one that
# __launch_bounds__ allow, which may be a member of a template argument. Tiles in dynamic shared memory
# that fill it one behind another are as large as is expected of them together.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define OBJECT(b) static_cast<unsigned>(__cvta_generic_to_shared(b))
#define INIT(b, n) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(OBJECT(b)), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(OBJECT(b)) : "memory")
#define EXPECT(b, n)                                                                               \
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(OBJECT(b)), "r"(n) : "memory")
#define WAIT(b, p)                                                                                 \
    asm volatile("{ .reg .pred q; again%=: mbarrier.try_wait.parity.shared.b64 q, [%0], %1;\n"      \
                 "@!q bra again%=; }" ::"r"(OBJECT(b)), "r"(p) : "memory")
#define LOAD(to, map, x, b)                                                                        \
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"     \
                 " [%0], [%1, {%2, %3}], [%4];" ::"r"(OBJECT(to)), "l"(map), "r"(x), "r"(0),       \
                 "r"(OBJECT(b)) : "memory")
template <int THREADS> struct of { static constexpr int threads = THREADS; };
struct whole { static constexpr int threads = 64; };
struct less { static constexpr int threads = 32; };
struct one { static constexpr int threads = 1; };

template <typename Config, int N> static __device__ void swap(const int *in, int *out)
{
    __shared__ int s[64];
    __shared__ unsigned long long b;
    if (threadIdx.x == 0)
        INIT(&b, N);
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    ARRIVE(&b);
    WAIT(&b, 0);
    out[threadIdx.x] = s[Config::threads - 1 - threadIdx.x];
}
template <typename Config> __global__ void __launch_bounds__(Config::threads) right_number(const int *in, int *out)
{
    swap<Config, 64>(in, out);
}
template <typename Config> __global__ void __launch_bounds__(Config::threads) wrong_number(const int *in, int *out)
{
    swap<Config, 64>(in, out);
}
template <typename Config> __global__ void __launch_bounds__(Config::threads)
right_tiles(const __grid_constant__ __csl_map map, const __grid_constant__ __csl_map other, int *out)
{
    extern __shared__ __align__(1024) int tile[];
    __shared__ unsigned long long b;
    INIT(&b, 1);
    EXPECT(&b, 12288);
    LOAD(tile, &map, 0, &b);
    LOAD(tile + 2048, &other, 0, &b);
    WAIT(&b, 0);
    out[0] = tile[2047] + tile[3071];
}
template <typename Config> __global__ void __launch_bounds__(Config::threads)
wrong_tiles(const __grid_constant__ __csl_map map, const __grid_constant__ __csl_map other, int *out)
{
    extern __shared__ __align__(1024) int tile[];
    __shared__ unsigned long long b;
    INIT(&b, 1);
    EXPECT(&b, 12288);
    LOAD(tile, &map, 0, &b);
    LOAD(tile + 2048, &other, 0, &b);
    out[0] = tile[2047] + tile[3071];
    WAIT(&b, 0);
}
template <typename Config> __global__ void __launch_bounds__(Config::threads)
wrong_early(const __grid_constant__ __csl_map map, int *out)
{
    __shared__ __align__(128) int tile[1024];
    __shared__ unsigned long long b;
    INIT(&b, 1);
    EXPECT(&b, 4096);
    LOAD(tile, &map, 0, &b);
    out[0] = tile[1023]; /* the only thread is not alone: the copy goes on beside it */
    WAIT(&b, 0);
}
template __global__ void wrong_early<one>(const __csl_map, int *);
template __global__ void right_number<whole>(const int *, int *);
template __global__ void wrong_number<less>(const int *, int *);
template __global__ void right_tiles<one>(const __csl_map, const __csl_map, int *);
template __global__ void wrong_tiles<one>(const __csl_map, const __csl_map, int *);
CU
sed -i 's/__csl_map/map_of_tensor/g; 1i struct alignas(64) map_of_tensor { unsigned long long opaque[16]; };' "$dir/k.cu"
"$CUDASYNCLINT" --no-cache --arch=sm_90 -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
[ "$(grep -c 'kernel: right_[a-z]* <[a-z]*>: proved' "$dir/out")" = 2 ] || fail "not all right kernels are proved"
[ "$(grep -c 'kernel: wrong_[a-z]* <[a-z]*>: findings' "$dir/out")" = 2 ] || fail "not all wrong kernels are found"
[ "$(grep -c 'kernel: wrong_[a-z]* <[a-z]*>: undecided' "$dir/out")" = 1 ] || fail "how far a tile reaches is sure"
grep -q 'the block has as many threads as the launch bounds allow' "$dir/out" ||
    fail "the proof does not say what it rests on"

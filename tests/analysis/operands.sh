#!/bin/sh
# What wgmma reads of an operand that threads have written, as its descriptor says (PTX ISA, "Asynchronous warpgroup level
# matrix shared memory layout"): b of 16 steps of K and 128 columns. One warp group multiplies, the other one writes
# meanwhile: to bytes that are read, or beside them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cstdint>
__device__ uint64_t field(uint64_t x) { return (x & 0x3ffff) >> 4; }
__device__ uint64_t describe(const void *p, unsigned leading, unsigned stride, uint64_t swizzle)
{
    return field((uint64_t)__cvta_generic_to_shared(p)) | field(leading) << 16 | field(stride) << 32 | swizzle << 62;
}
#define R4(x, i) x(i), x(i + 1), x(i + 2), x(i + 3)
#define R16(x, i) R4(x, i), R4(x, i + 4), R4(x, i + 8), R4(x, i + 12)
#define OUT(i) "+r"(d[i])
#define MULTIPLY(b, across)                                                                                            \
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                                            \
    asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f16.f16.f16 "                                                \
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "    \
                 "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, {%32, %33, %34, %35}, %36, 1, 1, 1, " #across ";" \
                 : R16(OUT, 0), R16(OUT, 16) : "r"(1), "r"(2), "r"(3), "r"(4), "l"(b));                                \
    asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory")
#define KERNEL(name, across, leading, stride, swizzle, begin, at)                                                      \
    __global__ void __launch_bounds__(256) name(unsigned *o, unsigned n)                                               \
    {                                                                                                                  \
        extern __shared__ __align__(1024) unsigned s[];                                                                \
        unsigned d[32] = {};                                                                                           \
        const int t = threadIdx.x;                                                                                     \
        for (int i = t; i < 8192; i += 256)                                                                            \
            s[i] = i;                                                                                                  \
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");                                                   \
        __syncthreads();                                                                                               \
        if (t < 128) {                                                                                                 \
            MULTIPLY(describe((char *)s + begin, leading, stride, swizzle), across);                                   \
        } else {                                                                                                       \
            s[(at) / 4 + t - 128] = 1;                                                                                 \
        }                                                                                                              \
        o[blockIdx.x * 256 + t] = d[0] + d[31];                                                                        \
    }
/* across K, 128 bytes swizzled: two pieces of 2048 bytes, apart by the leading dimension */
KERNEL(right_between, 1, 8192, 1024, 1, 0, 2048)
KERNEL(right_before, 1, 8192, 1024, 1, 0, 7680)
KERNEL(right_behind, 1, 8192, 1024, 1, 0, 10240)
KERNEL(right_leading, 1, 4096, 1024, 1, 0, 8192)
KERNEL(right_chunk, 1, 8192, 1024, 1, 2048, 1536)
KERNEL(wrong_first, 1, 8192, 1024, 1, 0, 1536)
KERNEL(wrong_second, 1, 8192, 1024, 1, 0, 9728)
KERNEL(wrong_leading, 1, 4096, 1024, 1, 0, 4096)
KERNEL(wrong_chunk, 1, 8192, 1024, 1, 2048, 3584)
/* ... apart by a stride, or with less swizzled: as far as it may reach */
KERNEL(doubt_stride, 1, 8192, 4096, 1, 0, 2048)
KERNEL(doubt_narrow, 1, 4096, 512, 2, 0, 2048)
KERNEL(right_narrow, 1, 4096, 512, 2, 0, 16384)
/* along K: 32 of 128 bytes of each row, or all of what is not swizzled */
KERNEL(right_along, 0, 16, 1024, 1, 0, 16384)
KERNEL(right_within, 0, 16, 1024, 1, 96, 16384)
KERNEL(doubt_along, 0, 16, 1024, 1, 96, 15872)
KERNEL(right_plain, 0, 128, 256, 0, 0, 4096)
KERNEL(wrong_plain, 0, 128, 256, 0, 0, 3584)
/* of two tiles that copies bring, side by side: an operand goes beyond the one that it begins in */
#define TILES(name, across, leading, at)                                                                               \
    __global__ void __launch_bounds__(256) name(unsigned *o, unsigned n)                                               \
    {                                                                                                                  \
        extern __shared__ __align__(1024) unsigned s[];                                                                \
        __shared__ uint64_t bar;                                                                                       \
        unsigned d[32] = {}, b = (unsigned)__cvta_generic_to_shared(&bar);                                             \
        const int t = threadIdx.x;                                                                                     \
        if (t == 0)                                                                                                    \
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b));                                           \
        __syncthreads();                                                                                               \
        if (t == 0) {                                                                                                  \
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16384;" ::"r"(b) : "memory");             \
            for (int i = 0; i < 2; i++)                                                                                \
                asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 8192, "    \
                             "[%2];" ::"r"((unsigned)__cvta_generic_to_shared(s + 2048 * i)),                          \
                             "l"(o + 65536 + 2048 * i), "r"(b) : "memory");                                            \
        }                                                                                                              \
        asm volatile("{.reg .pred P1;\nL: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], 0;\n@P1 bra D;\n"         \
                     "bra L;\nD:\n}" ::"r"(b) : "memory");                                                             \
        __syncthreads();                                                                                               \
        if (t < 128) {                                                                                                 \
            MULTIPLY(describe(s, leading, 1024, 1), across);                                                           \
        } else {                                                                                                       \
            s[(at) / 4 + t - 128] = 1;                                                                                 \
        }                                                                                                              \
        o[blockIdx.x * 256 + t] = d[0] + d[31];                                                                        \
    }
TILES(right_beside, 1, 8192, 4096)
TILES(right_further, 1, 8192, 10240)
TILES(wrong_next, 1, 8192, 8192)
TILES(wrong_begin, 1, 8192, 512)
TILES(doubt_next, 0, 16, 15872)
/* fields that are not known */
KERNEL(doubt_leading, 1, n, 1024, 1, 0, 8192)
CU
{
    echo 'void run(unsigned *o, unsigned n) {'
    sed -n 's/^[KT][A-Z]*(\([a-z_]*\),.*/    \1<<<8, 256, 65536>>>(o, n);/p' "$dir/k.cu"
    echo '}'
} >>"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --arch=sm_90a -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() { echo "$1"; cat "$dir/out"; exit 1; }
for k in between before behind leading chunk narrow along within plain beside further; do
    grep -q "kernel: right_$k: proved" "$dir/out" || fail "right_$k"
done
for k in first second leading chunk plain next begin; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "wrong_$k"
done
for k in stride narrow along next leading; do
    grep -q "kernel: doubt_$k: undecided" "$dir/out" || fail "doubt_$k"
done

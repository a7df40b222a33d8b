#!/bin/sh
# A group of wgmma is one of the warp group: who has waited for it may overwrite what any of the four
# warps reads in it (an assumption that a proof lists), and no one else may.
# PTX ISA, "wgmma.commit_group": "creates a new wgmma-group per warpgroup".
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/head.h" <<'CU'
#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(n) : "memory")
#define MULTIPLY(d, a)                                                                             \
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %4, "    \
                 "1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                 \
                 : "l"(described(a)) : "memory")
#define INIT(b, n) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(ADDRESS(b)), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(ADDRESS(b)) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(ADDRESS(b)), "r"(n) : "memory")
#define AWAIT(b, parity)                                                                           \
    asm volatile("{ .reg .pred p; L%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;"      \
                 " @!p bra L%=; }" ::"r"(ADDRESS(b)), "r"(parity) : "memory")
#define COPY(to, from, bytes, b)                                                                   \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "              \
                 "[%0], [%1], %2, [%3];" ::"r"(ADDRESS(to)), "l"(from), "r"(bytes), "r"(ADDRESS(b)) : "memory")
static __device__ unsigned long long described(const void *tile)
{
    unsigned long long address = (unsigned)__cvta_generic_to_shared(tile);
    return (address & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
}
CU

# loop NAME THREADS BEGIN WAIT END: in each pass written, multiplied and waited for
loop() {
    cat <<CU
__global__ void $1(const int *in, float *out, int n)
{
    __shared__ alignas(128) int a[512];
    float d[4] = {};
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < 512; i += $2)
            a[i] = in[k * 512 + i];
        FENCE();
        __syncthreads();
        $3 MULTIPLY(d, a);
        $4
        $5
    }
    WAIT(0);
    out[blockIdx.x * $2 + threadIdx.x] = d[0];
}
void run_$1(const int *in, float *out, int n) { $1<<<8, $2>>>(in, out, n); }
CU
}

# tiles NAME APART: each of two warp groups multiplies a tile of its own, in steps, waits for it, and
# writes what begins APART numbers further in the second group
tiles() {
    cat <<CU
__global__ void $1(const int *in, float *out, int n)
{
    __shared__ alignas(128) int a[2][2048];
    const int t = threadIdx.x % 128, group = threadIdx.x / 128;
    float d[4] = {};
    for (int k = 0; k < n; k++) {
        FENCE();
        __syncthreads();
        for (int j = 0; j < 16; j++)
            MULTIPLY(d, a[group] + j * 128);
        COMMIT();
        WAIT(0);
        for (int i = 0; i < 15; i++)
            a[0][group * $2 + i * 128 + t] = in[k * 512 + i * 128 + t];
    }
    out[blockIdx.x * 256 + threadIdx.x] = d[0];
}
void run_$1(const int *in, float *out, int n) { $1<<<8, 256>>>(in, out, n); }
CU
}

# ring NAME CONSUMERS COUNT BEHIND: thread 0 copies into two stages, warp groups of consumers multiply
# and say BEHIND it that a stage is free
ring() {
    cat <<CU
__global__ void $1(const int *in, float *out, int n)
{
    __shared__ alignas(128) int a[2][512];
    __shared__ unsigned long long full[2], empty[2];
    const int t = threadIdx.x;
    if (t == 0)
        for (int i = 0; i < 2; i++) {
            INIT(full[i], 1);
            INIT(empty[i], $3);
        }
    __syncthreads();
    if (t < 128) {
        if (t == 0)
            for (int k = 0; k < n; k++) {
                AWAIT(empty[k % 2], k / 2 % 2 ^ 1);
                EXPECT(full[k % 2], 2048);
                COPY(a[k % 2], in + k * 512, 2048, full[k % 2]);
            }
    } else {
        float d[4] = {};
        for (int k = 0; k < n; k++) {
            AWAIT(full[k % 2], k / 2 % 2);
            MULTIPLY(d, a[k % 2]);
            COMMIT();
            $4
        }
        WAIT(0);
        out[blockIdx.x * $2 * 128 + t - 128] = d[0];
    }
}
void run_$1(const int *in, float *out, int n) { $1<<<8, 128 + $2 * 128>>>(in, out, n); }
CU
}

# judge WHAT KERNEL: the kernel is `proved` or has `findings`, or is not `proved` ("open")
judge() {
    { cat "$dir/head.h"; cat; } >"$dir/$2.cu"
    "$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/$2.cu" >"$dir/out" 2>&1 || true
    case $1 in
    open) ! grep -q "kernel: $2: proved" "$dir/out" && grep -q "kernel: $2:" "$dir/out" ;;
    *) grep -q "kernel: $2: $1" "$dir/out" ;;
    esac || { echo "$2: not $1"; cat "$dir/out"; exit 1; }
}

loop right_group 128 "" "COMMIT(); WAIT(0);" "" | judge proved right_group
grep -q "assuming .*a warp's wait for wgmma is for what its warp group has begun" "$dir/out" || { cat "$dir/out"; exit 1; }
loop wrong_open 128 "" "COMMIT(); WAIT(1);" "" | judge findings wrong_open
loop wrong_uncommitted 128 "" "WAIT(0); COMMIT();" "" | judge findings wrong_uncommitted
loop wrong_before 128 "" "COMMIT();" "" | judge findings wrong_before
loop right_barrier 256 "" "COMMIT(); WAIT(0);" "__syncthreads();" | judge proved right_barrier
loop wrong_two_groups 256 "" "COMMIT(); WAIT(0);" "" | judge findings wrong_two_groups
grep -q 'thread 128 ' "$dir/out" || { cat "$dir/out"; exit 1; } # of two warp groups
loop wrong_three_warps 128 "if (threadIdx.x < 96)" "COMMIT(); WAIT(0);" "" | judge open wrong_three_warps
loop wrong_half_waits 128 "" "COMMIT(); if (threadIdx.x < 64) WAIT(0);" "" | judge open wrong_half_waits
loop wrong_two_commits 128 "" "COMMIT(); if (threadIdx.x < 32) COMMIT(); WAIT(1);" "" | judge open wrong_two_commits

# Threads of one group touch the same, too, and are kept apart: the witness is of two groups.
tiles right_tiles 2048 | judge undecided right_tiles
tiles wrong_tiles 1920 | judge findings wrong_tiles
grep -q 'thread 0 reads' "$dir/out" && grep -q 'thread 128 writes' "$dir/out" || { cat "$dir/out"; exit 1; }

# There are no four warps.
loop wrong_half_group 64 "" "COMMIT(); WAIT(0);" "" | judge open wrong_half_group
loop wrong_part_of_group 160 "" "COMMIT(); WAIT(0);" "__syncthreads();" | judge open wrong_part_of_group
loop right_warp_beside 160 "if (threadIdx.x < 128) {" "COMMIT(); WAIT(0); }" "__syncthreads();" |
    sed 's/^    WAIT(0);/    if (threadIdx.x < 128) WAIT(0);/' | judge proved right_warp_beside

free='ARRIVE(empty[k % 2]);'
ring right_leader 1 1 "WAIT(0); if (t == 128) $free" | judge proved right_leader
ring right_leaders 2 2 "WAIT(0); if (t % 128 == 0) $free" | judge proved right_leaders
ring right_last 1 1 "WAIT(0); if (t == 255) $free" | judge proved right_last
ring right_all 1 128 "WAIT(0); $free" | judge proved right_all
ring wrong_early 1 1 "if (t == 128) $free WAIT(0);" | judge findings wrong_early
ring wrong_open_one 1 1 "WAIT(1); if (t == 128) $free" | judge findings wrong_open_one
ring wrong_other_group 2 1 "WAIT(0); if (t == 128) $free" | judge open wrong_other_group
ring wrong_leader_alone 1 1 "if (t == 128) { WAIT(0); $free }" | judge open wrong_leader_alone

# A warp's wait lasts until the others have begun: none of them may wait for what comes behind it.
ring wrong_circle 1 1 "WAIT(0); if (t == 128) $free" |
    sed 's/MULTIPLY(d, a\[k % 2\]);/if (t == 255) AWAIT(empty[k % 2], k \/ 2 % 2); &/' | judge open wrong_circle

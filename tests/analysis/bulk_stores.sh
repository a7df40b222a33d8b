#!/bin/sh
# Copies in bulk out of shared memory: the right ways to wait and to fence are proved, and none of the
# single slips is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/store.cu" <<'CU'
#define FENCE asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#define COMMIT asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#define WAIT(n) asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(n) : "memory");
#define COPY(to, from) asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" \
    ::"l"(to), "r"((unsigned)__cvta_generic_to_shared(from)) : "memory");
#define NAMED(id, n) asm volatile("bar.sync %0, %1;" ::"n"(id), "n"(n) : "memory");
#define TILE(k) (out + (blockIdx.x * n + (k)) * 128)
__global__ void one(int *out, int n)
{
    __shared__ alignas(128) int tile[128];
    for (int k = 0; k < n; k++) {
        tile[127 - threadIdx.x] = k;
        FENCE // one
        __syncthreads(); // written
        if (threadIdx.x == 0) {
            COPY(TILE(k), tile)
            COMMIT
            WAIT(0)
        }
        __syncthreads(); // read
    }
}
__global__ void two(int *out, int n)
{
    __shared__ alignas(128) int tile[2][128];
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0)
            WAIT(1)
        __syncthreads();
        tile[k % 2][127 - threadIdx.x] = k;
        FENCE
        __syncthreads();
        if (threadIdx.x == 0) {
            COPY(TILE(k), tile[k % 2])
            COMMIT
        }
    }
    if (threadIdx.x == 0)
        WAIT(0) // last
}
__global__ void role(int *out, int n)
{
    __shared__ alignas(128) int tile[128];
    if (threadIdx.x >= 128)
        return;
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0)
            WAIT(0) // named
        NAMED(1, 128) // free
        tile[127 - threadIdx.x] = k;
        FENCE // named
        NAMED(2, 128) // full
        if (threadIdx.x == 0) {
            COPY(TILE(k), tile)
            COMMIT // named
        }
    }
    if (threadIdx.x == 0)
        WAIT(0)
}
__global__ void total(int *out, int n)
{
    __shared__ alignas(128) int tile[128];
    for (int k = 0; k < n; k++) {
        tile[127 - threadIdx.x] = k;
        FENCE
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], 512;"
                         ::"l"(out), "r"((unsigned)__cvta_generic_to_shared(tile)) : "memory");
            COMMIT
            WAIT(0) // total
        }
        __syncthreads();
    }
}
__global__ void others(int *out, int n)
{
    __shared__ alignas(128) int tile[128];
    tile[threadIdx.x] = n;
    FENCE
    __syncthreads();
    if (threadIdx.x == 0)
        COPY(TILE(0), tile)
    COMMIT
    if (threadIdx.x < 64) // waits
        WAIT(0)
    __syncthreads();
    if (threadIdx.x >= 64)
        tile[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        WAIT(0)
}
void run(int *out, int n)
{
    others<<<8, 128>>>(out, n);
    total<<<8, 128>>>(out, n);
    one<<<8, 128>>>(out, n);
    two<<<8, 128>>>(out, n);
    role<<<8, 160>>>(out, n);
}
CU
check() { # KERNEL VERDICT SED [RULE]
    sed "$3" "$dir/store.cu" >"$dir/k.cu"
    "$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
    grep -q ": kernel: $1: $2" "$dir/out" || {
        echo "$1, $3: not $2"
        cat "$dir/out"
        exit 1
    }
    [ -z "${4-}" ] || [ "$(grep -c "\[$4\]" "$dir/out")" = 1 ] || {
        echo "$1, $3: not one finding of $4"
        cat "$dir/out"
        exit 1
    }
}
for k in one two role total others; do
    check $k proved ''
done
check one proved 's/FENCE .. one//; s/COPY(TILE/FENCE COPY(TILE/' # by the thread that copies
check one findings '/FENCE .. one/d' proxy-fence-missing
check one findings '/FENCE .. one/d; s/tile.127 - threadIdx.x. = k;/FENCE &/' proxy-fence-missing
check one findings '1,20s/COPY(TILE(k), tile)/COPY(out, tile)/' async-copy-unsynced # all to one place
check one findings '1,20s/WAIT(0)$/WAIT(1)/' copy-source-reused
check one findings '/ read$/d' shared-race
check one findings '/ written$/d' shared-race
check two findings 's/WAIT(1)/WAIT(2)/' copy-source-reused
check two findings 's/threadIdx.x == 0)$/threadIdx.x == 32)/' # another thread waits
check two findings '/ last$/s/WAIT(0)/;/' copy-source-reused # the block may end before the copy has read
check role findings '/ named$/s/WAIT(0)/;/' copy-source-reused
check role findings '/FENCE .. named/d' proxy-fence-missing
check role findings '/ free$/d'
check role findings '/ full$/d' shared-race
check total findings '/ total$/s/WAIT(0)/;/' # the source is written while it is read
check total findings '/ total$/s/$/\natomicAdd(out, 1);/' async-copy-unsynced # no atomic for the copy engine
check others findings '/ waits$/s/< 64/>= 64/' copy-source-reused # those who write, not the one that copies

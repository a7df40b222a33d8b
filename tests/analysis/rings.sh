#!/bin/sh
# Rings of barrier objects, filled by threads and by copies in bulk: the right ones are proved, and
# none of their single slips is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/threads.cu" <<'CU'
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int S = 3;
__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ int tile[S][64];
    __shared__ barrier full[S], empty[S];
    if (threadIdx.x == 0)
        for (int i = 0; i < S; i++) {
            init(&full[i], 64);
            init(&empty[i], 2);
        }
    __syncthreads();
    int s = 0, phase = 0;
    if (threadIdx.x < 64) {
        for (int k = 0; k < tiles; k++) {
            empty[s].wait_parity(phase ^ 1);
            tile[s][threadIdx.x] = in[k * 64 + threadIdx.x];
            (void)full[s].arrive();
            if (++s == S) { s = 0; phase ^= 1; }
        }
    } else {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            full[s].wait_parity(phase);
            sum += tile[s][127 - threadIdx.x];
            __syncwarp();
            if (threadIdx.x % 32 == 0)
                (void)empty[s].arrive();
            if (++s == S) { s = 0; phase = 1 - phase; }
        }
        out[threadIdx.x - 64] = sum;
    }
}
void run(const int *in, int *out, int n) { ring<<<1, 128>>>(in, out, n); }
CU
cat >"$dir/bulk.cu" <<'CU'
#include <cuda/barrier>
#define OBJECT(b) ((unsigned)__cvta_generic_to_shared(&(b)))
constexpr int S = 3;
__device__ bool is_over(unsigned long long &b, unsigned parity)
{
    unsigned ok;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(OBJECT(b)), "r"(parity) : "memory");
    return ok;
}
__device__ void wait(unsigned long long &b, unsigned parity) { while (!is_over(b, parity)) {} }
__device__ void init(unsigned long long &b, unsigned n)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(OBJECT(b)), "r"(n) : "memory");
}
__device__ void arrive(unsigned long long &b)
{
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(OBJECT(b)) : "memory");
}
__device__ void expect(unsigned long long &b, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(OBJECT(b)), "r"(bytes));
}
__device__ void copy(int &to, const int *from, unsigned long long &b)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];"
                 ::"r"(OBJECT(to)), "l"(from), "r"(OBJECT(b)) : "memory");
}
__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ int tile[S][64];
    __shared__ unsigned long long full[S], empty[S];
    if (threadIdx.x == 0)
        for (int i = 0; i < S; i++) {
            init(full[i], 1);
            init(empty[i], 64);
        }
    __syncthreads();
    if (threadIdx.x == 64) {
        for (int k = 0; k < tiles; k++) {
            int s = k % S;
            wait(empty[s], (k / S & 1) ^ 1);
            expect(full[s], 256);
            copy(tile[s][0], in + k * 64, full[s]);
        }
    } else if (threadIdx.x < 64) {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            int s = k % S;
            wait(full[s], k / S & 1);
            sum += tile[s][63 - threadIdx.x];
            arrive(empty[s]);
        }
        out[threadIdx.x] = sum;
    }
}
void run(const int *in, int *out) { ring<<<1, 96>>>(in, out, 10); }
CU
verdict() { # FILE
    "$CUDASYNCLINT" --no-cache -v "$1" 2>&1 | sed -n 's/.*kernel: ring: \([a-z]*\).*/\1/p'
}
wrong=0
right() { # FILE
    [ "$(verdict "$dir/$1.cu")" = proved ] || { echo "$1 is not proved"; wrong=1; }
}
slip() { # FILE, what sed makes of it
    sed "$2" "$dir/$1.cu" >"$dir/slip.cu"
    cmp -s "$dir/$1.cu" "$dir/slip.cu" && { echo "no slip: $1 $2"; wrong=1; }
    case $(verdict "$dir/slip.cu") in
    findings | undecided) ;;
    *) echo "$1 with $2: $(verdict "$dir/slip.cu")"; wrong=1 ;;
    esac
}
right threads
slip threads 's/wait_parity(phase ^ 1)/wait_parity(phase)/'
slip threads 's/full\[s\].wait_parity(phase)/full[s].wait_parity(!phase)/'
slip threads '/empty\[s\].wait_parity/d'
slip threads '/full\[s\].wait_parity/d'
slip threads '/__syncwarp/d'
slip threads 's/phase ^= 1/phase ^= 0/'
slip threads 's/phase = 1 - phase; }/} phase = 1 - phase;/'
slip threads 's/, 64)/, 63)/'
slip threads 's/, 2)/, 3)/'
slip threads 's/k < tiles; k++) {\( *\)$/&/;0,/k < tiles/s//k < tiles - 1/'
slip threads 's/full\[s\].wait/full[(s + 1) % S].wait/'
slip threads 's/tile\[s\]\[127/tile[0][127/'
slip threads 's/full\[s\].wait_parity(phase)/(void)full[s].try_wait_parity(phase)/'
right bulk
slip bulk 's/(k \/ S & 1) ^ 1/k \/ S \& 1/'
slip bulk '/wait(empty/d'
slip bulk '/wait(full/d'
slip bulk '/expect(full/d'
slip bulk 's/expect(full\[s\], 256)/expect(full[s], 128)/'
slip bulk 's/copy(tile\[s\]/copy(tile[(s + 1) % S]/'
slip bulk 's/k \* 64, full\[s\]/k * 64, full[(s + 1) % S]/'
slip bulk 's/init(full\[i\], 1)/init(full[i], 2)/'
slip bulk 's/threadIdx.x == 64/threadIdx.x >= 64/'
slip bulk '/arrive(empty/d'
slip bulk 's/{ while (!is_over(b, parity)) {} }/{ is_over(b, parity); }/'
exit $wrong

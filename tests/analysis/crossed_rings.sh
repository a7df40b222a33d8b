#!/bin/sh
# Rings of barrier objects at which other blocks of the cluster arrive, and to which they copy: what comes in each
# pass is counted, and another number than is expected is told. Nothing is said of the right ones, nor of those that
# wait for one phase in two passes. A wait for the phase before the first tells
# no one that the other block has begun, and none is for the arrivals of the last round.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
kernel() { # FULL EMPTY BYTES TO PARITY
    cat >"$dir/k.cu" <<CU
#include "prelude.cuh"
__device__ inline void arrive_at(u64 &b, unsigned rank)
{
    ASM("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapa(SA(b), rank)));
}
__device__ inline void send(int &to, int v, u64 &b, unsigned rank)
{
    ASM("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(mapa(SA(to), rank)), "r"(v), "r"(mapa(SA(b), rank)));
}
__global__ void __cluster_dims__(2, 1, 1) k(int *o, const int *in, int n)
{
    __shared__ int s[2][128];
    __shared__ u64 full[2], empty[2];
    const int t = threadIdx.x, rank = blockIdx.x % 2;
    if (t < 2) { INIT(full[t], $1); INIT(empty[t], $2); ASM("fence.mbarrier_init.release.cluster;" ::); }
    cg::this_cluster().sync();
    if (rank == 0) {
        for (int i = 0; i < n; i++) {
            WAITC(empty[i % 2], ($5 & 1) ^ 1);
            send(s[i % 2][t], in[i * 128 + t], full[i % 2], 1);
        }
    } else {
        for (int i = 0; i < n; i++) {
            if (t == 0) EXPECT(full[i % 2], $3);
            WAITC(full[i % 2], $5 & 1);
            o[i * 128 + t] = s[i % 2][127 - t];
            arrive_at(empty[i % 2], $4);
        }
    }
    cg::this_cluster().sync();
}
void run(int *o, const int *in, int n) { k<<<2, 128>>>(o, in, n); }
CU
    "$CUDASYNCLINT" --no-cache --isolated --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
}
says() { # WORDS
    grep -q "$1" "$dir/out" || { cat "$dir/out"; exit 1; }
}
silent() {
    ! grep -q ': error: \|: warning: ' "$dir/out" || { cat "$dir/out"; exit 1; }
}
kernel 1 128 512 0 'i / 2'
silent
kernel 1 64 512 0 'i / 2'
says 'waits for 64 arrivals, but 128 come \[barrier-object\]'
kernel 1 128 512 1 'i / 2'
says 'waits for 128 arrivals, but 0 come \[barrier-object\]'
kernel 1 128 256 0 'i / 2'
says 'expects another number of bytes than the copies bring \[phase-mismatch\]'
kernel 2 256 512 0 'i / 4'
silent
both() { # SYNC END
    cat >"$dir/k.cu" <<CU
#include "prelude.cuh"
__global__ void __cluster_dims__(2, 1, 1) k(int *o, const int *in, int n)
{
    __shared__ int s[2][128];
    __shared__ u64 full[2], empty[2];
    const int t = threadIdx.x, other = blockIdx.x % 2 ^ 1;
    if (t < 2) { INIT(full[t], 1); INIT(empty[t], 128); ASM("fence.mbarrier_init.release.cluster;" ::); }
    $1
    if (t >= 128) {
        for (int i = 0; i < n; i++) {
            WAITC(empty[i % 2], (i / 2 & 1) ^ 1);
            ASM("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(mapa(SA(s[i % 2][t - 128]), other)), "r"(in[i * 128 + t - 128]), "r"(mapa(SA(full[i % 2]), other)));
        }
    } else {
        for (int i = 0; i < n; i++) {
            if (t == 0) EXPECT(full[i % 2], 512);
            WAITC(full[i % 2], i / 2 & 1);
            o[i * 128 + t] = s[i % 2][127 - t];
            ASM("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapa(SA(empty[i % 2]), other)));
        }
    }
    $2
}
void run(int *o, const int *in, int n) { k<<<2, 256>>>(o, in, n); }
CU
    "$CUDASYNCLINT" --no-cache --isolated --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
}
both 'cg::this_cluster().sync();' 'cg::this_cluster().sync();'
silent
both '__syncthreads();' 'cg::this_cluster().sync();'
says 'touches shared memory of a block that may not have begun \[grid-race\]'
both 'cg::this_cluster().sync();' ''
says 'touches shared memory of a block that may have ended \[grid-race\]'

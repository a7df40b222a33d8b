#!/bin/sh
# Barrier objects to which another block of the cluster signals: arrivals, stores, copies. A right
# kernel is proved, a wrong one of the list `found` has a finding, any other wrong one is not proved.
# PTX ISA, "mbarrier" (shared::cluster, scopes), "mapa", "st.async", "cp.async.bulk" (.multicast).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$(dirname "$0")/constructs/prelude.cuh" "$dir/prelude.cuh"
arrive() # SCOPE RANK
{
    echo "ASM(\"mbarrier.arrive.release.$1.shared::cluster.b64 _, [%0];\" ::\"r\"(mapa(SA(b), $2)));"
}
multicast() # MASK
{
    echo "ASM(\"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 512, [%2], %3;\" \\
::\"r\"(SA(s)), \"l\"(in), \"r\"(SA(b)), \"h\"((unsigned short)$1));"
}
kernel() # NAME COUNT BODY: BODY behind a barrier of the cluster
{
    cat >"$dir/$1.cu" <<CU
#include "prelude.cuh"
__global__ void __cluster_dims__(2, 1, 1) k(int *o, const int *in)
{
    __shared__ alignas(128) int s[128];
    __shared__ u64 b;
    int t = threadIdx.x, v = 0;
    unsigned rank = blockIdx.x % 2;
    if (t == 0) INIT(b, $2);
    ASM("fence.mbarrier_init.release.cluster;" ::);
    CARRIVE(); CWAIT();
    $3
}
void run(int *o, const int *in) { k<<<8, 128>>>(o, in); }
CU
}
read='ASM("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(mapa(SA(s[127 - t]), rank ^ 1))); o[blockIdx.x * 128 + t] = v;'
own='o[blockIdx.x * 128 + t] = s[127 - t];'
store='ASM("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];" ::"r"(mapa(SA(s[t]), rank ^ 1)), "r"(in[t]), "r"(mapa(SA(b), rank ^ 1)));'
peer=$(arrive cluster 'rank ^ 1')
end='CARRIVE(); CWAIT();'
expect='if (t == 0) EXPECT(b, 512);'

kernel right_exchange 128 "s[t] = in[t]; $peer WAITC(b, 0); $read $end"
kernel right_one_waits 128 "s[t] = in[t]; $peer if (t == 0) WAITC(b, 0); __syncthreads(); $read $end"
kernel right_to_first 256 "s[t] = in[t]; $(arrive cluster 0) if (rank == 0) { WAITC(b, 0); $read } $end"
kernel right_lanes 2 "s[t] = in[t]; __syncthreads(); if (t < 2) $(arrive cluster t) WAITC(b, 0); o[blockIdx.x * 128 + t] = s[t]; $end"
kernel right_own_rank 128 "s[t] = in[t]; $(arrive cluster rank) WAITC(b, 0); $own"
kernel right_copied 1 "if (t == 0) { EXPECT(b, 512); if (rank == 0) $(multicast 3) } WAIT(b, 0); $own $end"
kernel right_stored 1 "$expect $store WAITC(b, 0); $own"
# a copy of the block's own memory: the block stays until the other one has it
sent='__shared__ alignas(128) int from[128]; from[t] = in[t]; PROXY(); if (t == 0) EXPECT(b, 512); CARRIVE(); CWAIT(); if (t == 0) ASM("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(mapa(SA(s), rank ^ 1)), "r"(SA(from)), "r"(mapa(SA(b), rank ^ 1)));'
kernel right_sent 1 "$sent WAITC(b, 0); $own $end"
kernel other_sent_and_gone 1 "$sent WAITC(b, 0); $own"
kernel other_sent_and_met 1 "$sent $end WAITC(b, 0); $own"
kernel found_to_first 128 "s[t] = in[t]; $(arrive cluster 0) WAITC(b, 0); $read $end"
kernel found_lanes 2 "s[t] = in[t]; __syncthreads(); if (t < 1) $(arrive cluster t) WAITC(b, 0); o[blockIdx.x * 128 + t] = s[t]; $end"
kernel found_count 64 "s[t] = in[t]; $peer WAITC(b, 0); $read $end"
kernel found_one_block 128 "s[t] = in[t]; if (rank == 0) $peer WAITC(b, 0); $read $end"
kernel found_half_waits 128 "s[t] = in[t]; $peer if (t < 64) WAITC(b, 0); $read $end"
kernel found_one_waits 128 "s[t] = in[t]; $peer if (t == 0) WAITC(b, 0); $read $end"
kernel found_behind 128 "$peer s[t] = in[t]; WAITC(b, 0); $read $end"
kernel found_waits_first 128 "s[t] = in[t]; WAITC(b, 0); $peer $read $end"
kernel found_relaxed 128 "s[t] = in[t]; $(echo "$peer" | sed s/release/relaxed/) WAITC(b, 0); $read $end"
kernel found_no_end 128 "s[t] = in[t]; $peer WAITC(b, 0); $read"
kernel found_own_behind 128 "$(arrive cluster rank) s[t] = in[t]; WAITC(b, 0); $own"
kernel found_copied_to_one 1 "if (t == 0) { EXPECT(b, 512); if (rank == 0) $(multicast 1) } WAIT(b, 0); $own $end"
kernel found_copied_by_both 1 "if (t == 0) { EXPECT(b, 512); $(multicast 3) } WAIT(b, 0); $own $end"
kernel found_reads_its_copy 1 "if (t == 0) { EXPECT(b, 512); if (rank == 0) $(multicast 3) o[0] = s[0]; } WAIT(b, 0); $own $end"
kernel found_leaves 1 "$expect $store if (rank == 0) WAITC(b, 0); else return; $own"
kernel found_overwrites 1 "$expect $store s[t] = 1; WAITC(b, 0); $own $end"
kernel found_scope 128 "s[t] = in[t]; $(arrive cta 'rank ^ 1') WAITC(b, 0); $read $end"
kernel found_scope_of_wait 128 "s[t] = in[t]; $peer WAIT(b, 0); $read $end"
kernel other_phase 128 "s[t] = in[t]; $peer WAITC(b, 0); $read $peer WAITC(b, 0); s[t] = 1; $end"
kernel other_parity 128 "s[t] = in[t]; $peer WAITC(b, 1); $read $end"
kernel other_barrier 1 "$expect $store CARRIVE(); CWAIT(); $own $end"
kernel other_initialised_late 128 "if (t == 0) { INVAL(b); INIT(b, 128); } s[t] = in[t]; $peer WAITC(b, 0); $read $end"

# Without a cluster all addresses are those of the own block, unless a launch may ask for one.
alone() # NAME LAUNCH
{
    cat >"$dir/$1.cu" <<CU
#include "prelude.cuh"
__global__ void k(int *o, const int *in, unsigned rank)
{
    __shared__ int s[128];
    int t = threadIdx.x, v;
    s[t] = in[t];
    __syncthreads();
    ASM("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(mapa(SA(s[127 - t]), rank)));
    o[blockIdx.x * 128 + t] = v;
}
void run(int *o, const int *in, cudaLaunchConfig_t *c) { $2; }
CU
}
alone right_alone 'k<<<8, 128>>>(o, in, 0)'
alone other_second 'k<<<8, 128>>>(o, in, 1)'
alone other_configured 'cudaLaunchKernelEx(c, k, o, in, 0u)'

"$CUDASYNCLINT" --no-cache --concerns=all --arch=sm_90 -v "$dir" >"$dir/out" 2>&1 || true
for kernel in "$dir"/*.cu; do
    name=$(basename "$kernel" .cu)
    verdict=$(grep "^$dir/$name\.cu:.*kernel: k: " "$dir/out" | sed 's/.*kernel: k: //; s/ .*//')
    case $name:$verdict in
    right_*:proved* | found_*:findings* | other_*:undecided*) ;;
    *) echo "$name: $verdict"; exit 1 ;;
    esac
done

#!/bin/sh
# Barrier objects that other blocks of a cluster use: behind `fence.mbarrier_init` an arrival at the
# barrier of the cluster that orders nothing is enough (PTX ISA, barrier.cluster), and without the
# fence it is not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
check() { # findings, before the init, behind it
    cat >"$dir/k.cu" <<CU
__global__ void __cluster_dims__(2, 1, 1) k(int *o)
{
    __shared__ unsigned long long b;
    unsigned rank, there, done = 0, here = (unsigned)__cvta_generic_to_shared(&b);
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) {
        $2
        asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(here) : "memory");
        $3
    }
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(rank ^ 1));
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(here) : "memory");
    o[threadIdx.x + 128 * rank] = 1;
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
void run(int *o) { k<<<2, 128>>>(o); }
CU
    "$CUDASYNCLINT" --no-cache --isolated --concerns=all -v "$dir/k.cu" >"$dir/out" 2>&1 || true
    found=$(grep -c '\[grid-race\]' "$dir/out") || true
    if [ "$found" != "$1" ] || { [ "$3" = '' ] && grep -q ' grid) for' "$dir/out"; }; then
        echo "'$2' '$3': $found findings"
        cat "$dir/out"
        exit 1
    fi
}
fence='asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");'
check 0 '' "$fence"
check 0 '' 'asm volatile("fence.acq_rel.cluster;" ::: "memory");'
check 1 '' ''
check 1 '' '__threadfence_block();'
check 0 "$fence" ''

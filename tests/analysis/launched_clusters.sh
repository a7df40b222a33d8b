#!/bin/sh
# Cluster sizes that launches ask for (CUDA runtime API, cudaLaunchAttributeClusterDimension). They are known where all
# launches of the kernel say the same in numbers; else nothing is proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
attribute='a[0].id = cudaLaunchAttributeClusterDimension; a[0].val.clusterDim.x = 2; a[0].val.clusterDim.y = 1; a[0].val.clusterDim.z = 1;'
attach='c.attrs = a; c.numAttrs = 1;'
launch='cudaLaunchKernelEx(&c, k, o, in);'
program() { # NAME SYNC ATTRIBUTES ATTACH LAUNCH
    cat >"$dir/$1.cu" <<CU
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *o, const int *in) {
    __shared__ int s[128];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    s[t] = in[t];
    $2;
    o[blockIdx.x * 128 + t] = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % cluster.num_blocks())[t];
    cluster.sync();
}
void other(cudaLaunchConfig_t *);
void change(cudaLaunchAttribute *);
void run(int *o, const int *in, int n) {
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a[2];
    c.gridDim = 8;
    c.blockDim = 128;
    $3
    $4
    $5
}
CU
}
program right_ex "cluster.sync()" "$attribute" "$attach" "$launch"
program wrong_ex "__syncthreads()" "$attribute" "$attach" "$launch"
arguments='void *list[] = {&o, &in}; cudaLaunchKernelExC(&c, (void *)k, list);'
program right_c "cluster.sync()" "$attribute" "$attach" "$arguments"
program wrong_c "__syncthreads()" "$attribute" "$attach" "$arguments"
program right_twice "cluster.sync()" "$attribute" "$attach" "$launch c.gridDim = 16; $launch"
program right_second "cluster.sync()" "a[0].id = cudaLaunchAttributePriority; a[0].val.priority = 1;
    a[1].id = cudaLaunchAttributeClusterDimension; a[1].val.clusterDim.x = 4; a[1].val.clusterDim.y = a[1].val.clusterDim.z = 1;" \
    "c.attrs = a; c.numAttrs = 2;" "$launch"
sed -i 's/clusterDim.y = a\[1\].val.clusterDim.z = 1/clusterDim.y = 1; a[1].val.clusterDim.z = 1/' "$dir/right_second.cu"

clear='memset(&c, 0, sizeof c); memset(a, 0, sizeof a); c.gridDim = 8; c.blockDim = 128;'
program right_cleared "cluster.sync()" "$clear $attribute" "$attach" "$launch"
program open_cleared "cluster.sync()" "$attribute" "$attach $clear" "$launch"
program right_earlier "cluster.sync()" "int m = 2; $(echo "$attribute" | sed 's/x = 2/x = m/') m = n;" "$attach" "$launch"
program open_later "cluster.sync()" "int m = n; $(echo "$attribute" | sed 's/x = 2/x = m/') m = 2;" "$attach" "$launch"
program open_plain_too "cluster.sync()" "$attribute" "$attach" "$launch k<<<8, 128>>>(o, in);"
program open_disagree "cluster.sync()" "$attribute" "$attach" "$launch }
void more(int *o, const int *in) { cudaLaunchConfig_t c = {}; cudaLaunchAttribute a[1]; c.gridDim = 8; c.blockDim = 128;
    $(echo "$attribute" | sed 's/x = 2/x = 4/') $attach $launch"
program open_size "cluster.sync()" "$(echo "$attribute" | sed 's/x = 2/x = n/')" "$attach" "$launch"
program open_branch "cluster.sync()" "if (n > 4) { $attribute }" "$attach" "$launch"
program open_changed "cluster.sync()" "$attribute if (n > 4) a[0].val.clusterDim.x = 4;" "$attach" "$launch"
program open_twice "cluster.sync()" "$attribute a[0].val.clusterDim.x = 4;" "$attach" "$launch"
program open_unattached "cluster.sync()" "$attribute" "c.numAttrs = 1;" "$launch"
program open_none "cluster.sync()" "$attribute" "c.attrs = a; c.numAttrs = 0;" "$launch"
program open_handed "cluster.sync()" "$attribute" "$attach other(&c);" "$launch"
program open_handed_list "cluster.sync()" "$attribute change(a);" "$attach" "$launch"
program open_pointer "cluster.sync()" "$attribute auto *p = a; p->val.clusterDim.x = 4;" "$attach" "$launch"
program open_shifted "cluster.sync()" "$attribute" "c.attrs = a + 1; c.numAttrs = 1;" "$launch"
program open_loop "cluster.sync()" "$attribute" "$attach" "for (int i = 2; i < 8; i *= 2) { $launch a[0].val.clusterDim.x = i; }"
program open_lambda "cluster.sync()" "$attribute" "$attach" "auto f = [&] { a[0].val.clusterDim.x = 4; }; f(); $launch"

"$CUDASYNCLINT" --no-cache --isolated --arch=sm_90 -v "$dir" >"$dir/out" 2>&1 || true
status=0
for f in "$dir"/*.cu; do
    name=$(basename "$f" .cu)
    found=no proved=no
    grep -Eq "^[^ ]*$name.cu:.* warning: .*\[grid-race\]" "$dir/out" && found=yes
    grep -Eq "$name.cu:.*kernel: k: proved.*a cluster has .x1x1 blocks, as the launches say" "$dir/out" && proved=yes
    case $name in
    right_*) want="no yes" ;;
    wrong_*) want="yes no" ;;
    *) want="no no" ;;
    esac
    grep -Eq "$name.cu:.*kernel: k: proved" "$dir/out" && [ $proved = no ] && proved=silently
    [ "$found $proved" = "$want" ] || { echo "$name: found $found, proved $proved"; status=1; }
done
[ $status = 0 ] || cat "$dir/out"
exit $status

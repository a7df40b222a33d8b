#!/bin/sh
# Shared memory of other blocks of a cluster (CUDA C++ Programming Guide, "Distributed Shared Memory"; PTX ISA,
# "mapa", "barrier.cluster"). Each wrong kernel differs from a right one in one place: right ones are proved, no
# wrong one is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/clusters.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define START(name, dims) __global__ void __cluster_dims__ dims name(int *o, const int *in, int n)                \
    {                                                                                              \
        __shared__ int s[128], r[128];                                                             \
        cg::cluster_group c = cg::this_cluster();                                                  \
        int t = threadIdx.x, i = (blockIdx.y * gridDim.x + blockIdx.x) * 128 + t;                  \
        unsigned own = c.block_rank(), blocks = c.num_blocks();                                    \
        (void)r; (void)own; (void)blocks;
#define MEET c.sync();
#define OF(rank, what) c.map_shared_rank(what, rank)
#define STORE s[t] = in[i];
START(right_read, (2, 1, 1)) STORE MEET o[i] = OF(own ^ 1, s)[127 - t]; MEET }
START(wrong_read_early, (2, 1, 1)) STORE __syncthreads(); o[i] = OF(own ^ 1, s)[127 - t]; MEET }
START(wrong_ends_early, (2, 1, 1)) STORE MEET o[i] = OF(own ^ 1, s)[127 - t]; }
START(wrong_store_between, (2, 1, 1)) c.barrier_arrive(); STORE c.barrier_wait(); o[i] = OF(own ^ 1, s)[127 - t]; MEET }
START(right_halves, (2, 1, 1)) STORE c.barrier_arrive(); c.barrier_wait(); o[i] = OF(own ^ 1, s)[127 - t]; MEET }
START(wrong_read_between, (2, 1, 1)) STORE MEET c.barrier_arrive(); o[i] = OF(own ^ 1, s)[127 - t]; c.barrier_wait(); }
START(right_last_halves, (2, 1, 1)) STORE MEET o[i] = OF(own ^ 1, s)[127 - t]; c.barrier_arrive(); c.barrier_wait(); }
START(wrong_last_arrival, (2, 1, 1)) STORE MEET o[i] = OF(own ^ 1, s)[127 - t]; c.barrier_arrive(); }
START(right_write, (2, 1, 1)) MEET OF(own ^ 1, s)[t] = in[i]; MEET o[i] = s[127 - t]; }
START(wrong_write_block, (2, 1, 1)) MEET OF(own ^ 1, s)[t] = in[i]; __syncthreads(); o[i] = s[127 - t]; MEET }
START(wrong_write_first, (2, 1, 1)) OF(own ^ 1, s)[t] = in[i]; MEET o[i] = s[127 - t]; }
START(wrong_write_all, (2, 1, 1)) MEET OF(0, s)[t] = i; MEET o[i] = s[127 - t]; }
START(right_write_parts, (2, 1, 1)) MEET if (t < 64) OF(0, s)[own * 64 + t] = in[i]; MEET o[i] = s[127 - t]; }
START(wrong_write_parts, (2, 1, 1)) MEET if (t < 65) OF(0, s)[own * 63 + t] = i; MEET o[i] = s[127 - t]; }
START(right_ring, (4, 1, 1)) MEET OF((own + 1) % blocks, s)[t] = in[i]; MEET o[i] = s[127 - t]; }
START(wrong_ring, (4, 1, 1)) MEET OF((own + 1) % 3, s)[t] = i; MEET o[i] = s[127 - t]; }
START(wrong_own_too, (2, 1, 1)) MEET s[t] = in[i]; OF(own ^ 1, s)[t] = i; MEET o[i] = s[127 - t]; }
START(right_other_array, (2, 1, 1)) MEET s[t] = in[i]; OF(own ^ 1, r)[t] = i; MEET o[i] = s[127 - t] + r[127 - t]; }
START(wrong_to_itself, (2, 1, 1)) MEET s[127 - t] = in[i]; o[i] = OF(own, s)[t]; MEET }
START(right_loop, (2, 1, 1)) for (int k = 0; k < n; k++) { s[t] = in[i + k]; MEET o[i] += OF(own ^ 1, s)[127 - t]; MEET } }
START(wrong_loop, (2, 1, 1)) for (int k = 0; k < n; k++) { s[t] = in[i + k]; MEET o[i] += OF(own ^ 1, s)[127 - t]; __syncthreads(); } MEET }
START(wrong_some_meet, (2, 1, 1)) STORE if (n > 3) MEET o[i] = OF(own ^ 1, s)[127 - t]; MEET }
START(right_rows, (1, 2, 1)) STORE MEET o[i] = OF(blockIdx.y % 2 ^ 1, s)[127 - t]; MEET }
START(wrong_rows, (1, 2, 1)) STORE o[i] = OF(blockIdx.y % 2 ^ 1, s)[127 - t]; MEET MEET }
START(wrong_unknown_rank, (2, 1, 1)) STORE MEET OF(in[0] & 1, s)[t] = i; MEET o[i] = s[t]; }
CU
sed -n 's/^START(\([a-z_]*\),.*/\1/p' "$dir/clusters.cu" >"$dir/names"
{
    echo 'void run(int *o, const int *in, int n) {'
    sed 's/.*/    &<<<dim3(8, 2), 128>>>(o, in, n);/' "$dir/names"
    echo '}'
} >>"$dir/clusters.cu"
"$CUDASYNCLINT" --no-cache --arch=sm_90 --concerns=barriers,shared,grid -v "$dir/clusters.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    grep 'kernel:' "$dir/out"
    exit 1
}
grep -q 'kernel: wrong_[a-z_]*: proved' "$dir/out" && fail "a wrong kernel is proved"
for k in $(grep '^right_' "$dir/names"); do
    grep -q "kernel: $k: proved" "$dir/out" || fail "$k is not proved"
done
exit 0

#!/bin/sh
# Kernels that kernels launch (CUDA programming guide, dynamic parallelism): the launched one sees what its thread
# wrote and what a barrier ordered before, nothing waits for it, and it cannot reach what is the block's own. Each
# wrong program differs from a right one in one place. Wrong ones have the finding, right ones are proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
turn='__global__ void child(int *p, int *q) { q[threadIdx.x] = p[127 - threadIdx.x]; }'
program() { # NAME HEAD BODY [BLOCKS]
    cat >"$dir/$1.cu" <<CU
__device__ int kept[128];
$2
__global__ void k(int *o, const int *in, int n) {
    int t = threadIdx.x;
    $3
}
void run(int *o, const int *in, int n) { k<<<${4-1}, 128, 512>>>(o, in, n); }
CU
}
launch='if (t == 0) child<<<1, 128>>>(o, o + 128);'
program right_barrier "$turn" "o[t] = in[t]; __syncthreads(); $launch"
program wrong_barrier "$turn" "o[t] = in[t]; __syncwarp(); $launch"
program right_own_store "$turn" "if (t == 0) { o[5] = 1; child<<<1, 128>>>(o, o + 128); }"
program wrong_own_store "$turn" "if (t == 0) { child<<<1, 128>>>(o, o + 128); o[5] = 1; }"
program right_loop "$turn" "for (int i = 0; i < 4; i++) if (t == 0) child<<<1, 128>>>(o, o + 128);"
program wrong_loop "$turn" "for (int i = 0; i < 4; i++) if (t == 0) { o[5] = i; child<<<1, 128>>>(o, o + 128); }"
program right_result "$turn" "$launch __syncthreads(); o[256 + t] = in[t];"
program wrong_result "$turn" "$launch __syncthreads(); o[256 + t] = o[128 + t];"
program right_tail "$turn" "o[t] = in[t]; if (t == 0) child<<<1, 128, 0, cudaStreamTailLaunch>>>(o, o + 128); o[t]++;"
program wrong_tail "$turn" "o[t] = in[t]; if (t == 0) child<<<1, 128, 0, 0>>>(o, o + 128); o[t]++;"
program wrong_tail_shared "$turn" \
    "__shared__ int s[128]; s[t] = in[t]; if (t == 0) child<<<1, 128, 0, cudaStreamTailLaunch>>>(s, o);"
program right_blocks "$turn" "if (t == 0) child<<<1, 128>>>((int *)in, o + 128 * blockIdx.x);" 4
program wrong_blocks "$turn" "if (t == 0) child<<<1, 128>>>((int *)in, o + blockIdx.x);" 4
program wrong_local "$turn" "int v[128]; v[n & 127] = t; if (t == 0) child<<<1, 128>>>(v, o);"

grandchild="$turn
__global__ void middle(int *p, int *q) { if (threadIdx.x == 0) child<<<1, 128>>>(p, q); }"
program right_grandchild "$grandchild" "o[t] = in[t]; __syncthreads(); if (t == 0) middle<<<1, 128>>>(o, o + 128);"
program wrong_grandchild "$grandchild" "o[t] = in[t]; if (t == 0) middle<<<1, 128>>>(o, o + 128);"

structure='struct parts { int *p, *q; };
__global__ void child(parts a) { a.q[threadIdx.x] = a.p[127 - threadIdx.x]; }'
program right_structure "$structure" "o[t] = in[t]; parts a = {o, o + 128}; __syncthreads(); if (t == 0) child<<<1, 128>>>(a);"
program wrong_structure "$structure" "o[t] = in[t]; parts a = {o, o + 128}; if (t == 0) child<<<1, 128>>>(a);"

variable='__global__ void child(int *q) { q[threadIdx.x] = kept[127 - threadIdx.x]; }'
program right_variable "$variable" "kept[t] = in[t]; __syncthreads(); if (t == 0) child<<<1, 128>>>(o);"
program wrong_variable "$variable" "kept[t] = in[t]; if (t == 0) child<<<1, 128>>>(o);"

count='__global__ void child(int *q) { atomicAdd(q, 1); }'
program right_count "$count" "if (t == 0) child<<<1, 128>>>(o); atomicAdd(o, 1);"
program wrong_count "$count" "if (t == 0) child<<<1, 128>>>(o); if (t == 1) o[0] = 1;"

each='__global__ void child(int *q) { q[threadIdx.x] += 1; }'
program right_each "$each" "if (t < 4) { o[t * 32] = in[t]; child<<<1, 32>>>(o + t * 32); }"
program wrong_each "$each" "if (t < 4) { o[t * 32] = in[t]; child<<<1, 33>>>(o + t * 32); }"

# What both kernels have of their own: shared memory of one name, barriers, the end of a thread.
own='__device__ int turned(int v) {
    __shared__ int s[128];
    extern __shared__ int more[];
    s[threadIdx.x] = v; __syncthreads(); v = s[127 - threadIdx.x]; __syncthreads();
    more[threadIdx.x] = v; __syncthreads(); v = more[127 - threadIdx.x]; __syncthreads();
    return v;
}
__global__ void child(int *p, int *q) {
    if (threadIdx.x > 64) return;
    q[threadIdx.x] = turned(p[threadIdx.x]);
    asm volatile("exit;");
}'
program right_own "$own" "o[t] = turned(in[t]); $launch" && sed -i 's/> 64/> 128/; s/; if (t == 0)/; __syncthreads(); if (t == 0)/' "$dir/right_own.cu"
program wrong_own "$own" "if (t == 0) child<<<1, 128>>>(o + 256, o + 128); __shared__ int u[128]; u[t] = t; o[t] = u[127 - t];"
program wrong_no_grid "$turn" "if (t == 0) child<<<0, 128>>>(o, o + 128); __shared__ int u[128]; u[t] = t; o[512 + t] = u[127 - t];"

# Not followed, so neither proved nor found.
program open_stream "$turn" "o[t] = in[t]; if (t == 0) child<<<1, 128, 0, cudaStreamFireAndForget>>>(o, o + 128);"
program open_wait "$turn" "if (t == 0) { child<<<1, 128>>>(o, o + 128); cudaDeviceSynchronize(); } __syncthreads(); o[256 + t] = o[128 + t];"
program open_itself '__global__ void child(int *p, int *q, int n) { if (threadIdx.x == 0 && n > 0) child<<<1, 128>>>(p, q, n - 1); }' \
    "if (t == 0) child<<<1, 128>>>(o, o + 128, n);"

"$CUDASYNCLINT" --no-cache --isolated --concerns=all -v "$dir" >"$dir/out" 2>&1 || true
status=0
for f in "$dir"/*.cu; do
    name=$(basename "$f" .cu)
    found=no proved=no
    grep -Eq "^[^ ]*$name.cu:.* (warning|error): .*\[(grid|shared)-race\]" "$dir/out" && found=yes
    grep -Eq "$name.cu:.*kernel: k: proved" "$dir/out" && proved=yes
    case $name in
    right_*) want="no yes" ;;
    wrong_*) want="yes no" ;;
    *) want="no no" ;;
    esac
    [ "$found $proved" = "$want" ] || { echo "$name: found $found, proved $proved"; status=1; }
done
[ $status = 0 ] || cat "$dir/out"
exit $status

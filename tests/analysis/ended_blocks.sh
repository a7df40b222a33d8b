#!/bin/sh
# A barrier of a cluster waits for the threads that have not ended (PTX ISA, "barrier.cluster.wait", "exit"): warps that
# go round the last one and end are not missed there, so the finding is of low confidence. Lanes of one warp have to
# come together, threads that come to another barrier are waited for, and what they would have stored is missed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ void all() { asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
#define KERNEL(name, ...)                                                                          \
    __global__ void __cluster_dims__(2, 1, 1) name(int *o, int n)                                  \
    {                                                                                              \
        __shared__ int s[128];                                                                     \
        const int t = threadIdx.x;                                                                 \
        all();                                                                                     \
        __VA_ARGS__                                                                                \
    }
KERNEL(doubt_end, o[t] = 1; if (t < 32) all();)
KERNEL(doubt_unlaunched, o[t * blockDim.y + threadIdx.y] = 1; if (t >> 5 == 0) all();)
KERNEL(wrong_between, if (t < 32) all(); o[t] = 1; all();)
KERNEL(wrong_lanes, o[t] = 1; if (t < 16) all();)
KERNEL(wrong_loop, for (int i = 0; i < n; i++) if (t / 32 != i) all();)
KERNEL(wrong_stores, if (t < 64) { s[t] = t; all(); o[t] = s[t] + s[t + 64]; } else { s[t] = t; o[t] = 1; })
KERNEL(wrong_missed, if (t < 64) { s[t] = t; all(); o[t] = s[63 - t]; })
void run(int *o, int n) {
    doubt_end<<<2, 128>>>(o, n); wrong_between<<<2, 128>>>(o, n); wrong_lanes<<<2, 128>>>(o, n);
    wrong_loop<<<2, 128>>>(o, n); wrong_stores<<<2, 128>>>(o, n); wrong_missed<<<2, 128>>>(o, n);
}
CU
fail() { echo "$1"; cat "$dir/out"; exit 1; }
"$CUDASYNCLINT" --no-cache --arch=sm_90 -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: [a-z_]*: proved' "$dir/out" && fail proved
grep -q 'doubt_[a-z]*: findings' "$dir/out" && fail doubt
for k in between lanes loop stores missed; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "$k"
done

# Of a block that no launch makes, which may cut a warp, it is no more.
"$CUDASYNCLINT" --no-cache --arch=sm_90 --min-confidence=low --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -A1 '^doubt_unlaunched:' "$dir/out" | grep -q 'divergence, low: .*ended_threads' || fail unlaunched

#!/bin/sh
# Two places that load one number between two barriers get one value, also of global memory that the
# kernel changes later: no thread of the block stores there in between, for they may load at any time of it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <int EARLY> __device__ void leave(int *n, int *out, int k) {
    __shared__ int s[128];
    if (n[blockIdx.x] == 0 && threadIdx.x == 0)
        out[blockIdx.x] = 1;
    else if (n[blockIdx.x] == k)
        return;
    for (int i = 0; i < k; i++) {
        if (EARLY == 1 && threadIdx.x == 0)
            n[blockIdx.x] += 1;
        s[threadIdx.x] = i;
        __syncthreads();
        if (EARLY == 0 && threadIdx.x == 0)
            n[blockIdx.x] += s[1];
        __syncthreads();
    }
}
__global__ void good_later(int *n, int *out, int k) { leave<0>(n, out, k); }
__global__ void bad_at_once(int *n, int *out, int k) { leave<1>(n, out, k); }
// another block may store between the two
__global__ void bad_of_all(int *n, int *out, int k) {
    if (n[0] == 0 && threadIdx.x == 0)
        out[blockIdx.x] = 1;
    else if (n[0] == k)
        return;
    if (k > 0)
        __syncthreads();
    if (threadIdx.x == 0)
        n[0] = k;
}
// a barrier lies between the loads, and a store
__global__ void bad_behind(int *n, int *out, int k) {
    const bool first = n[blockIdx.x] == 0;
    __syncthreads();
    if (threadIdx.x == 0)
        n[blockIdx.x] = k;
    __syncthreads();
    if (first && threadIdx.x == 0)
        out[blockIdx.x] = 1;
    else if (n[blockIdx.x] == k)
        return;
    __syncthreads();
}
void run(int *n, int *out, int k) {
    good_later<<<4, 128>>>(n, out, k);
    bad_at_once<<<4, 128>>>(n, out, k);
    bad_of_all<<<4, 128>>>(n, out, k);
    bad_behind<<<4, 128>>>(n, out, k);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q "kernel: good_later: proved" "$dir/out" || { cat "$dir/out"; exit 1; }
for name in at_once of_all behind; do
    ! grep -q "kernel: bad_$name: .*proved (barriers\|kernel: bad_$name: proved" "$dir/out" || { cat "$dir/out"; exit 1; }
done
grep -q "kernel: bad_behind: findings" "$dir/out" || { cat "$dir/out"; exit 1; }

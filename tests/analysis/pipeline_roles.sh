#!/bin/sh
# cuda::pipeline of a block whose threads are producers or consumers, as each says (pipeline_role) or the
# first so many are (libcu++, cuda::make_pipeline): the right form is proved, and each single slip is not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
enum { RIGHT, NO_WAIT, NO_RELEASE, NO_ACQUIRE, NO_COMMIT, EARLY_RELEASE, WRONG_ROLE, NEXT_STAGE };
template <int F, class P> __device__ void body(cg::thread_block block, P &pipe, const int *in, int *out, int n, int (*s)[96])
{
    const int t = threadIdx.x;
    if (t < 32) {
        for (int k = 0; k < n; k++) {
            if (F != NO_ACQUIRE) pipe.producer_acquire();
            for (int i = t; i < 96; i += 32)
                cuda::memcpy_async(&s[k % 2][i], &in[k * 96 + i], sizeof(int), pipe);
            if (F != NO_COMMIT) pipe.producer_commit();
        }
    } else {
        for (int k = 0; k < n; k++) {
            if (F != NO_WAIT) pipe.consumer_wait();
            if (F == EARLY_RELEASE) pipe.consumer_release();
            out[k * 96 + t - 32] = s[(k + (F == NEXT_STAGE)) % 2][127 - t];
            if (F != NO_RELEASE && F != EARLY_RELEASE) pipe.consumer_release();
        }
    }
}
template <int F> __device__ void by_role(const int *in, int *out, int n)
{
    __shared__ int s[2][96];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    const cuda::pipeline_role role = block.thread_rank() < (F == WRONG_ROLE ? 64 : 32) ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    body<F>(block, pipe, in, out, n, s);
}
template <int F> __device__ void by_count(const int *in, int *out, int n)
{
    __shared__ int s[2][96];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state, F == WRONG_ROLE ? 64 : 32);
    body<F>(block, pipe, in, out, n, s);
}
#define K(i) __global__ void role##i(const int *in, int *out, int n) { by_role<i>(in, out, n); } \
  __global__ void count##i(const int *in, int *out, int n) { by_count<i>(in, out, n); } \
  void run##i(const int *in, int *out, int n) { role##i<<<1, 128>>>(in, out, n); count##i<<<1, 128>>>(in, out, n); }
K(0)
K(1)
K(2)
K(3)
K(4)
K(5)
K(6)
K(7)
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for form in role count; do
    grep -q "kernel: ${form}0: proved" "$dir/out" || { cat "$dir/out"; exit 1; }
    for slip in 1 2 3 4 5 6 7; do
        grep -q "kernel: $form$slip: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
    done
done

# What __syncthreads_count() gives is known where all threads of a known block come there.
cat >"$dir/c.cu" <<'CU'
template <int F> __device__ void count(int *o, int n)
{
    __shared__ int s[128];
    if (F == 1 && threadIdx.x >= n)
        return;
    int k = __syncthreads_count(F == 2 ? threadIdx.x < n : threadIdx.x % 2 == 0);
    s[threadIdx.x] = n;
    if (k == 64)
        __syncthreads();
    o[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void good(int *o, int n) { count<0>(o, n); }
__global__ void bad_left(int *o, int n) { count<1>(o, n); }
__global__ void bad_any(int *o, int n) { count<2>(o, n); }
__global__ void bad_block(int *o, int n) { count<0>(o, n); }
void run(int *o, int n)
{
    good<<<1, 128>>>(o, n);
    bad_left<<<1, 128>>>(o, n);
    bad_any<<<1, 128>>>(o, n);
    bad_block<<<1, 128>>>(o, n);
    bad_block<<<1, 64>>>(o, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/c.cu" >"$dir/out" 2>&1 || true
grep -q "kernel: good: proved" "$dir/out" || { cat "$dir/out"; exit 1; }
! grep -q "kernel: bad_[a-z]*: proved" "$dir/out" || { cat "$dir/out"; exit 1; }

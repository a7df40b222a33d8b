#!/bin/sh
# An asynchronous copy is proved if the thread that issued it waits for it before the next barrier, or at
# least before the memory is touched; else it is a finding.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/copies.cu" <<'CU'
#include <cuda_pipeline.h>
#define START(name) __global__ void name(const int *in, int *out, int n)                           \
    {                                                                                              \
        __shared__ int s[256];                                                                     \
        int t = threadIdx.x;
#define COPY __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
#define END out[t] = s[255 - t]; }
START(good_straight) COPY __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); END
START(good_in_loop) for (int i = t; i < 256; i += 64) __pipeline_memcpy_async(&s[i], &in[i], 4);
    __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); END
START(good_in_if) if (n > 5) COPY __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); END
START(good_rounds) for (int k = 0; k < n; k++) { COPY __pipeline_commit(); __pipeline_wait_prior(0);
    __syncthreads(); out[t] += s[255 - t]; __syncthreads(); } }
START(good_asm) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::
    "r"((unsigned)__cvta_generic_to_shared(&s[t])), "l"(in + t));
    asm volatile("cp.async.wait_all;" ::: "memory"); __syncthreads(); END
START(bad_late_wait) COPY __pipeline_commit(); __syncthreads(); __pipeline_wait_prior(0); END
START(bad_no_commit) COPY __pipeline_wait_prior(0); __syncthreads(); END
START(bad_no_wait) COPY __pipeline_commit(); __syncthreads(); END
START(bad_wait_for_some) COPY __pipeline_commit(); __pipeline_wait_prior(1); __syncthreads(); END
START(bad_unknown_wait) COPY __pipeline_commit(); __pipeline_wait_prior(n); __syncthreads(); END
START(bad_wait_in_if) COPY __pipeline_commit(); if (n > 5) __pipeline_wait_prior(0); __syncthreads(); END
START(bad_jump) for (int i = 0; i < 2; i++) { COPY __pipeline_commit(); if (n > i) break;
    __pipeline_wait_prior(0); } __syncthreads(); END
START(bad_no_barrier) COPY __pipeline_commit(); END
START(bad_no_lanes) COPY __pipeline_commit(); out[t] = s[t ^ 1]; }
START(bad_rounds) for (int k = 0; k < n; k++) { COPY __pipeline_commit(); __syncthreads(); out[t] += s[255 - t];
    __syncthreads(); } }
void run(const int *in, int *out, int n)
{
#define RUN(k) k<<<1, 256>>>(in, out, n);
    RUN(good_straight) RUN(good_in_if) RUN(good_rounds) RUN(good_asm)
    good_in_loop<<<1, 64>>>(in, out, n);
    RUN(bad_late_wait) RUN(bad_no_commit) RUN(bad_no_wait) RUN(bad_wait_for_some)
    RUN(bad_unknown_wait) RUN(bad_wait_in_if) RUN(bad_jump)
    RUN(bad_no_barrier) RUN(bad_no_lanes) RUN(bad_rounds)
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/copies.cu" >"$dir/out" 2>&1 || true
good=$(grep -c '^START(good_' "$dir/copies.cu")
bad=$(grep -c '^START(bad_' "$dir/copies.cu")
proved=$(grep -c ': kernel: good_[a-z_]*: proved' "$dir/out" || true)
found=$(grep -c ': kernel: bad_[a-z_]*: findings' "$dir/out" || true)
# One cause, one finding: the barrier behind the wait that is missing is not told as well.
rules=$(grep -c ': \(error\|warning\): ' "$dir/out" || true)
told=$(grep -c '\[async-copy-unsynced\]$' "$dir/out" || true)
[ "$proved" = "$good" ] && [ "$found" = "$bad" ] && [ "$told" = "$bad" ] && [ "$rules" = "$bad" ] || {
    cat "$dir/out"
    exit 1
}

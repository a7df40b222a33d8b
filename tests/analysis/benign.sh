#!/bin/sh
# Equal effect, equal severity: a return before a barrier and a condition around it that runs to the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
__global__ void nothing_lost(float *o, int n) {
    if (threadIdx.x >= n) return;
    __syncthreads(); // warning
    o[threadIdx.x] = 1;
}
__global__ void nothing_lost_in(float *o, int n) {
    if (threadIdx.x < n) {
        __syncthreads(); // warning
        o[threadIdx.x] = 1;
    }
}
__global__ void slots(float *o, int n) {
    __shared__ float s[256];
    if (threadIdx.x >= n) return;
    s[threadIdx.x] = 1;
    __syncthreads(); // warning
    o[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void slots_in(float *o, int n) {
    __shared__ float s[256];
    if (threadIdx.x < n) {
        s[threadIdx.x] = 1;
        __syncthreads(); // warning
        o[threadIdx.x] = s[255 - threadIdx.x];
    }
}
__global__ void stored_before(float *o, const float *in, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= n) return;
    o[threadIdx.x] = s[255 - threadIdx.x];
    __syncthreads(); // warning
}
__global__ void atomics_due(int *o, int n) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (threadIdx.x >= n) return;
    atomicAdd(&count, 1);
    __syncthreads(); // warning
    o[threadIdx.x] = count;
}
__global__ void due_next_pass(float *o, const float *in, int n) {
    __shared__ float s[256];
    for (int i = 0; i < 8; i++) {
        s[threadIdx.x] = in[i * 256 + threadIdx.x];
        if (i == 3 && threadIdx.x >= n) return;
        __syncthreads(); // warning
        o[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
        __syncthreads();
    }
}
__device__ void unknown(float *);
__global__ void who_knows(float *o, int n) {
    if (threadIdx.x >= n) return;
    unknown(o);
    __syncthreads(); // warning
}
__global__ void for_ever(float *o, int n) {
    if (blockIdx.x >= n) return;
    cooperative_groups::this_grid().sync(); // error
    o[threadIdx.x] = 1;
}
__global__ void for_ever_in(float *o, int n) {
    if (blockIdx.x < n) {
        cooperative_groups::this_grid().sync(); // error
        o[threadIdx.x] = 1;
    }
}
__global__ void waits_again(float *o, int n) {
    if (threadIdx.x < n)
        __syncthreads(); // error
    __syncthreads();
}
__global__ void goes_on(float *o, const float *in, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < n)
        __syncthreads(); // error
    o[threadIdx.x] = s[255 - threadIdx.x]; // error
}
__global__ void other_arm(float *o, const float *in, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < n) {
        __syncthreads(); // error
        o[threadIdx.x] = s[255 - threadIdx.x];
    } else {
        o[threadIdx.x] = s[255 - threadIdx.x]; // error
    }
}
const char *of_driver[] = {"for_ever", "for_ever_in"};
void all(float *o, const float *in, int n) {
    goes_on<<<1, 256>>>(o, in, n);
    other_arm<<<1, 256>>>(o, in, n);
    nothing_lost<<<1, 256>>>(o, n);
    nothing_lost_in<<<1, 256>>>(o, n);
    slots<<<1, 256>>>(o, n);
    slots_in<<<1, 256>>>(o, n);
    stored_before<<<1, 256>>>(o, in, n);
    who_knows<<<1, 256>>>(o, n);
    atomics_due<<<1, 256>>>((int *)o, n);
    due_next_pass<<<1, 256>>>(o, in, n);
    waits_again<<<1, 256>>>(o, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --checks='barrier-*' "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
sed -n 's|.*k.cu:\([0-9]*\):[0-9]*: \([a-z]*\): .*|\1 \2|p' "$dir/out" | sort -n >"$dir/got"
sed -n '=;s|.*// \(note\)$|\1|p;s|.*// \(warning\)$|\1|p;s|.*// \(error\)$|\1|p' "$dir/k.cu" |
    awk '/^[0-9]+$/ { line = $1; next } { print line, $1 }' >"$dir/wanted"
diff "$dir/wanted" "$dir/got" || { cat "$dir/out"; exit 1; }

"$CUDASYNCLINT" --no-cache --isolated --arch=sm_60 --checks='barrier-*' "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
! grep -E '(note|warning): .*(returned|_syncthreads)' "$dir/out" || { echo "before sm_70 all are waited for"; exit 1; }

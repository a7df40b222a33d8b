#!/bin/sh
# What is a documented miss of one concern makes that one undecided, and no other; a file that no
# compiler would take proves nothing; a visible launch counts more than --block-dim.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
__global__ void stale(float *o)
{
    o[threadIdx.x] = 1;
    __syncthreads();
    float v = __ldg(&o[threadIdx.x ^ 32]);
    __syncthreads();
    o[threadIdx.x] = v;
}
__global__ void stale_ptx(float *o)
{
    float v;
    o[threadIdx.x] = 1;
    __syncthreads();
    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(o + threadIdx.x));
    o[threadIdx.x] = v;
}
__global__ void fresh(float *o, const float *a) { o[threadIdx.x] = __ldg(&a[threadIdx.x ^ 32]); }
__global__ void blocks(float *o, float *p)
{
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    cooperative_groups::this_grid().sync();
    p[blockIdx.x * blockDim.x + threadIdx.x] = o[threadIdx.x];
}
__global__ void early(float *o, const float *a)
{
    float v = a[threadIdx.x];
    cudaGridDependencySynchronize();
    o[threadIdx.x] = v;
}
__global__ void early_ptx(float *o, const float *a)
{
    float v = a[threadIdx.x];
    asm volatile("griddepcontrol.wait;" ::: "memory");
    o[threadIdx.x] = v;
}
__global__ void empty(float *o) {}
__global__ void seen(float *o)
{
    __shared__ float s[128];
    s[threadIdx.x] = o[threadIdx.x];
    __syncwarp();
    o[threadIdx.x] = s[threadIdx.x ^ 32];
}
void f(float *o) { seen<<<1, 128>>>(o); }
CU
"$CUDASYNCLINT" --no-cache --isolated --block-dim=32 -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says() {
    grep -q "$1" "$dir/out" || {
        echo "not said: $1"
        cat "$dir/out"
        exit 1
    }
}
says 'kernel: stale: undecided (global in a block; barriers proved): .*cache of read-only data'
says 'kernel: stale_ptx: findings (global in a block; barriers proved)'
says 'kernel: fresh: proved (global in a block)'
says 'kernel: blocks: proved (global in a block, grid)'
says 'kernel: early: undecided (grid; global in a block proved): .*launched before'
says 'kernel: early_ptx: undecided (grid; global in a block proved): .*launched before'
says 'kernel: empty: nothing to check'
says 'kernel: seen: findings (shared'
says '1 with nothing to check'

"$CUDASYNCLINT" --no-cache --isolated --concerns=barriers,global --block-dim=32 -v "$dir/k.cu" \
    >"$dir/out" 2>&1 || [ $? -eq 1 ]
says 'kernel: early: proved (global in a block)'

# Text that is no CUDA, with all headers there.
printf '#error "no"\n__global__ void k(float *o) { o[threadIdx.x] = 1; }\n' >"$dir/error.cu"
printf '__global__ void k(float *o) { o[threadIdx.x] = 1; }\nint f( { ;\n' >"$dir/syntax.cu"
for name in error syntax; do
    code=0
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$name.cu" >"$dir/out" 2>&1 || code=$?
    says 'kernel: k: undecided'
    [ "$code" = 3 ] || {
        echo "$name: exit code $code"
        exit 1
    }
done
# A header that is missing may have declared what is wrong.
printf '#include "gone.h"\n__global__ void k(float *o) { o[threadIdx.x] = 1; }\nint X( { ;\n' \
    >"$dir/gone.cu"
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/gone.cu" >"$dir/out" 2>&1
says 'kernel: k: proved'

#!/bin/sh
# A template argument of a kernel that rests on a name which nothing declares: the instance is
# analysed with a number in the name's place, its races are told, and it is never proved.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/kernel.cuh" <<'CU'
template <int team, int teams> __global__ void kernel(float *y)
{
    __shared__ float x[teams][team];
    x[threadIdx.y][threadIdx.x] = y[threadIdx.x];
    __syncthreads();
    float v = x[threadIdx.y][team - 1 - threadIdx.x];
    if (threadIdx.y == 0)
        y[threadIdx.x] = v;
}
CU
sed '5d' "$dir/kernel.cuh" >"$dir/racy.cuh"
for kernel in kernel racy; do
    cat >"$dir/$kernel-file.cu" <<CU
#include "$kernel.cuh"
constexpr int threads = MY_GPU_THREADS;
template <int team> void run(float *y)
{
    dim3 block(team, threads / team);
    kernel<team, threads / team><<<3, block>>>(y);
}
void all(float *y) { run<64>(y); }
CU
    cat >"$dir/$kernel-body.cu" <<CU
#include "$kernel.cuh"
template <int team> void run(float *y)
{
    constexpr int threads = MY_GPU_THREADS, teams = threads / team;
    dim3 block(team, teams);
    kernel<team, teams><<<3, block>>>(y);
}
void all(float *y) { run<64>(y); }
CU
    cat >"$dir/$kernel-call.cu" <<CU
#include "$kernel.cuh"
template <int team> void run(float *y) { kernel<team, 1><<<3, team>>>(y); }
constexpr int threads = MY_GPU_THREADS;
void all(float *y) { run<threads>(y); }
CU
done
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$@" 2>&1; }
for form in file body call; do
    lint "$dir/kernel-$form.cu" >"$dir/out"
    grep -q "kernel: kernel.*: undecided: .*which nothing declares" "$dir/out"
    lint "$dir/racy-$form.cu" >"$dir/out"
    grep -q "error: race on \`x\`" "$dir/out"
    lint "$dir/kernel-$form.cu" -- -DMY_GPU_THREADS=64 >"$dir/out"
    grep -q "kernel: kernel <64, 1>: proved (barriers, shared, global in a block)" "$dir/out"
done
# The same instance is known elsewhere.
echo 'void more(float *y) { kernel<64, 1><<<3, 64>>>(y); }' >>"$dir/kernel-call.cu"
lint "$dir/kernel-call.cu" >"$dir/out"
grep -q "kernel: kernel <64, 1>: proved (barriers, shared, global in a block)" "$dir/out"
echo ok

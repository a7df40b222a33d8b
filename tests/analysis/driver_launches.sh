#!/bin/sh
# Launches of the driver API: cuLaunchKernel() of a function that cuModuleGetFunction() found by name
# gives the block and the grid; addresses of the device are numbers there, of type CUdeviceptr, and
# one that is passed twice is the same memory.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda.h>
#define NEXT(name) extern "C" __global__ void name(int *o, const int *in) { int t = threadIdx.x; o[t] = in[t + 1]; }
NEXT(w_twice) NEXT(r_apart) NEXT(w_shifted) NEXT(r_behind) NEXT(w_member) NEXT(w_variable)
#define ROWS(name) extern "C" __global__ void name(int *o, const int *in) { \
    __shared__ int s[32]; \
    int t = threadIdx.x + blockDim.x * threadIdx.y; \
    s[threadIdx.x] = in[t]; \
    o[t] = s[threadIdx.x]; \
}
ROWS(w_four_rows) ROWS(r_one_row)
struct Buffers { CUdeviceptr out, in; };
void host(CUmodule m, CUdeviceptr d, CUdeviceptr e, CUstream st, Buffers b)
{
    CUfunction f, g, h, i, j, k, four, one;
    cuModuleGetFunction(&f, m, "w_twice");
    void *twice[] = {&d, &d};
    cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, st, twice, nullptr);
    cuModuleGetFunction(&g, m, "r_apart");
    void *apart[] = {&d, &e};
    cuLaunchKernel(g, 1, 1, 1, 64, 1, 1, 0, st, apart, nullptr);
    cuModuleGetFunction(&h, m, "w_shifted");
    CUdeviceptr near = d + 8;
    void *shifted[] = {&near, &d};
    cuLaunchKernel(h, 1, 1, 1, 64, 1, 1, 0, st, shifted, nullptr);
    cuModuleGetFunction(&i, m, "r_behind");
    CUdeviceptr far = d + 65 * sizeof(int);
    void *behind[] = {&far, &d};
    cuLaunchKernel(i, 1, 1, 1, 64, 1, 1, 0, st, behind, nullptr);
    cuModuleGetFunction(&j, m, "w_member");
    void *member[] = {&b.out, &b.out};
    cuLaunchKernel(j, 1, 1, 1, 64, 1, 1, 0, st, member, nullptr);
    cuModuleGetFunction(&k, m, "w_variable");
    CUdeviceptr same = e;
    void *variable[] = {&same, &e};
    cuLaunchKernel(k, 1, 1, 1, 64, 1, 1, 0, st, variable, nullptr);
    cuModuleGetFunction(&four, m, "w_four_rows");
    cuLaunchKernel(four, 1, 1, 1, 32, 4, 1, 0, st, apart, nullptr);
    cuModuleGetFunction(&one, m, "r_one_row");
    cuLaunchKernel(one, 1, 1, 1, 32, 1, 1, 0, st, apart, nullptr);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says() {
    grep -q "kernel: $1: $2" "$dir/out" || {
        echo "not said: $1: $2"
        cat "$dir/out"
        exit 1
    }
}
for k in $(grep -o '\<[wr]_[a-z_]*\>' "$dir/k.cu" | sort -u); do
    case $k in
    w_*) says "$k" findings ;;
    r_*) says "$k" 'proved .* for [0-9]*x[0-9]x1; ' ;;
    esac
done
says w_twice '.*assuming `o` and `in` point to the same memory in the launch of line'

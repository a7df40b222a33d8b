#!/bin/sh
# Kernels that only methods of an explicitly instantiated class template launch, `template class S<float>;`:
# their instances are analysed with these launches, and no call in this file says how else they are called.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/solver.h" <<'CU'
#pragma once
template <class T> struct State { T *u; int n; };
template <class T> class Solver {
    State<T> state;
    int threads;
    template <int N> void launch(T *a);
  public:
    explicit Solver(int n) : threads(n) {}
    void inside(T *a) { launch<128>(a); }
    void outside();
    void sized(T *a, int n);
};
CU
cat >"$dir/solver.cu" <<'CU'
#include "solver.h"
#define TURN(name, barrier)                                                                        \
    template <class T, int N> __global__ void name(T *a)                                           \
    {                                                                                              \
        __shared__ T s[N];                                                                         \
        s[threadIdx.x] = a[threadIdx.x];                                                           \
        barrier;                                                                                   \
        a[threadIdx.x] = s[N - 1 - threadIdx.x];                                                   \
    }
TURN(right_turn, __syncthreads())
TURN(wrong_turn, )
template <class T> __global__ void only_a_warp(T *a)
{
    extern __shared__ char bytes[];
    T *s = (T *)bytes;
    s[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
#define STEP(name, barrier)                                                                        \
    template <class T> __global__ void name(State<T> st)                                           \
    {                                                                                              \
        __shared__ T s[64];                                                                        \
        for (int i = 0; i < st.n; i++) {                                                           \
            s[threadIdx.x] = st.u[i * 64 + threadIdx.x];                                           \
            __syncthreads();                                                                       \
            st.u[i * 64 + threadIdx.x] = s[63 - threadIdx.x];                                      \
            barrier;                                                                               \
        }                                                                                          \
    }
STEP(right_step, __syncthreads())
STEP(wrong_step, )
template <class T> template <int N> void Solver<T>::launch(T *a)
{
    right_turn<T, N><<<1, N>>>(a);
    wrong_turn<T, N><<<1, N>>>(a);
}
template <class T> void Solver<T>::outside()
{
    right_step<T><<<1, 64>>>(state);
    wrong_step<T><<<1, 64>>>(state);
}
template <class T> void Solver<T>::sized(T *a, int n)
{
    only_a_warp<T><<<1, n, n * sizeof(T)>>>(a);
}
void run(float *a)
{
    Solver<float>(32).sized(a, 32);
}
#define INSTANTIATE(name) template class name<float>; template class name<double>
INSTANTIATE(Solver);
CU
"$CUDASYNCLINT" --no-cache -v "$dir/solver.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right_turn <float, 128>, <double, 128>: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'kernel: wrong_turn <float, 128>, <double, 128>: findings' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'kernel: right_step <float>, <double>: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'kernel: wrong_step <float>, <double>: findings' "$dir/out" || { cat "$dir/out"; exit 1; }
# Other files may call sized() with other numbers.
[ "$(grep -c 'kernel: only_a_warp .*: proved' "$dir/out")" = 0 ] || { cat "$dir/out"; exit 1; }

// A kernel whose launch is in a host template, and a macro that instantiates the host template.
#pragma once
template <typename T, int N> __global__ void reverse(T *a)
{
    __shared__ T s[N];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[N - 1 - threadIdx.x];
}
template <typename T> void run(T *a, int n)
{
    if (n == 64)
        reverse<T, 64><<<1, 64>>>(a);
    else
        reverse<T, 128><<<1, 128>>>(a);
}
#define DECLARE_RUN(T) template void run<T>(T *, int)
#define DECLARE_BOTH(T) DECLARE_RUN(T); DECLARE_RUN(unsigned T)

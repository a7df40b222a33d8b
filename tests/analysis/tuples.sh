#!/bin/sh
# Names of a structured binding of a tuple: what they hold is known, so loops they bound end for all
# threads alike or not.
. tests/cli/check.inc

cat >tuple.h <<'X'
template <class... T> struct pack;
template <class A, class B> struct pack<A, B> { A first; struct { B second; char more; } rest; };
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
template <class A, class B> struct tuple_size<pack<A, B>> { static constexpr unsigned long value = 2; };
template <class A, class B> struct tuple_element<0, pack<A, B>> { using type = A; };
template <class A, class B> struct tuple_element<1, pack<A, B>> { using type = B; };
}
template <unsigned long I, class A, class B> __device__ auto get(const pack<A, B> &p) {
    if constexpr (I == 0)
        return p.first;
    else
        return p.rest.second;
}
X
kernel() { # FILE TYPES VALUE
    cat >"$1" <<X
#include "tuple.h"
__global__ void turned(float *out, int n) {
    __shared__ float s[256];
    auto [turns, value] = pack<$2>{$3, {3, 1}};
    for (int i = 0; i < turns; i++) {
        s[threadIdx.x] = value;
        __syncthreads();
        out[threadIdx.x] += s[255 - threadIdx.x];
        __syncthreads();
    }
}
void run(float *out, int n) { turned<<<1, 256>>>(out, n); }
X
}
kernel same.cu 'int, float' n
lint 0 -v --no-cache same.cu
has out 'turned: proved'
kernel own.cu 'int, float' 'int(threadIdx.x) + n'
lint 1 -v --no-cache own.cu
has out barrier-divergent-loop
kernel alike.cu "int, char" n # two parts of type char
lint 0 -v --no-cache alike.cu
has out 'turned: undecided'

finish

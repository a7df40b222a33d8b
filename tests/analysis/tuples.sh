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

# Elements of one type are told apart by the class that holds each: leaf<1, int> the second, rest<int> the last.
cat >alike.h <<'X'
template <unsigned long I, class T> struct leaf { T held; };
template <bool, class... T> struct rest;
template <class F> struct rest<true, F> { F first; };
template <class F, class... R> struct rest<false, F, R...> { F first; rest<sizeof...(R) == 1, R...> others; };
template <class A, class B> struct chain : rest<false, A, B> {};
template <class A, class B> struct both : leaf<0, A>, leaf<1, B> {};
template <class A, class B> struct turned : leaf<1, B>, leaf<0, A> {};
template <class A, class B> struct unknown { A one; struct { B two; } more; };
struct none {};
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
template <template <class, class> class P, class A, class B> struct tuple_size<P<A, B>> { static constexpr unsigned long value = 2; };
template <template <class, class> class P, class A, class B> struct tuple_element<0, P<A, B>> { using type = A; };
template <template <class, class> class P, class A, class B> struct tuple_element<1, P<A, B>> { using type = B; };
}
template <unsigned long I, class T> __device__ T held_in(const leaf<I, T> &l) { return l.held; }
template <unsigned long I, class A, class B> __device__ auto get(const both<A, B> &p) { return held_in<I>(p); }
template <unsigned long I, class A, class B> __device__ auto get(const turned<A, B> &p) { return held_in<I>(p); }
template <unsigned long I, class A, class B> __device__ auto get(const chain<A, B> &p) {
    if constexpr (I == 0)
        return p.first;
    else
        return p.others.first;
}
template <unsigned long I, class A, class B> __device__ auto get(const unknown<A, B> &p) {
    if constexpr (I == 0)
        return p.more.two;
    else
        return p.one;
}
X
two() { # FILE TUPLE FIRST SECOND
    cat >"$1" <<X
#include "alike.h"
__global__ void pair(float *out, int n) {
    __shared__ float s[256];
    auto [turns, other] = $2{$3, $4};
    for (int i = 0; i < turns; i++) {
        s[threadIdx.x] = i;
        __syncthreads();
        out[threadIdx.x] += s[255 - threadIdx.x];
        __syncthreads();
    }
}
void run(float *out, int n) { pair<<<1, 256>>>(out, n); }
X
}
own='int(threadIdx.x)'
right() { # TUPLE FIRST SECOND
    two right.cu "$@"
    lint 0 -v --no-cache right.cu -- -std=c++17
    has out 'pair: proved'
}
wrong() { # TUPLE FIRST SECOND
    two wrong.cu "$@"
    lint 1 -v --no-cache wrong.cu -- -std=c++17
    has out barrier-divergent-loop
}
right 'both<int, int>' '{n}' "{$own}"
wrong 'both<int, int>' "{$own}" '{n}'
right 'turned<int, int>' "{$own}" '{n}' # the second comes first
wrong 'turned<int, int>' '{n}' "{$own}"
right 'chain<int, int>' '{n' "{$own}}"
wrong 'chain<int, int>' "{$own" '{n}}'
right 'both<int, none>' '{n}' '{none()}'
two order.cu 'unknown<int, int>' n "{$own}" # get<0> gives what stands last
lint 0 -v --no-cache order.cu -- -std=c++17
has out 'pair: undecided'

finish

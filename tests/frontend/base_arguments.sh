#!/bin/sh
# `base<0, T>(x)` among a constructor's initialisers: the numbers of the template are no values of
# the base. Tuples are made so, CuTe's among them.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/good.cu" <<'CU'
template <int N, class T> struct leaf {
    T value;
    __device__ constexpr leaf() : value{} {}
    __device__ constexpr leaf(T const &t) : value{t} {}
};
template <int N, class T> __device__ constexpr T const &get(leaf<N, T> const &x) { return x.value; }
template <int... I> struct numbers {};
template <class N, class... T> struct base;
template <int... I, class... T> struct base<numbers<I...>, T...> : leaf<I, T>... {
    __device__ constexpr base(T const &...t) : leaf<I, T>(t)... {}
};
template <class A, class B> struct pair : base<numbers<0, 1>, A, B> {
    __device__ constexpr pair(A const &a, B const &b) : base<numbers<0, 1>, A, B>(a, b) {}
};
__global__ void kernel(float *o, int n)
{
    __shared__ float s[64];
    pair<int, float *> at(63 - (int)threadIdx.x, s);
    pair<int, pair<int, float *>> all(threadIdx.x, at);
    s[get<0>(all)] = n;
    __syncthreads();
    o[threadIdx.x] = get<1>(get<1>(all))[get<0>(get<1>(all))];
}
void run(float *o) { kernel<<<1, 64>>>(o, 4); }
CU
sed '/__syncthreads/d' "$dir/good.cu" >"$dir/bad.cu"
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$1" >"$dir/out" 2>&1; }
lint "$dir/good.cu"
grep -q "kernel: kernel: proved (barriers, shared, global in a block)" "$dir/out"
lint "$dir/bad.cu"
grep -q "bad.cu:20:.*error: race on \`s\`\|bad.cu:21:.*error: race on \`s\`" "$dir/out"
# A base that is a parameter of the template: nothing names it before its arguments.
cat >"$dir/parameter.cu" <<'CU'
struct index {
    int i;
    __device__ index() : i(threadIdx.x) {}
    __device__ index(int a, int b) : i(a + b) {}
};
template <class T> struct layer : T {
    __device__ layer(int a) : T(a, 1) {}
};
__global__ void kernel(float *o)
{
    __shared__ float b[64];
    layer<index> l(0);
    b[l.i] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = b[l.i];
}
void run(float *o) { kernel<<<1, 64>>>(o); }
CU
lint "$dir/parameter.cu"
grep -q "parameter.cu:13:.*error: .*\`b\`" "$dir/out"
sed 's/l(0)/l(threadIdx.x - 1)/' "$dir/parameter.cu" >"$dir/own.cu"
lint "$dir/own.cu"
grep -q "kernel: kernel: proved" "$dir/out"
echo ok

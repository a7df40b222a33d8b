#!/bin/sh
# An object with an array among its members: the other members are known, as long as subscripts stay
# inside the array.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/right.cu" <<'CU'
template <int N> struct Sel {
    __device__ Sel(float *k, int n) : shared(k), n(n), vals(0) {
        for (int i = 0; i < N; ++i) keys[i] = 0;
        int w = threadIdx.x / 32;
        row = shared + w * 32;
    }
    __device__ void add(float v) {
        for (int i = N - 1; i > 0; --i) keys[i] = keys[i - 1];
        keys[0] = v; ++vals;
    }
    __device__ void flush() {
        for (int i = 0; i < N; ++i) row[threadIdx.x % 32] += keys[i];
    }
    float *shared, *row;
    int n, vals;
    float keys[N];
};
__global__ void k(float *a, int n) {
    __shared__ float s[128];
    Sel<4> sel(s, n);
    s[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += 128) sel.add(a[i]);
    __syncthreads();
    sel.flush();
    __syncthreads();
    a[threadIdx.x] = s[127 - threadIdx.x];
}
void run(float *a, int n) { k<<<1, 128>>>(a, n); }
CU
expect() { # FILE TEXT
    "$CUDASYNCLINT" --no-cache -v --show-undecided "$dir/$1.cu" >"$dir/out" 2>&1 || true
    grep -q "$2" "$dir/out" || { echo "$1: no $2"; cat "$dir/out"; exit 1; }
}
expect right 'k: proved .* for sm_80$'

# One element too many, in the launch that is there; as many as an argument says.
sed 's/for (int i = 0; i < N; ++i) keys/for (int i = 0; i <= N; ++i) keys/' "$dir/right.cu" >"$dir/beyond.cu"
expect beyond 'a subscript leaves the bounds of `sel`'
sed 's/for (int i = 0; i < N; ++i) keys/for (int i = 0; i < n; ++i) keys/' "$dir/right.cu" >"$dir/argument.cu"
expect argument 'k: proved .*; assuming subscripts of `sel` stay inside its bounds$'

# A pointer into the object may lead to any of its members.
sed 's/sel.flush();/float *q = sel.keys; q[n] = 1; &/' "$dir/right.cu" >"$dir/pointer.cu"
expect pointer 'a loaded pointer may point to memory'

# What the members tell is found out, too.
sed 's/row = shared + w \* 32/row = shared/' "$dir/right.cu" >"$dir/race.cu"
expect race 'shared-race'

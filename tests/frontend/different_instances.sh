#!/bin/sh
# Of a template with more instances than are analysed, those are taken that differ most, also where types among their
# arguments only differ by their own: one kernel that calls each function object of a file.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <int n> struct Scale {
    __device__ void operator()(float *s, float *o) const { o[threadIdx.x] *= n; }
};
struct Turn {
    __device__ void operator()(float *s, float *o) const
    {
        TURN;
        o[threadIdx.x] += s[63 - threadIdx.x];
    }
};
template <class First, class Second> struct Pair {
    __device__ void operator()(float *s, float *o) const { First()(s, o); Second()(s, o); }
};
template <class Ops, bool more> struct Run {
    __device__ void operator()(float *o, float v) const
    {
        __shared__ float s[64];
        s[threadIdx.x] = v;
        Ops()(s, o);
    }
};
struct Other {
    __device__ void operator()(float *o, float v) const
    {
        __shared__ float s[64];
        s[threadIdx.x] = v;
        OTHER;
        o[threadIdx.x] = s[63 - threadIdx.x];
    }
};
template <class Kernel> __global__ void call(float *o, float v) { Kernel()(o, v); }
void run(float *o, float v)
{
CU
# Many that only pair the same differently, and behind them two that do what no other does.
for first in 1 2 3 4 5 6; do
    for second in 1 2 3 4 5 6; do
        for more in true false; do
            echo "    call<Run<Pair<Scale<$first>, Scale<$second>>, $more>><<<1, 64>>>(o, v);"
        done
    done
done >>"$dir/k.cu"
cat >>"$dir/k.cu" <<'CU'
    call<Run<Pair<Scale<1>, Turn>, true>><<<1, 64>>>(o, v);
    call<Other><<<1, 64>>>(o, v);
}
CU
check() {
    "$CUDASYNCLINT" --no-cache -v "$dir/k.cu" -- "-DTURN=$1" "-DOTHER=$2" >"$dir/out" 2>&1 || true
}
fail() {
    cat "$dir/out"
    exit 1
}
check '__syncthreads()' '__syncthreads()'
grep -q 'more instances than are analysed' "$dir/out" || fail
! grep -q 'race on' "$dir/out" || fail
check '' '__syncthreads()'
grep -q 'k.cu:8:.*error: race on `s`' "$dir/out" || fail
check '__syncthreads()' ''
grep -q 'k.cu:28:.*error: race on `s`' "$dir/out" || fail

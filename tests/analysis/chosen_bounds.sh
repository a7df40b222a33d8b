#!/bin/sh
# Launch bounds may choose: `__launch_bounds__((WARP < N ? WARP : N) * 4)`. What a kernel does in a larger
# block is no finding.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
namespace sizes { constexpr int wide = 128; }
constexpr int warp() { return 32; }
/* Right in blocks of at most 64 threads. */
__device__ void fill(float *out)
{
    __shared__ float s[64];
    s[threadIdx.x % 64] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x % 64];
}
template <int N> __global__ void __launch_bounds__((warp() < N ? warp() : N) * 4, 2) right_less(float *out) { fill(out); }
template <int N> __global__ void __launch_bounds__((warp() < N ? warp() : N) * 4, 2) wrong_less(float *out) { fill(out); }
template <bool small> __global__ void __launch_bounds__(small ? 64 : sizes::wide) right_flag(float *out) { fill(out); }
template <bool small> __global__ void __launch_bounds__(small ? 64 : sizes::wide) wrong_flag(float *out) { fill(out); }
template <int N> __global__ void __launch_bounds__(N == 1 ? 32 : N >= 4 ? sizes::wide : 64) right_chain(float *out) { fill(out); }
template <int N> __global__ void __launch_bounds__(N == 1 ? 32 : N >= 4 ? sizes::wide : 64) wrong_chain(float *out) { fill(out); }
/* Read by the compiler. */
template <int N> __global__ void __launch_bounds__(N & 1 ? 64 : 32) right_bits(float *out) { fill(out); }
/* Not read, as the macro is another one later: any block. */
#define WIDE 64
template <int N> __global__ void __launch_bounds__(N & 1 ? WIDE : 32) wrong_unread(float *out) { fill(out); }
#undef WIDE
#define WIDE 32
void host(float *out, int n)
{
    right_less<16><<<1, n>>>(out);
    wrong_less<64><<<1, n>>>(out);
    right_flag<true><<<1, n>>>(out);
    wrong_flag<false><<<1, n>>>(out);
    right_chain<2><<<1, n>>>(out);
    wrong_chain<4><<<1, n>>>(out);
    right_bits<1><<<1, n>>>(out);
    wrong_unread<1><<<1, n>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache "$dir/k.cu" --min-confidence=low --format=json >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
verdict = {k["name"]: k["verdict"] for k in report["kernels"]}
for name, is_ in verdict.items():
    assert is_ == ("proved" if name.startswith("right") else "findings"), verdict
assert len(verdict) == 8, verdict
PY

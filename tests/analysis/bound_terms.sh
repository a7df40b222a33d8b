#!/bin/sh
# __launch_bounds__ of terms: parentheses, sums and products, names in namespaces. A bound that is
# read too small proves a kernel for blocks too small to matter.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
{
    cat <<'CU'
namespace other { constexpr int threads = 4, all = 8; }
namespace warps { constexpr int threads = 32; }
namespace more { constexpr int all = 16; }
constexpr int workers = 4 * 4;
constexpr int few() { return 8; }
CU
    n=0
    while read -r most bound; do
        n=$((n + 1))
        # written out: the text of the bound is looked at
        echo "template <int D> __global__ __launch_bounds__($bound) void k${n}_$most(int *o) { o[threadIdx.x] = D; }"
        echo "template __global__ void k${n}_$most<1>(int *);"
        echo "__global__ __launch_bounds__($bound) void p${n}_$most(int *o) { o[threadIdx.x] = 1; }"
    done <<'END'
512 (workers)*warps::threads, 1
512 (workers * warps::threads)
512 ((workers)) * (warps::threads)
640 (workers + 4) * warps::threads
640 workers * warps::threads + 128, 2
256 few() * 32
8 few()
128 (4 * 32)
128 128U, 1
192 256 - 32 - 32
64 ( 1024 / 2 ) / 8
END
} >"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1
failed=0
for k in $(grep -oE ' [kp][0-9]+_[0-9]+' "$dir/k.cu" | sort -u); do
    grep -q "kernel: $k .*at most ${k#*_} threads\|kernel: $k: .*at most ${k#*_} threads" "$dir/out" || {
        echo "$k"
        failed=1
    }
done
[ "$failed" = 0 ] || cat "$dir/out"
# What is not known bounds nothing: a member of an instance, a choice.
cat >"$dir/u.cu" <<'CU'
template <int N> struct sizes { static constexpr int threads = N; };
constexpr int threads = 64;
struct four { static constexpr int few = 128; };
template <int D> __global__ __launch_bounds__(sizes<D>::threads) void u(int *o) { o[threadIdx.x] = D; }
template __global__ void u<512>(int *);
template <int D> __global__ __launch_bounds__(D > 1 ? 512 : threads) void v(int *o) { o[threadIdx.x] = D; }
template __global__ void v<2>(int *);
namespace one { constexpr int few = 64; }
namespace two { constexpr int few = 32; }
using namespace one;
__global__ __launch_bounds__(four::few) void w(int *o) { o[threadIdx.x] = 1; }
__global__ __launch_bounds__(few) void x(int *o) { o[threadIdx.x] = 1; }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/u.cu" >"$dir/out" 2>&1
if grep -q 'at most \(64\|32\) ' "$dir/out"; then
    cat "$dir/out"
    failed=1
fi
exit $failed

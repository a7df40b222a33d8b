#!/bin/sh
# Every form of launch (launches/forms.txt), in two programs each: with the block that its kernels are
# right for the tool proves them, for that block or argument, and with another one it finds what is
# wrong, at high or medium confidence. A form is "== name" and what stands behind the kernels. Behind
# the name: "undecided", the right one is not proved, and nothing is found there; "unknown", the tool
# has no block, and finds what other blocks would do.
set -eu
forms=$(pwd)/tests/frontend/launches/forms.txt
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir right wrong
cat >kernels <<'CU'
#include <cuda.h>
#include <type_traits>
__device__ void body(int n) { if (threadIdx.x < n) __syncthreads(); __syncthreads_count(1); }
CU
cat >k <<'CU'
__global__ void k(float *a) { body(32); }
CU
cat >of <<'CU'
template <typename T> __global__ void of(T *a) { body(32); }
CU
cat >sized <<'CU'
template <int N> __global__ void sized(float *a) { body(32); }
CU
cat >of_n <<'CU'
__global__ void of_n(float *a, int n) { body(n); }
CU
cat >by_name <<'CU'
extern "C" __global__ void by_name(float *a) { body(32); }
CU
awk '/^== / { name = $2; print $3 >name ".less"; next } name != "" { print >name ".form" }' "$forms"
for form in *.form; do
    name=${form%.form}
    for kernel in k of sized of_n by_name; do
        ! grep -qE "(^|[^a-z_])$kernel([^a-z_]|\$)" "$form" || cat "$kernel"
    done >used
    for twin in right:32 wrong:64; do
        { cat kernels used; sed "s/@B@/${twin#*:}/g" "$form"; } >"${twin%:*}/$name.cu"
    done
done
"$CUDASYNCLINT" --no-cache -v right >right.out 2>&1 || true
"$CUDASYNCLINT" --no-cache -v wrong >wrong.out 2>&1 || true
bad=0
for form in *.form; do
    name=${form%.form}
    grep "right/$name.cu:.*kernel: " right.out >verdicts || true
    case $(cat "$name.less") in
    undecided) grep -q ": undecided" verdicts && ! grep -qE "right/$name.cu:.*(error|warning): " right.out ;;
    unknown) grep -q ": findings" verdicts ;;
    *) grep -q ": proved" verdicts && ! grep -qv ": proved" verdicts ;;
    esac || { echo "$name: right"; cat verdicts; bad=1; }
    grep -qE "wrong/$name.cu:.*(error|warning): " wrong.out ||
        { echo "$name: not found"; grep "wrong/$name.cu:" wrong.out || true; bad=1; }
    ! grep -q "wrong/$name.cu:.*: proved" wrong.out || { echo "$name: wrong and proved"; bad=1; }
done
exit $bad

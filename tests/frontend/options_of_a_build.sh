#!/bin/sh
# A syntax error is of high confidence only with the options of a build, and of low where they may take
# it away. The exit code is 3 in each case.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
kernel='__global__ void k(int *o) { o[threadIdx.x] = 1; }
void f(int *d) { k<<<1, 64>>>(d); }'
check() { # FILE HIGH|SHOWN|HIDDEN OPTIONS..., with the text before the kernel on standard input
    file=$1 wanted=$2
    shift 2
    { cat; echo "$kernel"; } >"$file"
    code=0
    "$CUDASYNCLINT" --no-cache --isolated -v "$file" "$@" >out 2>&1 || code=$?
    said=HIDDEN
    ! grep -q 'parse-error' out || said=SHOWN
    ! "$CUDASYNCLINT" --no-cache --isolated --min-confidence=high "$file" "$@" |
        grep -q 'parse-error' || said=HIGH
    [ $code -eq 3 ] && [ $said = "$wanted" ] && grep -q '1 file does not compile' out ||
        { echo "$file: exit code $code, $said"; cat "$file" out; exit 1; }
}
check lone.cu SHOWN <<'END'
struct S { int b[3 };
END
check lone.cu HIGH -- -DOTHER <<'END'
struct S { int b[3 };
END
check header.cuh HIDDEN <<'END'
struct S { int b[3 };
END
either='void g(int a,
#if USE_FAST
    int b);
#elif USE_SMALL
    float b);
#endif'
echo "$either" | check either.cu HIDDEN
echo "$either" | check either.cu HIGH -- -DOTHER
check chosen.cu HIDDEN <<'END'
#ifndef WIDTH
#error "WIDTH is missing"
#endif
END
check chosen.cu HIGH -- -DOTHER <<'END'
#ifndef WIDTH
#error "WIDTH is missing"
#endif
END
check stand_in.cu HIDDEN <<'END'
#include <cute/tensor.hpp>
struct S { int b[3 };
END
# What guards a header or is reserved is no choice of the user.
check guarded.cu SHOWN <<'END'
#ifndef GUARD
#define GUARD
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 100
struct T;
#endif
#if 0
struct U;
#endif
#endif
struct S { int b[3 };
END

# Names that headers of ours declare, for use and for overloads.
{
    echo '#include <cinttypes>
#include <valarray>
struct V { float x; };
__device__ V __frcp_rn(const V &v) { return {__frcp_rn(v.x)}; }
const char *text = "%" PRIu32 " %" PRIX8 " %" SCNd64;
float sum(const std::valarray<float> &v) { return v.sum(); }'
    echo "$kernel"
} >names.cu
"$CUDASYNCLINT" --no-cache --isolated -v names.cu >out 2>&1 && grep -q 'kernel: k: proved' out ||
    { cat out; exit 1; }

#!/bin/sh
# Text that the source itself refuses to be compiled with: a static_assert that fails outside of device
# code, or #error in a file that misses a header. Its kernels are undecided, and the reason is told.
# Assertions about names that nothing declares say nothing.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=0
verdict() { # EXPECTED, then the text before the kernel
    n=$((n + 1))
    {
        printf '%s\n' "$2"
        echo '__global__ void k(int *o) { __shared__ int s[64]; s[threadIdx.x] = o[threadIdx.x];'
        echo '    __syncthreads(); o[threadIdx.x] = s[threadIdx.x ^ 1]; }'
        echo 'void f(int *d) { k<<<1, 64>>>(d); }'
    } >"$dir/$n.cu"
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$n.cu" >"$dir/out" 2>&1 || [ $? -le 3 ]
    grep -q "kernel: k: $1" "$dir/out" || {
        cat "$dir/$n.cu" "$dir/out"
        exit 1
    }
}
failed='undecided: .*static assertion failed'
verdict "$failed" 'static_assert(sizeof(int) == 8, "no");'
verdict "$failed" 'struct S { int x; static_assert(sizeof(int) == 8, "no"); };'
verdict "$failed" 'namespace a { void g() { static_assert(sizeof(int) == 8, "no"); } }'
verdict "$failed" 'template <int N> struct S { static_assert(N > 3, "no"); }; S<2> s;'
verdict "$failed" '#include "missing.h"
static_assert(sizeof(int) == 8, "no");'
verdict 'undecided: .*not here' '#include "missing.h"
#error "not here"'
verdict 'undecided: .*not here' '#include "missing.h"
#ifndef VERSION
#error "not here"
#endif'
verdict 'undecided: .*not here' '#include "missing.h"
#pragma GCC error "not here"'
verdict proved 'static_assert(sizeof(int) == 4, "no"); template <int N> struct S { static_assert(N > 3, "no"); };'
verdict proved '#include "missing.h"
static_assert(VERSION >= 3, "no");'
verdict proved '#include "missing.h"
static_assert(sizeof(Missing) == 8, "no");'
verdict proved '__device__ int other() { static_assert(sizeof(int) == 8, "no"); return 1; }'
# A header of the host may refuse what concerns no kernel.
header() { # TEXT
    printf '%s\n' '#include "missing.h"' "$1" >"$dir/own.h"
}
header '#ifndef HAVE_TIMER
#error "not here"
#endif
#define TIMER_KIND 1
class Timer { int kind = TIMER_KIND; };'
verdict proved '#include "own.h"'
header '#ifndef HAVE_TIMER
#error "not here"
#endif
#define TIMER_KIND 1'
verdict 'undecided: .*not here' '#include "own.h"
__device__ int kind() { return TIMER_KIND; }'
header '#ifndef HAVE_TIMER
#error "not here"
#endif
__device__ int kind();'
verdict 'undecided: .*not here' '#include "own.h"'

#!/bin/sh
# Kernels that stand in the text and are not among the kernels are told of.
. tests/cli/check.inc

cat >macros.h <<'X'
#define KERNEL extern "C" __global__
X
cat >kernels.cu <<'X'
#include "macros.h"
// __global__ void in_a_comment() {}
const char *text = "__global__ void in_a_string() {}";
__global__ void declared(int *p);
__global__ void plain(int *p) { p[threadIdx.x] = 1; }
KERNEL void by_macro(int *p) { p[threadIdx.x] = 1; }
#define MAKE(name) __global__ void name(int *p) { p[threadIdx.x] = 1; }
MAKE(made)
#ifdef HAVE_IT
__global__ void hidden(int *p) { p[threadIdx.x] = 1; }
#else
KERNEL void shown(int *p) { p[threadIdx.x] = 1; }
#endif
#if 0
__global__ void dead(int *p) {}
#endif
X
lint 0 -v --no-cache kernels.cu
has err "kernels.cu:10: a kernel in the text that was not seen, behind \`#ifdef HAVE_IT\`"
has err "4 kernels: 4 proved; 1 kernel in the text not seen"
lint 0 --no-cache --format=json:report.json kernels.cu
json report.json notSeen/0/line=10 "notSeen/0/why=behind \`#ifdef HAVE_IT\`"
lint 0 -v --no-cache --extra-arg=-DHAVE_IT kernels.cu
has err "kernels.cu:12: a kernel in the text that was not seen, behind \`#else\` of \`#ifdef HAVE_IT\`"

finish

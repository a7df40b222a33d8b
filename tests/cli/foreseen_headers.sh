#!/bin/sh
# Headers elsewhere in the project are found, whether before the first parse or after it; comments,
# strings and conditions that hide an `#include` count as such.
. tests/cli/check.inc

mkdir -p p/.git p/src p/shared p/other
cat >p/shared/pool.h <<'X'
#ifndef POOL_H
#define POOL_H
#include "around.h"
#include "sizes.h"
class pool {
  public:
    __device__ int first() const { return FIRST; }
};
#endif
X
echo '#define FIRST 16' >p/other/sizes.h
echo '#include "pool.h"' >p/shared/around.h

# kernel FILE LINE...: these lines, then a kernel that is wrong if FIRST is 16.
kernel() {
    file=$1
    shift
    printf '%s\n' "$@" >"$file"
    cat >>"$file" <<'X'
__global__ void k(pool p, float *a) {
    if (threadIdx.x < p.first())
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
X
}

kernel p/src/plain.cu '#include "pool.h"'
lint 1 -v p/src/plain.cu
has out "k: findings"
lacks err "not found"

kernel p/src/brackets.cu '/* "pool.h" */ # include <pool.h> // of the project'
lint 1 -v p/src/brackets.cu
lacks err "not found"

# What the file defines itself instead.
own='class pool { public: __device__ int first() const { return 1024; } };'
kernel p/src/comment.cu '/*' '#include "pool.h"' '*/' "const char *s = \"/*\";" "$own" '//*/'
lint 0 -v p/src/comment.cu -- -DNDEBUG
kernel p/src/never.cu '#ifdef NEVER' '#include "pool.h"' '#else' "$own" '#endif'
lint 0 -v p/src/never.cu
kernel p/src/ever.cu '#ifndef NEVER' '#include "pool.h"' '#else' "$own" '#endif'
lint 1 -v p/src/ever.cu
lacks err "not found"

# Without a class that is needed, and without an error beside it, the header stays away.
echo '#define BROKEN' >p/shared/flags.h
cat >p/src/flags.cu <<'X'
#include "flags.h"
__global__ void k(float *a) {
#ifdef BROKEN
    if (threadIdx.x < 16)
        __syncthreads();
#endif
    a[threadIdx.x] = __syncthreads_count(1);
}
X
lint 0 -v p/src/flags.cu
has err "'flags.h' file not found"

finish

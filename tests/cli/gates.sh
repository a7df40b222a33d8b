#!/bin/sh
# Suppressions, the baseline and changed lines, from the command line.
. tests/cli/check.inc

# ---- suppression comments -------------------------------------------------------------------

cp bad.cu s.cu
lint 1 s.cu
lint 0 --add-suppressions="only a demonstration" s.cu
has err "1 suppression comment added"
has s.cu "        // cudasynclint: ignore[barrier-divergence] only a demonstration"
lint 0 s.cu
has err "1 suppressed"
lint 0 --show-suppressed s.cu
has out "comment: only a demonstration"
lint 0 --show-suppressed --format=sarif s.cu
has out '"kind": "inSource"'
lint 2 --add-suppressions= s.cu

sed 's/if (threadIdx.x < 16)//' s.cu >unused.cu
lint 1 unused.cu
has out "[unused-suppression]"
lint 0 --checks=-unused-suppression unused.cu
lint 0 --checks=-barrier-divergence unused.cu

# ---- baseline -------------------------------------------------------------------------------

cp bad.cu b.cu
lint 2 --write-baseline b.cu
lint 2 --baseline=absent.json b.cu
has err "absent.json: no such file; --write-baseline makes it"
lint 0 -q --baseline=base.json --write-baseline b.cu
has err "baseline: 1 finding"
lines err 1
lint 0 --baseline=base.json b.cu
has err "1 suppressed"
lint 0 --baseline=base.json --show-suppressed b.cu
has out "[barrier-divergence]"

# It survives edits above, another formatting and another name of the file.
{
    echo "// a line"
    echo "int unused_variable;"
    sed 's/__syncthreads();/__syncthreads (  );/; s/^    /\t/' b.cu
} >moved.cu
rm b.cu
lint 0 --baseline=base.json --baseline-strict moved.cu

# A second defect is new, even if it looks the same.
sed 's/^    a\[/    if (threadIdx.x < 16)\n        __syncthreads();\n&/' bad.cu >b.cu
lint 1 --baseline=base.json b.cu
lint 0 --baseline=base.json --write-baseline b.cu
has err "baseline: 2 findings"
lint 0 --baseline=base.json b.cu

# A run with fewer rules says nothing about the others.
cp base.json whole.json
lint 0 --baseline=base.json --baseline-strict --checks=-barrier-divergence b.cu
lint 0 --baseline=base.json --prune-baseline --checks=-barrier-divergence b.cu
cmp base.json whole.json || fail "entries of another rule were dropped"

# A fix leaves a stale entry behind.
cp bad.cu b.cu
lint 0 --baseline=base.json b.cu
has err "1 entry has no finding any more"
lint 1 --baseline=base.json --baseline-strict b.cu
lint 0 --baseline=base.json --prune-baseline b.cu
lint 0 --baseline=base.json --baseline-strict b.cu
echo "{}" >broken.json
lint 2 --baseline=broken.json b.cu
has err "broken.json"

# ---- changed lines --------------------------------------------------------------------------

export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
mkdir repository && cd repository && git init -q . || exit 1
cat >k.cu <<'END'
__global__ void old(float *a) {
    if (threadIdx.x < 16)
        __syncthreads();
    a[threadIdx.x] = 0;
}
__global__ void shift(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
END
git add k.cu && git commit -qm one || exit 1

lint 1 k.cu
lint 0 --changed=HEAD k.cu
has err "1 not of this change"

# A change that only deletes a barrier.
sed -i '9d' k.cu
lint 1 --changed=HEAD k.cu
has out "[shared-race]"
lacks out "[barrier-divergence]"
git diff -U0 >../only.diff
lint 1 --changed-lines=../only.diff k.cu
git diff | "$tool" --changed-lines=- k.cu >out 2>err
[ $? -eq 1 ] || fail "--changed-lines=- from a pipe"
has out "[shared-race]"

# The barrier may stand in something that is called between the accesses: a function of a header, one
# that calls it, a lambda, a call operator, a macro.
cat >sync.cuh <<'END'
__device__ void wait_all() {
    __syncthreads();
}
#define WAIT() __syncthreads()
struct next {
    float *s;
    __device__ float operator()(int i) {
        __syncthreads();
        return s[i];
    }
};
__device__ int other(int i) {
    return i;
}
END
cat >called.cu <<'END'
#include "sync.cuh"
__device__ void meet() {
    wait_all();
}
__global__ void in_function(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x];
    meet();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void in_macro(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x];
    WAIT();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void in_lambda(float *a) {
    __shared__ float s[1024];
    auto get = [&](int i) {
        __syncthreads();
        return s[i];
    };
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = get(blockDim.x - 1 - threadIdx.x);
}
__global__ void in_operator(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x];
    next get{s};
    a[threadIdx.x] = get(blockDim.x - 1 - threadIdx.x);
}
END
git add sync.cuh called.cu && git commit -qm called sync.cuh called.cu || exit 1
lint 0 called.cu
deleted() { # FILE LINE KERNEL: without this line, the kernel has a race of this change
    sed -i "$2d" "$1"
    lint 1 --changed=HEAD --format=json called.cu
    json out findings/#=1 "findings/0/function=$3"
    git checkout -q "$1"
}
deleted sync.cuh 2 in_function
deleted called.cu 3 in_function
deleted called.cu 20 in_lambda
deleted sync.cuh 8 in_operator
sed -i 's/WAIT() .*/WAIT()/' sync.cuh
lint 1 --changed=HEAD called.cu
has out "called.cu:15:"
git commit -qm "no barrier in the macro" sync.cuh
sed -i 's/return i;/return i + 1;/' sync.cuh
lint 0 --changed=HEAD called.cu
has err "1 not of this change"

# Below the root, and a file that git does not know yet.
mkdir below && cp ../bad.cu below/new.cu && cd below || exit 1
lint 1 --changed=HEAD new.cu
lint 1 --changed=HEAD ../k.cu
cd ..

lint 2 --changed=no-such-commit k.cu
lint 2 --changed=--output=x k.cu
echo "fatal: nothing" >../only.diff
lint 2 --changed-lines=../only.diff k.cu
lint 2 --changed-lines=absent.diff k.cu
has err "absent.diff: no such file"
lint 2 --changed-lines=- --stdin-filename=x.cu -

finish

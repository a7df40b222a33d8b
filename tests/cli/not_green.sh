#!/bin/sh
# Nothing that is wrong, not understood or not looked at passes without a word.
. tests/cli/check.inc

# ---- one spelling of a path, in all formats and for the header filter ----------------------------

git init -q repo
mkdir -p repo/src repo/include
cat >repo/include/kern.cuh <<'END'
__global__ void k(float *a) {
    if (threadIdx.x < 16)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
END
printf '#include <kern.cuh>\nvoid f(float *a) { k<<<1, 64>>>(a); }\n' >repo/src/inc.cu
cd repo || exit 1
for name in src/inc.cu ./src/inc.cu "$PWD/src/../src/inc.cu"; do
    for format in text json sarif github gitlab junit markdown rdjson html; do
        lint 1 --format=$format "$name" -- -I"$PWD/include"
        sed -i '/<dt>command/d' out
        has out include/kern.cuh
        lacks out "$PWD/include"
        lacks out ./include
    done
done
lint 1 --header-filter='^include/' src/inc.cu -- -I"$PWD/include"
# An expression that cannot be decided for a name hides nothing, and that is said once.
long=include/$(printf '%040d' 0).cuh
cp include/kern.cuh "$long"
printf '#include "../%s"\nvoid f(float *a) { k<<<1, 64>>>(a); }\n' "$long" >src/long.cu
cp src/long.cu src/again.cu
for filter in '^include/(0+)+$' '(0|00)+$'; do
    lint 1 --header-filter="$filter" src/long.cu src/again.cu
    has out "$long:3:9"
    has err "the header filter takes too long for some names (2 files)"
    [ "$(grep -c "header filter" err)" -eq 1 ] || fail "not said once"
    lint 1 --header-filter="$filter" src/long.cu src/again.cu # from the cache
    has err "the header filter takes too long for some names (2 files)"
done
lint 0 --header-filter='^(0+)+$' src/long.cu
lacks err "the header filter"
rm src/long.cu src/again.cu "$long"
echo 'header-filter: ^include/' >.cudasynclint.yaml
lint 1 src/inc.cu -- -I"$PWD/include"
rm .cudasynclint.yaml
lint 0 --header-filter='^lib/' src/inc.cu -- -I"$PWD/include"
cd src || exit 1
lint 1 inc.cu -- -I../include
has out "include/kern.cuh:3:9: error"
has out "__syncthreads();"
cd ../..

# A reason of a verdict that lies in another file.
mkdir lib
printf '__device__ int f(int *);\n__device__ int g(int *p) { return f(p); }\n' >lib/g.cuh
cat >calls.cu <<'END'
#include "./lib/../lib/g.cuh"
__global__ void calls(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = g(a);
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
END
lint 0 -v ./calls.cu
has out "lib/g.cuh:2:"
lacks out "./lib"

# ---- files that do not compile ---------------------------------------------------------------------

printf '__global__ void k(float *a) { a[threadIdx.x] = 1; }\nint main() { int x = ; k<<<1, 32>>>(0); }\n' >host.cu
lint 3 host.cu
has out "host.cu:2:22: error: clang, which reads it, does not take this file: nothing in it is proved [parse-error]"
has out "    2 | int main() { int x = ; k<<<1, 32>>>(0); }"
has out "      |                      ^ expected expression"
has err "1 undecided"
has err "1 file does not compile"
lint 3 --checks=shared-race host.cu
has out "[parse-error]"
printf '__global__ void k(float *a) {\n    a[threadIdx.x] = 1\n    a[0] = 2;\n}\n' >kernel.cu
for format in text json sarif github gitlab junit markdown rdjson html; do
    lint 3 --format=$format kernel.cu
    sed "s|\\\\||g" out >plain
    has plain parse-error
done
lint 0 --explain=parse-error
has out "A file that clang does not take"
printf '__global__ void k(float *a {\n    a[threadIdx.x] = 1;\n}\n' >head.cu
lint 3 head.cu
has out "head.cu:1:"
has out "[parse-error]"

# ---- what was asked for and means nothing -----------------------------------------------------------

for arch in sm_999 sm_81 81 compute_1; do
    lint 2 --arch=$arch bad.cu
    lines err 1
    has err "$arch"
done
lint 0 --arch=sm_90a --arch=120 good.cu
lint 0 good.cu -- -bogus -O2 -Wall
has err "compiler flags left out: -bogus"
lacks err "-O2"
lint 0 good.cu -- -O2 -DX=1
lacks err "left out"
mkdir outside
cp bad.cu outside
cd outside || exit 1
GIT_CEILING_DIRECTORIES=$(cd .. && pwd) lint 2 --changed=main bad.cu
lines err 1
has err "in no git repository"
cd ..

# A folder is the same by both of its names.
for format in json sarif gitlab; do
    (cd outside && "$tool" -q --format=$format . 2>err) >relative
    (cd outside && "$tool" -q --format=$format "$PWD" 2>err) >absolute
    has relative barrier-divergence
    cmp -s relative absolute || fail "$format differs between . and its full name"
done

# A barrier behind a condition of which one part is a value in memory that all threads share.
cat >flag.cu <<'END'
__device__ int flag;
__global__ void k(const int *data, int *out, int v) {
    if (data[threadIdx.x] != v && !flag) {
        __syncthreads();
        out[threadIdx.x] = 1;
    }
}
void host(int *p, int *q) { k<<<1, 256>>>(p, q, 3); }
END
lint 1 flag.cu
has out "[barrier-divergence]"

# ---- JUnit and the exit code ------------------------------------------------------------------------

cat >same.cu <<'END'
__global__ void same(int *flag) {
    *flag = 1;
}
void host(int *f) { same<<<1, 64>>>(f); }
END
lint 0 --format=junit same.cu
has out 'failures="0"'
has out "several threads write the same value"
lint 1 --format=junit --fail-on=note same.cu
has out 'failures="1"'
cd repo || exit 1
lint 1 --format=junit src/inc.cu -- -Iinclude
has out '<testsuite name="include/kern.cuh" tests="1" failures="1"'
has out '<testsuite name="src/inc.cu" tests="1" failures="0"'
lint 0 --fail-on=never --format=junit src/inc.cu -- -Iinclude
lacks out "<failure"
cd ..
# A header of the project that calls itself one of the system hides no kernel.
mkdir own
for words in '#pragma GCC system_header' '#pragma clang system_header' '# 1 "own/k.h" 1 3'; do
    { echo "$words" && cat repo/include/kern.cuh; } >own/k.h
    echo '#include "own/k.h"' >uses.cu
    lint 1 --no-cache uses.cu
    has out "own/k.h:4:9: error"
    echo 'void f(float *a) { k<<<1, 64>>>(a); }' >>uses.cu
    lint 1 --no-cache uses.cu
    has out "own/k.h:4:9: error"
done
# Nothing is sure in a file that does not compile.
cat >whole.cu <<'END'
__global__ void k(float *a) {
    __shared__ float s[64];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[63 - threadIdx.x];
}
void f(float *a) { k<<<1, 64>>>(a); }
END
lint 1 --format=json:whole.json whole.cu
json whole.json findings/0/confidence=high
(cat whole.cu && echo 'int g() { return 1 +; }') >torn.cu
lint 3 --format=json:torn.json torn.cu
json torn.json findings/0/confidence=medium "findings/0/needs=the file has an error" findings/1/rule=parse-error

finish

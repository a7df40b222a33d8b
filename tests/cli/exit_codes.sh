#!/bin/sh
# One check per exit code, and which one wins.
. tests/cli/check.inc

lint 0 good.cu
lint 1 bad.cu
lint 1 good.cu bad.cu
lint 0 --fail-on=never bad.cu
lint 1 --fail-on=error bad.cu
lint 1 --fail-on=note bad.cu
lint 0 --checks=-* bad.cu

# Usage and configuration.
lint 2
lines err 1
lint 2 --no-such-option good.cu
lines err 1
has err "unknown option \`--no-such-option\`"
has err "--help"
lint 2 --format=text:/no/such/dir/out good.cu
has err "/no/such/dir/out: cannot be written"
mkdir nothing && touch nothing/readme.txt
lint 2 nothing
has err "nothing: not analysed: no .cu or .cuh file in this directory"
lint 2 nothing bad.cu
has out "bad.cu:3:9: error:"

# A named file that gives no result wins over findings.
lint 3 missing.cu
has err "missing.cu: not analysed: no such file"
lint 3 bad.cu missing.cu
has out "bad.cu:3:9: error:"
printf 'a\0b' >binary.cu
lint 3 binary.cu
has err "binary.cu: not analysed: not text: NUL byte at offset 1"

# An empty file holds nothing wrong.
: >empty.cu
lint 0 empty.cu
has err "0 kernels"

# Doubt changes nothing, unless --strict.
lint 0 doubtful.cu
lint 3 --strict doubtful.cu
lint 0 --strict good.cu
echo '#include "not_there.h"' | cat - good.cu >include.cu
lint 0 include.cu
lint 3 --strict include.cu
# Threads that write to one place: only a note if they write the same, an error if they may not.
race() {
    echo "__global__ void k(const float *in, float *out, float c) { __shared__ float s[128];
        s[threadIdx.x / 2] = $1; __syncthreads(); out[threadIdx.x] = s[threadIdx.x / 2]; }
        void run(const float *in, float *out) { k<<<1, 128>>>(in, out, 2); }" >race.cu
}
race 'c'
lint 0 race.cu
race 'in[3]'
lint 0 race.cu
race 'in[threadIdx.x]'
lint 1 race.cu
finish

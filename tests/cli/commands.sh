#!/bin/sh
# Compiler flags: from -p, from a database above the file, from the repository, from the user.
. tests/cli/check.inc

mkdir -p project/build project/src project/inc
cat >project/src/kernel.cu <<'END'
#include "switch.h"
__global__ void by_flag(float *a) {
#if defined BROKEN || defined BROKEN_BY_HEADER
    if (threadIdx.x < 16)
        __syncthreads();
#endif
    a[threadIdx.x] = __syncthreads_count(1);
}
END
cp project/src/kernel.cu project/src/sibling.cuh
echo '#define BROKEN_BY_HEADER' >project/inc/switch.h
: >project/src/host.cpp
cat >project/build/compile_commands.json <<END
[
{ "directory": "$PWD/project/build", "file": "../src/host.cpp", "command": "c++ -DBROKEN -c ../src/host.cpp" },
{ "directory": "$PWD/project/build", "file": "../src/kernel.cu",
  "command": "nvcc -forward-unknown-to-host-compiler -gencode arch=compute_86,code=sm_86 -DBROKEN -Xptxas -v -Xclang -load -c ../src/kernel.cu -o k.o" }
]
END

# Only its own flags break the kernel.
lint 0 project/src/kernel.cu -- -DOTHER
lint 1 -p project/build project/src/kernel.cu
lint 1 -v -p project/build project/src/kernel.cu
has err "project/src/kernel.cu: compiler flags left out:"
has err "-Xclang"
has err "-forward-unknown-to-host-compiler"

# Without a path: what the database lists, and nothing that is not CUDA.
lint 1 -p project/build
has out "project/src/kernel.cu:5:9: error:"
has err "1 kernel: 1 with findings"
lacks err "host.cpp"

# A header takes the flags of its neighbour.
lint 1 -p project/build project/src/sibling.cuh

# Found above the file, and not used with --.
mv project/build elsewhere
lint 0 project/src/kernel.cu
cp elsewhere/compile_commands.json project/
lint 1 project/src/kernel.cu
lint 0 project/src/kernel.cu --
rm project/compile_commands.json

# No database: the include directories of the repository.
mkdir project/.git
lint 1 project/src/kernel.cu
has out "[barrier-divergence]"
# Its headers are the project's own: their kernels count.
cp bad.cu project/inc/kernels.cuh
printf '#include "kernels.cuh"\nvoid run(float *a) { bad<<<1, 64>>>(a); }\n' >project/src/launch.cu
lint 1 project/src/launch.cu
has out "project/inc/kernels.cuh:3:9: error:"
rmdir project/.git
lint 0 project/src/kernel.cu
# A toolkit on the command line does not take the place of the embedded headers.
mkdir toolkit
: >toolkit/cuda_runtime_api.h
echo '#error not for us' >toolkit/cooperative_groups.h
cat >sync.cu <<'X'
#include <cooperative_groups.h>
__global__ void sync(float *a) {
    if (threadIdx.x < 16)
        cooperative_groups::this_thread_block().sync();
    a[threadIdx.x] = __syncthreads_count(1);
}
X
lint 1 sync.cu -- -Itoolkit
lint 1 sync.cu -- -isystem toolkit
lint 1 project/src/kernel.cu -- -Iproject/inc
lint 1 --extra-arg=-DBROKEN project/src/kernel.cu
lint 1 --extra-arg=-I --extra-arg project/inc project/src/kernel.cu

# Databases that cannot be used.
lint 2 -p missing
has err "missing/compile_commands.json"
mkdir broken
echo '[ { "file": ' >broken/compile_commands.json
lint 2 -p broken
has err "broken/compile_commands.json:"
lines err 1
cp bad.cu broken/
lint 1 broken/bad.cu
has err "ignored: "
echo '{}' >broken/compile_commands.json
lint 2 -p broken
echo '[ 1, null, {}, {"file": 3}, {"file": "bad.cu", "directory": 5, "arguments": [1, "x"]} ]' >broken/compile_commands.json
lint 1 -p broken
finish

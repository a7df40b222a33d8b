#!/bin/sh
# Compilation databases as build systems write them, hostile ones, and what they do not list.
. tests/cli/check.inc
here=$(pwd -P)

mkdir -p project/src project/include project/build/flags elsewhere
cat >project/src/kernel.cu <<'X'
#include "barrier.cuh"
__global__ void kernel(float *a) {
#if defined(BROKEN) && VALUE == 3
    if (threadIdx.x < 16)
        BARRIER;
#endif
    a[threadIdx.x] = __syncthreads_count(1);
}
X
echo '#define BARRIER __syncthreads()' >project/include/barrier.cuh
cp good.cu project/src/good.cu

database() { # the command of kernel.cu
    cat >project/build/compile_commands.json <<X
[ { "directory": "$here/project/build", "file": "../src/host.cpp", "command": "c++ -c ../src/host.cpp" },
  { "directory": "$here/project/build", "file": "$here/project/src/kernel.cu", $1 } ]
X
}

# As CMake writes it for Ninja, with the options that would end a parse.
database '"command": "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DBROKEN -DVALUE=3 -DTEXT=\\\"a\\ b\\\" -I../include -O3 --generate-code=arch=compute_80,code=[compute_80,sm_80] -Xcompiler=-fPIC -lineinfo -std=c++17 -x cu -c ../src/kernel.cu -o kernel.o"'
lint 1 --build=project/build
has out "project/src/kernel.cu:5:9: error:"
lint 1 -p project/build/compile_commands.json -v
has err "kernel.cu: compiler flags left out:"
has err "-lineinfo"

# As CMake writes it for make: include paths in a response file, relative to the directory.
echo '-I"../include" -DVALUE=3' >project/build/flags/includes.rsp
database '"arguments": ["nvcc", "-DBROKEN", "--options-file", "flags/includes.rsp", "-c", "../src/kernel.cu"]'
lint 1 --build=project/build
# A response file that names itself ends.
echo '--options-file flags/includes.rsp -I../include -DVALUE=3' >project/build/flags/includes.rsp
lint 1 --build=project/build

# Without -p: the nearest one above the file, or in a build folder there; the nearer counts.
database '"command": "nvcc -DBROKEN -DVALUE=3 -I../include -c ../src/kernel.cu"'
lint 1 project/src/kernel.cu
echo "[ { \"directory\": \"$here\", \"file\": \"$here/project/src/kernel.cu\", \"command\": \"nvcc -c kernel.cu\" } ]" \
    >project/src/compile_commands.json
lint 0 project/src/kernel.cu
rm project/src/compile_commands.json
lint 1 project/src/kernel.cu

# What the database does not list has the flags of a CUDA source near it, never those of host code.
cp project/src/kernel.cu project/src/unlisted.cuh
lint 1 project/src/unlisted.cuh
echo "[ { \"directory\": \"$here\", \"file\": \"project/src/host.cpp\", \"command\": \"c++ -DBROKEN -DVALUE=3 -Iproject/include -c host.cpp\" } ]" \
    >project/build/compile_commands.json
lint 0 project/src/unlisted.cuh
rm project/src/unlisted.cuh

# Any bytes but NUL may be in a name.
odd=$(printf 'caf\351\364\217\276\200')
mkdir "project/$odd"
cp project/src/kernel.cu "project/$odd/$odd.cu"
printf '[ { "directory": "%s", "file": "%s.cu", "arguments": ["nvcc", "-DBROKEN", "-DVALUE=3", "-I%s", "%s.cu"] } ]' \
    "$here/project/$odd" "$odd" "$here/project/include" "$odd" >"project/$odd/compile_commands.json"
lint 1 -p "project/$odd"
lint 1 -p "project/$odd" --format=json
json out findings/0/line=5
# Named exactly in what build systems and further runs read.
lint 1 -p "project/$odd" --depfile=odd.d --stamp=odd.s
has odd.d "  project/$odd/$odd.cu"
has odd.d "project/include/barrier.cuh"
lint 1 -p "project/$odd" "project/$odd/$odd.cu" --format=sarif
lint 0 -p "project/$odd" "project/$odd/$odd.cu" --shard=1/1:odd.shard
lint 1 merge odd.shard --color=always
has out "        BARRIER;"
rm -r "project/$odd"

# Files that the database does not list.
lint 0 -p project/build project/src/good.cu
has err "1 file not in the compilation database"
lint 0 -p project/build project/src/good.cu -v
has err "project/src/good.cu: not in the compilation database"

# The architecture of the command line; --arch wins. More arguments come last.
cat >project/src/arch.cu <<'X'
__global__ void by_arch(float *a) {
#if __CUDA_ARCH__ >= 900 && !defined(QUIET)
    if (threadIdx.x < 16)
        __syncthreads();
#endif
    a[threadIdx.x] = __syncthreads_count(1);
}
X
cat >project/build/compile_commands.json <<X
[ { "directory": "$here", "file": "project/src/arch.cu", "command": "nvcc -gencode arch=compute_90,code=sm_90 -c project/src/arch.cu" } ]
X
lint 1 --build=project/build
lint 0 -p project/build --arch=sm_80
lint 0 -p project/build --extra-arg=-DQUIET

# A database is not trusted: no file is written, no program started, no word becomes a file.
cat >project/build/compile_commands.json <<X
[ { "directory": "$here/elsewhere", "file": "$here/bad.cu", "command": "nvcc -MD -MF made.d -MJ made.json -o made.o -Xclang -dependency-file -Xclang made.x -Wp,-MD,made.w -fplugin=made.so -save-temps --config=made.cfg \`touch made\` \$(touch made) ; touch made" } ]
X
lint 1 --build=project/build
[ -z "$(ls elsewhere)" ] || fail "written: $(ls elsewhere)"

# Neither is the environment.
mkdir secret
echo '#define NEEDED' >secret/from_environment.h
echo '#include "from_environment.h"' | cat - good.cu >asks.cu
CPATH=$here/secret CPLUS_INCLUDE_PATH=$here/secret lint 0 -v asks.cu
has err "'from_environment.h' file not found"
lint 0 -v asks.cu -- -Isecret
lacks err "file not found"

# What is wrong with one.
lint 2 -p elsewhere
has err "elsewhere/compile_commands.json"
echo '{"a": 1}' >project/build/compile_commands.json
lint 2 -p project/build
has err "not a list of commands"
echo '[{]' >project/build/compile_commands.json
lint 2 -p project/build
echo '[]' >project/build/compile_commands.json
lint 2 -p project/build
has err "no CUDA source in this compilation database"
finish

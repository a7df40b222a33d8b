#!/bin/sh
# A block that the file never closes is told where it begins, also where text is added behind the file:
# not at a line that the file does not have.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
printf '%s\n' '__global__ void fill(float *to, float by)' '{' '}' '#define MAKE(T) \' \
    '    template void launch_fill<T>(  \' '// all' 'template <typename T>' \
    '__global__ void fill(T *to, int count);' '__global__ void fill<float>(float *to, int count)' >"$dir/k.cu"
printf '{' >>"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 3 ]
grep -q 'k.cu:10:1: error: clang, which reads it, does not take this file' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'a block that is never closed' "$dir/out"

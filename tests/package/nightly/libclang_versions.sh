#!/bin/sh
# The tool finds and proves the same with every libclang that is here: 19 and later.
root=$PWD
. tests/cli/check.inc
mine=$("$tool" --version | sed -n 's/^libclang //p')
"$tool" --no-cache --format=json "$root/corpus" >mine.json 2>/dev/null
compared=0
for library in /usr/lib/llvm-*/lib/libclang.so; do
    llvm=${library%/lib/libclang.so}
    version=${llvm##*-}
    [ "$version" -ge 19 ] 2>/dev/null && [ "${mine%%.*}" != "$version" ] &&
        [ -e "$llvm/include/clang-c/Index.h" ] || continue
    cmake -S "$root" -B "$version" -G Ninja -DLIBCLANG_ROOT="$llvm" -DBUILD_TESTING=OFF \
        -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 >log 2>&1 &&
        ninja -C "$version" cudasynclint >>log 2>&1 || {
        fail "no build with libclang $version: $(tail -n 5 log)"
        continue
    }
    "$version/cudasynclint" --version >out
    has out "libclang $version."
    "$version/cudasynclint" --no-cache --format=json "$root/corpus" >"$version.json" 2>/dev/null
    cmp -s mine.json "$version.json" ||
        fail "libclang $version and $mine differ: $(diff mine.json "$version.json" | head -n 20)"
    compared=$((compared + 1))
done
[ $compared -gt 0 ] || [ $failures -gt 0 ] || {
    echo "skipped: libclang $mine is the only one here from 19 on"
    exit 77
}
echo "compared with $compared other versions"
finish

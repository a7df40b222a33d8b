#!/bin/sh
# cudasynclint in builds (integrations/, cmake/), in a project of two CUDA sources with a header: the
# first build finds what is wrong, the next looks only at what changed. Those of build systems that are
# not installed are named.
root=$PWD
. tests/cli/check.inc
here=$root/integrations
mkdir bin && ln -s "$tool" bin/cudasynclint
PATH=$scratch/bin:$PATH

project() { # FOLDER: bad.cu is right once include/sync.h says so
    mkdir -p "$1/src" "$1/include"
    echo '#define EVERY 16' >"$1/include/sync.h"
    sed 's/16/EVERY/;1i #include "sync.h"' bad.cu >"$1/src/bad.cu"
    cp good.cu "$1/src/good.cu"
    echo 'int main(void) { return 0; }' >"$1/src/main.c"
    cd "$1" || exit 1
}

# The three builds of every build system. `build` is its command.
builds() {
    build >../log 2>&1 && fail "$1: nothing is found: $(cat ../log)"
    has ../log "[barrier-divergence]"
    sed -i 's/16/0x7fffffff/' include/sync.h
    build >../log 2>&1 || fail "$1: after a change of the header: $(cat ../log)"
    touch ../before && sleep 0.1
    build >../log 2>&1 || fail "$1: the third time: $(cat ../log)"
    again=$(find . -name '*.stamp' -newer ../before)
    [ -z "$again" ] || fail "$1: done again: $again"
    [ "$(find . -name '*.stamp' | wc -l)" -eq 2 ] || fail "$1: the checks: $(find . -name '*.stamp')"
    cd ..
}

if command -v make >/dev/null; then
    project make
    printf '%s\n' 'CUDA_SOURCES = src/bad.cu src/good.cu' 'CUDASYNCLINT_CPPFLAGS = -Iinclude' \
        "include $here/make/cudasynclint.mk" >Makefile
    build() { make -k cudasynclint; }
    builds make
else
    echo "not tested: make"
fi

if command -v cmake >/dev/null && command -v ninja >/dev/null; then
    project cmake
    printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(p LANGUAGES C)' \
        'add_subdirectory(src)' >CMakeLists.txt
    printf '%s\n' 'add_executable(p main.c bad.cu good.cu)' \
        'target_include_directories(p PRIVATE ../include)' >src/CMakeLists.txt
    cmake -G Ninja -B build -DCMAKE_PROJECT_INCLUDE="$root/cmake/CudaSyncLintEverywhere.cmake" \
        -DCUDASYNCLINT_OPTIONS="--min-confidence=high;--no-cache" >../log 2>&1 ||
        fail "cmake: $(cat ../log)"
    build() { ninja -k0 -C build cudasynclint; }
    builds cmake
    grep -q -e '--min-confidence=high --no-cache' cmake/build/build.ninja || fail "cmake: no options"
else
    echo "not tested: cmake (no cmake or no ninja)"
fi

if command -v meson >/dev/null && command -v ninja >/dev/null; then
    project meson
    mkdir cudasynclint && cp "$here/meson/meson.build" cudasynclint/
    printf '%s\n' "project('p', 'c')" "cuda_sources = files('src/bad.cu', 'src/good.cu')" \
        "cuda_flags = ['-I' + meson.project_source_root() / 'include']" \
        "subdir('cudasynclint')" >meson.build
    meson setup build >../log 2>&1 || fail "meson: $(cat ../log)"
    build() { ninja -k0 -C build cudasynclint; }
    builds meson
else
    echo "not tested: meson (no meson or no ninja)"
fi

# xmake and Bazel are in no Debian 12 that is small enough to test with.
echo "not tested: xmake, bazel"

# ---- a large tree -------------------------------------------------------------------------------

tree=$here/cluster/cudasynclint-tree
mkdir -p "tree/src dir" && cd tree || exit 1
for i in 1 2 3 4 5 6; do
    sed "s/bad/bad$i/" ../bad.cu >"src dir/bad$i.cu"
done
cudasynclint --quiet "src dir" >../whole
"$tree" merge "parts here" 3 --quiet >../out 2>../err && fail "merge without parts"
has ../err "part 1 of 3 is not there yet"
"$tree" part "parts here" 2 3 "src dir" || fail "one part"
touch ../before
"$tree" all "parts here" 3 "src dir" >../log 2>&1 || fail "all parts: $(cat ../log)"
[ -z "$(find "parts here" -name 'part-2-*' -newer ../before)" ] || fail "part 2 was made again"
"$tree" merge "parts here" 3 --quiet >../out 2>../err
[ $? -eq 1 ] || fail "merge: $(cat ../err)"
cmp -s ../out ../whole || fail "the parts say other things than the whole: $(diff ../out ../whole)"
[ -z "$(find "parts here" -name 'unfinished*')" ] || fail "unfinished parts are left"
"$tree" part broken 1 3 --no-such-option . 2>../err && fail "a wrong option"
[ ! -e broken/part-1-of-3.json ] || fail "a part of a run that failed"
cd ..

# ---- problems in lists of problems --------------------------------------------------------------

# Every finding is one problem for CI and for the task of VS Code, and nothing else is.
if command -v python3 >/dev/null; then
    cp good.cu doubtful.cu tree/
    (cd tree && cudasynclint . --format=text --format=json:../found.json >../text 2>/dev/null)
    python3 - "$here/problem-matcher.json" "$root/docs/editors.md" text found.json <<'END' ||
import json, re, sys
matcher, page, text, found = [open(name).read() for name in sys.argv[1:]]
task = json.loads(re.search(r"```json\n(\{\s*\"version\".*?)```", page, re.S)[1])
wanted = sorted((f["file"].removeprefix("./"), f["line"], f["column"], f["severity"], f["rule"])
                for f in json.loads(found)["findings"])
assert wanted
for pattern in (json.loads(matcher)["problemMatcher"][0]["pattern"][0],
                task["tasks"][0]["problemMatcher"]["pattern"]):
    matches = [m for m in (re.match(pattern["regexp"], line) for line in text.splitlines()) if m]
    got = sorted((m[pattern["file"]].removeprefix("./"), int(m[pattern["line"]]), int(m[pattern["column"]]),
                  m[pattern["severity"]], m[pattern["code"]]) for m in matches)
    assert got == wanted, (got, wanted)
END
        fail "the problem matchers"
else
    echo "not tested: the problem matchers (no python3)"
fi
finish

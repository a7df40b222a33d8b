#!/bin/sh
# docs/ways.md: its commands and files are run as they stand, with an installed tool. A block of
# commands ends with findings, exit code 1 (ninja and make have their own).
root=$PWD
. tests/cli/check.inc
page=$root/docs/ways.md
cmake --install "$(dirname "$CUDASYNCLINT")" --prefix "$scratch/installed" >log 2>&1 ||
    fail "cmake --install: $(cat log)"
PATH=$scratch/installed/bin:$PATH
export SHARE="$scratch/installed/share/cudasynclint"

# block WORDS: the block whose first line is ```WORDS
block() {
    awk -v first="\`\`\`$1" '$0 == first { inside = 1; next } /^```$/ { inside = 0 } inside' "$page"
}

# run NAME EXPECTED: the commands of the block, in a project of one bad file
run() {
    mkdir -p "$1/include" && cp bad.cu "$1/" && cd "$1" || exit 1
    block "console $1" | sed -n 's/^\$ //p' >../commands
    [ -s ../commands ] || fail "no block \`$1\` in docs/ways.md"
    block "make Makefile" >Makefile
    printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(p LANGUAGES C)' \
        'add_library(p main.c bad.cu)' >CMakeLists.txt
    echo 'int p;' >main.c
    sh ../commands >../out 2>../err </dev/null
    code=$?
    [ $code -eq "$2" ] || fail "$1: exit code $code, not $2: $(cat ../out ../err)"
    has ../out "[barrier-divergence]"
    cd ..
}
run terminal 1
run stdin 1
run ci 1
grep -q '<testsuite' ci/cudasynclint.xml || fail "no report of the line for CI"
if command -v make >/dev/null; then run make 2; else echo "not tested: make"; fi
if command -v ninja >/dev/null; then run cmake 1; else echo "not tested: cmake with ninja"; fi
run cluster 1

# ---- hooks --------------------------------------------------------------------------------------

version=$(sed -n 's/^version=//p' "$root/ci/release")
block "yaml .pre-commit-config.yaml" >configuration
has configuration "rev: v$version"
grep -q "^- id: $(sed -n 's/^ *- id: //p' configuration)\$" "$root/.pre-commit-hooks.yaml" ||
    fail "no such hook"
if command -v pre-commit >/dev/null; then
    pre-commit validate-config configuration >log 2>&1 || fail "the configuration: $(cat log)"
fi
if command -v git >/dev/null; then
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
    export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
    git init -q repository && cd repository || exit 1
    block "sh .git/hooks/pre-commit" >.git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit
    cp ../good.cu "a good.cu" && git add . && git commit -qm good 2>../err ||
        fail "the good file was stopped: $(cat ../err)"
    cp ../bad.cu . && git add .
    git commit -qm bad >../log 2>&1 && fail "the bad file was committed"
    has ../log "[barrier-divergence]"
    cd ..
fi

# ---- CI -----------------------------------------------------------------------------------------

block "yaml github" >steps
has steps "OWNER/cudasynclint@v$version"
for input in $(sed -n 's/.*cudasynclint@//;s/^ *with: {\(paths.*\)}/\1/p' steps | grep -o '[a-z]*:'); do
    grep -q "^  $input\$" "$root/action.yml" || fail "the action has no input $input"
done
finish

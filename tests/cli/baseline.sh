#!/bin/sh
# The baseline survives what does not change a defect, for the defects of the corpus: lines above,
# another formatting, another name and folder of the file, an edit elsewhere in it. It does not
# survive a second defect of the same kind, nor the same code in another kernel.
corpus=$PWD/corpus
. tests/cli/check.inc

mkdir src && cp "$corpus/case.h" src/
n=0
for case in $(find "$corpus" -name 'bad_*.cu' | sort); do
    n=$((n + 1))
    [ $((n % 6)) -eq 0 ] && sed "s|//.*||; s|\"[./]*/case.h\"|\"case.h\"|" "$case" >"src/case$n.cu"
done
lint 0 --min-confidence=low --baseline=base.json --write-baseline src
has err "baseline: "
lacks err "baseline: 0"

# again MESSAGE: the findings of src are all known, and no entry is stale.
again() {
    lint 0 --min-confidence=low --fail-on=note --baseline=base.json --baseline-strict src
    lacks err "no finding any more"
    lines out 0
    [ $failures -eq 0 ] || {
        fail "after $1"
        cat err
        finish
    }
}
again "nothing"

for file in src/*.cu; do
    { # directives, strings, launches and suppressions stay as they are
        printf '// one line\n// and another\n\n'
        sed '/[#"<]\|cudasynclint:/!{s/,/ ,/g; s/(/ ( /g; s/\[/ [ /g; s/ = /\n        =   /; s/^    /\t/;}' "$file"
        printf '\n__global__ void none() {}\n'
    } >changed
    if cmp -s changed "$file"; then fail "$file was not changed"; fi
    mv changed "$file"
done
again "edits above, below and of the formatting"

mkdir src/deeper
for file in src/*.cu; do
    mv "$file" "src/deeper/other_$(basename "$file")"
done
again "moving the files"

# The name of the kernel is part of what a defect is.
cp bad.cu src/one.cu
lint 0 --baseline=one.json --write-baseline src/one.cu
sed 's/bad/worse/' bad.cu >src/one.cu
lint 1 --baseline=one.json src/one.cu
has err "1 entry has no finding any more"

finish

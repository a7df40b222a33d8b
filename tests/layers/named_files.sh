#!/bin/sh
# A source file that the docs or a comment of the analyzer name exists.
set -u

check() { # ROOT: prints each name that no file has
    (cd "$1" && {
        find analyzer rules -name '*.[ch]' ! -path '*/shim/*' -exec sed -n '/^ *[/ ]\*/p' {} +
        find docs -name '*.md' ! -name programs.md -exec cat {} + # that one names files of other trees
        cat CONTRIBUTING.md
    } | grep -oE '\b[a-z]+(_[a-z0-9]+)+\.(c|h|def)\b' | sort -u | while read -r name; do
        [ -n "$(find analyzer rules tests runtime_tests bench corpus -name "$name" -print -quit)" ] ||
            echo "no file is called $name"
    done)
}

# What the build makes.
known='precompiled_table'
found=$(check . | grep -vE "called ($known)\.")
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/analyzer" "$scratch/rules" "$scratch/docs" "$scratch/tests" \
    "$scratch/runtime_tests" "$scratch/bench" "$scratch/corpus"
: >"$scratch/CONTRIBUTING.md"
echo 'see `no_such.c`' >"$scratch/docs/page.md"
if [ -z "$(check "$scratch")" ]; then
    echo "not noticed: a page that names a file which is not there"
    exit 1
fi

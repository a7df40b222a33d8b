#!/bin/sh
# Over whole trees, each hint ends its finding and brings nothing new. CSL_TREES names their folders,
# separated by blanks; each is copied, and only sources and what they include.
follow=$PWD/tests/cli/follow_hints.py
. tests/cli/check.inc
[ -n "${CSL_TREES-}" ] && command -v python3 >/dev/null || {
    echo "skipped: CSL_TREES names no trees"
    exit 77
}
for tree in $CSL_TREES; do
    name=$(basename "$tree")
    mkdir "$name" "$name/.git"
    (cd "$tree" && find . -type f -not -path '*/.git/*' \( -name '*.cu*' -o -name '*.h*' -o -name '*.c*' \
        -o -name '*.inl' \) -print0 | tar -c --null -T -) | tar -x -C "$name"
    (cd "$name" && python3 "$follow" "$tool" . --in-place) >followed ||
        fail "$name: a hint does not do what it says"
    sed "s/^/$name: /" followed
    rm -r "$name"
done
finish

#!/bin/sh
# The output that README.md shows is what the tool prints. After a change that is wanted:
# CUDASYNCLINT=build/cudasynclint sh tests/cli/readme.sh --update
set -u
new=$(mktemp) || exit 1
trap 'rm -f "$new"' EXIT

# Copies README.md; in a block that starts with "$ cudasynclint ARGUMENTS" the rest is replaced by
# what the tool prints.
awk -v tool="$CUDASYNCLINT" '
/^```/ { inside = !inside; first = inside; skipping = 0; print; next }
inside && first && /^\$ cudasynclint / {
    print
    arguments = $0
    sub(/^\$ cudasynclint /, "", arguments)
    command = tool " " arguments " 2>&1"
    while ((command | getline line) > 0)
        print line
    close(command)
    skipping = 1
}
{ first = 0 }
!skipping { print }
' README.md >"$new"

if [ "${1-}" = --update ]; then
    cat "$new" >README.md
    exit 0
fi
if ! diff -u README.md "$new"; then
    echo "README.md shows other output than the tool prints"
    exit 1
fi

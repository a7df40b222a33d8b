#!/bin/sh
# Each promise of docs/security.md, and each attack that it lists, names tests, and these exist.
set -u

check() { # PAGE: prints each row that names no test, and each test that is not there
    awk -F'|' '/^\|/ && !/^\|---/ && $3 !~ /^ test / && $3 !~ /`[a-z_]+\/[a-z_\/]+`/ { print "no test is named: " $2 }' "$1"
    grep '^|' "$1" | sed 's/.*|\([^|]*\)|$/\1/' | grep -oE '`[a-z_]+/[a-z_/]+`' | tr -d '`' | sort -u | while read -r name; do
        [ -e "tests/$name.sh" ] || [ -e "tests/$name.c" ] || echo "there is no test $name"
    done
}

found=$(check docs/security.md)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
printf '| promise | test |\n|---|---|\n| Nothing happens. | |\n| All is well. | `cli/no_such` |\n' >"$scratch/page.md"
[ "$(check "$scratch/page.md" | wc -l)" -eq 2 ] || {
    echo "not noticed: a promise without a test, and a test that is not there"
    exit 1
}

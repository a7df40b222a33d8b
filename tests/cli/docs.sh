#!/bin/sh
# The generated page of rules is current, and --explain prints the pages as they are in rules/.
set -u
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0
docs/generate "$CUDASYNCLINT" "$scratch/rules.md" || exit 1
diff -u docs/rules.md "$scratch/rules.md" || {
    echo "FAIL: docs/rules.md is out of date: run docs/generate $CUDASYNCLINT"
    failures=1
}
for rule in $("$CUDASYNCLINT" --list-checks | cut -d' ' -f1); do
    "$CUDASYNCLINT" --explain "$rule" | cmp -s - "rules/$rule.md" || {
        echo "FAIL: --explain $rule does not print rules/$rule.md"
        failures=1
    }
done
# Links of the documentation lead to files.
for page in README.md CONTRIBUTING.md docs/*.md rules/*.md; do
    for link in $(grep -o ']([^)#: ]*)' "$page" | sed 's/^](//; s/)$//'); do
        [ -e "$(dirname "$page")/$link" ] || {
            echo "FAIL: $page links to $link, which is not there"
            failures=1
        }
    done
done
exit $failures

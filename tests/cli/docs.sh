#!/bin/sh
# Links of the documentation lead to files. (tests/rules/ checks the pages of the rules.)
set -u
failures=0
for page in README.md CONTRIBUTING.md docs/*.md rules/*.md; do
    for link in $(grep -o ']([^)#: ]*)' "$page" | sed 's/^](//; s/)$//'); do
        [ -e "$(dirname "$page")/$link" ] || {
            echo "FAIL: $page links to $link, which is not there"
            failures=1
        }
    done
done
exit $failures

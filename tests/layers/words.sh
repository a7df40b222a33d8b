#!/bin/sh
# Comments, pages and messages say who does what: words for persons that are not there are not used.
set -u
check() { # ROOT
    grep -rniE '\b(nobody|whoever|somebody|anybody|in vain)\b' "$1" --include='*.[ch]' \
        --include='*.cu' --include='*.md' --include='*.def' --include='*.sh' --include='*.py' |
        grep -v 'layers/words\.sh:'
}
found=$(for folder in analyzer rules docs corpus tests bench runtime_tests README.md \
    CONTRIBUTING.md CHANGELOG.md; do
    check "$folder"
done)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

# The check must be able to fail.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
echo '/* Nobody waits for it. */' >"$scratch/one.c"
if [ -z "$(check "$scratch")" ]; then
    echo "not noticed: nobody"
    exit 1
fi

#!/bin/sh
# Every rule of the table has a page with all headings in order, a bad and a good case in the corpus,
# an example on which it reports, and a fix on which no rule reports.
set -u
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# The first block "```cuda NAME" of a section: its text into $scratch/NAME; prints NAME.
source_of() { # PAGE SECTION
    awk -v section="## $2" -v folder="$scratch" '
        /^## / { here = $0 == section }
        inside && /^```$/ { exit }
        inside { print >file }
        here && /^```cuda / { inside = 1; file = folder "/" $2; print $2 }' "$1"
}

# The options that the section gives the tool.
options_of() { # PAGE SECTION
    awk -v section="## $2" '
        /^## / { here = $0 == section }
        here && /^\$ cudasynclint / { sub(/^\$ cudasynclint /, ""); sub(/ *[^ ]*$/, ""); print; exit }' "$1"
}

check_rule() { # NAME
    page=rules/$1.md
    [ -f "$page" ] || {
        fail "$page is missing"
        return
    }
    [ "$(head -n 1 "$page")" = "# $1" ] || fail "$page does not begin with \"# $1\""
    sed -n '3p' "$page" | grep -q '^[A-Z].' || fail "$page: the third line is no summary"
    grep '^## ' "$page" | diff - tests/rules/headings >"$scratch/diff" || {
        fail "$page: other headings, or in another order (< page, > wanted)"
        cat "$scratch/diff"
    }
    awk '/^## / { if (title != "" && !text) print title; title = $0; text = 0; next }
         /[^ ]/ { text = 1 }
         END { if (!text) print title }' "$page" >"$scratch/empty"
    while read -r heading; do
        fail "$page: nothing under $heading"
    done <"$scratch/empty"
    if grep -n 'TODO\|[Tt]o be written' "$page"; then
        fail "$page is not finished"
    fi
    for kind in bad good; do
        find corpus/"$1" -name "${kind}_*.cu" | grep -q . || fail "corpus/$1 has no ${kind}_*.cu"
    done

    example=$(source_of "$page" Example)
    fix=$(source_of "$page" Fix)
    [ -n "$example" ] && [ -n "$fix" ] || {
        fail "$page: Example or Fix has no block \`\`\`cuda NAME"
        return
    }
    options=$(options_of "$page" Example)
    # shellcheck disable=SC2086 # a list
    (cd "$scratch" && "$CUDASYNCLINT" $options "$example") >"$scratch/out" 2>&1
    grep -qF "[$1]" "$scratch/out" || {
        fail "$1 does not report on the example of its page:"
        cat "$scratch/out"
    }
    # shellcheck disable=SC2086
    (cd "$scratch" && "$CUDASYNCLINT" --fail-on=note $options "$fix") >"$scratch/out" 2>&1 || {
        fail "$page: findings on the fix:"
        cat "$scratch/out"
    }
    "$CUDASYNCLINT" --explain "$1" | cmp - "$page" || fail "--explain $1 does not print $page"
}

names=$("$CUDASYNCLINT" --list-checks | cut -d ' ' -f 1)
[ -n "$names" ] || fail "no rules"
for name in $names; do
    check_rule "$name"
done
[ "$(echo "$names" | wc -l)" -eq "$(grep -c '^\(REPORT_\)*RULE(' rules/rules.def)" ] ||
    fail "--list-checks and rules/rules.def differ"
[ $failures -eq 0 ]

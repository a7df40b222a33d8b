#!/bin/sh
# ./dev new-rule makes a page with the headings that tests/rules/pages.sh asks for, and all the rest.
set -u
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cp -r dev rules "$scratch" || exit 1
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

"$scratch/dev" new-rule grid-spin >"$scratch/out" || fail "new-rule grid-spin fails"
grep '^## ' "$scratch/rules/grid-spin.md" | diff tests/rules/headings - ||
    fail "the new page has other headings, or in another order"
[ "$(head -n 1 "$scratch/rules/grid-spin.md")" = "# grid-spin" ] || fail "the new page has no title"
grep -q 'csl_rule_grid_spin' "$scratch/rules/grid-spin.c" || fail "no function csl_rule_grid_spin"
grep -q '^RULE(grid_spin, "grid-spin", ' "$scratch/rules/rules.def" || fail "no row in the table"
sed -n '/^REPORT_RULE/,$p' "$scratch/rules/rules.def" | grep -q grid_spin && fail "the row is not among the rules"
for case in bad good; do
    [ -s "$scratch/corpus/grid-spin/${case}_first.cu" ] || fail "no $case case"
done
for name in grid-spin Grid grid_spin -grid; do
    if "$scratch/dev" new-rule "$name" >"$scratch/out" 2>&1; then
        fail "new-rule accepts $name"
    fi
done
[ $failures -eq 0 ]

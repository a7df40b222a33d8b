#!/bin/sh
# What --proof writes of part of the corpus is checked by a program that shares nothing with the
# analyzer (check.py); damaged, it is refuted. PROOF_CORPUS="corpus" checks all of it.
set -eu
python3 -c '' 2>/dev/null || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "FAIL: $*"
    exit 1
}
"$CUDASYNCLINT" --isolated -q --proof="$dir/proof" ${PROOF_CORPUS:-corpus/shared-race/reduction} \
    >"$dir/out" 2>&1 || [ $? -eq 1 ]
code=0
tests/proof/check.py "$dir/proof" >"$dir/checked" || code=$?
[ $code != 77 ] || exit 77
[ $code = 0 ] || fail "refuted: $(cat "$dir/checked")"
cat "$dir/checked"
grep -q '^question, wrapping: ' "$dir/checked" || fail "no question was checked"
grep -q '^form, by induction: ' "$dir/checked" || fail "no closed form was checked"
for kind in forms questions; do
    tests/proof/damage.py $kind <"$dir/proof" >"$dir/damaged"
    if tests/proof/check.py "$dir/damaged" >"$dir/checked"; then
        fail "damaged $kind are taken"
    fi
    if [ $kind = forms ] && grep '^form, [a-z ]*:' "$dir/checked" | grep -v '^form, refuted: '; then
        fail "a damaged form is taken"
    fi
done

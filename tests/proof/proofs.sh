#!/bin/sh
# What --proof writes of part of the corpus is checked by programs that share nothing with what made
# it: check.py, which asks Z3, and sample.c, which runs the kernels. Damaged in any part, it is
# refuted. PROOF_CORPUS="corpus" checks all of it.
set -eu
python3 -c '' 2>/dev/null || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "FAIL: $*"
    exit 1
}
# prove FILE...: the proofs to $dir/proof, the IR of each file that has some beside it
prove() {
    "$CUDASYNCLINT" --isolated --no-cache -q --proof="$dir/proof" "$@" >"$dir/out" 2>&1 || [ $? -eq 1 ]
    grep -o '"file":"[^"]*"' "$dir/proof" | sed 's/"file":"\(.*\)"/\1/' | sort -u >"$dir/files"
    while read -r file; do
        "$CUDASYNCLINT" --isolated --no-cache -q --dump=ir "$file" 2>&1 |
            awk '/^\(module/ { on = 1 } on { print } on && /^\)/ { exit }' >"$dir/$(name "$file")"
    done <"$dir/files"
    rm -f "$dir/seen"
    touch "$dir/seen"
}
name() {
    echo "$1.ir" | tr / _
}
sample() { # PROOF [SEEN]
    code=0
    while read -r file; do
        "$PROOF_SAMPLE" "$dir/$(name "$file")" "$1" ${2:+"$2"} || code=1
    done <"$dir/files"
    return $code
}

prove ${PROOF_CORPUS:-corpus/shared-race/reduction}
sample "$dir/proof" "$dir/seen" >"$dir/sampled" || fail "refuted: $(cat "$dir/sampled")"
code=0
tests/proof/check.py --seen="$dir/seen" "$dir/proof" >"$dir/checked" || code=$?
[ $code != 77 ] || exit 77
[ $code = 0 ] || fail "refuted: $(cat "$dir/checked")"
awk '{ k += $2; r += $4; p += $6; v += $8 }
    END { print "sampled: " k " kernels, " r " runs, " p " pairs, " v " values" }' "$dir/sampled"
cat "$dir/checked"
for what in 'question, wrapping' 'form, by induction' 'pair, settled' 'threads seen, allowed'; do
    grep -q "^$what: " "$dir/checked" || fail "none was checked: $what"
done

prove corpus/shared-race/reduction/good_two_teams.cu \
    corpus/barrier-divergent-loop/data-dependent/good_while_own_work.cu
sample "$dir/proof" "$dir/seen" >"$dir/sampled"
refuses() { # who, of what
    if [ "$1" = check ]; then
        ! tests/proof/check.py --seen="$dir/seen" "$dir/damaged" >"$dir/checked"
    else
        ! sample "$dir/damaged" >"$dir/checked"
    fi || fail "damaged $2 are taken by $1"
    grep -q refuted "$dir/checked" || fail "$1 failed on damaged $2: $(cat "$dir/checked")"
}
for kind in forms questions facts answers pairs ranges agreed; do
    tests/proof/damage.py $kind <"$dir/proof" >"$dir/damaged"
    case $kind in
    pairs | ranges | agreed) refuses sample $kind ;;
    *) refuses check $kind ;;
    esac
    if [ $kind = forms ] && grep '^form, [a-z ]*:' "$dir/checked" | grep -v '^form, refuted: '; then
        fail "a damaged form is taken"
    fi
done

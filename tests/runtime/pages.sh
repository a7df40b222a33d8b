#!/bin/sh
# What docs/generate says of the hardware: a corpus of a few cases is observed with stand-ins for nvcc,
# compute-sanitizer and the GPU, and the pages are made from these records.
set -eu
build=$(dirname "$CUDASYNCLINT")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp -r docs rules README.md CMakeLists.txt analyzer "$dir"
mkdir -p "$dir/corpus" "$dir/bin"
cp -r corpus/shared-alias corpus/case.h "$dir/corpus"
cp runtime_tests/health.cu "$dir"
cd "$dir"
sed -i 's|^// gpu:.*|// gpu: unobserved|' corpus/*/*.cu

fail() {
    echo "pages.sh: $1" >&2
    cat out >&2
    exit 1
}

cat >bin/nvcc <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo 'release 13.0, V13.0.88'; exit; }
for arg; do
    [ "$before" != -o ] || out=$arg
    before=$arg source=$arg
done
{
    echo '#!/bin/sh'
    case $source in
    *health.cu) echo 'printf "name=Stand-in\ncapability=9.0\ngpus=1\n"' ;;
    *bad_helper_name*) echo 'echo WRONG; exit 1' ;;
    *good_two_names*) echo 'echo ERROR no memory; exit 2' ;;
    esac
    echo 'echo OK'
} >"$out"
chmod +x "$out"
END
cat >bin/compute-sanitizer <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo 'Version 2025.3.1.0'; exit; }
case $2:$5 in
racecheck:*bad_typed_wrapper*)
    echo '========= Error: Race reported between Write access at k(int *)+0x10 in bad_typed_wrapper.cu:9'
    echo '=========     and Read access at k(int *)+0x10 in bad_typed_wrapper.cu:8 [5 hazards]'
    echo '========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)'
    ;;
*) echo '========= ERROR SUMMARY: 0 errors' ;;
esac
END
chmod +x bin/*
PATH=$dir/bin:$PATH "$build/runtime_tests/runtime_tests" --build=b --health=health.cu \
    --tool="$CUDASYNCLINT" corpus >out 2>&1 || fail "the cases are not observed"
"$build/runtime_tests/runtime_tests" --write-claims corpus >out 2>&1 || fail "no claims"
"$build/tests/corpus_runner" "$CUDASYNCLINT" corpus >out || fail "the claims are not the records"

docs/generate "$CUDASYNCLINT" >out 2>&1 && fail "disagreements without explanation pass"
grep -q '^racecheck silent shared-alias/bad_helper_name: no explanation' out ||
    fail "the disagreement is not named"
printf '%s\n' 'racecheck silent shared-alias/bad_*: invented.' \
    'run reports shared-alias/good_two_names: invented as well.' >docs/disagreements.txt
docs/generate "$CUDASYNCLINT" >out 2>&1 || fail "the pages cannot be made"

sed -n '/^Corpus:/,/^$/p' rules/shared-alias.md | paste -s -d ' ' >out
for piece in 'Observed on Stand-in. Of the bad ones, these give wrong results: `helper_name`;' \
    'these give right results, and compute-sanitizer reports them: `typed_wrapper`;' \
    'these only look fine: nothing showed: `two_names`.' \
    'Good ones that did not run right: `two_names`.'; do
    grep -qF "$piece" out || fail "the page of the rule does not say: $piece"
done
sed -n '/^Corpus:/,/^$/p' rules/shared-race.md | paste -s -d ' ' >out
grep -q 'None of them has been observed' out || fail "a rule without records says something else"
cp docs/evidence.md out
grep -q '^6 of 6 cases were observed on:' out || fail "evidence.md does not count"
grep -q 'in 2 cases: `shared-alias/bad_helper_name`, `shared-alias/bad_two_names`. invented.' out ||
    fail "evidence.md does not explain"
cp docs/corpus.md out
grep -q '| bad_typed_wrapper | shared-alias | ok; ok | 5 (lines 8, 9) | none |' out ||
    fail "corpus.md has no row"
docs/generate "$CUDASYNCLINT" --check >out 2>&1 || fail "what was just made is not up to date"

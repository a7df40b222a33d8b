#!/bin/sh
# The corpus runner itself: with a stand-in for the tool it must see a missing finding, an
# unexpected one, and a case that is not complete.
set -eu
runner=$(dirname "$CUDASYNCLINT")/tests/corpus_runner
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
    echo "runner.sh: $1" >&2
    cat "$dir/out" >&2
    exit 1
}

# The stand-in reports one finding, in line 3, whatever it is given.
cat >"$dir/tool" <<'END'
#!/bin/sh
for last; do :; done
printf '{"findings":[{"rule":"shared-race","confidence":"high","file":"%s","line":3,' "$last"
printf '"severity":"error","message":"m","witness":%s}],' "${WITNESS-{\}}"
printf '"kernels":[{"name":"k","verdict":"undecided","why":"w"}]}'
exit 1
END
chmod +x "$dir/tool"
mkdir -p "$dir/corpus/cases"

printf '// gpu: unobserved\n\nint a; // expect: shared-race\n' >"$dir/corpus/cases/bad_a.cu"
printf '// expect-none\n// gpu: unobserved\n\n' >"$dir/corpus/cases/good_a.cu"
"$runner" "$dir/tool" "$dir/corpus/cases/bad_a.cu" >"$dir/out" || fail "a case that is right fails"
"$runner" "$dir/tool" "$dir/corpus/cases/good_a.cu" >"$dir/out" && fail "an unexpected finding passes"
grep -q '^UNEXPECTED .*good_a.cu:3: ' "$dir/out" || fail "the unexpected finding is not named"

WITNESS=null "$runner" "$dir/tool" "$dir/corpus/cases/bad_a.cu" >"$dir/out" &&
    fail "a finding without witness passes"
printf '// expect-proved\n// gpu: unobserved\nint a; // expect: shared-race\n' >"$dir/corpus/cases/bad_a.cu"
"$runner" "$dir/tool" "$dir/corpus/cases/bad_a.cu" >"$dir/out" && fail "a kernel that is not proved passes"
grep -q '^NOT PROVED .*bad_a.cu: k is undecided: w' "$dir/out" || fail "the verdict is not named"

printf '// gpu: unobserved\nint a; // expect: shared-race\n' >"$dir/corpus/cases/bad_a.cu"
"$runner" "$dir/tool" "$dir/corpus/cases/bad_a.cu" >"$dir/out" && fail "a missing finding passes"
grep -q '^MISSING .*bad_a.cu:2: shared-race' "$dir/out" || fail "the missing finding is not named"

printf '// gpu: hang\n\nint a; // expect: shared-race\n' >"$dir/corpus/cases/bad_a.cu"
"$runner" "$dir/tool" "$dir/corpus/cases/bad_a.cu" >"$dir/out" && fail "a claim without a record passes"
printf '// gpu: unobserved\n\nint a; // expect: shared-race\n' >"$dir/corpus/cases/bad_b.cu"
"$runner" "$dir/tool" "$dir/corpus/cases/bad_b.cu" >"$dir/out" && fail "a bad case without twin passes"
"$runner" "$dir/tool" "$dir/corpus" >"$dir/out" && fail "a folder with failures passes"
grep -q '^3 cases: 0 as expected, 3 not' "$dir/out" || fail "the cases of a folder are not counted"
exit 0

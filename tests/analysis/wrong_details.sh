#!/bin/sh
# Kernels that are wrong in one detail (wrong_details/): none is proved. Their right twins (r_*) get
# no shown finding, and at least 80 % of them are proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "FAIL: $*"
    exit 1
}
for f in tests/analysis/wrong_details/*.cu; do
    flags=$(sed -n 's|^// flags: ||p' "$f")
    "$CUDASYNCLINT" --no-cache --isolated $flags -v "$f" >"$dir/out" 2>&1 || [ $? -eq 1 ]
    grep 'kernel: ' "$dir/out" | sed 's/.*kernel: //' >"$dir/kernels"
    [ "$(grep -c '__global__ void' "$f")" = "$(wc -l <"$dir/kernels")" ] || fail "$f: kernels are missing"
    if grep -E '^w_[a-z0-9_]*: (proved|nothing|not analysed)' "$dir/kernels"; then
        fail "$f: a wrong kernel is proved, or not looked at"
    fi
    if grep -E '^r_[a-z0-9_]*: (findings|not analysed)' "$dir/kernels"; then
        fail "$f: a right kernel has findings"
    fi
    right=$(grep -c '^r_' "$dir/kernels")
    proved=$(grep -c '^r_[a-z0-9_]*: proved' "$dir/kernels")
    [ $((proved * 100)) -ge $((right * 80)) ] || fail "$f: $proved of $right right kernels are proved"
done

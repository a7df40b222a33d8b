#!/bin/sh
# Pointers that host code assigns before a launch, or in an earlier pass of a loop around it, in
# lambdas, methods and called functions: what comes to be the same memory is analysed as such,
# exchanges keep pointers apart, and where it is not clear nothing is proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
file=tests/analysis/moved_pointers.cu
"$CUDASYNCLINT" --no-cache --isolated -v "$file" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -o 'kernel: .*' "$dir/out" >"$dir/kernels"
fail() {
    echo "FAIL: $*"
    exit 1
}
if grep -E 'kernel: (w_[a-z_]*: proved|r_[a-z_]*: [^p]|u_[a-z_]*: [^u])' "$dir/kernels"; then
    fail "otherwise than said"
fi
# each is there, and findings say which launch
for k in $(grep -oE '\<[KP]\([wrun]_[a-z_]*\)' "$file" | sed 's/.*(//; s/)//' | sort -u); do
    grep -q "kernel: $k: " "$dir/kernels" || fail "$k is missing"
done
grep -q 'kernel: w_for: findings .*`out` and `in` point to the same memory in the launch of line' "$dir/kernels" ||
    fail "the launch is not named"
grep -q 'kernel: u_goto: undecided .*pointers may be the same memory in the launch of line' "$dir/kernels" ||
    fail "the reason is not named"
# what was not looked at is told
for k in n_far n_taken n_virtual n_held n_many n_element n_bound n_handles n_index n_comma n_number \
    n_made n_both n_told n_device; do
    grep -q "kernel: $k: proved .*which not all host code was checked for" "$dir/kernels" ||
        fail "$k: nothing is told"
done
if grep -E 'kernel: r_.*which not all host' "$dir/kernels"; then fail "told of all"; fi

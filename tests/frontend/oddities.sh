#!/bin/sh
# Odd C++ (oddities.py): every program compiles, no kernel is lost, and none ends in IR that is not
# well formed or in a crash.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=$(python3 tests/frontend/oddities.py "$dir")
"$CUDASYNCLINT" --no-cache --isolated -v "$dir" >"$dir/out" 2>&1 || [ $? -eq 1 ] || {
    cat "$dir/out"
    exit 1
}
grep -v 'not analysed: goto into a nested statement' "$dir/out" >"$dir/rest"
if grep -E 'internal error|crashed|hung|kernel: .*error:|does not compile|::k(<[^:]*)?: not analysed' "$dir/rest"; then
    echo "FAIL: a program is not taken"
    exit 1
fi
[ "$n" -ge 500 ] && [ "$(grep -c 'kernel: p[0-9]*::k' "$dir/out")" = "$n" ] || {
    echo "FAIL: kernels are missing: $n in the programs"
    exit 1
}

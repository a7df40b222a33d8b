#!/bin/sh
# Kernels with no launch in sight, at the default confidence (without_launch.cu says what is wanted).
set -eu
source=tests/analysis/without_launch.cu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$CUDASYNCLINT" --no-cache --isolated -v "$source" >"$dir/out" 2>&1 || true
sed -n 's/.*: kernel: \([a-z]*\)_\([a-z0-9_]*\)::[a-z0-9_]*:* *\([a-z-]*\).*/\1 \2 \3/p' "$dir/out" >"$dir/verdicts"
awk '
    $1 == "found" && $3 == "findings" { good++; next }
    $1 == "proved" && $3 == "proved" { good++; next }
    $1 == "silent" && $3 != "findings" { good++; next }
    { print "not as wanted:", $0; wrong = 1 }
    END { exit wrong || good < 120 }
' "$dir/verdicts"

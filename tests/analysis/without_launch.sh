#!/bin/sh
# Kernels as people write them for a question or a test: no host part, no launch, so the block has
# any shape. without_launch/ holds a file for each mechanism. At the default confidence the kernels
# of a namespace found_... must have a finding, those of proved_... must be proved, and those of
# silent_... must have no finding.
set -eu
sources=tests/analysis/without_launch
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$CUDASYNCLINT" --no-cache --isolated -v "$sources" >"$dir/out" 2>&1 || true
sed -n 's/.*: kernel: \([a-z]*\)_\([a-z0-9_]*\)::[a-z0-9_]*:* *\([a-z-]*\).*/\1 \2 \3/p' "$dir/out" >"$dir/verdicts"
kernels=$(cat "$sources"/*.cu | grep -c '^namespace \(found\|proved\|silent\)_')
awk -v kernels="$kernels" '
    $1 == "found" && $3 == "findings" { good++; next }
    $1 == "proved" && $3 == "proved" { good++; next }
    $1 == "silent" && $3 != "findings" { good++; next }
    { print "not as wanted:", $0; wrong = 1 }
    END { if (good != kernels) print good, "of", kernels, "as wanted"; exit wrong || good != kernels || good < 120 }
' "$dir/verdicts"

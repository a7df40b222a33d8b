#!/bin/sh
# Right kernels that exchange values between barriers in powers of two (proved_scans.cu).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$CUDASYNCLINT" --no-cache -v tests/analysis/proved_scans.cu >"$dir/out" 2>&1 || true
kernels=$(grep -c __global__ tests/analysis/proved_scans.cu)
proved=$(grep -c ': kernel: .*: proved (.*) for ' "$dir/out" || true)
[ "$kernels" -gt 0 ] && [ "$proved" = "$kernels" ] || { cat "$dir/out"; exit 1; }

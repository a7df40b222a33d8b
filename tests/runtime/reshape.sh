#!/bin/sh
# libreshape.so between a program and a stand-in for the CUDA runtime: launches are logged, and those
# of one kernel get another block shape, however they are made. Nothing else changes.
set -eu
build=$(dirname "$CUDASYNCLINT")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
    echo "reshape.sh: $1" >&2
    cat "$dir/out" >&2
    exit 1
}

program=$build/tests/launch_program
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0"
library=$build/runtime_tests/libreshape.so
"$program" >"$dir/alone"
LD_PRELOAD=$library "$program" >"$dir/out"
cmp "$dir/alone" "$dir/out" || fail "without a wish something changes"

CSL_LAUNCH_LOG=$dir/log CSL_LAUNCH_BLOCK=scan=32,3,2 LD_PRELOAD=$library "$program" >"$dir/out"
sed '/^\(handle\|plain\|cooperative\|config\) /{/shared 20$/!s/block 64,2,1/block 32,3,2/}' \
    "$dir/alone" | diff - "$dir/out" || fail "other launches change than those of scan"
[ "$(grep -c 'block 32,3,2' "$dir/out")" = 4 ] || fail "not all launches of scan change"
{
    for i in 1 2 3 4; do echo _Z4scanPi 64 2 1; done
    echo _Z14scan_and_fillsPi 64 2 1
} | diff - "$dir/log" || fail "the log is not that of the launches"

CSL_LAUNCH_BLOCK=sca=32,3,2 LD_PRELOAD=$library "$program" >"$dir/out"
cmp "$dir/alone" "$dir/out" || fail "a kernel of another name changes"
CSL_LAUNCH_BLOCK=scan=32,3 LD_PRELOAD=$library "$program" >"$dir/out"
cmp "$dir/alone" "$dir/out" || fail "a shape that is none is used"

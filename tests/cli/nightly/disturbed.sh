#!/bin/sh
# 50 runs under load, killed, with a full disk or low limits: the same bytes, or clearly not complete.
script=$PWD/tests/cli/disturbed.py corpus=$PWD/corpus
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
nm -D "$tool" | grep -q __asan && exit 77
python3 "$script" "$tool" "$corpus" "${DISTURBED_RUNS:-50}" || failures=1
finish

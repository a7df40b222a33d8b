#!/bin/sh
# Inputs that chance makes to crash, stop or mislead the tool: nothing crashes or hangs, nothing takes
# 1 GB, and a certain race is never called none. HOSTILE_INPUTS and HOSTILE_SEED change how many and which.
inputs=$PWD/tests/cli/hostile_inputs.py
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
nm -D "$tool" | grep -q __asan && exit 77
python3 "$inputs" "$tool" "${HOSTILE_SEED:-1}" "${HOSTILE_INPUTS:-25}" || failures=1
finish

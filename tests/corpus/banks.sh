#!/bin/sh
# What is said of banks in the cases of bank-conflict is what the device counted.
set -eu
command -v python3 >/dev/null || exit 77
exec python3 tests/corpus/banks.py "$CUDASYNCLINT" corpus runtime_tests/records

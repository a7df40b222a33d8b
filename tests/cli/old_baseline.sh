#!/bin/sh
# A baseline that 0.1.0 wrote still holds every finding it held: fingerprints do not depend on how a
# finding is worded.
corpus=$PWD/corpus
old=$PWD/tests/cli/baseline-0.1.0.json
. tests/cli/check.inc

cp -r "$corpus" corpus
cp "$old" baseline.json
# shellcheck disable=SC2046 # a list of names
lint 0 --fail-on=note --baseline=baseline.json --baseline-strict \
    $(grep -o '"path": "[^"]*"' baseline.json | sed 's/.*: "//; s/"$//' | sort -u)
lines out 0
has err "with suppressed findings"
finish

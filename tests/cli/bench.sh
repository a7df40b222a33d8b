#!/bin/sh
# The bench runs and says what it should; how fast this machine is does not matter.
. tests/cli/check.inc
mkdir tree
cp bad.cu good.cu tree
"$BENCH" tree >out 2>err || fail "exit code $?"
has out "2 files, bare parse "
has out "ratio of one file: median "
has out "passes: parse "
has out "tree/bad.cu"
lacks out "failed"
"$BENCH" missing.cu >out 2>err
[ $? -eq 2 ] || fail "exit code without a file"
finish

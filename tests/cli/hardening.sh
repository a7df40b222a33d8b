#!/bin/sh
# The program is built so that an error in memory is harder to use.
. tests/cli/check.inc
command -v readelf >/dev/null || exit 77
nm -D "$tool" | grep -q __asan && exit 77
readelf -hlWd "$tool" >elf
has elf "Position-Independent Executable"
has elf GNU_RELRO
grep -q 'FLAGS.*NOW' elf || fail "no full RELRO"
grep -q 'GNU_STACK.*RW ' elf || fail "the stack can be executed"
nm -D "$tool" >symbols
has symbols __stack_chk_fail
finish

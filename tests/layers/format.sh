#!/bin/sh
# Every C file of ours is as clang-format writes it by .clang-format. Versions of clang-format differ
# in details, so only the one of Debian 12 decides.
set -u
tool=$(command -v clang-format-14 || command -v clang-format) || {
    echo "skipped: no clang-format"
    exit 77
}
case $("$tool" --version) in
*"version 14."*) ;;
*)
    echo "skipped: not clang-format 14"
    exit 77
    ;;
esac

files() {
    find analyzer rules tests bench runtime_tests -name '*.[ch]' ! -path '*/shim/*' | sort
}
# shellcheck disable=SC2046 # names without spaces
"$tool" --dry-run --Werror $(files) || {
    echo "run: clang-format -i FILE"
    exit 1
}

# The check must be able to fail.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cp .clang-format "$scratch"
printf 'int  x;\n' >"$scratch/x.c"
if "$tool" --dry-run --Werror "$scratch/x.c" 2>/dev/null; then
    echo "not noticed: a file that is not formatted"
    exit 1
fi

#!/bin/sh
# One function writes all files: nothing outside of analyzer/files opens one for writing. (The program
# that precompiles declarations during the build is not part of the tool.)
writes() { # FOLDER
    grep -rnE 'fopen\([^)]*"[wa]|freopen|g_file_set_contents|\bcreat\(|O_CREAT|g_mkstemp|mkstemp|O_TMPFILE' \
        "$1" --include=*.c --include=*.h |
        grep -vE '/analyzer/(files|frontend/precompile|frontend/shim)/'
}

if found=$(writes "$PWD/analyzer"); then
    echo "$found"
    echo "use csl_write_file or csl_change_file (analyzer/files/text.h)"
    exit 1
fi
# The check must be able to fail.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/analyzer/cli"
echo 'FILE *f = fopen(path, "w");' >"$scratch/analyzer/cli/x.c"
writes "$scratch/analyzer" >/dev/null || {
    echo "a planted fopen is not found"
    exit 1
}

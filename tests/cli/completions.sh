#!/bin/sh
# Completions know every option of --help; bash is asked, zsh and fish only read theirs.
. tests/cli/check.inc

lint 2 --generate=tcsh
"$tool" --help | sed -n 's/^ *\(-[a-z], \)*--\([a-z-]*\).*/\2/p' >names
[ "$(wc -l <names)" -gt 20 ] || fail "no options found in --help"
for shell in bash zsh fish; do
    lint 0 --generate=$shell
    cp out "script.$shell"
    while read -r name; do
        grep -q -e "-l $name " -e "--$name[=[ ']" "script.$shell" || fail "$shell: no --$name"
    done <names
done

for shell in zsh fish; do
    if command -v $shell >/dev/null; then
        HOME=$scratch $shell -n "script.$shell" || fail "$shell does not accept its script"
    else
        echo "skipped: $shell is not installed"
    fi
done

command -v bash >/dev/null || {
    echo "skipped: bash is not installed"
    finish
}
# answers EXPECTED WORD...: what bash offers for the last word
answers() {
    expected=$1
    shift
    bash -c 'source ./script.bash
             compopt() { :; } # only allowed during a real completion
             COMP_WORDS=("$@")
             COMP_CWORD=$(($# - 1))
             _cudasynclint
             echo "${COMPREPLY[*]}"' cudasynclint "$@" >answer 2>&1
    [ "$(cat answer)" = "$expected" ] || fail "bash offers \`$(cat answer)\` for $*"
}
answers "--fail-on= --fail-on-undecided" cudasynclint --fail
answers "warning" cudasynclint --fail-on = w
answers "note warning error never" cudasynclint --fail-on =
answers "shared-race shared-alias" cudasynclint --explain shared
answers "sarif" cudasynclint --format = sa
mkdir sub
answers "sub" cudasynclint su
answers "bad.cu" cudasynclint bad
touch script.cu
answers "script.cu" cudasynclint scr

finish

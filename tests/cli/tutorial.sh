#!/bin/sh
# Runs docs/tutorial.md: writes its sources, runs its commands in order, and looks for the lines it
# shows in what each command prints. A line `[1]` is an exit code; without one it must be 0.
set -u
tutorial=$PWD/docs/tutorial.md
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/work"
ln -s "$CUDASYNCLINT" "$scratch/bin/cudasynclint"
PATH=$scratch/bin:$PATH
GIT_CONFIG_GLOBAL=/dev/null
export PATH GIT_CONFIG_GLOBAL
cd "$scratch/work" || exit 1
failures=0
command=
ran=0

# Compares what the last command printed with the lines of the page that followed it.
check() {
    [ -n "$command" ] || return
    [ "$code" -eq "$expected" ] || {
        echo "FAIL: exit code $code, not $expected: $command"
        sed 's/^/    /' "$scratch/printed" | head -n 20
        failures=$((failures + 1))
    }
    while IFS= read -r wanted; do
        grep -qF -e "$wanted" "$scratch/printed" || {
            echo "FAIL: no \`$wanted\` from: $command"
            sed 's/^/    /' "$scratch/printed" | head -n 20
            failures=$((failures + 1))
        }
    done <"$scratch/shown"
    command=
}

block=
while IFS= read -r line; do
    case $block$line in
    '```cuda '*)
        block=${line#'```cuda '}
        : >"$block"
        ;;
    '```console') block=console ;;
    'console```')
        check
        block=
        ;;
    *'```') block= ;;
    'console$ '*)
        check
        command=${line#'$ '}
        expected=0
        : >"$scratch/shown"
        sh -c "$command" >"$scratch/printed" 2>&1 </dev/null
        code=$?
        ran=$((ran + 1))
        ;;
    'console['[0-9]']')
        expected=${line#[}
        expected=${expected%]}
        ;;
    console*) printf '%s\n' "$line" >>"$scratch/shown" ;;
    *) [ -z "$block" ] || printf '%s\n' "$line" >>"$block" ;;
    esac
done <"$tutorial"

[ $ran -gt 20 ] || {
    echo "FAIL: only $ran commands found in the tutorial"
    failures=1
}
exit $failures

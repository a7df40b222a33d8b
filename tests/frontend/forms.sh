#!/bin/sh
# Every form of lvalue, expression, statement and lifetime that the front end can meet (forms/*.txt),
# in two programs each. In the wrong one two threads store to one element, or half of the block
# reaches a barrier: it must not be proved. The right one must have no finding that is shown, and
# all but those that forms/unproved.txt lists, with the reason, must be proved.
#
# A form is "== name", lines of declarations and "--" if it needs any, and the lines of a body.
# There @I@ is the element of this thread, and @C@ a condition that no two threads disagree about.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/wrong" "$dir/right"
make_programs() {
    awk -v dir="$dir" '
function flush_form(k, text, file) {
    if (name == "")
        return
    for (k = 0; k < 2; k++) {
        file = dir "/" (k ? "right" : "wrong") "/" name ".cu"
        text = head "__global__ void k(int *out, int n)\n{\n    __shared__ int s[128];\n" \
            "    int t = threadIdx.x;\n    s[t] = s[64 + t] = 0;\n    __syncthreads();\n    {\n" \
            body "    }\n    __syncthreads();\n    out[t] = s[t] + n;\n}\n" \
            "void run(int *out, int n) { k<<<1, 64>>>(out, n); }\n"
        gsub(/@I@/, k ? "t" : "t / 2", text)
        gsub(/@C@/, k ? "n > 3" : "t < 32", text)
        printf "%s", text >file
        close(file)
    }
    head = body = name = ""
}
FNR == 1 { flush_form(); table = FILENAME; sub(/.*\//, "", table); sub(/\.txt$/, "", table) }
/^== / { flush_form(); name = table "_" $2; next }
name == "" || /^$/ { next }
/^--$/ { head = body; body = ""; next }
{ body = body $0 "\n" }
END { flush_form() }' "$@"
}
verdicts() { # the names of the programs whose kernel has that verdict
    sed -n "s|.*/\([a-z_0-9]*\)\.cu:[0-9:]* kernel: k: $1.*|\1|p" "$dir/$2.out" | sort
}
forms=${FORMS:-$(ls tests/frontend/forms/*.txt | grep -v unproved)}
make_programs $forms
for kind in wrong right; do
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$kind" >"$dir/$kind.out" 2>&1 || [ $? -le 3 ]
done
ls "$dir/right" | sed 's/\.cu$//' | sort >"$dir/all"
failed=0
verdicts proved wrong >"$dir/lies"
if [ -s "$dir/lies" ]; then
    echo "wrong, but proved:"
    cat "$dir/lies"
    failed=1
fi
sed -nE 's#.*/([a-z_0-9]*)\.cu:[0-9:]* (error|warning): .*#\1#p' "$dir/right.out" | sort -u \
    >"$dir/alarms"
if [ -s "$dir/alarms" ]; then
    echo "right, but reported:"
    cat "$dir/alarms"
    failed=1
fi
verdicts proved right >"$dir/proved"
comm -23 "$dir/all" "$dir/proved" >"$dir/unproved"
sed -n 's/^\([a-z_0-9]*\): .*/\1/p' tests/frontend/forms/unproved.txt | sort >"$dir/listed"
if ! diff "$dir/listed" "$dir/unproved" >"$dir/diff"; then
    echo "right, and not proved (>), or listed and proved (<):"
    cat "$dir/diff"
    failed=1
fi
all=$(wc -l <"$dir/all")
echo "$all forms, $(wc -l <"$dir/proved") right ones proved"
[ "$((all * 8 / 10))" -le "$(wc -l <"$dir/proved")" ] || failed=1
if [ "$failed" -ne 0 ] && [ -n "${KEEP:-}" ]; then
    rm -rf "$KEEP"
    cp -r "$dir" "$KEEP"
fi
exit "$failed"

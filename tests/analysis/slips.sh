#!/bin/sh
# Kernels in two programs each (slips/*.txt), wrong in one detail and right. The wrong one must not
# be proved; the right one must have no finding that is shown, and 80 % of them are proved.
#
# A pair is "== name", lines of declarations and "--" if it needs any, and the lines of a body, in
# which @{wrong@|right@} is the detail. There `s` is an array of 128 ints that is zero behind a
# barrier, and o[t] is read from it behind another one; a line "raw" leaves both out. "shape GRID,
# BLOCK" is the launch (1, 64).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/wrong" "$dir/right"
awk -v dir="$dir" '
function chosen(text, right, out, a, b, c) {
    out = ""
    while ((a = index(text, "@{")) > 0) {
        b = index(text, "@|")
        c = index(text, "@}")
        out = out substr(text, 1, a - 1) \
            (right ? substr(text, b + 2, c - b - 2) : substr(text, a + 2, b - a - 2))
        text = substr(text, c + 2)
    }
    return out text
}
function flush_pair(k, file) {
    if (name == "")
        return
    for (k = 0; k < 2; k++) {
        file = dir "/" (k ? "right" : "wrong") "/" name ".cu"
        print chosen(head "__global__ void k(int *o, const int *in, int n)\n{\n    int t = threadIdx.x;\n" \
            (raw ? "" : "    __shared__ int s[128];\n    s[t] = s[t + 64] = 0;\n    __syncthreads();\n") \
            body (raw ? "" : "    __syncthreads();\n    o[t] = s[t];\n") "}\n" \
            "void run(int *o, const int *in, int n) { k<<<" shape ">>>(o, in, n); }", k) >file
        close(file)
    }
}
FNR == 1 || /^== / { flush_pair(); name = head = body = ""; raw = 0; shape = "1, 64" }
/^== / { name = $2; next }
name == "" || /^$/ { next }
/^--$/ { head = body; body = ""; next }
/^raw$/ { raw = 1; next }
/^shape / { shape = substr($0, 7); next }
{ body = body $0 "\n" }
END { flush_pair() }' ${SLIPS:-tests/analysis/slips/*.txt}
all=$(ls "$dir/right" | wc -l)
failed=0
for kind in wrong right; do
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$kind" >"$dir/$kind.out" 2>&1 || [ $? -le 3 ]
    [ "$(grep -c ' kernel: k: ' "$dir/$kind.out")" = "$all" ] || {
        echo "kernels are missing: $kind"
        failed=1
    }
done
if grep -E ' kernel: k: (proved|nothing|not analysed)' "$dir/wrong.out"; then
    echo "wrong, but proved, or not looked at"
    failed=1
fi
if grep -E '\.cu:[0-9:]* (error|warning): ' "$dir/right.out"; then
    echo "right, but reported"
    failed=1
fi
proved=$(grep -c ' kernel: k: proved' "$dir/right.out")
echo "$all pairs, $proved of the right ones proved"
[ $((proved * 100)) -ge $((all * 80)) ] || failed=1
if [ "$failed" -ne 0 ] && [ -n "${KEEP:-}" ]; then
    rm -rf "$KEEP"
    cp -r "$dir" "$KEEP"
fi
exit "$failed"

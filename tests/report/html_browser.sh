#!/bin/sh
# The HTML report in a browser: the script runs, the filters work, and nothing that sources and file
# names hold becomes an element or runs. Needs chromium.
browser=$(command -v chromium) || {
    echo "skipped: chromium is not installed"
    exit 77
}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "FAIL: $*"
    failures=1
}

# dom FILE [OPTION]: the page after its scripts ran, in $scratch/dom.
dom() {
    # shellcheck disable=SC2086 # several options
    timeout 60 "$browser" --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --user-data-dir="$scratch/profile" ${2-} --headless=new --dump-dom "file://$1" >"$scratch/dom" 2>"$scratch/err"
    grep -q '</html>' "$scratch/dom" || fail "no page from $1: $(tail -n 1 "$scratch/err")"
}

has() {
    grep -qF -e "$1" "$scratch/dom" || fail "$page: no $1"
}

lacks() {
    if grep -qF -e "$1" "$scratch/dom"; then
        fail "$page: has $1"
    fi
}

count() { # TEXT NUMBER
    found=$(grep -oF -e "$1" "$scratch/dom" | wc -l)
    [ "$found" -eq "$2" ] || fail "$page: $found times $1, not $2"
}

page=plain
dom "$PWD/tests/report/golden/plain.html"
has '3 of 3 findings shown'
has '<form class="filters" data-filters="finding" aria-label'
count '<article ' 3
count 'Here they part' 1
count 'They collide' 1

# The filters, driven by a script of the test's own.
{
    grep -v -e '</body>' -e '</html>' tests/report/golden/plain.html
    cat <<'END'
<script>
const form = document.querySelector("form[data-filters=finding]");
form.elements.rule.value = "shared-race";
form.dispatchEvent(new Event("input"));
const kernels = document.querySelector("form[data-filters=kernel]");
kernels.querySelector("input[value=proved]").checked = false;
kernels.elements.text.value = "GATHER";
kernels.dispatchEvent(new Event("input"));
</script></body></html>
END
} >"$scratch/filtered.html"
page=filtered
dom "$scratch/filtered.html"
has '1 of 3 findings shown'
count ' data-since="" hidden=""' 2
count '<tr data-for="f-0123456789abcdef0123456789abcdef" hidden=""' 1
has '1 of 6 kernels shown'

page=nasty
dom "$PWD/tests/report/golden/nasty.html"
has '2 of 2 findings shown'
count '<article ' 2
lacks '<b>'
count '<script>' 1

# What one sees, at the width of a desk and of a phone, light and dark: no tag as text, nothing that
# sticks out, and the row in which two threads collide.
{
    grep -v -e '</body>' -e '</html>' tests/report/golden/plain.html
    cat <<'END'
<script>
document.querySelectorAll("details").forEach(function (d) { d.open = true; });
const text = document.body.innerText;
const wide = Array.from(document.querySelectorAll("main *")).filter(function (e) {
    return e.getBoundingClientRect().right > innerWidth + 1 && !e.closest("pre");
});
const meet = Array.from(document.querySelectorAll(".meet td")).filter(function (e) {
    const box = e.getBoundingClientRect();
    return box.width > 100 && box.right <= innerWidth;
});
const words = ["seen: tags " + (text.match(/<\/?(small|code|td|li|span)/g) || []).length,
    "overflow " + Math.max(0, document.documentElement.scrollWidth - innerWidth),
    "wide " + wide.length, "meetings " + meet.length, "width " + innerWidth,
    "dark " + matchMedia("(prefers-color-scheme: dark)").matches,
    "undecided " + text.includes("would decide it")];
parent.postMessage(words.join(", "), "*");
</script></body></html>
END
} >"$scratch/seen.html"
for width in 1280 390; do # in a frame, since a window has a least width
    cat >"$scratch/frame.html" <<END
<!DOCTYPE html><style>:root { color-scheme: light dark; } iframe { border: 0; }</style>
<iframe src="seen.html" width="$width" height="900"></iframe>
<script>addEventListener("message", function (e) { document.body.append(e.data); });</script>
</html>
END
    for dark in false true; do
        page="seen $width $dark"
        scheme=1
        [ $dark = true ] && scheme=0
        dom "$scratch/frame.html" "--virtual-time-budget=5000 --window-size=1400,900 --blink-settings=preferredColorScheme=$scheme"
        has "seen: tags 0, overflow 0, wide 0, meetings 2, width $width, dark $dark, undecided true"
    done
done

# Where axe-core is installed (npm; CSL_AXE is its axe.min.js), it finds nothing to object to.
if [ -f "${CSL_AXE-}" ]; then
    {
        grep -v -e '</body>' -e '</html>' tests/report/golden/plain.html
        echo '<script>'
        cat "$CSL_AXE"
        cat <<'END'
</script><script>
axe.run().then(function (result) {
    const ids = result.violations.map(function (v) { return v.id; });
    document.body.append("axe: " + result.passes.length + " passes, objections: [" + ids + "]");
});
</script></body></html>
END
    } >"$scratch/axe.html"
    page=axe
    dom "$scratch/axe.html" --virtual-time-budget=30000
    has 'passes, objections: []'
fi

[ $failures = 0 ] || grep -o "seen: tags [0-9][^<]*" "$scratch/dom"
exit $failures

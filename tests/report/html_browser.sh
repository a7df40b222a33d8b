#!/bin/sh
# The HTML report in a browser: the script runs, the filters work, and nothing that sources and file
# names hold becomes an element or runs. Needs chromium.
browser=$(command -v chromium) || {
    echo "skipped: chromium is not installed"
    exit 0
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
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --user-data-dir="$scratch/profile" ${2-} --dump-dom "file://$1" >"$scratch/dom" 2>"$scratch/err"
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
count ' data-rule="barrier-divergence" hidden=""' 1
has '1 of 6 kernels shown'

page=nasty
dom "$PWD/tests/report/golden/nasty.html"
has '2 of 2 findings shown'
count '<article ' 2
lacks '<b>'
count '<script>' 1

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

exit $failures

#!/bin/sh
# Every format, for sources and file names with everything in them that a format could trip over.
root=$PWD
. tests/cli/check.inc

{
    printf '// \377\376 </script><script>alert(1)</script> ]]> --> | ` ::error::\n'
    sed 's|__syncthreads();|& // <b>\&"quoted"</b> ]]> `tick` \| pipe|' bad.cu
} >nasty.src
mkdir nasty
newline='new
line.cu'
for name in 'a<b>&"'"'"'.cu' "$newline" 'pipe|`tick`.cu' '%0A::error file=x.cu' '-- --.cu' \
    'sp ace#?.cu' '](x).cu' "$(printf 'byte\377.cu')" "$(printf 'esc\033[31m.cu')"; do
    cp nasty.src "nasty/$name" || fail "no file $name"
done

lint 1 --format=text:text --format=json:json --format=sarif:sarif --format=html:html \
    --format=github:github --format=gitlab:gitlab --format=junit:junit --format=rdjson:rdjson \
    --format=markdown:markdown nasty
for format in json sarif gitlab rdjson; do
    json $format
done
json sarif version=2.1.0
# One annotation per file, whatever its name.
lines github 9
[ "$(grep -c '^::error file=' github)" -eq 9 ] || fail "not every line of github is a command"
lacks html '<b>'
lacks html '<script>alert'
lacks text "$(printf '\033')"

if command -v python3 >/dev/null; then
    python3 - <<'END' || fail "junit or html is not well-formed"
import xml.dom.minidom
for name in ("junit", "html"):
    text = open(name, encoding="utf-8").read()
    xml.dom.minidom.parseString(text.replace("<!DOCTYPE html>", ""))
END
else
    echo "skipped: junit and html are not parsed, python3 is not installed"
fi

# They fit their schemas; that of SARIF is not part of this repository.
if python3 -c 'import jsonschema' 2>/dev/null; then
    valid() { # SCHEMA FILE
        [ ! -f "$1" ] || python3 "$root/tests/report/validate.py" "$1" "$2" || fail "$2 and $1"
    }
    valid "$root/analyzer/report/formats/cudasynclint.schema.json" json
    valid "$root/tests/report/schemas/gitlab.json" gitlab
    valid "$root/tests/report/schemas/rdjson.json" rdjson
    valid "${CSL_SARIF_SCHEMA:-$root/../shared/data/sarif-schema-2.1.0.json}" sarif
else
    echo "the reports are not validated: python3-jsonschema is not installed"
fi

# A report that cannot be written is a usage error, and says so.
lint 2 --format=sarif:no/such/folder/x good.cu
has err "cannot be written"

# The picture of a copy that goes on by itself: what is under way, and where it breaks.
lint 1 --format=html "$root/corpus/async-copy-unsynced/bad_no_wait.cu"
has out "copy of thread"
has out "The copy may still be under way: nothing has waited for it"

# An empty run is a valid report too.
printf '' >empty.cu
lint 0 --format=sarif empty.cu
json out version=2.1.0
lint 0 --format=junit empty.cu
has out 'name="no findings"'
lint 0 --format=gitlab empty.cu
has out "[]"

# A file that was not analysed is in the report.
lint 3 --format=sarif absent.cu
has out '"file-not-analysed"'
has out '"executionSuccessful": false'
lint 3 --format=junit absent.cu
has out "<error "
lint 3 --format=html absent.cu
has out "Files that were not analysed"

# A finding in a header is reported once, however many files include it, and its comment counts for
# all of them.
cat >header.cuh <<'END'
template <int N> __global__ void in_header(float *a) {
    if (threadIdx.x < 16)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
END
printf '#include "header.cuh"\nint main() { in_header<1><<<1, 64>>>(0); }\n' >one.cu
printf '#include "./header.cuh"\nint main() { in_header<2><<<1, 64>>>(0); }\n' >two.cu
lint 1 --format=gitlab one.cu two.cu
json out '#=1'
sed -i 's|__syncthreads();|& // NOLINT(barrier-divergence): here|' header.cuh
lint 0 one.cu two.cu

finish

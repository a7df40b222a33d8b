#!/bin/sh
# The golden reports against schemas: our own, and for GitLab and reviewdog those written from their
# documentation, for SARIF that of OASIS (not part of this repository: CSL_SARIF_SCHEMA, or where it
# is kept beside it). Broken reports are refused. Needs python3-jsonschema.
. tests/report/python.inc
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0

# Reports of random strings, with places all over; test_formats.c checks their syntax.
CSL_KEEP_RANDOM=$scratch "$(dirname "$CUDASYNCLINT")/tests/report_test_formats" >/dev/null || exit 1

check() { # SCHEMA EXTENSION BROKEN: all these reports are right, and BROKEN is not
    "$python" tests/report/validate.py "$1" tests/report/golden/*."$2" "$scratch"/random*."$2" ||
        failures=1
    echo "$3" >"$scratch/broken"
    if "$python" tests/report/validate.py "$1" "$scratch/broken" >/dev/null; then
        echo "FAIL: $1 accepts $3"
        failures=1
    fi
}

check analyzer/report/formats/cudasynclint.schema.json json '{"version": 1, "findings": []}'
check tests/report/schemas/gitlab.json gitlab '[{"description": "x", "check_name": "y"}]'
sarif=${CSL_SARIF_SCHEMA:-../shared/data/sarif-schema-2.1.0.json}
if [ -f "$sarif" ]; then
    check "$sarif" sarif '{"version": "2.1.0"}'
else # not part of this repository
    echo "SARIF is not checked: no schema at $sarif"
fi
check tests/report/schemas/rdjson.json rdjson '{"diagnostics": [{"message": "x"}]}'
exit $failures

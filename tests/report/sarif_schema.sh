#!/bin/sh
# The golden SARIF reports against the OASIS schema. Needs the schema (not part of this repository:
# CSL_SARIF_SCHEMA, or where it is kept beside it) and python3-jsonschema. Where Microsoft's
# sarif-multitool is installed (npm: @microsoft/sarif-multitool), it checks them with GitHub's rules.
if command -v sarif-multitool >/dev/null; then
    for report in tests/report/golden/*.sarif; do
        said=$(DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 sarif-multitool validate "$report" \
            --rule-kind "Sarif;Ghas" --level Error 2>&1)
        case $said in
        *': error '*) good=no ;;
        *'completed successfully'*) good=yes ;;
        *) good=no ;;
        esac
        [ $good = yes ] || {
            echo "FAIL: $report: $said"
            exit 1
        }
    done
fi
schema=${CSL_SARIF_SCHEMA:-../shared/data/sarif-schema-2.1.0.json}
if [ ! -f "$schema" ]; then
    echo "skipped: no SARIF schema at $schema"
    exit 0
fi
for python in python3 /usr/bin/python3; do
    if $python -c 'import jsonschema' 2>/dev/null; then
        exec $python tests/report/validate.py "$schema" tests/report/golden/*.sarif
    fi
done
echo "skipped: python3-jsonschema is not installed"

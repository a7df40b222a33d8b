#!/bin/sh
# The golden JSON reports against our own schema. Needs python3-jsonschema.
for python in python3 /usr/bin/python3; do
    if $python -c 'import jsonschema' 2>/dev/null; then
        exec $python tests/report/validate.py analyzer/report/cudasynclint.schema.json \
            tests/report/golden/*.json
    fi
done
echo "skipped: python3-jsonschema is not installed"

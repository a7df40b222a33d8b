#!/bin/sh
# All chains of long_terms.py.
exec python3 "$(dirname "$0")/../long_terms.py" "$CUDASYNCLINT"

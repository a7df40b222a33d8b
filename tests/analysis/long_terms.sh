#!/bin/sh
# What has a billion operators when written out is analysed like any other term (long_terms.py).
exec python3 "$(dirname "$0")/long_terms.py" "$CUDASYNCLINT" hash choice square

#!/bin/sh
# What docs/generate writes is in the tree as it would write it now.
exec docs/generate "$CUDASYNCLINT" --check

#!/bin/sh
# tests/cli/memory.sh at full size.
SCALE=100 LIMIT=120 exec sh tests/cli/memory.sh

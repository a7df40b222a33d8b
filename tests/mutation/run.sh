#!/bin/sh
# Breaks every barrier of every good corpus case and writes docs/mutation.md.
# Usage: tests/mutation/run.sh [BUILD]     BUILD: the build folder, default build
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
exec "$build/tests/mutation_runner" --report=docs/mutation.md "$build/cudasynclint" \
    $(find corpus -name 'good_*.cu' | LC_ALL=C sort)

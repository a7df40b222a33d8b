#!/bin/sh
# The 500 of tests/cli/hostile_inputs.sh.
HOSTILE_SEED=${HOSTILE_SEED:-20261122} HOSTILE_INPUTS=${HOSTILE_INPUTS:-500} exec sh tests/cli/hostile_inputs.sh

#!/bin/sh
# Copies, clusters and tensor cores: the tables copies.txt and tensors.txt of constructs/.
set -eu
python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=copies,tensors

#!/bin/sh
# What --proof writes of the whole corpus: tests/proof/proofs.sh.
PROOF_CORPUS=corpus exec sh tests/proof/proofs.sh

#!/bin/sh
# The headers of a CUDA Toolkit on this machine change no verdict of the corpus.
. tests/cli/toolkit.inc
. tests/cli/check.inc
cd "$OLDPWD" || exit 1
same_with_toolkit 400 corpus
finish

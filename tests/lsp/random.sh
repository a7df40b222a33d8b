#!/bin/sh
# The language server survives 1,000 random messages (random_messages.py).
command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 77
}
exec python3 tests/lsp/random_messages.py 1000

#!/bin/sh
# The language server against a scripted client: protocol.py says what is tested.
command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 77
}
exec python3 tests/lsp/protocol.py

#!/bin/sh
# Text of strangers is parsed in a confined child: nothing calls a parser of JSON or YAML but the
# readers that csl_foreign_file and csl_foreign_text run there, and who reads what a worker of this run
# sent (json_read.c, fix.c, offer.c, shard.c) or the editor that started the server (lsp).
parses() { # FOLDER
    (cd "$1" && grep -rnE 'json_load|yaml_parser_load|csl_read_diff\(|csl_parse_directive\(' analyzer --include=*.c |
        grep -vE '^analyzer/(child/foreign|cli/options/yaml_nodes|report/formats/json_read|cli/fix/fix|cli/fix/offer|lsp/channel|report/select/diff|report/comments/directive)\.c:' |
        grep -vE '^analyzer/report/select/changed\.c:.*csl_read_diff' |
        grep -vE '^analyzer/report/comments/comments\.c:.*csl_parse_directive' |
        grep -vE '^analyzer/cli/workers/shard\.c:.*json_loads\(csl_write_result')
}

if found=$(parses "$PWD"); then
    echo "$found"
    echo "use csl_foreign_file or csl_foreign_text (analyzer/child/foreign.h)"
    exit 1
fi
# The check must be able to fail.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/analyzer/cli"
echo 'json_t *top = json_load_file(path, 0, NULL);' >"$scratch/analyzer/cli/x.c"
parses "$scratch" >/dev/null || {
    echo "a planted json_load_file is not found"
    exit 1
}

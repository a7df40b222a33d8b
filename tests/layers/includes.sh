#!/bin/sh
# Each folder includes only headers of itself and those that folders below it offer (order.txt), and
# only some know a foreign library. Then the test tries itself on includes that must fail.
set -u
here=$PWD/tests/layers

check() { # ROOT: prints every include that is not allowed
    (cd "$1" && find analyzer rules -name '*.[ch]' ! -path '*/shim/*' | sort |
        xargs awk -v order="$here/order.txt" "$(cat "$here/order.awk")"'
    BEGIN {
        read_order(order)
        # Foreign libraries: header -> who may include it.
        foreign["clang-c/"] = "analyzer/frontend/"
        foreign["z3"] = "analyzer/decide/z3/"
        foreign["jansson.h"] = "analyzer/child/ analyzer/report/ analyzer/lsp/ analyzer/cli/"
        foreign["yaml.h"] = "analyzer/report/ analyzer/cli/"
        foreign["glib"] = "analyzer/files/ analyzer/child/ analyzer/frontend/ rules/ analyzer/report/ analyzer/lsp/ analyzer/cli/"
    }
    function starts(text, with) { return substr(text, 1, length(with)) == with }
    function in_one_of(path, list,   n, i, items) {
        n = split(list, items, " ")
        for (i = 1; i <= n; i++)
            if (starts(path, items[i]))
                return 1
        return 0
    }
    function plain(path) { # resolves dir/../
        while (path ~ /[^\/.]+\/\.\.\//)
            sub(/[^\/.]+\/\.\.\//, "", path)
        sub(/^\.\//, "", path)
        return path
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, part, "\"")
        target = plain(folder_of(FILENAME) "/" part[2])
        from = owner_of(FILENAME)
        if (!may_include(from, target))
            print FILENAME ":" FNR ": " from " must not include " target
    }
    /^[ \t]*#[ \t]*include[ \t]*</ {
        split($0, part, /[<>]/)
        for (library in foreign)
            if (starts(part[2], library) && !in_one_of(FILENAME, foreign[library]))
                print FILENAME ":" FNR ": must not include <" part[2] ">"
    }')
}

found=$(check .)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

# The check must be able to fail.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failed=0
must_fail() { # FILE INCLUDE
    rm -rf "$scratch/analyzer" "$scratch/rules"
    mkdir -p "$scratch/rules" "$scratch/analyzer" "$(dirname "$scratch/$1")"
    echo "#include $2" >"$scratch/$1"
    if [ -z "$(check "$scratch")" ]; then
        echo "not noticed: $1 includes $2"
        failed=1
    fi
}
must_fail analyzer/ir/print.c '<glib.h>'
must_fail analyzer/ir/print.c '"../analysis/facts.h"'
must_fail analyzer/analysis/symbolic/exec.c '<clang-c/Index.h>'
must_fail analyzer/analysis/symbolic/exec.c '<z3.h>'
must_fail analyzer/analysis/symbolic/exec.c '"../../frontend/frontend.h"'
must_fail analyzer/decide/prove/poly.c '"../search/search.h"'
must_fail analyzer/decide/search/relax.c '"../prove/prove.h"'
must_fail analyzer/decide/decide.c '"prove/prover.h"'
must_fail analyzer/decide/query/tape.c '"../decide.h"'
must_fail analyzer/frontend/lower/lower.c '"../../analysis/facts.h"'
must_fail analyzer/analysis/symbolic/exec.c '"../queries/queries.h"'
must_fail analyzer/analysis/queries/ask.c '"../symbolic/exec.h"'
must_fail analyzer/frontend/recover/recover.c '"../lower/lower.h"'
must_fail rules/barrier.c '"../analyzer/analysis/exec.h"'
must_fail rules/barrier.c '"../analyzer/report/report.h"'
must_fail rules/barrier.c '<jansson.h>'
must_fail analyzer/report/formats/text.c '"../../analysis/facts.h"'
must_fail analyzer/report/formats/text.c '"../../cli/options.h"'
must_fail analyzer/cli/run/run.c '"../../frontend/parse/parse.h"'
must_fail analyzer/cli/run/run.c '<clang-c/Index.h>'
must_fail analyzer/ir.h '"decide/decide.h"'
exit $failed

#!/bin/sh
# The seams: which folder may include which, and which folder may know a foreign library. An include
# that is not listed here fails. Then the test tries itself on includes that must fail.
set -u

check() { # ROOT: prints every include that is not allowed
    (cd "$1" && find analyzer rules -name '*.[ch]' ! -path '*/shim/*' | sort | xargs awk '
    BEGIN {
        # Own headers: FROM -> folders and headers it may include, besides its own folder.
        own["analyzer"] = ""
        own["analyzer/ir"] = "analyzer/ir.h"
        own["analyzer/decide"] = "analyzer/ir.h"
        own["analyzer/analysis"] = "analyzer/ir.h analyzer/decide/"
        own["analyzer/frontend"] = "analyzer/ir.h"
        own["analyzer/frontend/precompile"] = "analyzer/frontend/parse/embedded.h analyzer/frontend/parse/precompiled.h"
        own["rules"] = "analyzer/ir.h analyzer/analysis/facts.h"
        own["analyzer/report"] = "analyzer/ir.h rules/finding.h rules/rule.h"
        own["analyzer/cli"] = "analyzer/ir.h analyzer/analysis/facts.h analyzer/frontend/frontend.h analyzer/frontend/parse/nvcc_args.h rules/ analyzer/report/"
        # Foreign libraries: header -> who may include it.
        foreign["clang-c/"] = "analyzer/frontend/"
        foreign["z3"] = "analyzer/decide/z3/"
        foreign["jansson.h"] = "analyzer/report/ analyzer/cli/"
        foreign["yaml.h"] = "analyzer/report/ analyzer/cli/"
        foreign["glib"] = "analyzer/frontend/ rules/ analyzer/report/ analyzer/cli/"
    }
    function starts(text, with) { return substr(text, 1, length(with)) == with }
    function in_list(path, list,   n, i, items) {
        n = split(list, items, " ")
        for (i = 1; i <= n; i++)
            if (path == items[i] || (items[i] ~ /\/$/ && starts(path, items[i])))
                return 1
        return 0
    }
    function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
    function layer(path) { # the nearest folder above that has a row
        do path = folder(path); while (!(path in own) && path ~ /\//)
        return path
    }
    function plain(path) { # resolves dir/../
        while (path ~ /[^\/.]+\/\.\.\//)
            sub(/[^\/.]+\/\.\.\//, "", path)
        sub(/^\.\//, "", path)
        return path
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, part, "\"")
        target = plain(folder(FILENAME) "/" part[2])
        from = layer(FILENAME)
        if (layer(target) != from && !in_list(target, own[from]))
            print FILENAME ":" FNR ": " from " must not include " target
    }
    /^[ \t]*#[ \t]*include[ \t]*</ {
        split($0, part, /[<>]/)
        for (library in foreign)
            if (starts(part[2], library) && !in_list(FILENAME, foreign[library]))
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
must_fail analyzer/frontend/lower/lower.c '"../../analysis/facts.h"'
must_fail rules/barrier.c '"../analyzer/analysis/exec.h"'
must_fail rules/barrier.c '"../analyzer/report/report.h"'
must_fail rules/barrier.c '<jansson.h>'
must_fail analyzer/report/formats/text.c '"../../analysis/facts.h"'
must_fail analyzer/report/formats/text.c '"../../cli/options.h"'
must_fail analyzer/cli/run/run.c '"../../frontend/parse/parse.h"'
must_fail analyzer/cli/run/run.c '<clang-c/Index.h>'
must_fail analyzer/ir.h '"ir/arena.h"'
exit $failed

#!/bin/sh
# Each folder calls only functions of itself and of the folders below it (order.txt), by the names in
# the object files of the build. Then the test tries itself on a call that must fail.
set -u
here=$PWD/tests/layers
build=$(dirname "$CUDASYNCLINT")
command -v nm >/dev/null || {
    echo "skipped: no nm"
    exit 77
}

# The source of BUILD/analyzer/CMakeFiles/LIBRARY.dir/ir/print.c.o is analyzer/ir/print.c.
check() { # SOURCES BUILD: prints every call that is not allowed
    (cd "$2" && find analyzer rules -path '*/CMakeFiles/csl_*.dir/*' -name '*.c.o' | sort) |
        while read -r object; do
            source=$(echo "$object" | sed 's|/CMakeFiles/[^/]*||; s|\.o$||')
            [ ! -e "$1/$source" ] || echo "$2/$object"
        done | xargs nm -A -g | awk -v order="$here/order.txt" -v build="$2/" "$(cat "$here/order.awk")"'
    BEGIN { read_order(order) }
    {
        source = substr($1, length(build) + 1)
        sub(/\/CMakeFiles\/[^\/]*/, "", source)
        sub(/\.o:.*$/, "", source)
        if ($(NF - 1) == "U")
            wanted[++n] = source " " $NF
        else if ($NF ~ /^csl_/) # files/record.c defines functions of the C library as well
            home[$NF] = source
        files += !(source in seen)
        seen[source] = 1
    }
    END {
        if (files == 0)
            print "nothing is built in " build
        for (i = 1; i <= n; i++) {
            split(wanted[i], part, " ")
            from = row_of(part[1])
            if (part[2] in home && !may_call(from, home[part[2]]))
                print part[1] ": " from " must not call " part[2] " of " home[part[2]]
        }
    }'
}

found=$(check . "$build")
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

# In the folders where the order matters each has a row of its own: within a row calls may go any
# way, also in a circle.
found=$(find analyzer/analysis analyzer/decide analyzer/frontend -name '*.c' ! -path '*/shim/*' |
    sed 's|/[^/]*$||' | sort -u | while read -r folder; do
    grep -q "^$folder *:" "$here/order.txt" || echo "$folder has no row in order.txt"
done)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

# The check must be able to fail.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
plant() { # FILE TEXT: a source and its object
    object=$(echo "$scratch/build/$1" | sed 's|/build/analyzer/|&CMakeFiles/csl_planted.dir/|').o
    mkdir -p "$(dirname "$scratch/$1")" "$(dirname "$object")" "$scratch/build/rules" || exit 1
    echo "$2" >"$scratch/$1"
    cc -c -o "$object" "$scratch/$1" || exit 1
}
plant analyzer/decide/query/low.c 'void csl_high(void); void csl_low(void) { csl_high(); }'
plant analyzer/decide/prove/high.c 'void csl_low(void); void csl_high(void) { csl_low(); }'
found=$(check "$scratch" "$scratch/build")
wanted="analyzer/decide/query/low.c: analyzer/decide/query must not call csl_high of \
analyzer/decide/prove/high.c"
if [ "$found" != "$wanted" ]; then
    echo "planted a call that goes up, found: $found"
    exit 1
fi

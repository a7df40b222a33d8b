#!/bin/sh
# No file of the analyzer has more than 450 lines, no function more than 70, no folder more than 25
# files.
set -u

check() { # ROOT
    (cd "$1" && find analyzer -name '*.[ch]' ! -path '*/shim/*' | sort | awk '
    {
        path = $0
        folder = path
        sub(/\/[^\/]*$/, "", folder)
        files[folder]++
        lines = start = 0
        while ((getline line < path) > 0) {
            lines++
            if (line ~ /^[A-Za-z_].*\(/)
                start = lines
            if (line ~ /^}/) {
                if (start && lines - start + 1 > 70)
                    print path ":" start ": a function of " lines - start + 1 " lines"
                start = 0
            }
            if (line ~ /;$/ && line ~ /^[A-Za-z_]/ || line ~ /^#/)
                start = 0
        }
        close(path)
        if (lines > 450)
            print path ": " lines " lines"
    }
    END {
        for (folder in files)
            if (files[folder] > 25)
                print folder ": " files[folder] " files"
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
mkdir -p "$scratch/analyzer/many"
awk 'BEGIN { for (i = 0; i < 451; i++) print "int x;" }' >"$scratch/analyzer/long.c"
awk 'BEGIN { print "int f(int a,\n      int b) {"; for (i = 0; i < 69; i++) print "    a++;"; print "}" }' \
    >"$scratch/analyzer/function.c"
for i in $(seq 26); do
    : >"$scratch/analyzer/many/$i.c"
done
if [ "$(check "$scratch" | wc -l)" -ne 3 ]; then
    echo "not noticed: a long file, a long function or a full folder; found:"
    check "$scratch"
    exit 1
fi

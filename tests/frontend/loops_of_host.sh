#!/bin/sh
# Launches in loops of the host: the variable may be declared before its loop, and a loop by reference
# over a list that does not change it has its elements. What is changed in between is not known.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
blocks() { # blocks NAME EXPECTED CODE: the widths of the blocks that the launches have
    {
        echo '#include <vector>'
        echo '__global__ void k(int *o) { o[threadIdx.x] = 1; }'
        echo 'struct Case { int n, m; void grow(); };'
        echo 'void touch(int &); void touch(Case &);'
        echo 'void launch(int *o, int n) { k<<<1, n>>>(o); }'
        echo "void host(int *o, int x) { $3 }"
    } >"$dir/$1.cu"
    "$CUDASYNCLINT" --no-cache --isolated --dump=ir "$dir/$1.cu" >"$dir/$1.ir" 2>/dev/null
    found=$(sed -n 's/.*(block \([0-9]*\) .*/\1/p' "$dir/$1.ir" | sort -n | tr '\n' ' ')
    if grep -q launch-unknown "$dir/$1.ir"; then found="${found}?"; fi
    [ "$found" = "$2" ] || { echo "FAIL: $1: '$found' for '$2'"; exit 1; }
}
blocks before '32 64 128 ' 'int n; for (n = 32; n <= 128; n *= 2) launch(o, n);'
blocks again '32 64 ' 'int n = 7; for (n = 32; n <= 64; n *= 2) launch(o, n); n = x;'
blocks by_reference '64 128 ' 'std::vector<Case> c = {{32, 1}, {64, 2}}; for (auto &e : c) launch(o, e.n * 2);'
blocks of_array '64 128 ' 'Case c[] = {{32, 1}, {64, 2}}; for (auto &e : c) launch(o, e.n * 2);'
blocks twice '32 64 ' 'std::vector<int> c = {32, 64}; for (auto &e : c) x += e; for (auto &e : c) launch(o, e);'
blocks nested '64 128 ' 'Case c[] = {{32, 1}, {64, 2}}; for (int i = 0; i < x; i++) for (auto &e : c) launch(o, e.n * 2);'

blocks changed '5 ?' 'int n; for (n = 32; n <= 64; n *= 2) { if (x) n = 5; launch(o, n); }'
blocks behind '?' 'int n; for (n = 32; n <= 64; n *= 2) x++; launch(o, n);'
blocks handed_over '?' 'int n; for (n = 32; n <= 64; n *= 2) { touch(n); launch(o, n); }'
blocks static_one '?' 'static int n; for (n = 32; n <= 64; n *= 2) launch(o, n);'
blocks inner_of_two '?' 'int n; for (n = 32; n <= 64; n *= 2) { launch(o, n); for (n = 1; n < 3; n++) x++; }'
blocks element_changed '?' 'std::vector<Case> c = {{32, 1}}; for (auto &e : c) e.n *= 2; for (auto &e : c) launch(o, e.n);'
blocks element_handed '?' 'std::vector<Case> c = {{32, 1}}; for (auto &e : c) touch(e); for (auto &e : c) launch(o, e.n);'
blocks method '?' 'std::vector<Case> c = {{32, 1}}; for (auto &e : c) e.grow(); for (auto &e : c) launch(o, e.n);'
blocks number_changed '?' 'std::vector<int> c = {32, 64}; for (auto &e : c) e++; for (auto &e : c) launch(o, e);'
blocks other_name '?' 'std::vector<Case> c = {{32, 1}}; for (auto &e : c) { auto &d = e; d.n = 5; } for (auto &e : c) launch(o, e.n);'
blocks inner_element '?' 'int c[2][2] = {{32, 64}, {64, 32}}; for (auto &r : c) for (auto &e : r) e = x; for (auto &r : c) launch(o, r[0]);'

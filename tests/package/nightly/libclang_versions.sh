#!/bin/sh
# The tool finds and proves the same with every libclang that is here: 19 and later. Inline assembly,
# which libclang shows since 21, may leave a kernel undecided with an older one, and nothing else may.
root=$PWD
. tests/cli/check.inc
mine=$("$tool" --version | sed -n 's/^libclang //p')
"$tool" --no-cache --format=json "$root/corpus" >mine.json 2>/dev/null
compared=0
for library in /usr/lib/llvm-*/lib/libclang.so; do
    llvm=${library%/lib/libclang.so}
    version=${llvm##*-}
    [ "$version" -ge 19 ] 2>/dev/null && [ "${mine%%.*}" != "$version" ] &&
        [ -e "$llvm/include/clang-c/Index.h" ] || continue
    cmake -S "$root" -B "$version" -G Ninja -DLIBCLANG_ROOT="$llvm" -DBUILD_TESTING=OFF \
        -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 >log 2>&1 &&
        ninja -C "$version" cudasynclint >>log 2>&1 || {
        fail "no build with libclang $version: $(tail -n 5 log)"
        continue
    }
    "$version/cudasynclint" --version >out
    has out "libclang $version."
    "$version/cudasynclint" --no-cache --format=json "$root/corpus" >"$version.json" 2>/dev/null
    python3 - mine.json "$version.json" <<'END' || fail "libclang $version and $mine differ"
import json, sys
mine, other = [json.load(open(name)) for name in sys.argv[1:]]
def findings(of):
    return {(f["file"], f["line"], f["column"], f["rule"]) for f in of["findings"]}
def kernels(of):
    return {(k["file"], k["line"], k["name"]): k for k in of["kernels"]}
wrong = [f"found only with the older: {f}" for f in sorted(findings(other) - findings(mine))]
older = kernels(other)
for at, kernel in kernels(mine).items():
    same = at in older and older[at]["verdict"] == kernel["verdict"]
    if not same and not (at in older and older[at]["verdict"] == "undecided"
                         and "inline assembly" in older[at]["why"]):
        wrong.append(f"{at}: {kernel['verdict']}, {older.get(at, {}).get('verdict')}")
undecided = {at[0] for at, k in older.items() if k["verdict"] == "undecided"}
wrong += [f"found only with the newer: {f}" for f in sorted(findings(mine) - findings(other))
          if f[0] not in undecided]
print("\n".join(wrong))
sys.exit(bool(wrong))
END
    compared=$((compared + 1))
done
[ $compared -gt 0 ] || [ $failures -gt 0 ] || {
    echo "skipped: libclang $mine is the only one here from 19 on"
    exit 77
}
echo "compared with $compared other versions"
finish

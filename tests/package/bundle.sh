#!/bin/sh
# The relocatable bundle of this build: it lints the README's example where there is only libc, as
# an unprivileged user, offline; it says which libc it needs; and it starts about as fast as the
# tool of the build.
root=$PWD
. tests/cli/check.inc
command -v python3 >/dev/null && command -v objdump >/dev/null || {
    echo "skipped: no python3 or no objdump"
    exit 77
}
. "$root/tests/package/bare_root.inc"
build=$(dirname "$CUDASYNCLINT")

bundle=$(BUNDLE_XZ=none python3 "$root/packaging/bundle.py" "$build" "$scratch/dist") || exit 1
json "$bundle/share/cudasynclint/bundle.json"
glibc=$(sed -n 's/.*"glibc": "\(.*\)".*/\1/p' "$bundle/share/cudasynclint/bundle.json")
echo "$glibc" | grep -qx '2\.[0-9]*' || fail "it needs glibc \`$glibc\`"
needed=$(objdump -T "$bundle/bin/cudasynclint" "$bundle"/lib/* | grep -o 'GLIBC_[0-9.]*[0-9]' |
    sed 's/GLIBC_//' | sort -uV | tail -n 1)
[ "$glibc" = "$needed" ] || fail "it says glibc $glibc and needs $needed"
readelf -d "$bundle/bin/cudasynclint" >dynamic
has dynamic 'rpath: [$ORIGIN/../lib]'
readelf -S "$bundle/bin/cudasynclint" >sections
lacks sections .debug_info
lacks sections .symtab

# ---- where there is nothing else ----------------------------------------------------------------

# The example of the README.
example=$(sed -n 's/^\$ cudasynclint \([^-].*\)/\1/p' "$root/README.md" | head -n 1)
[ -e "$root/$example" ] || fail "no example in the README: $example"
bare_root bare
mkdir -p "bare/src/${example%/*}"
cp "$root/$example" "bare/src/$example"
cp "$root"/corpus/*.h bare/src/corpus/
mv "$bundle" bare/opt
in_root bare /opt/bin/cudasynclint "/src/$example" >out 2>err
[ $? -eq 1 ] || fail "in the bare root: $(cat out err)"
has out "[barrier-divergence]"
(cd bare/src && "$tool" "$example") >expected 2>expected.err
sed "s,^/*src/,," out >plain
cmp -s plain expected || fail "other findings than the build's: $(diff plain expected)"
in_root bare /opt/bin/cudasynclint --version >out 2>err || fail "--version: $(cat err)"
"$tool" --version >expected
cmp -s out expected || fail "other versions than the build's"

# It lies in any folder, and a link to it is enough.
mv bare/opt "bare/tmp/another place" && ln -s "../tmp/another place/bin/cudasynclint" bare/src/tool
in_root bare /src/tool --list-checks >out 2>err || fail "moved and linked: $(cat err)"
has out "barrier-divergence"

# ---- start-up -----------------------------------------------------------------------------------

: >empty.cu
python3 - "$tool" "$scratch/bare/tmp/another place/bin/cudasynclint" <<'END' || fail "slow to start"
import os, subprocess, sys
def seconds(tool):
    before = os.times()
    subprocess.run([tool, "--no-cache", "empty.cu"], check=True, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
least = [min(times) for times in zip(*([seconds(tool) for tool in sys.argv[1:]] for _ in range(15)))]
print("processor time of an empty file: %.3f s of the build, %.3f s of the bundle" % tuple(least))
sys.exit(least[1] > 1.3 * least[0] + 0.011)  # times are counted in 0.01 s
END

finish

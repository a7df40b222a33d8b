#!/bin/sh
# What others wrote costs memory in proportion to its size, in the parent too: comments, configurations,
# diffs, forged shards.
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
nm -D "$tool" | grep -q __asan && exit 77 # which takes memory of its own

# cheap CODE ARGUMENT...: within 400 MB.
cheap() {
    wanted=$1
    shift
    python3 - "$wanted" "$tool" "$@" <<'END' || fail "$*"
import resource, subprocess, sys
wanted, command = int(sys.argv[1]), sys.argv[2:]
with open("out", "w") as out, open("err", "w") as err:
    code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
if code != wanted or used > 400:
    print(f"exit code {code}, {used} MB")
    sys.exit(1)
END
}

{ cat good.cu; printf '// cudasynclint: ignore['; yes shared-race, | head -n 200000 | tr -d '\n'; echo 'x] y'; } >comment.cu
cheap 1 comment.cu
{ cat good.cu; yes '// cudasynclint: ignore[shared-race] y' | head -n 100000; } >comments.cu
cheap 1 comments.cu
[ "$(grep -c unused-suppression out)" -eq 201 ] || fail "not 200 findings and one that says there are more"
{ cat good.cu; yes '// cudasynclint: ignore-begin[shared-race] y' | head -n 100000; } >ranges.cu
cheap 1 ranges.cu

{ printf 'extra-args: &a ['; yes -- '-DX,' | head -n 20000 | tr -d '\n'; echo '-DY]'; echo overrides:
  yes -- '- {paths: ["*"], extra-args: *a}' | head -n 2000; } >alias.yaml
cheap 2 --config=alias.yaml good.cu
has err "more than 50000 items"
yes '[' | head -n 100000 | tr -d '\n' >deep.yaml
cheap 2 --config=deep.yaml good.cu
head -c 2000000 /dev/zero | tr '\0' a >large.yaml
cheap 2 --config=large.yaml good.cu
has err "larger than 1 MB"

{ printf -- '--- a/x.cu\n+++ b/x.cu\n@@ -0,0 +1,3000000 @@\n'; yes + | head -n 3000000; } >long.diff
cheap 0 --changed-lines=long.diff good.cu

# A forged shard names any file; merge shows those below its root only.
printf 'qxprecious\nqxbytes\n' >../precious
cp bad.cu b.cu
lint 0 -q --shard=1/1:part.json b.cu
sed "s|\"file\":\"b.cu\",\"line\":3|\"file\":\"$(dirname "$scratch")/precious\",\"line\":1|g" part.json >forged.json
cmp -s part.json forged.json && fail "nothing was forged"
for format in text html json sarif; do
    "$tool" merge --format=$format forged.json >out 2>err
    lacks out qxprecious
    lacks out qxbytes
done
rm ../precious
# Nor what is hidden there.
mkdir .git
printf 'qxprecious\nqxbytes\n' >.git/config
cp .git/config .env
ln -s .git/config named.cu
for name in .git/config .env named.cu; do
    sed "s|\"file\":\"b.cu\",\"line\":3|\"file\":\"$name\",\"line\":1|g" part.json >forged.json
    for format in text html json sarif; do
        "$tool" merge --format=$format forged.json >out 2>err
        lacks out qxprecious
        lacks out qxbytes
    done
done
finish

#!/bin/sh
# What users have from 0.1.0 stays good: its baseline accepts the same findings, its configuration holds,
# its cache is ignored. from-0.1.0/ was written by that version, of check.inc's bad.cu and of good.cu
# without its barrier.
root=$PWD
. tests/cli/check.inc
cp "$root/tests/package/from-0.1.0/cuda-baseline.json" .
sed 's/good/racy/;/__syncthreads/d' good.cu >racy.cu
lint 1 --quiet bad.cu racy.cu
has out "[barrier-divergence]"
has out "[shared-race]"

cp "$root/tests/package/from-0.1.0/cudasynclint.yaml" .cudasynclint.yaml
mkdir -p .cache/cudasynclint && cp -r "$root/tests/package/from-0.1.0/cache/." .cache/cudasynclint/
find .cache -type f -exec cksum {} + >before
lint 0 bad.cu racy.cu
lines out 0
has err "2 suppressed"
lint 0 --baseline-strict bad.cu racy.cu
while read -r sum size file; do
    [ "$(cksum <"$file")" = "$sum $size" ] || fail "the old cache was changed: $file"
done <before

# The configuration is more than its baseline.
sed 's/good/reduce_all/' good.cu >assumed.cu
lint 0 -v --cache-dir=other assumed.cu
has out "for 256x1x1"
mkdir third_party && sed 's/bad/worse/' bad.cu >third_party/worse.cu
lint 0 --quiet third_party
has out "[barrier-divergence]"
finish

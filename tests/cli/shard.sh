#!/bin/sh
# --shard and merge: the merged report is the single run's, byte for byte.
. tests/cli/check.inc

mkdir -p src inc
cat >inc/kernels.cuh <<'X'
template <int N> __global__ void sized(float *a) {
    if (threadIdx.x < N)
        __syncthreads();
    a[threadIdx.x] = 0;
}
X
for n in 8 16 2048; do
    printf '#include "../inc/kernels.cuh"\n#include "missing.h"\nvoid run(float *a) { sized<%s><<<1, 64>>>(a); }\n' \
        $n >src/a$n.cu
done
cp bad.cu good.cu doubtful.cu src/
printf 'a\0b' >src/binary.cu

lint 3 src nowhere.cu -v
mv out out.single
mv err err.single
for format in json sarif html markdown; do
    lint 3 -q --format=$format:single.$format src nowhere.cu
done
for k in 1 2 3; do
    "$tool" -q --shard=$k/3:part$k.json src nowhere.cu 2>/dev/null
    json part$k.json shard=$k shards=3 files=8
done
lint 3 merge part2.json part3.json part1.json -v
cmp out out.single || fail "another report"
cmp err err.single || fail "another summary"
for format in json sarif html markdown; do
    lint 3 merge -q --format=$format:merged.$format part?.json
    # The page names the command.
    sed -i '/<dt>command/d' merged.$format single.$format
    cmp merged.$format single.$format || fail "another $format report"
done

# The shard itself fails only for what it could not analyse; merge judges the findings.
lint 0 --shard=1/1:part.json bad.cu
lines out 0
lint 1 merge part.json
lint 0 merge --fail-on=never part.json
lint 0 --shard=1/1 good.cu
mv out part.json
lint 0 merge part.json
lint 3 --shard=2/2:part.json good.cu nowhere.cu
lint 0 --shard=2/2:part.json bad.cu

# Fixes are tried where the file is: a merge says what one run says of them, also where a kernel is
# launched by a file of another part, and needs no source for those of its own part.
race_and_right
mkdir apart && cp race.cu apart/own.cu
sed '/^int main/d' race.cu >apart/kernel.cu
echo '__global__ void k(float *o); int main() { float *p; cudaMalloc(&p, 1024); k<<<1, 256>>>(p); }' >apart/launch.cu
cat >>apart/own.cu <<'X'
__global__ void accepted(float *o) {
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x;
    o[threadIdx.x] = s[255 - threadIdx.x]; // NOLINT: known
}
X
lint 1 apart --min-confidence=low
mv out out.single
has out.single "apart/own.cu"
has out.single "apart/kernel.cu"
for k in 1 2 3; do
    lint 0 -q --shard=$k/3:apart$k.json apart --min-confidence=low
done
lint 1 merge apart1.json apart2.json apart3.json --min-confidence=low
cmp out out.single || fail "other fixes: $(diff out out.single)"
[ "$(grep -c 'after line 3 (tried' out)" -eq 2 ] || fail "fixes that were tried: $(grep help out)"
grep -q '"edits"' apart3.json || fail "a part tries nothing"

# What is wrong with the parts.
lint 2 merge part1.json part3.json
has err "part 2 of 3 is missing"
lint 2 merge part1.json part1.json part2.json part3.json
has err "another file holds"
lint 2 merge part1.json part2.json part.json
has err "another run"
lint 2 merge bad.cu
lint 2 merge
echo '{"version":1,"tool":"x","shard":1,"shards":1,"files":0,"results":[]}' >old.json
lint 2 merge old.json
has err "another version"
lint 2 --shard=0/3 bad.cu
lint 2 --shard=4/3 bad.cu
lint 2 --shard=1/2 --format=json bad.cu
lint 2 --shard=1/2 --baseline=b.json --write-baseline bad.cu
mkfifo fifo
lint 2 merge fifo

# A part that is cut or changed is refused, never taken for a clean run.
size=$(wc -c <part2.json)
for bytes in 0 1 20 100 $((size / 2)) $((size - 3)); do
    head -c $bytes part2.json >cut.json
    lint 2 merge part1.json cut.json part3.json
done
for change in 's/"index":[0-9]*/"index":99/' 's/"index":1,/"index":1.5,/' 's/"files":8/"files":1/' \
    's/"files":8/"files":-1/' 's/"shards":3/"shards":0/' 's/"results":\[/"results":[7,/' \
    's/"kernels":\[/"kernels":[null,/' 's/"verdict":"/"verdict":"x/' 's/"file":"/"no":"/'; do
    sed "$change" part2.json >changed.json
    cmp -s part2.json changed.json && fail "nothing changed: $change"
    lint 2 merge part1.json changed.json part3.json
done
finish

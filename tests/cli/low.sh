#!/bin/sh
# A finding of low confidence is counted where it is not shown, and whole where it is: with
# --min-confidence=low, whatever was in the cache before, and from a shard of a run without it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >k.cu <<'CU'
__global__ void scatter(float *to, const int *list, const float *from)
{
    to[list[threadIdx.x]] = from[threadIdx.x];
}
CU
run() {
    XDG_CACHE_HOME=$dir/cache "$CUDASYNCLINT" "$@" 2>&1 || [ $? -eq 1 ]
}

run k.cu >hidden
grep -q '1 of low confidence hidden' hidden
if grep -q 'race on' hidden; then
    echo "shown by default:"
    cat hidden
    exit 1
fi
run --min-confidence=low k.cu >shown
grep -q 'race on `to`.*low confidence' shown
grep -q 'thread 32 and thread 0: both write' shown

run --shard=1/1:one k.cu >/dev/null
run merge one >merged
grep -q '1 of low confidence hidden' merged
run merge --min-confidence=low one >merged
grep -q 'thread 32 and thread 0: both write' merged

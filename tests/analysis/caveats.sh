#!/bin/sh
# Which rows of confidence.def hold for a finding: the dump has them all, JSON those that were looked
# for, the message the one that decides; a row that is left out caps nothing.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void scatter(const int *list, int *o)
{
    o[list[threadIdx.x]] = threadIdx.x;
}
__global__ void read_too_soon(const int *in, int *o)
{
    __shared__ int s[128];
    s[threadIdx.x] = in[threadIdx.x];
    o[threadIdx.x] = s[127 - threadIdx.x];
}
void run(const int *list, int *o)
{
    scatter<<<1, 128>>>(list, o);
    read_too_soon<<<1, 128>>>(list, o);
}
CU
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
tool() {
    "$CUDASYNCLINT" --no-cache --min-confidence=low "$@" "$dir/k.cu" >"$dir/out" 2>&1 || true
}
tool --dump=confidence
grep -q 'line 3: race, low:.* data .*scattered' "$dir/out" || fail "the dump lacks a row"
grep -q 'line 9: race, high:$' "$dir/out" || fail "a sure race has a caveat"
tool --format=json
grep -q '"caveats": "data scattered"' "$dir/out" || fail "JSON lacks the rows"
grep -q '"needs": "unless the indices that were loaded differ"' "$dir/out" || fail "not what decides"
CSL_WITHOUT_CAVEATS=scattered tool
grep -q 'depends on the value of `list\[threadIdx.x\]`' "$dir/out" || fail "the row is still there"
grep -q 'low confidence' "$dir/out" && fail "the row still caps"
CSL_WITHOUT_CAVEATS=scatter tool
grep -q 'no such caveat: scatter' "$dir/out" || fail "a wrong name passes"

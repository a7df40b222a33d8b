#!/bin/sh
# Headers that include one another by `../utils/other.h`: the name of each grows from inclusion to
# inclusion, and still each is read once. What is kept of the file does not grow with the names.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/src/utils" "$dir/src/ops"
for i in 1 2 3 4 5 6; do
    {
        echo '#pragma once'
        for k in 1 2 3 4 5 6; do echo "#include \"../utils/part_$k.h\""; done
        echo "inline int part_$i() { return $i; }"
    } >"$dir/src/utils/part_$i.h"
done
cat >"$dir/src/ops/k.cu" <<'CU'
#include "../utils/part_1.h"
__global__ void reversed(float *out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[63 - threadIdx.x];
}
CU
"$CUDASYNCLINT" --cache-dir="$dir/cache" --isolated --fail-on=never "$dir/src/ops/k.cu" >"$dir/out" 2>&1
grep -q 'k.cu:6:.*\[shared-race\]' "$dir/out" || { cat "$dir/out"; exit 1; }
kept=$(find "$dir/cache" -type f -exec cat {} + | wc -c)
[ "$kept" -lt 100000 ] || { echo "$kept bytes are kept"; exit 1; }

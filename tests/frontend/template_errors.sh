#!/bin/sh
# A template that nothing instantiates, with names in it that nothing declares, is reported as undecided:
# its errors are counted twice, once with arguments that were made up.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <typename T> __global__ void crop(int left, int right)
{
    int z = point / (grad.getSize(3) * value);
}
CU
"$CUDASYNCLINT" --no-cache --format=json "$dir/k.cu" >"$dir/json" 2>"$dir/err" || true
grep -q crashed "$dir/err" && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
assert [(k["name"], k["verdict"]) for k in report["kernels"]] == [("crop", "undecided")], report["kernels"]
PY

#!/bin/sh
# A thread that does nothing with what it reads is not harmed by what is stored there meanwhile: that is of low
# confidence. Not so if it stores it, decides by it, or takes it into the next pass of a loop, nor if the store
# comes where one that uses it may still read.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, used, writer)                                                                 \
    __global__ void name(int *count, int *out, int n)                                              \
    {                                                                                              \
        int round = count[blockIdx.x] + 1, last = 0;                                               \
        used;                                                                                      \
        if (threadIdx.x == writer)                                                                 \
            count[blockIdx.x] = round;                                                             \
        out[blockIdx.x * 64 + threadIdx.x] = last;                                                 \
    }
KERNEL(right_few, if (threadIdx.x < 1) out[n + blockIdx.x] = round, 0)
KERNEL(wrong_stored, last = round, 0)
KERNEL(wrong_decides, if (round > n) last = 5, 0)
KERNEL(wrong_place, last = out[round], 0)
KERNEL(wrong_carried, for (int k = 0; k < n; k++) last += round, 0)
KERNEL(wrong_writer, if (threadIdx.x < 1) out[n + blockIdx.x] = round, 63)
#define RUN(name) name<<<n, 64>>>(count, out, n)
void run(int *count, int *out, int n)
{
    RUN(right_few), RUN(wrong_stored), RUN(wrong_decides), RUN(wrong_place), RUN(wrong_carried);
    RUN(wrong_writer);
}
CU
"$CUDASYNCLINT" --no-cache --format=json --min-confidence=low "$dir/k.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
most = {}
for entry in json.load(open(sys.argv[1]))["findings"]:
    for f in [entry, *entry.get("also", [])]:
        most.setdefault(f["function"], set()).add("low" if f["confidence"] == "low" else "shown")
assert most["right_few"] == {"low"}, most
assert all("shown" in most.get(n, ()) for n in
           ("wrong_stored", "wrong_decides", "wrong_place", "wrong_carried", "wrong_writer")), most
PY

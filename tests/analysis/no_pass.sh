#!/bin/sh
# A race across a loop with a barrier in each pass, as often as what was loaded says, is told with low
# confidence: as a rule it makes a pass. Where the loop may be left before the barrier in another way,
# or the barrier is not in each pass, the race is shown.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, loop)                                                                         \
    __global__ void name(const int *in, int *out, int n)                                           \
    {                                                                                              \
        __shared__ int s[1024], flag;                                                              \
        int t = threadIdx.x, done = 0;                                                             \
        if (t == 0)                                                                                \
            flag = 0;                                                                              \
        s[t] = in[t];                                                                              \
        __syncthreads();                                                                           \
        int v = s[(t + 1) % blockDim.x];                                                           \
        loop;                                                                                      \
        s[t] = v + done;                                                                           \
        __syncthreads();                                                                           \
        out[t] = s[n];                                                                             \
    }
KERNEL(l_count, for (int i = 0; i < in[blockIdx.x]; i++) { v += in[i]; __syncthreads(); })
KERNEL(l_field, for (int i = in[n]; i < in[n + 1]; i++) { v += in[i]; __syncthreads(); })
KERNEL(l_flag, while (flag < blockDim.x) {
    __syncthreads();
    if (!done++)
        atomicAdd(&flag, 1);
    __syncthreads();
})
KERNEL(w_no_barrier, for (int i = 0; i < in[blockIdx.x]; i++) v += in[i])
KERNEL(w_break, for (int i = 0; i < in[blockIdx.x]; i++) { if (in[i] == 7) break; __syncthreads(); })
KERNEL(w_some_passes, for (int i = 0; i < in[blockIdx.x]; i++) if (i > in[n]) __syncthreads())
KERNEL(w_flag, while (flag < blockDim.x) { if (!done++) atomicAdd(&flag, 1); })
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

found = {f["function"]: f["confidence"] for entry in json.load(open(sys.argv[1]))["findings"]
         for f in [entry, *entry.get("also", [])] if "`s`" in f["message"]}
assert len(found) == 7, found
for name, confidence in found.items():
    assert (confidence == "low") == (name[0] == "l"), found
PY

#!/bin/sh
# A barrier of the warp does not wait for lanes that have ended (PTX ISA, bar.warp.sync: "all non-exited
# threads"). Lanes that go round the last one and end, as they would by a return before it, are of low
# confidence; not so if they come to another barrier of the warp or the block, go round a loop, or wait for a
# flag, nor where the others ask for their values.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, before, meet, behind)                                                         \
    __global__ void name(const int *in, int *out, int *flag, int n)                                \
    {                                                                                              \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                       \
        before                                                                                     \
        if (i < n) {                                                                               \
            int v = in[i];                                                                         \
            meet;                                                                                  \
            out[i] = v;                                                                            \
        }                                                                                          \
        behind;                                                                                    \
    }
KERNEL(right_last, , __syncwarp(), (void)0)
KERNEL(right_stores, , __syncwarp(), out[n + i] = in[n + i])
KERNEL(wrong_block, , __syncwarp(), __syncthreads())
KERNEL(wrong_warp, , __syncwarp(), __syncwarp())
KERNEL(wrong_value, , v += __shfl_down_sync(~0u, v, 1), (void)0)
KERNEL(wrong_vote, , v += __any_sync(~0u, v), (void)0)
KERNEL(wrong_loop, for (int k = 0; k < 4; k++), __syncwarp(), (void)0)
KERNEL(wrong_waits, , __syncwarp(), while (atomicAdd(flag, 0) == 0) __nanosleep(10))
#define RUN(name) name<<<n / 64 + 1, 64>>>(in, out, flag, n)
void run(const int *in, int *out, int *flag, int n)
{
    RUN(right_last), RUN(right_stores), RUN(wrong_block), RUN(wrong_warp), RUN(wrong_value), RUN(wrong_vote);
    RUN(wrong_loop), RUN(wrong_waits);
}
CU
"$CUDASYNCLINT" --no-cache --checks=warp-mask --format=json --min-confidence=low "$dir/k.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
most = {}
for entry in json.load(open(sys.argv[1]))["findings"]:
    for f in [entry, *entry.get("also", [])]:
        most.setdefault(f["function"], set()).add("low" if f["confidence"] == "low" else "shown")
assert len(most) == 8, most
assert all(("shown" in c) == n.startswith("wrong") for n, c in most.items()), most
PY

#!/bin/sh
# A store through null is the end of the kernel, as a trap is: it is no race, and no barrier waits for who came
# there. A pointer that may be something else is none, nor is what inline PTX stores at the start of shared
# memory.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/null.cu" <<'CU'
#define KERNEL(name, declare, store)                                                               \
    __global__ void name(const int *in, int *out, int n)                                           \
    {                                                                                              \
        __shared__ int s[256];                                                                     \
        s[threadIdx.x] = in[threadIdx.x];                                                          \
        declare;                                                                                   \
        if (in[threadIdx.x] > n)                                                                   \
            store;                                                                                 \
        __syncthreads();                                                                           \
        out[threadIdx.x] = s[255 - threadIdx.x];                                                   \
    }
struct pair { int first, second; };
KERNEL(right_variable, int *bad = 0x0, *bad = int(threadIdx.x))
KERNEL(right_in_place, , *(volatile int *)nullptr = int(threadIdx.x))
KERNEL(right_member, pair *bad = nullptr, bad->second = int(threadIdx.x))
KERNEL(wrong_set_later, int *bad = 0x0; if (n > 5) bad = out + n, *bad = int(threadIdx.x))
KERNEL(wrong_other, int *bad = out + n, *bad = int(threadIdx.x))
KERNEL(wrong_far, int *bad = nullptr, bad[n] = int(threadIdx.x))
KERNEL(wrong_shared, , asm volatile("st.shared.u32 [%0], %1;" ::"r"(0), "r"(threadIdx.x)))
void host(const int *in, int *out, int n)
{
    right_variable<<<1, 256>>>(in, out, n);
    right_in_place<<<1, 256>>>(in, out, n);
    right_member<<<1, 256>>>(in, out, n);
    wrong_set_later<<<1, 256>>>(in, out, n);
    wrong_other<<<1, 256>>>(in, out, n);
    wrong_far<<<1, 256>>>(in, out, n);
    wrong_shared<<<1, 256>>>(in, out, n);
}
CU
"$CUDASYNCLINT" --no-cache --min-confidence=low --format=json "$dir/null.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
verdict = {k["name"]: k["verdict"] for k in report["kernels"]}
assert len(verdict) == 7, verdict
for name, v in verdict.items():
    assert (v == "proved") == name.startswith("right"), verdict
    assert (v == "findings") == name.startswith("wrong"), verdict
PY

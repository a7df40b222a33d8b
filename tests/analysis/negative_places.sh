#!/bin/sh
# A race that needs a loaded place to be negative is of low confidence and says so: an array has no
# such place. A number that is none or may be a mark, and a place that leads to the race where it is not negative, stay.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define SCAN(name, condition)                                                                      \
    __global__ void __launch_bounds__(256) name(const int *lists, int *out) {                      \
        __shared__ int left[256], values[512];                                                     \
        int t = threadIdx.x, first = 0, x = 1;                                                     \
        left[t] = lists[t];                                                                        \
        values[t] = x;                                                                             \
        __syncthreads();                                                                           \
        int place = left[t];                                                                       \
        for (int pass = 0; pass < 8; pass++) {                                                     \
            int offset = 1 << pass;                                                                \
            if (condition)                                                                         \
                x += values[first + t - offset];                                                   \
            first = 256 - first;                                                                   \
            values[first + t] = x;                                                                 \
            __syncthreads();                                                                       \
        }                                                                                          \
        out[t] = x;                                                                                \
    }
SCAN(r_distance, t - place >= offset)
SCAN(w_number, place < -3)
SCAN(w_other_side, t + place >= offset)
#define PLACE(name, store)                                                                         \
    __global__ void name(const int *list, int *out, int *places) {                                 \
        __shared__ int s[512];                                                                     \
        int k = list[0];                                                                           \
        s[threadIdx.x] = 1;                                                                        \
        out[threadIdx.x] = k < 0 ? s[threadIdx.x ^ 33] : s[threadIdx.x];                           \
        store;                                                                                     \
    }
PLACE(r_subscript, places[k] = 0)
PLACE(w_marker, if (k != -1) places[k] = 0)
void host(int *o, int *l, int *p) {
    r_distance<<<1, 256>>>(l, o);
    w_number<<<1, 256>>>(l, o);
    w_other_side<<<1, 256>>>(l, o);
    r_subscript<<<1, 256>>>(l, o, p);
    w_marker<<<1, 256>>>(l, o, p);
}
CU
cat >"$dir/packed.cu" <<'CU'
/* Places that are packed with a flag. */
__global__ void __launch_bounds__(512) r_packed(const int *lists, int *out) {
    __shared__ struct {
        int values[1024], packed[512];
    } s;
    int t = threadIdx.x, left = lists[t], x = 1, first = 0;
    s.packed[t] = (t & 1) | (left << 1);
    s.values[t] = x;
    __syncthreads();
    const int packed = s.packed[left];
    int distance = t - (packed >> 1);
    if (0 == (1 & packed))
        --distance;
    for (int pass = 0; pass < 9; pass++) {
        int offset = 1 << pass;
        if (distance >= offset)
            x += s.values[first + t - offset];
        first = 512 - first;
        s.values[first + t] = x;
        __syncthreads();
    }
    out[t] = x;
}
void host(int *o, int *l)
{
    r_packed<<<1, 512>>>(l, o);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$dir/k.cu" "$dir/packed.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

found = {f["function"]: f for entry in json.load(open(sys.argv[1]))["findings"]
         for f in [entry, *entry.get("also", [])] if f["rule"] == "shared-race"}
for name, f in found.items():
    negative = f["needs"] == "only with a loaded index that is negative"
    fits = f["confidence"] == "low" and negative if name[0] == "r" else f["confidence"] != "low"
    assert fits, (name, f["confidence"], f["needs"])
assert len(found) == 6, sorted(found)
PY

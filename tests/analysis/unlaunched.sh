#!/bin/sh
# A kernel that nothing launches, in a file that launches others, is dead code: what is found in it
# is of low confidence. Not so if something else could launch it, by a declaration or by its name, or
# where the file launches nothing or the caller says how large blocks are.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define BODY                                                                                       \
    {                                                                                              \
        __shared__ float s[256];                                                                   \
        s[threadIdx.x] = o[threadIdx.x];                                                           \
        o[threadIdx.x] = s[255 - threadIdx.x];                                                     \
    }
__global__ void shown_launched(float *o) BODY
__global__ void low_dead(float *o) BODY
__global__ void low_overload(float *o) BODY
__global__ void low_overload(float *o, int n) BODY
template <typename T> __global__ void low_pattern(T *o) BODY
__global__ void shown_declared(float *o);
__global__ void shown_declared(float *o) BODY
__global__ void shown_named(float *o) BODY
__global__ void shown_taken(float *o) BODY
const char *names[] = {"shown_named // low_overloads"}, *second = "\"'";
/* low_dead<<<1, 256>>>(o);
   for (auto k : {low_pattern<float>}) */
void *taken = (void *)shown_taken; // low_overload
void run(float *o) { shown_launched<<<1, 256>>>(o); }
CU
check() { # expected confidence of kernels that start with `low`, ARGUMENT...
    low=$1
    shift
    "$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$@" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
    python3 - "$dir/out" "$low" <<'PY'
import json
import sys

found = {}
for entry in json.load(open(sys.argv[1]))["findings"]:
    for f in [entry, *entry.get("also", [])]:
        found.setdefault(f["function"], set()).add(f["confidence"])
assert len(found) == 7, sorted(found)
for name, confidences in found.items():
    low = confidences == {"low"}
    assert low == (name[:3] == "low" and sys.argv[2] == "low"), (name, confidences)
PY
}
check low "$dir/k.cu"
check shown --block-dim=256 "$dir/k.cu"
sed 's/^void run.*/void run(float *o) { void *launched = (void *)shown_launched; }/' "$dir/k.cu" >"$dir/none.cu"
check shown "$dir/none.cu"
sed 's/^template/#define PASTED(a) a##_dead\n&/' "$dir/k.cu" >"$dir/pasted.cu"
check shown "$dir/pasted.cu"

# An instance that a template launches only where nothing comes.
cat >"$dir/ways.cu" <<'CU'
template <typename C> __global__ void narrow(float *o) {
    __shared__ float s[64];
    s[threadIdx.x] = o[threadIdx.x];
    o[threadIdx.x] = s[C::width - 1 - threadIdx.x];
}
template <typename C> __global__ void wide(float *o) { o[threadIdx.x] = 1; }
struct Small { static const int width = 64; static const bool is_wide = false; };
struct Large { static const int width = 64; static const bool is_wide = true; };
template <typename C> void run(float *o) {
    if (C::is_wide)
        wide<C><<<1, C::width>>>(o);
    else
        narrow<C><<<1, C::width>>>(o);
}
template void run<Large>(float *);
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/ways.cu" >"$dir/out"
sed 's/<Large>/<Small>/' "$dir/ways.cu" >"$dir/small.cu"
! "$CUDASYNCLINT" --no-cache --isolated "$dir/small.cu" >"$dir/out" || exit 1
grep -q "race on \`s\`" "$dir/out"

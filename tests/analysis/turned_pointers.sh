#!/bin/sh
# A pointer that a conditional turns to the other of two shared arrays in each pass is one of the two, by
# the number of the pass. In w_ it turns too late, never, or to memory that has two names; in u_, too
# many times for a form or by a comparison with the end of an array, nothing is proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, declared, start, before, between)                                            \
    __global__ void __launch_bounds__(256) name(float *o, int n)                                   \
    {                                                                                              \
        declared;                                                                                  \
        int t = threadIdx.x;                                                                       \
        start;                                                                                     \
        for (int i = 0; i < n; i++) {                                                              \
            before;                                                                                \
            p[t] = i;                                                                              \
            between;                                                                               \
            o[t] += p[255 - t];                                                                    \
        }                                                                                          \
    }
#define TWO __shared__ float s0[256], s1[256]
#define THREE __shared__ float s0[256], s1[256], s2[256]
#define ONE __shared__ float s[512]
#define LENT extern __shared__ float s0[]; extern __shared__ float s1[]
#define S __syncthreads()
KERNEL(r_choice, TWO, float *p = s0, p = p == s0 ? s1 : s0, S)
KERNEL(r_other_start, TWO, float *p = s1, p = p == s0 ? s1 : s0, S)
KERNEL(r_unequal, TWO, float *p = s0, p = p != s1 ? s1 : s0, S)
KERNEL(r_branch, TWO, float *p = s0, if (p == s0) p = s1; else p = s0, S)
KERNEL(r_three, THREE, float *p = s0, p = p == s0 ? s1 : p == s1 ? s2 : s0, S)
KERNEL(r_halves, ONE, float *p = s, p = p == s ? s + 256 : s, S)
KERNEL(r_number, ONE; float *p, int a = 3, a = 6 / a; p = s + (a == 3 ? 0 : 256), S)
KERNEL(w_choice, TWO, float *p = s0, p = p == s0 ? s0 : s1, S)
KERNEL(w_other_start, TWO, float *p = s1, p = p == s1 ? s1 : s0, S)
KERNEL(w_unequal, TWO, float *p = s0, p = p == s1 ? s1 : s0, S)
KERNEL(w_branch, TWO, float *p = s0, if (p == s0) p = s1; else p = s0, )
KERNEL(w_three, THREE, float *p = s0, p = p == s0 ? s1 : p == s1 ? s1 : s0, S)
KERNEL(w_halves, ONE, float *p = s, p = p == s ? s + 128 : s, S)
KERNEL(w_number, ONE; float *p, int a = 3, a = 6 / a; p = s + (a == 3 ? 0 : 200), S)
KERNEL(r_rest, ONE, float *p = s, p = s + (256 - (p - s)), S)
KERNEL(r_rest_of_bytes, ONE; float *p, p = s, p = (float *)((char *)s + (1024 - ((char *)p - (char *)s))), S)
KERNEL(w_rest_of_less, ONE, float *p = s, p = s + (128 - (p - s)), S)
KERNEL(w_rest_of_none, ONE, float *p = s, p = s + (0 - (p - s)), S)
KERNEL(u_rest_of_other, TWO, float *p = s0, p = s0 + (s1 - s0 - (p - s0)), S)
KERNEL(u_twice, TWO, float *p = s0, p = p == s0 ? s1 : s0; if (i % 2) p = p == s0 ? s1 : s0, S)
KERNEL(w_lent, LENT, float *p = s0, p = p == s0 ? s1 : s0, S)
KERNEL(u_end, TWO, float *p = s0, p = p == s0 + 256 ? s1 : s0, S)
#define EXCHANGE(name, turn)                                                                       \
    __global__ void __launch_bounds__(256) name(float *o, int n)                                   \
    {                                                                                              \
        TWO;                                                                                       \
        float *from = s0, *to = s1;                                                                \
        int t = threadIdx.x;                                                                       \
        s0[t] = o[t];                                                                              \
        S;                                                                                         \
        for (int i = 0; i < n; i++) {                                                              \
            to[t] = from[255 - t];                                                                 \
            turn;                                                                                  \
        }                                                                                          \
        o[t] = from[t];                                                                            \
    }
EXCHANGE(r_both, from = from == s0 ? s1 : s0; to = to == s0 ? s1 : s0; S)
EXCHANGE(r_by_other, to = from; from = from == s0 ? s1 : s0; S)
EXCHANGE(w_one_only, from = from == s0 ? s1 : s0; S)
EXCHANGE(w_both, from = from == s0 ? s1 : s0; to = to == s0 ? s1 : s0)
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

report = json.load(open(sys.argv[1]))
found = {f["function"] for entry in report["findings"] for f in [entry, *entry.get("also", [])]
         if f["rule"] == "shared-race"}
proved = {k["name"] for k in report["kernels"] if k["verdict"] == "proved"}
names = {k["name"] for k in report["kernels"]}
right = {n for n in names if n.startswith("r_")}
wrong = {n for n in names if n.startswith("w_")}
print("not proved:", sorted(right - proved), "wrong and not found:", sorted(wrong - found),
      "wrong and proved:", sorted(proved - right))
sys.exit(not names or right != proved or wrong != found - {n for n in names if n.startswith("u_")})
PY

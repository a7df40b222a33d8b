#!/bin/sh
# A pointer that walks over a private array in steps that depend on the pass or on data stays there (C11
# 6.5.6): races on memory behind it were told with high confidence. In w_ it may leave for other memory.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, declared, walk)                                                               \
    __global__ void __launch_bounds__(256) name(unsigned *o, unsigned **in, int n)                 \
    {                                                                                              \
        const int t = threadIdx.x;                                                                 \
        unsigned sum = 0;                                                                          \
        declared;                                                                                  \
        for (int i = 0; i < n; i++) {                                                              \
            *p = *p << 2;                                                                          \
            walk;                                                                                  \
        }                                                                                          \
        sum += *p;                                                                                 \
        if (sum == 12345)                                                                          \
            __trap();                                                                              \
    }                                                                                              \
    void launch_##name(unsigned *o, unsigned **in, int n) { name<<<1, 256>>>(o, in, n); }
#define OWN unsigned a[8] = {}, b[8] = {}, *p = a
KERNEL(r_pass, OWN, if (i % 4 == 3) p++)
KERNEL(r_data, OWN, if (o[i] > 3) p += 1; else if (o[i] < 2) p = a)
KERNEL(r_inner, OWN, for (int k = 0; k < 3; k++) if (o[k] > i) ++p; sum += p[1])
KERNEL(w_shared, OWN; __shared__ unsigned s[8], if (o[i] == 5) p = s; else if (o[i] == 6) p++)
KERNEL(w_loaded, OWN, if (o[i] == 5) p = in[0]; else if (o[i] == 6) p++)
KERNEL(w_inner, OWN, for (int k = 0; k < 3; k++) if (o[k] > i) ++p; else p = in[k])
KERNEL(w_array, __shared__ unsigned s[8]; unsigned *p = s, if (o[i] == 6) p++)
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for k in pass data inner; do
    grep -qE "kernel: r_$k: (proved|nothing to check)" "$dir/out" || { echo "r_$k"; cat "$dir/out"; exit 1; }
done
! grep -qE 'kernel: w_[a-z]*: (proved|nothing)' "$dir/out" || { cat "$dir/out"; exit 1; }

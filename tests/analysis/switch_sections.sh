#!/bin/sh
# Numbers of the host that sections of a switch and comma expressions assign. What one section assigns holds in
# no other one, unless control runs on into it; then either value may be. The name says which blocks
# are known; of `any` none is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define K(name)                                                                                    \
    __global__ void name(float *o)                                                                 \
    {                                                                                              \
        __shared__ float s[1024];                                                                  \
        s[threadIdx.x] = o[threadIdx.x];                                                           \
        __syncthreads();                                                                           \
        o[threadIdx.x] = s[threadIdx.x ^ 1];                                                       \
    }
K(first_64)
void l1(float *o, int n) { int b = 96; switch (n) { case 2: b = 64; first_64<<<1, b>>>(o); break; case 3: break; } }
K(second_64)
void l2(float *o, int n) { int a, b = 96; switch (n) { case 2: a = 1; b = 64; second_64<<<1, b>>>(o); break; case 3: break; } }
K(other_any)
void l3(float *o, int n) { int a, b = 96; switch (n) { case 2: a = 1; b = 64; break; case 3: a = 2; other_any<<<1, b>>>(o); } }
K(through_any)
void l4(float *o, int n) { int a, b = 96; switch (n) { case 2: a = 1; b = 64; case 3: through_any<<<1, b>>>(o); } }
K(through_default_any)
void l5(float *o, int n) { int b = 96; switch (n) { case 2: b = 64; default: through_default_any<<<1, b>>>(o); } }
K(behind_64_96)
void l6(float *o, int n) { int b = 96; switch (n) { case 2: b = 64; break; } behind_64_96<<<1, b>>>(o); }
K(inner_any)
void l7(float *o, int n) { int b = 96; switch (n) { case 1: { b = 64; case 2: inner_any<<<1, b>>>(o); } } }
K(nested_64)
void l8(float *o, int n, int m) { int b = 96; switch (n) { case 1: b = 64; switch (m) { case 2: nested_64<<<1, b>>>(o); } } }
K(value_64)
void l9(float *o, int n) { const int c = (n + 15) / 16; dim3 b; switch (c) { case 2: b.y = 1, b.x = 32 * c; value_64<<<1, b>>>(o); break; case 3: break; } }
K(comma_64)
void l10(float *o, int n) { dim3 b; b.y = 1, b.x = 64; comma_64<<<1, b>>>(o); }
K(arm_any)
void l11(float *o, int n) { int a, b = 96; if (n) a = 1, b = 64; else n = 1; arm_any<<<1, b + 0 * n>>>(o); }
K(chosen_any)
void l12(float *o, int n) { int a, b = 96; n ? (a = 1, b = 64) : (a = 2); chosen_any<<<1, b>>>(o); }
K(last_64)
void l13(float *o, int n) { int a, b = 96; b = 32, a = 2, b = 64; last_64<<<1, b>>>(o); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1
failed=0
while read -r name shapes; do
    grep -q "kernel: $name: proved .* for $shapes; for sm" "$dir/out" || {
        echo "$name: $(grep "kernel: $name:" "$dir/out")"
        failed=1
    }
done <<'END'
first_64 64x1x1
second_64 64x1x1
other_any every block shape
through_any every block shape
through_default_any every block shape
behind_64_96 64x1x1, 96x1x1
inner_any every block shape
nested_64 64x1x1
value_64 64x1x1
comma_64 64x1x1
chosen_any every block shape
last_64 64x1x1
END
# either of the two, or none that is known
grep -q "kernel: arm_any: proved .* for \(every block shape\|64x1x1, 96x1x1\|96x1x1, 64x1x1\); for sm" "$dir/out" || {
    grep "kernel: arm_any:" "$dir/out"
    failed=1
}
exit $failed

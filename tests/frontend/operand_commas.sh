#!/bin/sh
# Operands of inline assembly without a comma between them, as nvcc takes them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define OBJECT(p) static_cast<unsigned>(__cvta_generic_to_shared(p))
__global__ void right(int *out)
{
    __shared__ int s[64];
    asm volatile("{st.shared.b32 [%0], %1;} // it's (one" /* "r"(a) "r"(b) */
                 ::"r"(OBJECT(&s[threadIdx.x]))
                   "r"(out[threadIdx.x]) : "memory");
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void wrong(int *out)
{
    __shared__ int s[64];
    __asm__ __volatile__("st.shared.b32 [%[at]], %[is];" :: [at] "r"(OBJECT(&s[threadIdx.x])) [is] "r"(1));
    out[threadIdx.x] = s[63 - threadIdx.x];
}
void run(int *out)
{
    right<<<1, 64>>>(out);
    wrong<<<1, 64>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
grep -q 'kernel: right: proved' "$dir/out" || fail "the right kernel is not proved"
grep -q 'kernel: wrong: findings' "$dir/out" || fail "the wrong kernel is not found"
grep -q 'k.cu:15:24: error' "$dir/out" || fail "the race is not at its place"

# What is in brackets before the first colon belongs to a macro in the text; no comma comes there.
cat >"$dir/k.cu" <<'CU'
#define HINT(bytes) ".L2::" #bytes "B"
#define STORE(what) "st.shared." what
__global__ void right(int *out, const int4 *in)
{
    __shared__ int4 s[64];
    unsigned at = __cvta_generic_to_shared(&s[threadIdx.x]);
    asm volatile("cp.async.cg.shared.global" HINT(128) " [%0], [%1], %2;" ::"r"(at), "l"(&in[threadIdx.x]), "n"(16));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x].x;
}
__global__ void wrong(int *out)
{
    __shared__ int s[64];
    asm volatile(STORE("b32") " [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(&s[threadIdx.x])) "r"(1));
    out[threadIdx.x] = s[63 - threadIdx.x];
}
void run(int *out, const int4 *in)
{
    right<<<1, 64>>>(out, in);
    wrong<<<1, 64>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right: proved' "$dir/out" || fail "the macro in the text is not read"
grep -q 'kernel: wrong: findings' "$dir/out" || fail "the operands behind a macro are not parted"

#!/bin/sh
# Which memory calls of host functions hand to a kernel. In w_ it is the same twice: an argument of a lambda
# and what it captures, both arguments of a lambda, both of a function that calls itself. In r_ it is
# not: a variable of a function that calls itself is another in each call.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define K(name) __global__ void name(int *o, const int *in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = in[i ^ 1]; }
#define GET(p) int *p; cudaMalloc((void **)&p, n * sizeof(int))
K(r_recursion) K(r_lambda) K(r_captured)
K(w_recursion) K(w_global) K(w_lambda) K(w_captured) K(w_at_once) K(w_passed_on)
void recursion(int *o, const int *in, int n)
{
    GET(part);
    if (n > 256)
        recursion(part, part, n / 256);
    r_recursion<<<n / 256, 256>>>(o, part, n);
}
void twice(int *o, const int *in, int n)
{
    GET(part);
    if (n > 256)
        twice(part, part, n / 256);
    w_recursion<<<n / 256, 256>>>(o, in, n);
}
int *parts;
void global(int *o, int n)
{
    if (n > 256)
        global(parts, n / 256);
    w_global<<<n / 256, 256>>>(o, parts, n);
}
template <typename F> void call(F f, int *p) { f(p); }
void lambdas(int n)
{
    GET(d);
    GET(e);
    auto both = [&](int *p, int *q) { w_lambda<<<n / 256, 256>>>(p, q, n); };
    both(d, d);
    auto one = [&](int *p) { w_captured<<<n / 256, 256>>>(p, d, n); };
    one(d);
    [&](int *p) { w_at_once<<<n / 256, 256>>>(p, d, n); }(d);
    call([&](int *p) { w_passed_on<<<n / 256, 256>>>(p, d, n); }, d);
    auto other = [&](int *p, int *q) { r_lambda<<<n / 256, 256>>>(p, q, n); };
    other(d, e);
    auto captured = [&](int *p) { r_captured<<<n / 256, 256>>>(p, d, n); };
    captured(e);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for k in recursion lambda captured; do
    grep -q "kernel: r_$k: proved" "$dir/out" || { echo "r_$k is not proved"; cat "$dir/out"; exit 1; }
done
for k in recursion global lambda captured at_once passed_on; do
    grep -q "kernel: w_$k: findings" "$dir/out" || { echo "w_$k is not found"; cat "$dir/out"; exit 1; }
done

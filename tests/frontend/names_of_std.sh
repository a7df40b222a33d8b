#!/bin/sh
# Names of the C++ library that its headers bring along are there; and where ours lack one, what follows
# from that is no error of syntax that the compiler would refuse the file for.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
kernel='__global__ void k(int *o) { o[threadIdx.x] = 1; }
void f(int *d) { k<<<1, 64>>>(d); }'
check() { # EXIT CODE, TEXT OF THE OUTPUT, then the text before the kernel
    printf '%s\n%s\n' "$3" "$kernel" >"$dir/k.cu"
    code=0
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || code=$?
    [ $code -eq "$1" ] && grep -q "$2" "$dir/out" || { cat "$dir/k.cu" "$dir/out"; exit 1; }
}
for header in map functional memory mutex; do
    check 0 'kernel: k: proved' "#include <$header>
using layout = std::tuple<int, unsigned>;
using key = std::tuple<void *, std::array<layout, 4>>;"
    ! grep -q 'note:' "$dir/out" || { cat "$dir/out"; exit 1; }
done
check 0 'kernel: k: ' 'using key = std::not_here<int, std::nor_this<4>>;
struct S { key a; int b[3 };'
check 3 'parse-error' 'namespace own {}
own::NotHere one{1, 2}, other{3};
struct S { int b[3 };'
check 0 'kernel: k: proved' '#include <functional>
struct twice : std::unary_function<int, int> {
    __device__ result_type operator()(argument_type a) const { return a + a; }
};
struct least : public std::binary_function<int, int, bool> {
    __device__ result_type operator()(first_argument_type a, second_argument_type b) const {
        return std::logical_not<bool>()(a >= b) && std::negate<>()(a) > b;
    }
};'
check 0 'kernel: k: proved' '#include <ATen/ATen.h>
void check(const at::Tensor &a, const at::Tensor &b) {
    at::TensorArg a_{a, "a", 1}, b_{b, "b", 2};
    at::CheckedFrom from = "check";
    at::checkAllSameGPU(from, {a_, b_});
    at::checkDim(from, a_, 2);
}'
check 3 'parse-error' 'struct S { int b[3 };'
check 3 'parse-error' 'struct T { nothing a; };
struct S { int b[3 };'

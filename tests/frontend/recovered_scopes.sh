#!/bin/sh
# A launch stands in a host function whose parameters, result and variables are of classes with a
# scope that a missing header declares: it is read, with its block where that is a number.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
kernel='__global__ void k(float *p, int n) {
    __shared__ float s[1024];
    s[threadIdx.x] = p[threadIdx.x];
    __syncwarp();
    p[threadIdx.x] = s[threadIdx.x ^ 1 + 32 * (n > 7)];
}'
# $1: the host code; $2: what is said of k.
check() {
    printf '#include "gone/core.h"\nusing namespace gone;\nnamespace nn {\n%s\n%s\n}\n' "$kernel" "$1" >"$dir/k.cu"
    "$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
    grep -q "$2" "$dir/out" || {
        echo "$1"
        cat "$dir/out"
        exit 1
    }
}
known='kernel: nn::k: .* for 32x1x1'
check 'void run(const core::Context &ctx, core::Tensor &in) {
    k<<<in.size(1), 32, 0, ctx.stream()>>>(in.data<float>(), in.size(0));
}' "$known"
check 'core::Tensor run(const core::Context &ctx, core::Tensor& in) {
    core::Tensor out = ctx.tensor(in.dtype());
    k<<<1, 32>>>(out.mutable_data<float>(), 1);
    return out;
}' "$known"
check 'core::Tensor run(const core::Context &ctx, core::Tensor &in) {
    core::Tensor out = ctx.tensor({in.size(0) / 8, in.size(1)}, core::Type::kInt32);
    const int threads = 16 * 2;
    k<<<1, threads>>>(out.data<float>(), 1);
    return out;
}' "$known"
check 'class Layer { void run(core::Layout &layout, float *p); };
void Layer::run(core::Layout &layout, float *p) {
    dim3 block(32);
    k<<<1, block>>>(p, layout.mask & core::kMask);
}' "$known"
# What the missing code gives, or may change, is not claimed.
for host in 'k<<<1, in.size(1)>>>(in.data<float>(), 1);' \
    'int threads = 32; core::round(threads, in); k<<<1, threads>>>(in.data<float>(), 1);' \
    'int threads = 32; in.fit(threads); k<<<1, threads>>>(in.data<float>(), 1);' \
    'k<<<1, core::kThreads>>>(in.data<float>(), 1);'; do
    check "void run(core::Tensor &in) { $host }" 'kernel: nn::k: '
    ! grep -q 'for [0-9]*x1x1' "$dir/out" || {
        echo "claimed: $host"
        cat "$dir/out"
        exit 1
    }
done

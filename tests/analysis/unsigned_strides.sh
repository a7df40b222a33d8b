#!/bin/sh
# Loops whose counters have no sign, as those of `auto i = threadIdx.x`, and strides that are members without a name:
# an index that is read as a signed number is the same number all the same.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <class N, class I> struct view {
    float *p;
    I size[3], stride[3];
    __device__ float &at(N x, N y, N z) const { return p[x * stride[0] + y * stride[1] + z * stride[2]]; }
};
#define KERNEL(name, N, I, X, Y, Z)                                                                \
    __global__ void name(view<N, I> v, int c)                                                      \
    {                                                                                              \
        for (auto b = threadIdx.y; b < v.size[0]; b += blockDim.y)                                 \
            for (auto i = threadIdx.x; i < v.size[2]; i += blockDim.x)                             \
                v.at(X, Y, Z) += 1;                                                                \
    }
KERNEL(right_int, int, int, b, c, i)
KERNEL(right_long, int, long, b, c, i)
KERNEL(right_longer, long, long, i, b, c)
KERNEL(wrong_left_out, int, long, c, c, i)
KERNEL(wrong_neighbour, long, long, b, c, i & 6)
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? = 1 ]
for k in right_int right_long right_longer wrong_left_out wrong_neighbour; do
    says=findings
    [ "${k%_*}" != right ] || says='proved.*rows of .* do not overlap'
    grep -q "kernel: $k: $says" "$dir/out" || { echo "$k: not $says"; cat "$dir/out"; exit 1; }
done

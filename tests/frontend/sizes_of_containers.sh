#!/bin/sh
# What a container says of its size is one number as long as nothing changes the size, also if it is
# handed over by reference and its elements are: `k<<<v.size() / 256, 256>>>(v.data(), v.size())`.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
{
    echo '#include <vector>'
    kernel() { # kernel NAME CONDITION PARAMETERS STATEMENT LAUNCH ARGUMENTS
        echo "__global__ void $1(int *o, int n) {
            __shared__ int s[1024];
            s[threadIdx.x] = 1;
            if ($2)
                __syncthreads();
            o[threadIdx.x] = s[threadIdx.x ^ 33];
        }
        void host_$1($3) { $4 $1<<<$5>>>($6); }"
    }
    tiles='n % 256 == 0'
    tested='if (v.size() % 256) return;'
    kernel r_value "$tiles" 'std::vector<int> v' "$tested" 'v.size() / 256, 256' 'v.data(), v.size()'
    kernel r_reference "$tiles" 'std::vector<int> &v' "$tested" 'v.size() / 256, 256' 'v.data(), v.size()'
    kernel r_number "$tiles" 'std::vector<int> &v' "$tested int n = v.size();" 'n / 256, 256' 'v.data(), n'
    kernel r_block 'n == blockDim.x' 'std::vector<int> &v' '' '1, v.size()' 'v.data(), v.size()'
    kernel w_push "$tiles" 'std::vector<int> &v' "$tested v.push_back(1);" 'v.size() / 256, 256' 'v.data(), v.size()'
    kernel w_resize "$tiles" 'std::vector<int> &v' "$tested v.resize(3);" 'v.size() / 256, 256' 'v.data(), v.size()'
    kernel w_alias "$tiles" 'std::vector<int> v' "std::vector<int> &w = v; if (w.size() % 256) return; v.push_back(1);" 'w.size() / 256, 256' 'w.data(), w.size()'
    kernel w_in_launch 'n == blockDim.x' 'std::vector<int> &v' '' '1, v.size()' '(v.push_back(1), v.data()), v.size()'
    kernel w_other 'n == blockDim.x' 'std::vector<int> &v, std::vector<int> &w' '' '1, v.size()' 'v.data(), w.size()'
    kernel w_byte 'n == blockDim.x' 'std::vector<int> &v' '' '1, v.size()' 'v.data(), (unsigned char)v.size()'
} >"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for k in r_value r_reference r_number r_block; do
    grep -q "kernel: $k: proved" "$dir/out" || { echo "FAIL: $k is not proved"; exit 1; }
done
for k in w_push w_resize w_alias w_in_launch w_other w_byte; do
    grep -q "kernel: $k: findings" "$dir/out" || { echo "FAIL: $k has no finding"; exit 1; }
done

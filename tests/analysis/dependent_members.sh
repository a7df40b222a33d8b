#!/bin/sh
# In a template that nothing instantiates the members of a dependent class lie where its template says.
# That is not sure: nothing is proved of them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/union.cu" <<'CU'
template <typename T> __global__ void reverse(T *a)
{
    __shared__ union {
        T values[256];
        int other;
    } s;
    s.values[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s.values[255 - threadIdx.x];
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/union.cu" >"$dir/out" 2>&1
grep -q 'kernel: reverse.*: undecided' "$dir/out" || { cat "$dir/out"; exit 1; }

cat >"$dir/races.cu" <<'CU'
template <class T> struct View { T *data; int rows[2]; };
template <typename T> __global__ void tiles(View<const T> in, T *a)
{
    __shared__ union {
        T values[256];
        T tile[16][17];
    } s;
    for (int j = 0; j < in.rows[0]; j++) {
        s.values[threadIdx.x] = in.data[j * in.rows[1] + threadIdx.x];
        __syncthreads();
        a[threadIdx.x] = s.values[0];
    }
}
template <typename T> __global__ void rows(T *a)
{
    __shared__ struct {
        int first[64];
        T tile[16][17];
    } s;
    if (threadIdx.x == 0 && threadIdx.y == 0)
        s.first[0] = 1;
    s.tile[threadIdx.y][threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.y * blockDim.x + threadIdx.x] = s.tile[threadIdx.y][threadIdx.x];
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/races.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -q 'races.cu:9:9: .*`s`.*shared-race' "$dir/out" || { cat "$dir/out"; exit 1; }
if grep -q 'races.cu:2' "$dir/out"; then cat "$dir/out"; exit 1; fi

# A pointer in a dependent class steps by elements.
cat >"$dir/steps.cu" <<'CU'
template <class T> struct Matrix { T *data; long long dims[2], strides[2]; };
template <typename T> __global__ void diagonal(Matrix<T> out, int n)
{
    unsigned x = threadIdx.x + blockIdx.x * blockDim.x, y = blockIdx.y;
    if (x >= out.dims[0] || y >= out.dims[1])
        return;
    T *at = out.data + y * out.strides[1] + x;
    *at = x == y ? T(1) : T(n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -q "$dir/steps.cu" >"$dir/out" 2>&1 || { cat "$dir/out"; exit 1; }

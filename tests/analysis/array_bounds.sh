#!/bin/sh
# That subscripts stay inside what the declaration says: an assumption that a verdict lists, unless
# it follows from the kernel. Where the launches that are known break it, nothing is proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void past_row(int *o)
{
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x;
    __syncthreads();
    o[y * 16 + x] = s[y][x + 1];
}
__global__ void flat(int *o)
{
    __shared__ int s[16][16];
    int t = threadIdx.x;
    s[0][t] = t;
    __syncthreads();
    o[t] = s[0][t ^ 1];
}
__global__ void next_array(int *o)
{
    __shared__ int s[64], r[64];
    int t = threadIdx.x, *p = s;
    p[t + 64] = t;
    r[63 - t] = t;
    __syncthreads();
    o[t] = r[t] + s[t];
}
__global__ void padded(int *o)
{
    __shared__ int s[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x;
    __syncthreads();
    o[y * 16 + x] = s[y][x + 1];
}
__global__ void guarded(int *o)
{
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x;
    __syncthreads();
    o[y * 16 + x] = x < 15 ? s[y][x + 1] : 0;
}
__global__ void by_argument(int *o, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t < n)
        s[t + n] = t;
    __syncthreads();
    o[t] = s[t];
}
/* Several elements at once: all of them are in the row. */
#define INT4(place) (reinterpret_cast<int4 *>(&(place))[0])
__global__ void wide(int *o, const int4 *in)
{
    __shared__ int s[16][18];
    int x = threadIdx.x, y = threadIdx.y;
    *(int4 *)&s[y][4 * x] = in[16 * y + x];
    __syncthreads();
    o[y * 1024 + x] = s[y][x];
}
__global__ void wide_macro(int *o, const int4 *in)
{
    __shared__ int s[16][18];
    int x = threadIdx.x, y = threadIdx.y;
    INT4(s[y][4 * x]) = in[16 * y + x];
    __syncthreads();
    o[y * 1024 + x] = s[y][x];
}
__global__ void past_row_wide(int *o, const int4 *in)
{
    __shared__ int s[16][18];
    int x = threadIdx.x, y = threadIdx.y;
    *(int4 *)&s[y][4 * x] = in[16 * y + x];
    __syncthreads();
    o[y * 1024 + x] = s[y][x];
}
void host(int *o, const int4 *in, int n)
{
    past_row_wide<<<1, dim3(16, 16)>>>(o, in);
    past_row<<<1, dim3(16, 16)>>>(o);
    flat<<<1, 256>>>(o);
    next_array<<<1, 64>>>(o);
    padded<<<1, dim3(16, 16)>>>(o);
    guarded<<<1, dim3(16, 16)>>>(o);
    by_argument<<<1, 64>>>(o, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
says() {
    grep -q "$1" "$dir/out" || {
        echo "not said: $1"
        cat "$dir/out"
        exit 1
    }
}
for k in past_row flat next_array past_row_wide; do
    says "kernel: $k: undecided (shared; .*a subscript leaves the bounds of"
done
says 'kernel: by_argument: proved .*assuming.*subscripts of `s` stay inside its bounds'
for k in wide wide_macro; do
    says "kernel: $k: proved .*assuming.*subscripts of \`s\` stay inside its bounds"
done
for k in padded guarded; do
    says "kernel: $k: proved"
done
if grep -E "kernel: (padded|guarded).*subscripts" "$dir/out"; then
    echo "assumed what follows from the kernel"
    exit 1
fi

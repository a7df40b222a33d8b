#!/bin/sh
# Local arrays: what one of a few known numbers is, and what a loop has stored in each element.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/arrays.cu" <<'CU'
__global__ void right_list_of_numbers(int n)
{
    int steps[2] = {1, 2};
    for (int x : steps)
        if (n > 3) {
            __syncthreads();
            n += x;
        }
}
__global__ void right_places(const float *in, float *o)
{
    __shared__ float s[256];
    int place[2];
    for (int i = 0; i < 2; i++)
        place[i] = i * 128 + threadIdx.x;
    for (int i = 0; i < 2; i++)
        s[place[i]] = in[place[i]];
    __syncthreads();
    o[threadIdx.x] = s[127 - threadIdx.x] + s[255 - threadIdx.x];
}
__global__ void right_first_place(const float *in, float *o)
{
    __shared__ float s[512];
    int place[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        place[i] = i * 128 + threadIdx.x;
    s[place[0]] = in[0];
    s[place[3]] = in[1];
    __syncthreads();
    o[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void right_rows_of_places(const float *in, float *o)
{
    __shared__ float s[512];
    int place[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            place[i][j] = (2 * i + j) * 128 + threadIdx.x;
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
            s[place[i][j]] = in[i];
    __syncthreads();
    o[threadIdx.x] = s[511 - threadIdx.x];
}
__global__ void right_again_and_again(const float *in, float *o, int n)
{
    __shared__ float s[256];
    int place[2];
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < 2; i++)
            place[i] = i * 128 + (threadIdx.x + k) % 128;
        for (int i = 0; i < 2; i++)
            s[place[i]] = in[i];
        __syncthreads();
        o[threadIdx.x] += s[255 - threadIdx.x];
        __syncthreads();
    }
}
__global__ void wrong_places(const float *in, float *o)
{
    __shared__ float s[256];
    int place[2];
    for (int i = 0; i < 2; i++)
        place[i] = i * 64 + threadIdx.x;
    for (int i = 0; i < 2; i++)
        s[place[i]] = in[place[i] + i];
    __syncthreads();
    o[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void wrong_list(const float *in, float *o)
{
    __shared__ float s[256];
    int shift[2] = {0, 32};
    for (int i = 0; i < 2; i++)
        s[threadIdx.x + shift[i]] = in[threadIdx.x + i];
    __syncthreads();
    o[threadIdx.x] = s[255 - threadIdx.x];
}
/* Nothing of the first loop is left where the second has stored. */
__global__ void wrong_stored_again(const float *in, float *o, int n)
{
    __shared__ float s[256];
    int place[2];
    for (int i = 0; i < 2; i++)
        place[i] = i * 128 + threadIdx.x;
    for (int i = 0; i < 2; i++)
        place[i] = n;
    for (int i = 0; i < 2; i++)
        s[place[i]] = in[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void right_read_while_filling(const float *in, float *o)
{
    __shared__ float s[256];
    int place[8];
    for (int i = 0; i < 8; i++) {
        place[i] = threadIdx.x + (i & 1) * 128;
        if (place[i] < 256)
            s[place[i]] = in[i];
    }
    __syncthreads();
    o[threadIdx.x] = s[255 - threadIdx.x];
}
/* Another element is stored between, which may be the same one. */
__global__ void wrong_stored_between(const float *in, float *o, int k)
{
    __shared__ float s[128];
    int place[8];
    for (int i = 0; i < 8; i++) {
        place[i] = threadIdx.x;
        place[k] = 3;
        s[place[i]] = in[i] + threadIdx.x;
    }
    __syncthreads();
    o[threadIdx.x] = s[127 - threadIdx.x];
}
/* `place[i]` is another element in each pass; what the last one stored is not read. */
__global__ void wrong_pass(const float *in, float *o)
{
    __shared__ float s[256];
    int place[8] = {}, i = 0;
    for (int k = 0; k < 7; k++) {
        i = (i + 3) % 8;
        s[place[i]] = in[k] + threadIdx.x;
        place[i] = threadIdx.x;
    }
    __syncthreads();
    o[threadIdx.x] = s[127 - threadIdx.x];
}
void run(const float *in, float *o, int n)
{
    right_read_while_filling<<<1, 128>>>(in, o);
    wrong_stored_between<<<1, 128>>>(in, o, n);
    wrong_pass<<<1, 128>>>(in, o);
    right_list_of_numbers<<<1, 128>>>(n);
    right_places<<<1, 128>>>(in, o);
    right_first_place<<<1, 128>>>(in, o);
    right_rows_of_places<<<1, 128>>>(in, o);
    right_again_and_again<<<1, 128>>>(in, o, n);
    wrong_places<<<1, 128>>>(in, o);
    wrong_list<<<1, 128>>>(in, o);
    wrong_stored_again<<<1, 128>>>(in, o, n);
}
CU
"$CUDASYNCLINT" --no-cache --min-confidence=low -v "$dir/arrays.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 6 ] || fail "not all right kernels are proved"
[ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 5 ] || fail "not all wrong kernels are found"

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
struct Images {
    int count[8];
    int *more;
};
__device__ void handed_on(Images p, const int *in, int *o, int image)
{
    const int &count = image < 8 ? p.count[image] : p.more[image - 8];
    for (int k = 0; k < count; k++) {
        o[threadIdx.x] += in[k];
        __syncthreads();
    }
}
__global__ void right_handed_on(Images p, const int *in, int *o)
{
    handed_on(p, in, o, blockIdx.x);
}
/* A thread has changed its copy. */
__global__ void wrong_own_copy(Images p, const int *in, int *o)
{
    Images own = p;
    own.count[blockIdx.x & 7] = in[threadIdx.x];
    for (int k = 0; k < own.count[blockIdx.x & 7]; k++)
        __syncthreads();
}
/* The copies differ after passes that differ. */
__global__ void wrong_left_early(Images p, const int *in, int *o)
{
    int own[2] = {1, 1};
    for (int k = 0; k < in[threadIdx.x]; k++)
        own[blockIdx.x & 1] = k & 3;
    for (int k = 0; k < own[blockIdx.x & 1]; k++)
        __syncthreads();
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
    right_handed_on<<<1, 128>>>(Images(), 0, 0);
    wrong_own_copy<<<1, 128>>>(Images(), 0, 0);
    wrong_left_early<<<1, 128>>>(Images(), 0, 0);
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
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 7 ] || fail "not all right kernels are proved"
[ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 7 ] || fail "not all wrong kernels are found"

#!/bin/sh
# A pointer to the beginning of an array that is a member leads no further than that array, also as the
# argument of a function: that is an assumption, as it is of subscripts of the array itself. Not so of a
# pointer that is assigned anew, of one to the whole object, and of an array of one element or in a union.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct vertices { int first; float z[64], w[64]; int n; float last[1]; float rest[64]; };
__device__ void add(float *z, const float *w, const int *list, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        z[i] = w[list[i]];
}
__global__ void right_pointer(vertices *v, int n)
{
    float *z = v->z, *w = v->w;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        z[i] = w[i];
}
__global__ void right_argument(vertices *v, const int *list, int n)
{
    vertices &of = *v;
    add(of.z, of.w, list, n);
}
__global__ void right_number(vertices *v)
{
    float *z = v->z;
    for (int i = 0; i < v->n; i++) {
        z[i * 128 + threadIdx.x] = 0;
        __syncthreads();
    }
}
__global__ void wrong_same(vertices *v, const int *list, int n)
{
    add(v->z, v->z, list, n);
}
__global__ void wrong_moved(vertices *v, int n)
{
    float *z = v->z, *w = v->w;
    for (int i = 0; i < n; i++, w = z)
        z[threadIdx.x % 64] = w[threadIdx.x % 32];
}
__global__ void wrong_whole(vertices *v, int n)
{
    float *z = (float *)v, *w = v->w;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        z[i] = w[i];
}
__global__ void wrong_one(vertices *v, int n)
{
    float *z = v->last, *w = v->rest;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        z[i] = w[i];
}
union words { unsigned low[32], all[128]; };
__global__ void wrong_union(words *u, int n)
{
    unsigned *low = u->low, *all = u->all;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        low[i] = all[i + 1];
}
#define RUN(name, ...) name<<<1, 128>>>(__VA_ARGS__)
void run(vertices *v, words *u, const int *list, int n)
{
    RUN(right_pointer, v, n), RUN(right_argument, v, list, n), RUN(right_number, v);
    RUN(wrong_same, v, list, n), RUN(wrong_moved, v, n), RUN(wrong_whole, v, n), RUN(wrong_one, v, n);
    RUN(wrong_union, u, n);
}
CU
"$CUDASYNCLINT" --no-cache -v --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
for name in pointer argument; do
    says "right_$name: proved .*subscripts of .v. stay inside its bounds"
done
says "right_number: proved"
for name in same moved whole one union; do
    says "wrong_$name: findings"
done

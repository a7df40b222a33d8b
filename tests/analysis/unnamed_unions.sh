#!/bin/sh
# Members of a union without a name that a function declares are places of one object: what is
# written as one member is read as another.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ unsigned as_bits(float x)
{
    union {
        float value;
        unsigned bits;
    };
    value = x;
    return bits;
}
__global__ void right(float *out, const float *in)
{
    __shared__ unsigned s[256];
    union {
        int place;
        unsigned index;
    };
    for (int pass = 0; pass < 2; pass++) {
        union {
            float value;
            struct {
                short low, high;
            };
        };
        value = in[threadIdx.x];
        place = threadIdx.x;
        s[index] = as_bits(value) + low;
        __syncthreads();
        out[place] = s[255 - index];
        __syncthreads();
    }
}
__global__ void wrong(float *out, const float *in)
{
    __shared__ unsigned s[256];
    union {
        int place;
        unsigned index;
    };
    place = threadIdx.x / 2;
    s[index] = as_bits(in[threadIdx.x]) + threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[place];
}
void run(float *out, const float *in)
{
    right<<<1, 256>>>(out, in);
    wrong<<<1, 256>>>(out, in);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right: proved' "$dir/out" && grep -q 'kernel: wrong: findings' "$dir/out" ||
    { cat "$dir/out"; exit 1; }

# A union of one number that is copied from an object whose type the template leaves open, of which nothing is
# known.
cat >"$dir/open.cu" <<'CU'
union word {
    unsigned all;
    struct {
        unsigned short low, high;
    };
};
__device__ unsigned with_high(word w, const unsigned &high)
{
    w.high = high;
    return w.all;
}
template <class T, int N> __device__ constexpr word make() { return {N}; }
template <int N> __global__ void open(unsigned *out)
{
    auto w = make<int, N>();
    for (unsigned i = 0; i < N / 4; i++)
        out[threadIdx.x] = with_high(w, i * 2);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/open.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: open: undecided' "$dir/out" || { cat "$dir/out"; exit 1; }

#!/bin/sh
# References to elements of a member that is an array, and arrays handed to functions as pointers:
# the other members are known as long as a loop that counts says where they lead.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/right.cu" <<'CU'
template <int N> __device__ void rotate(float k[N])
{
    for (int i = 0; i < N - 1; ++i) {
        float &here = k[i];
        float &next = k[i + 1];
        float was = here;
        here = next;
        next = was;
    }
}
template <int N> __device__ float sum(float k[N])
{
    float all = 0;
    for (int i = N - 1; i >= 0; i--)
        all += k[i];
    return all;
}
struct Queue {
    __device__ Queue(float *k) : all(k) {
        for (int i = 0; i < 4; ++i) {
            float &key = keys[i];
            key = 0;
        }
        row = all + threadIdx.x / 32 * 32;
    }
    __device__ void add(float v) {
        rotate<4>(keys);
        keys[0] = v;
    }
    __device__ void flush() { row[threadIdx.x % 32] = sum<4>(keys); }
    float keys[4];
    float *all, *row;
};
__global__ void k(float *a, int n)
{
    __shared__ float s[128];
    Queue q(s);
    for (int i = threadIdx.x; i < n; i += 128)
        q.add(a[i]);
    q.flush();
    __syncthreads();
    a[threadIdx.x] = s[127 - threadIdx.x];
}
void run(float *a, int n) { k<<<1, 128>>>(a, n); }
CU
verdict() { # FILE
    "$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/$1.cu" >"$dir/out" 2>&1 || true
}
verdict right
grep -q 'k: proved .* for sm_80$' "$dir/out" || { cat "$dir/out"; exit 1; }

# What the members tell is found out, too.
sed 's/row = all + .*;/row = all;/' "$dir/right.cu" >"$dir/race.cu"
verdict race
grep -q 'shared-race' "$dir/out" || { cat "$dir/out"; exit 1; }

# One token off, and a store may reach the pointer behind the array.
n=0
while IFS='~' read -r from to; do
    n=$((n + 1))
    sed "s/$from/$to/" "$dir/right.cu" >"$dir/wrong$n.cu"
    cmp -s "$dir/right.cu" "$dir/wrong$n.cu" && { echo "$from: not there"; exit 1; }
    verdict "wrong$n"
    if grep -q 'k: proved' "$dir/out"; then
        echo "proved with $to"
        exit 1
    fi
done <<'EDITS'
i < N - 1; ++i~i < N + 2; ++i
k\[i + 1\]~k[i + 4]
next = was;~next = was; if (was > 3) i += 4;
next = was;~next = was; (\&next)[(int)was] = 1;
next = was;~next = was; float *p = \&next; p++; *p = 1; p += (int)was; *p = 2;
next = was;~next = was; *(double *)(\&next + 3) = 1;
i < N - 1; ++i~i < N - 1; i = 2 * i + 1
k\[i\];~k[i + (int)k[0]];
EDITS

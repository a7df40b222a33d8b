#!/bin/sh
# Shared memory that reaches a function from far away: a storage class that the caller hands over by
# reference or keeps in a member, in classes and templates that no kernel of the run uses. Names say
# that the block shares it; members of a class that an argument of the template declares lie apart.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# forms NAME BARRIER: the same bodies, with a barrier between or without.
forms() {
    cat <<CU
struct Storage { int owner; float row[256]; };

struct by_reference_$1 {
    Storage &smem;
    __device__ void go(int x)
    {
        smem.row[threadIdx.x] = x;
        $2
        float y = smem.row[threadIdx.x ^ 64];
        __syncthreads();
        smem.row[threadIdx.x] = y;
    }
};
struct by_pointer_$1 {
    Storage *smem;
    __device__ void go(int x)
    {
        this->smem->row[threadIdx.x] = x;
        $2
        float y = smem->row[threadIdx.x ^ 64];
        __syncthreads();
        smem->row[threadIdx.x] = y;
    }
};
__device__ void by_argument_$1(Storage &smem, int x)
{
    smem.row[threadIdx.x] = x;
    $2
    float y = smem.row[threadIdx.x ^ 64];
    __syncthreads();
    smem.row[threadIdx.x] = y;
}
template <class T> struct tile_$1 {
    struct SharedStorage { float row[256]; };
    static __device__ void by_class_$1(SharedStorage &s, int x)
    {
        s.row[threadIdx.x] = x;
        $2
        float y = s.row[threadIdx.x ^ 64];
        __syncthreads();
        s.row[threadIdx.x] = y;
    }
};
template <class Policy> struct by_policy_$1 {
    typename Policy::Storage &smem;
    __device__ void operator()(int x)
    {
        smem.state.row[threadIdx.x] = x;
        $2
        float y = smem.state.row[threadIdx.x ^ 64];
        __syncthreads();
        smem.state.row[threadIdx.x] = y;
    }
};
template <class Policy>
__device__ void by_dependent_argument_$1(typename Policy::SharedStorage &s, int x)
{
    s.rows[1][threadIdx.x] = x;
    $2
    float y = s.rows[1][threadIdx.x ^ 64];
    __syncthreads();
    s.rows[1][threadIdx.x] = y;
}
template <int N> struct by_object_$1 {
    template <class Cta> static __device__ void vote(Cta *cta, int mine)
    {
        if (mine == threadIdx.x)
            cta->smem_storage.state.owner = threadIdx.x;
        __syncthreads();
        int owner = cta->smem_storage.state.owner;
        $2
        if (owner == threadIdx.x)
            cta->smem_storage.state.owner = N;
        __syncthreads();
    }
};
CU
}
forms wrong '' >"$dir/wrong.cu"
forms right '__syncthreads();' >"$dir/right.cu"
"$CUDASYNCLINT" --no-cache -v "$dir/wrong.cu" >"$dir/out" 2>&1 || true
for name in by_reference by_pointer by_argument by_class by_policy by_dependent_argument by_object; do
    grep -q "kernel: .*${name}_wrong.*: findings (.*shared" "$dir/out" ||
        { echo "$name"; cat "$dir/out"; exit 1; }
done
"$CUDASYNCLINT" --no-cache --min-confidence=high "$dir/wrong.cu" >"$dir/out" 2>&1
"$CUDASYNCLINT" --no-cache -v "$dir/right.cu" >"$dir/out" 2>&1 || true
if grep -E '\[[a-z-]+\]|: proved' "$dir/out"; then cat "$dir/out"; exit 1; fi

# What is each thread's own, other members and other elements.
cat >"$dir/apart.cu" <<'CU'
struct State { float row[256]; };
__device__ void own(State &state, int x)
{
    state.row[threadIdx.x] = x;
    __syncthreads();
    state.row[threadIdx.x] = state.row[threadIdx.x ^ 64];
}
__device__ void number(float &shared_sum, int x)
{
    shared_sum = threadIdx.x + x;
    __syncthreads();
}
struct parts {
    float *smem;
    __device__ void go(int x)
    {
        smem += threadIdx.x;
        smem[0] = x;
        __syncthreads();
    }
};
template <class Policy> __device__ void members(typename Policy::SharedStorage &s, int x)
{
    s.a[threadIdx.x] = x;
    float y = s.b[threadIdx.x ^ 64];
    __syncthreads();
    s.a[threadIdx.x] = y;
}
template <class Policy> __device__ void rows(typename Policy::SharedStorage &s, int x)
{
    s.rows[threadIdx.x][0] = x;
    float y = s.rows[threadIdx.x][1];
    __syncthreads();
    s.rows[threadIdx.x][0] = y;
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/apart.cu" >"$dir/out" 2>&1 || true
if grep -E '\[[a-z-]+\]' "$dir/out"; then cat "$dir/out"; exit 1; fi
[ "$(grep -c 'kernel: ' "$dir/out")" -ge 4 ]

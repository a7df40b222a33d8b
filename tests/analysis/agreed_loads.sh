#!/bin/sh
# What another block, or the host, may change between two loads is one value in most runs: a race
# behind a decision by it is found, where threads that have loaded the same come to both places. The
# twin has the barrier, or its two places are open for different values.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# split(): `between` stands between the read of slot[0] and the next store there.
split() { # NAME PARAMETERS LOADS BETWEEN
    cat <<CU
__global__ void $1($2) {
    __shared__ int slot[512];
    $3
    const int size = end - begin, n = (size + 8191) / 8192;
    if (size <= 4096 || size > 8192) {
        if (size > 8192) {
            if (threadIdx.x == 0) slot[0] = atomicAdd(w.count, n);
            __syncthreads();
            const int base = slot[0]; // read
            for (int c = threadIdx.x; c < n; c += 512)
                w.parts[base + c] = make_int2(begin + c * 8192, min(begin + (c + 1) * 8192, end));
            if (w.queue) {
                $4
                if (threadIdx.x == 0) slot[0] = atomicAdd(w.queue, n); // next, $1
                __syncthreads();
                if (threadIdx.x == 0) w.out[slot[0]] = begin;
            }
        }
        return;
    }
    slot[threadIdx.x] = w.out[begin + threadIdx.x];
    __syncthreads();
    w.out[begin + threadIdx.x] = slot[511 - threadIdx.x];
}
CU
}
by_blocks='int begin, end;
    if (w.offsets) {
        begin = w.offsets[blockIdx.x];
        end = w.offsets[blockIdx.x + 1];
    } else {
        const int2 part = w.parts[blockIdx.x];
        begin = part.x & 0x7fffffff;
        end = part.y;
    }'
by_host='const int begin = limits[blockIdx.x], end = limits[blockIdx.x + 1];'
{
    echo 'struct work { const int *offsets; int2 *parts; int *count, *queue, *out; };'
    split bad_blocks 'const work w' "$by_blocks" ''
    split good_blocks 'const work w' "$by_blocks" '__syncthreads();'
    split bad_host 'const work w, const volatile int *limits' "$by_host" ''
    split good_host 'const work w, const volatile int *limits' "$by_host" '__syncthreads();'
    cat <<'CU'
__global__ void good_apart(const volatile int *way, int *out) {
    __shared__ int slot[512];
    const int to = way[0];
    if (to > 7) {
        if (to < 20 && threadIdx.x == 64) slot[0] = 1; // next, good_apart
        if (to > 20 && threadIdx.x == 0) slot[0] = 2; // next, good_apart
        __syncthreads();
        out[blockIdx.x * 512 + threadIdx.x] = slot[0];
    }
}
void run(work w, const int *limits, int *out) {
    bad_blocks<<<64, 512>>>(w);
    good_blocks<<<64, 512>>>(w);
    bad_host<<<64, 512>>>(w, limits);
    good_host<<<64, 512>>>(w, limits);
    good_apart<<<64, 512>>>(limits, out);
}
CU
} >"$dir/split.cu"
"$CUDASYNCLINT" --no-cache "$dir/split.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for kernel in blocks host; do
    line=$(grep -n "// next, bad_$kernel" "$dir/split.cu" | cut -d: -f1)
    grep -q "split.cu:$line:.*race on \`slot\`.*\[shared-race\]" "$dir/out" ||
        { cat "$dir/out"; exit 1; }
done
for line in $(grep -n '// next, good_' "$dir/split.cu" | cut -d: -f1); do
    [ "$(grep -c "split.cu:$line:.*race" "$dir/out")" = 0 ] || { cat "$dir/out"; exit 1; }
done

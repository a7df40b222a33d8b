#!/bin/sh
# A file with 1,000 findings, in 1,000 kernels: all formats together are written in 2 seconds of
# processor time, and hints are tried for all kernels at once.
. tests/cli/check.inc
nm -D "$tool" | grep -q __asan && exit 77
formats="--format=text:r.txt"
for format in json sarif github gitlab junit markdown rdjson html; do
    formats="$formats --format=$format:r.$format"
done

# One finding in each: a race that one barrier ends, and a barrier that some threads miss.
{
    seq 500 | sed 's/.*/__global__ void r&(float *a) {\
    __shared__ float s[256];\
    s[threadIdx.x] = a[threadIdx.x];\
    a[threadIdx.x] = s[255 - threadIdx.x];\
}/'
    seq 500 | sed 's/.*/__global__ void b&(float *a) {\
    if (threadIdx.x < 16)\
        __syncthreads();\
}/'
    echo 'void host(float *p) {'
    seq 500 | sed 's/.*/    r&<<<4, 256>>>(p); b&<<<4, 256>>>(p);/'
    echo '}'
} >many.cu

# cpu LIMIT COMMAND...: fails if it takes more seconds of processor time.
cpu() {
    limit=$1
    shift
    used=$( (
        "$@" >/dev/null 2>err </dev/null
        times
    ) | awk -F'[ms ]+' 'NR == 2 { print ($1 + $3) * 60 + $2 + $4 }')
    echo "$used s: $(echo "$*" | cut -c 1-60)"
    awk "BEGIN { exit !($used < $limit) }" || fail "$used s of processor time, not $limit: $*"
}

cpu 20 "$tool" --no-cache -q --shard=1/1:shard.json many.cu
# shellcheck disable=SC2086 # a list of options
cpu 2 "$tool" merge -q $formats shard.json
json r.json findings/#=1000
grep -q '</html>' r.html || fail "the page is cut off"
[ "$(grep -c '(tried: ends it, brings nothing new)' r.txt)" -eq 500 ] || fail "not all hints were tried"
[ "$(grep -c '"edits"' r.json)" -eq 500 ] || fail "not all hints are in the report"

# What ends a finding in one kernel is nothing that another kernel needs: each has its own.
cat >apart.cu <<'E2'
__global__ void one(float *a) {
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void divergent(float *a) {
    __shared__ float s[256];
    if (threadIdx.x < 100) {
        s[threadIdx.x] = a[threadIdx.x];
        a[threadIdx.x] = s[99 - threadIdx.x];
    }
}
__global__ void two(float *a) {
    __shared__ float s[256], t[256];
    s[threadIdx.x] = a[threadIdx.x];
    t[threadIdx.x] = s[255 - threadIdx.x];
    a[threadIdx.x] = t[255 - threadIdx.x];
}
void host(float *p) {
    one<<<4, 256>>>(p);
    divergent<<<4, 256>>>(p);
    two<<<4, 256>>>(p);
}
E2
lint 1 --no-cache apart.cu
has out "after line 3 (tried"
has out "after line 15 (tried"
has out "after line 16 (tried"
lacks out "after line 9 (tried"
finish

#!/bin/sh
# Barrier objects that are given up and initialised again, and those that are looked at once.
# A right kernel is proved, a wrong one of the list `found` has a finding, any other wrong one is not
# proved. PTX ISA, "mbarrier.init", "mbarrier.inval", "mbarrier.test_wait".
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$(dirname "$0")/constructs/prelude.cuh" "$dir/prelude.cuh"
kernel() # NAME BODY
{
    cat >"$dir/$1.cu" <<CU
#include "prelude.cuh"
__global__ void k(int *o, const int *in, int n)
{
    __shared__ int s[128];
    __shared__ u64 b;
    int t = threadIdx.x;
    $2
}
void run(int *o, const int *in, int n) { k<<<1, 128>>>(o, in, n); }
CU
}

again='INIT(b, 64); } __syncthreads(); if (t < 64) { s[t] = in[t]; ARRIVE(b); } else { WAIT(b, 0); o[t] += s[127 - t]; }'
first='if (t == 0) INIT(b, 128); __syncthreads(); s[t] = in[t]; ARRIVE(b); WAIT(b, 0); o[t] = s[127 - t];'
kernel right_again "$first __syncthreads(); if (t == 0) { INVAL(b); $again"
kernel right_given_up_before "$first __syncthreads(); if (t == 0) INVAL(b); __syncthreads(); if (t == 0) { $again"
kernel right_three_times "$first __syncthreads(); if (t == 0) { INVAL(b); $again __syncthreads(); if (t == 0) { INVAL(b); $again"
kernel found_live "$first __syncthreads(); if (t == 0) { $again"
kernel found_no_barrier "$first if (t == 0) { INVAL(b); $again"
kernel found_third_is_live "$first __syncthreads(); if (t == 0) { INVAL(b); $again __syncthreads(); if (t == 0) { $again"
kernel found_old_phase "$first __syncthreads(); if (t == 0) { INVAL(b); $(echo "$again" | sed 's/WAIT(b, 0)/WAIT(b, 1)/')"
kernel other_some_give_up "$first __syncthreads(); if (t == 0) { if (n > 3) INVAL(b); $again"
kernel other_in_a_loop "for (int i = 0; i < n; i++) { __syncthreads(); $first __syncthreads(); if (t == 0) INVAL(b); }"
kernel right_data_before "if (t == 0) b = 0; __syncthreads(); $first"
kernel right_data_behind "$first __syncthreads(); if (t == 0) INVAL(b); __syncthreads(); if (t == 32) b = n;"
kernel other_data_in_a_loop "for (int i = 0; i < n; i++) { $first __syncthreads(); if (t == 0) { INVAL(b); b = i; } __syncthreads(); }"
kernel found_data "$first __syncthreads(); if (t == 32) b = n;"
kernel found_data_read "$first __syncthreads(); o[t + 128] = (int)b;"
kernel other_data_of_some "$first __syncthreads(); if (t == 0 && n > 3) INVAL(b); __syncthreads(); if (t == 0) b = n;"
kernel right_look "if (t == 0) INIT(b, 64); __syncthreads(); if (t < 64) { s[t] = in[t]; ARRIVE(b); } else if (look(b, 0)) o[t] = s[127 - t];"
kernel other_look_not "if (t == 0) INIT(b, 64); __syncthreads(); if (t < 64) { s[t] = in[t]; ARRIVE(b); } else if (!look(b, 0)) o[t] = s[127 - t];"
kernel other_look_parity "if (t == 0) INIT(b, 64); __syncthreads(); if (t < 64) { s[t] = in[t]; ARRIVE(b); } else if (look(b, 1)) o[t] = s[127 - t];"
kernel other_looks_twice "if (t == 0) INIT(b, 64); __syncthreads(); if (t < 64) { s[t] = in[t]; ARRIVE(b); } else { bool over = look(b, 0); if (look(b, 0) || over) o[t] = s[127 - t]; else s[t - 64] = 0; }"

"$CUDASYNCLINT" --no-cache -v "$dir" >"$dir/out" 2>&1 || true
for kernel in "$dir"/*.cu; do
    name=$(basename "$kernel" .cu)
    verdict=$(grep "^$dir/$name\\.cu:.*kernel: k: " "$dir/out" | sed 's/.*kernel: k: //; s/ .*//')
    case $name:$verdict in
    right_*:proved* | found_*:findings* | other_*:undecided* | other_*:findings*) ;;
    *) echo "$name: $verdict"; exit 1 ;;
    esac
done

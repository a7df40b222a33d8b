#!/bin/sh
# Barriers of a warp whose mask is the result of a vote: which lanes they bring together.
# A right kernel is proved, a wrong one of the list `found` has a finding, any other wrong one is not
# proved. CUDA C++ Programming Guide, "Warp Match Functions", "Warp Vote Functions".
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
    __shared__ int s[32];
    __shared__ u64 b;
    int t = threadIdx.x;
    $2
}
void run(int *o, const int *in, int n) { k<<<1, 32>>>(o, in, n); }
CU
}

kernel right_match 'unsigned m = __match_any_sync(~0u, t / 8); s[t] = in[t]; __syncwarp(m); o[t] = s[t ^ 7];'
kernel right_match_of_data 'unsigned m = __match_any_sync(~0u, in[t / 8]); s[t] = in[t]; __syncwarp(m); o[t] = s[t ^ 7];'
kernel right_ballot 'unsigned m = __ballot_sync(~0u, t < 12); s[t] = in[t]; if (t < 12) { __syncwarp(m); o[t] = s[11 - t]; }'
kernel right_in_a_loop 'for (int i = 0; i < n; i++) { unsigned m = __match_any_sync(~0u, (t + i) / 4); s[t] = in[i]; __syncwarp(m); o[t] += s[(t + i) / 4 * 4 - i < 0 ? t : t]; __syncwarp(); }'
kernel found_match 'unsigned m = __match_any_sync(~0u, t / 4); s[t] = in[t]; __syncwarp(m); o[t] = s[t ^ 7];'
kernel found_other_lanes 'unsigned m = __match_any_sync(~0u, t & 1); s[t] = in[t]; __syncwarp(m); o[t] = s[t ^ 1];'
kernel found_other_half 'unsigned m = __ballot_sync(~0u, t < 12); s[t] = in[t]; __syncwarp(t < 12 ? m : ~m); o[t] = s[31 - t];'
kernel other_match_of_data 'unsigned m = __match_any_sync(~0u, in[t]); s[t] = in[t]; __syncwarp(m); o[t] = s[t ^ 7];'
kernel other_pass_before 'unsigned m = ~0u; for (int i = 0; i < n; i++) { s[t] = in[i]; __syncwarp(m); o[t] += s[31 - t]; __syncwarp(); m = __match_any_sync(~0u, t / 8); }'
kernel other_vote_of_a_loop 'unsigned m = ~0u; for (int i = 0; i < n; i++) m = __match_any_sync(~0u, t / (i + 1)); s[t] = in[t]; __syncwarp(m); o[t] = s[t ^ 7];'

"$CUDASYNCLINT" --no-cache -v "$dir" >"$dir/out" 2>&1 || true
for kernel in "$dir"/*.cu; do
    name=$(basename "$kernel" .cu)
    verdict=$(grep "^$dir/$name\\.cu:.*kernel: k: " "$dir/out" | sed 's/.*kernel: k: //; s/ .*//')
    case $name:$verdict in
    right_*:proved* | found_*:findings* | other_*:undecided* | other_*:findings*) ;;
    *) echo "$name: $verdict"; exit 1 ;;
    esac
done

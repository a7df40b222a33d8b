#!/bin/sh
# Places that lanes count in a ballot, with the lanes before or behind the own one said by shifts of all bits.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define LIST(name, side, among)                                                                                        \
    __global__ void name(const float *in, int *o, int n)                                                               \
    {                                                                                                                  \
        __shared__ int list[1024];                                                                                     \
        int lane = threadIdx.x & 31, at = 0;                                                                           \
        for (int first = 0; first < n; first += 32) {                                                                  \
            int i = first + lane;                                                                                      \
            bool keep = i < n && in[i] != 0.0f;                                                                        \
            unsigned kept = __ballot_sync(0xffffffff, keep);                                                           \
            if (keep among)                                                                                            \
                list[at + __popc(kept & (side))] = i;                                                                  \
            at += __popc(kept);                                                                                        \
        }                                                                                                              \
        __syncwarp();                                                                                                  \
        o[threadIdx.x] = list[lane];                                                                                   \
    }
LIST(right_before, 0xffffffff >> (32 - lane), )
LIST(right_to, 0xffffffff >> (31 - lane), )
LIST(right_from, ~0u << lane, )
LIST(right_behind, 0xfffffffe << lane, )
LIST(right_not, ~(0xffffffff << lane), )
LIST(wrong_other_end, 0xffffffff >> lane, )
LIST(wrong_count, 0xffffffff >> (30 - lane), )
LIST(wrong_guard, 0xffffffff >> (32 - lane), || lane == 0)
#define RUN(name) name<<<100, 32>>>(in, o, n)
void run(const float *in, int *o, int n)
{
    RUN(right_before); RUN(right_to); RUN(right_from); RUN(right_behind); RUN(right_not);
    RUN(wrong_other_end); RUN(wrong_count); RUN(wrong_guard);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
if grep -E 'in `right|k.cu:(1[7-9]|2[01]):.*(error|warning)' "$dir/out" ||
    ! grep -q 'k.cu:22:.*race on `list`: several' "$dir/out" || ! grep -q 'lines 23, 24; also' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi

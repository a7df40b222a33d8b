#!/bin/sh
# A loaded number that goes on in a row of the thread, whose length is a parameter: that it reaches into the
# next row is of low confidence. Not so in the row of another thread, or in one that threads share.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, body)                                                                         \
    template <class T> __global__ void name(const T *ids, int *out, int n, int count)            \
    {                                                                                              \
        extern __shared__ int s[];                                                                 \
        for (int i = 0; i < n; i++)                                                                \
            s[(threadIdx.x + 1) * n + i] = 0;                                                      \
        for (int i = threadIdx.x; i < count; i += blockDim.x)                                      \
            body;                                                                                  \
        __syncthreads();                                                                           \
        out[threadIdx.x] = s[threadIdx.x];                                                         \
    }
KERNEL(right_row, ++s[(threadIdx.x + 1) * n + ids[i]])
KERNEL(wrong_next, ++s[threadIdx.x * n + ids[i]])
KERNEL(wrong_none, ++s[n + ids[i]])
#define RUN(name)                                                                                  \
    name<<<1, 256, 1000 * n>>>(ids, out, n, count), name<<<1, 256, 1000 * n>>>(bytes, out, n, count)
void run(const int *ids, const unsigned char *bytes, int *out, int n, int count)
{
    RUN(right_row), RUN(wrong_next), RUN(wrong_none);
}
CU
"$CUDASYNCLINT" --no-cache --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
python3 - "$dir/out" <<'PY'
import re, sys
levels, kernel = {}, None
for line in open(sys.argv[1]):
    if m := re.match(r"(\w+):$", line):
        kernel = m[1]
    elif m := re.match(r"  line \d+: race, (\w+): (.*)", line):
        levels.setdefault(kernel, set()).add(m[1])
        assert kernel != "right_row" or "far_index" in m[2].split(), line
assert levels == {"right_row": {"low"}, "wrong_next": {"low", "medium"}, "wrong_none": {"medium"}}, levels
PY

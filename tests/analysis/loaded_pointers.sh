#!/bin/sh
# Pointers that were loaded from two places are assumed to be different; two loads that may read one place,
# in some threads or passes, are not. So are the pointers that one load gives in the passes of a loop, but not in
# two passes that load one. What goes through the cache of read-only data may be stale where the
# kernel writes through that pointer, not through others (CUDA Programming Guide, 5.4.11).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/places.cu" <<'CU'
struct row { float *a, *b, *c; };
#define KERNEL(name, body)                                                                          \
    __global__ void name(const row *rows, float **list, float *p, int n)                            \
    {                                                                                               \
        const int t = threadIdx.x, b = blockIdx.x;                                                  \
        body                                                                                        \
    }
KERNEL(right_two, list[0][t] = list[1][t ^ 1];)
KERNEL(right_members, rows[b].a[t] = rows[b].b[t ^ 1];)
KERNEL(right_passes, for (int i = 0; i < n; i++) rows[i].a[t] = rows[i].b[t ^ 1];)
KERNEL(right_pairs, list[2 * b][t] = list[2 * b + 1][t ^ 1];)
KERNEL(right_guard, if (b > 0) list[b][t] = list[0][t ^ 1];)
KERNEL(wrong_guard, if (b >= 0) list[b][t] = list[0][t ^ 1];)
KERNEL(wrong_members, rows[b].a[t] = rows[b + 1].a[t ^ 1];)
KERNEL(wrong_pairs, list[2 * b][t] = list[2 * b + 2][t ^ 1];)
KERNEL(wrong_before, for (int i = 0; i < n; i++) { float v = i ? list[i - 1][t ^ 1] : 0; list[i][t] = v; })
KERNEL(wrong_after, for (int i = 0; i < n; i++) { float v = list[i + 1][t ^ 1]; list[i][t] = v; })
KERNEL(wrong_mirror, for (int i = 0; i < n; i++) { float v = list[n - i][t ^ 1]; list[i][t] = v; })
KERNEL(right_parity, for (int i = 0; i < n; i++) { float *q = list[i]; if (i & 1) q[t] = 1; else q[t ^ 32] = 2; })
KERNEL(wrong_parity, for (int i = 0; i < n; i++) { float *q = list[i / 2]; if (i & 1) q[t] = 1; else q[t ^ 32] = 2; })
KERNEL(wrong_rest, for (int i = 0; i < n; i++) { float *q = list[i % 3]; if (i & 1) q[t] = 1; else q[t ^ 32] = 2; })
KERNEL(right_kinds, for (int i = 0; i < n; i++) { float *q = list[i]; if (((int *)p)[i] == 8) ((char *)q)[t] = 1; else q[t] = 2; })
KERNEL(wrong_kinds, for (int i = 0; i < n; i++) { float *q = list[i]; if (((int *)p)[t] == 8) ((char *)q)[t] = 1; else q[t] = 2; })
KERNEL(right_next, for (int i = 0; i < n; i++) { float v = list[i][t ^ 32]; __syncthreads(); list[i][t] = v; })
KERNEL(wrong_next, for (int i = 0; i < n; i++) { float v = list[i / 2][t ^ 32]; __syncthreads(); list[i / 2][t] = v; })
KERNEL(wrong_volatile, float *q = *(float *volatile *)list; q[t] = 1; p[t] = (*(float *volatile *)list)[t ^ 1];)
CU
cat >"$dir/stale.cu" <<'CU'
struct tensors { const float *a; float *b, *c; };
#define KERNEL(name, body)                                                                          \
    __global__ void name(tensors p, float **list, const float *const *from, int n)                  \
    {                                                                                               \
        const int t = threadIdx.x;                                                                  \
        body                                                                                        \
    }
KERNEL(right_members, p.b[t] = __ldg(&p.a[t]);)
KERNEL(right_lists, list[3][t] = __ldg(&from[2][t]);)
KERNEL(right_walk, const float *q = p.a; float s = 0; for (int i = 0; i < n; i++, q += 32) s += __ldg(q); p.b[t] = s;)
KERNEL(wrong_same, p.b[t] = 1; __syncthreads(); p.c[t] = __ldg(&p.b[t]);)
KERNEL(wrong_cast, const float *q = (const float *)(char *)p.b; p.b[t] = 1; p.c[t] = __ldg(q + t);)
KERNEL(wrong_choice, const float *q = n > 3 ? p.a : p.b; p.b[t] = 1; p.c[t] = __ldg(q + t);)
KERNEL(wrong_written_choice, float *q = n > 3 ? p.c : (float *)p.a; q[t] = __ldg(p.a + t);)
KERNEL(wrong_walk, const float *q = p.b; float s = 0; for (int i = 0; i < n; i++, q += 32) s += __ldg(q); p.b[t] = s;)
KERNEL(wrong_list, list[3][t] = 1; p.c[t] = __ldg(&list[3][t]);)
KERNEL(wrong_row_before, for (int i = 0; i < n; i++) { float v = i ? __ldg(&list[i - 1][t]) : 0; list[i][t] = v; })
KERNEL(wrong_atomic, atomicAdd(&p.b[t], 1.f); p.c[t] = __ldg(&p.b[t]);)
KERNEL(wrong_reload, float *q = list[0]; q[t] = 1; p.c[t] = __ldg(*(float *volatile *)list + t);)
CU
for file in places stale; do
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$file.cu" >"$dir/out" 2>&1 || true
    ! grep 'kernel: wrong_[a-z_]*: proved' "$dir/out" || exit 1
    [ "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = "$(grep -c '^KERNEL(right' "$dir/$file.cu")" ] || {
        cat "$dir/out"
        exit 1
    }
done
grep -q 'kernel: wrong_written_choice: undecided .*cache of read-only data' "$dir/out" || { cat "$dir/out"; exit 1; }

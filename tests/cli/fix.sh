#!/bin/sh
# --fix and --diff: only what ends a finding and does no harm.
apply_fixes=$PWD/tests/cli/apply_fixes.py
. tests/cli/check.inc

unchanged() { # FILE: as it was in $before
    cmp -s "$1" "$before" || {
        fail "$1 was changed"
        diff "$before" "$1"
    }
}

# ---- a barrier is missing -----------------------------------------------------------------------

cat >one.cu <<'END'
__global__ void one(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
END
before=one.orig
cp one.cu one.orig
lint 1 --diff one.cu
has out "--- a/one.cu"
has out "+    __syncthreads();"
has err "can be fixed"
lacks out "[shared-race]"
unchanged one.cu
cp out one.diff
chmod 640 one.cu
ln -s one.cu link.cu
lint 0 --fix link.cu
has err "1 of 1 finding fixed"
[ -L link.cu ] || fail "the link is no link any more"
[ "$(stat -c %a one.cu)" = 640 ] || fail "other permissions"
lint 0 -v one.cu
has out "one: proved"
cp one.cu one.fixed
cp one.orig one.cu
git init -q . && git apply one.diff || fail "git apply"
cmp one.cu one.fixed || fail "--diff and --fix differ"
lint 0 --fix one.cu
cmp one.cu one.fixed || fail "a second --fix changed something"

"$tool" --diff --stdin-filename=one.cu - <one.orig >out 2>err
cmp out one.diff || fail "--diff of standard input"

# In a loop one missing barrier hides behind another.
cat >loop.cu <<'END'
__global__ void loop(float *a, int n) {
    __shared__ float s[1024];
    for (int i = 0; i < n; i++) {
        if (n > 3)
            s[threadIdx.x] = a[threadIdx.x + i];
        a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    }
}
END
lint 0 --fix loop.cu
sed -n 6p loop.cu | grep -q '^        __syncthreads();$' || fail "the barrier is not behind the if"
sed -n 8p loop.cu | grep -q '^        __syncthreads();$' || fail "no barrier at the end of the body"

# The barrier goes behind the block that not all threads enter; one is enough for two arrays.
cat >block.cu <<'END'
__global__ void block(float *a) {
    __shared__ float s, t[1024];
    t[threadIdx.x] = a[threadIdx.x];
    if (threadIdx.x == 0) {
        s = a[5];
    }
    a[threadIdx.x] = t[blockDim.x - 1 - threadIdx.x] + s;
}
END
lint 0 --fix block.cu
sed -n 7p block.cu | grep -q '^    __syncthreads();$' || fail "the barrier is not behind the block"
[ "$(grep -c syncthreads block.cu)" -eq 1 ] || fail "more barriers than needed"

cat >warp.cu <<'END'
__global__ void warp(int *out) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[31 - threadIdx.x];
}
void host(int *p) { warp<<<1, 32>>>(p); }
END
lint 0 --fix warp.cu
has warp.cu "    __syncwarp();"

# Of a warp, half comes: the barrier names these lanes; where others come than a mask can name, none helps.
cat >half.cu <<'END'
__global__ void low(int *out, const int *in) {
    __shared__ int s[32];
    if (threadIdx.x < 16) {
        s[threadIdx.x] = in[threadIdx.x];
        out[threadIdx.x] = s[15 - threadIdx.x];
    }
}
__global__ void high(int *out, const int *in) {
    __shared__ int s[32];
    if (threadIdx.x >= 24) {
        s[threadIdx.x] = in[threadIdx.x];
        out[threadIdx.x] = s[55 - threadIdx.x];
    }
}
void host(int *p, int *q) { low<<<1, 32>>>(p, q); high<<<1, 32>>>(p, q); }
END
cat >few.cu <<'END'
__global__ void ten(int *out, const int *in) {
    __shared__ int s[12];
    if (threadIdx.x < 10) {
        s[threadIdx.x] = in[threadIdx.x];
        out[threadIdx.x] = s[9 - threadIdx.x];
    }
}
__global__ void twelve(int *out, const int *in) {
    __shared__ int s[32];
    const int lane = threadIdx.x % 32;
    if (lane >= 8 && lane < 20) {
        s[lane] = in[lane];
        out[lane] = s[27 - lane];
    }
}
void host(int *p, int *q) { ten<<<1, 64>>>(p, q); twelve<<<1, 32>>>(p, q); }
END
cat >some.cu <<'END'
__global__ void some(int *out, const int *in, int n) {
    __shared__ int s[32];
    for (int i = threadIdx.x; i < n; i += 32) {
        s[i % 32] = in[i];
        out[i] = s[31 - i % 32];
    }
}
void host(int *p, int *q, int n) { some<<<1, 32>>>(p, q, n); }
END
lint 1 half.cu
has out "help: add \`__syncwarp(0xffff)\` after line 4 (tried"
lint 0 --fix half.cu
has err "2 of 2 findings fixed"
has half.cu "        __syncwarp(0xff000000);"
lint 0 -v half.cu
has err "2 kernels: 2 proved"
lint 1 few.cu
has out "help: add \`__syncwarp(0x3ff)\` after line 4 (tried"
has out "help: add \`__syncwarp(0xfff00)\` after line 12 (tried"
lint 1 some.cu
has out "help: a \`__syncwarp()\` must come between line 4 and line 5"

# What a barrier ends may have told of another finding, too, which is then on its own: no advice.
cat >rows.cu <<'END'
__global__ void rows(int nx, int ny, float *a, float *x, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4096) {
        out[i] = 0;
        for (int j = 0; j < 4096; j++) {
            out[i] += a[i * 4096 + j] * x[j];
        }
    }
}
void host(float *a, float *b, float *c) { rows<<<dim3(16), dim3(256, 4)>>>(1, 1, a, b, c); }
END
lint 1 --min-confidence=low rows.cu
lacks out "(tried"

# Several findings of one kernel, in one call.
cat >three.cu <<'END'
__global__ void three(float *a, float *b) {
    __shared__ float s[1024], t[1024];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    t[threadIdx.x] = b[threadIdx.x];
    b[threadIdx.x] = t[blockDim.x - 1 - threadIdx.x];
    s[threadIdx.x] = b[threadIdx.x];
}
END
lint 1 three.cu
has out "help: add \`__syncthreads()\` after line 3 (tried"
lint 0 --fix three.cu
has err "3 of 3 findings fixed"
[ "$(grep -c syncthreads three.cu)" -eq 2 ] || fail "not two barriers"

# ---- the same in reports ------------------------------------------------------------------------

# reported FILE FIXED: the reports on FILE hold the fix that makes it FIXED.
reported() {
    lint 1 --format=sarif:fixes.sarif --format=rdjson:fixes.rdjson "$1"
    for report in fixes.sarif fixes.rdjson; do
        python3 "$apply_fixes" $report "$1" 0 >applied || fail "no fix in $report"
        cmp applied "$2" || fail "the fix in $report is not that of --fix"
    done
}

if command -v python3 >/dev/null; then
    cp one.orig one.cu
    reported one.cu one.fixed
    cp loop.cu loop.fixed
    sed -i '6d;8d' loop.cu
    reported loop.cu loop.fixed
    sed 's/$/\r/' one.orig >one.cu
    sed 's/$/\r/' one.fixed >one.crlf
    reported one.cu one.crlf
else
    echo "the fixes in reports are not applied: python3 is not installed"
fi

# ---- no barrier helps ---------------------------------------------------------------------------

stays() { # FILE: not changed, findings reported
    before=$1.orig
    cp "$1" "$before"
    lint 1 --fix "$1"
    unchanged "$1"
    has out "[shared-race]"
    has err "0 of "
    lint 1 --format=sarif "$1"
    lacks out '"fixes"'
    lint 1 --format=rdjson "$1"
    lacks out '"suggestions"'
    lint 1 --diff "$1"
    lines out 0
}

# It would stand where not all threads come by.
cat >part.cu <<'END'
__global__ void part(float *a) {
    __shared__ float s[64];
    if (threadIdx.x < 64) {
        s[threadIdx.x] = a[threadIdx.x];
        a[threadIdx.x] = s[63 - threadIdx.x];
    }
}
END
stays part.cu

has_no_place() { # FILE: in no format
    for format in text json html markdown github gitlab sarif junit; do
        # Not the pages of the rules, which show examples.
        "$tool" --format=$format "$1" 2>err | sed '/<section aria-labelledby="rules">/,$d; /"text": "#/d; /"markdown": "#/d' >out
        grep -qE 'after line [0-9]' out && fail "$format names a line for $1"
        grep -qE 'must (come|end)' out || fail "$format does not say what must hold in $1"
    done
}
has_no_place part.cu

# Each arm of a divergent `if` holds half of it.
cat >arms.cu <<'END'
__global__ void arms(float *a) {
    __shared__ float s[64];
    if (threadIdx.x < 16)
        s[threadIdx.x] = a[threadIdx.x];
    else if (threadIdx.x < 48)
        a[threadIdx.x] = s[threadIdx.x - 16];
}
void host(float *a) { arms<<<1, 64>>>(a); }
END
before=arms.cu.orig
cp arms.cu arms.cu.orig
lint 1 --fix arms.cu
unchanged arms.cu
has_no_place arms.cu

# In a loop that threads leave one by one.
cat >trips.cu <<'END'
__global__ void trips(int *a, int *hits) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < threadIdx.x; i++) {
        s[i] = a[i];
        hits[threadIdx.x] += s[threadIdx.x];
    }
}
void host(int *a, int *h) { trips<<<1, 256>>>(a, h); }
END
before=trips.cu.orig
cp trips.cu trips.cu.orig
"$tool" --fix trips.cu >out 2>err
unchanged trips.cu

# Where a header is missing, what a trial says is not known to hold.
cat >halo.cu <<'END'
#include "sizes.h"
__global__ void halo(float *out, const float *in) {
    __shared__ float s[BLOCK + 2];
    int t = threadIdx.x;
    s[t + 1] = in[t];
    if (t == 0) {
        s[0] = in[5];
        s[BLOCK + 1] = in[7];
    }
    out[t] = avg(s[t], s[t + 1], s[t + 2]);
}
END
stays halo.cu
has err "0 of "
lint 1 --fix halo.cu
has err "halo.cu: not changed, declarations are missing: halo.cu:1:10"
has_no_place halo.cu

# The statement does not end with its line.
cat >line.cu <<'END'
__global__ void line(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
END
stays line.cu

# Not in a header, which others include.
cat >part.h <<'END'
static __device__ void both(float *s, float *a) {
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
END
cat >user.cu <<'END'
#include "part.h"
__global__ void user(float *a) {
    __shared__ float s[1024];
    both(s, a);
}
END
cp part.h part.h.orig
stays user.cu
before=part.h.orig
unchanged part.h

# Findings that do not count are left alone.
sed 's|^    a\[|    // cudasynclint: ignore[*] on purpose\n&|; s|^    s\[|    // cudasynclint: ignore[*] on purpose\n&|' \
    one.orig >accepted.cu
cp accepted.cu accepted.orig
before=accepted.orig
"$tool" --fix accepted.cu >out 2>err
unchanged accepted.cu
cp one.orig old.cu
before=one.orig
lint 0 --baseline=base.json --write-baseline old.cu
lint 0 --fix --baseline=base.json old.cu
unchanged old.cu

# ---- usage --------------------------------------------------------------------------------------

lint 2 --fix --diff one.cu
lint 2 --fix --stdin-filename=x.cu -
lint 2 --fix --baseline=b.json --write-baseline one.cu
lint 2 --diff --format=json one.cu
cp one.orig two.cu
lint 1 --diff --format=json:report.json two.cu
json report.json version=2
if [ "$(id -u)" != 0 ]; then
    chmod a-w . && lint 2 --fix two.cu
    chmod u+w .
fi

finish

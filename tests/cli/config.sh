#!/bin/sh
# .cudasynclint.yaml: where it is found, what each key does, what is refused.
. tests/cli/check.inc

config() { # DIRECTORY: writes standard input as its configuration
    mkdir -p "$1" && cat >"$1/.cudasynclint.yaml"
}

# ---- finding ------------------------------------------------------------------------------------

mkdir -p p/q/r
cp bad.cu p/q/r/k.cu
cp bad.cu p/q/l.cu
lint 1 p/q/r/k.cu
echo 'checks: "-barrier-divergence"' | config p
lint 0 p/q/r/k.cu
lint 0 p
lint 1 --isolated p
lint 1 --config=/dev/null p
(cd p/q/r && "$tool" -q k.cu >/dev/null) || fail "the configuration above the current directory"

# The nearest counts, and only it, unless it inherits.
echo '# nothing' | config p/q/r
lint 1 p/q/r/k.cu
lint 0 p/q/l.cu
lint 1 p
grep -c ' error: ' out | grep -qx 1 || fail "one finding expected below p"
echo "inherit: true" | config p/q/r
lint 0 p/q/r/k.cu
printf 'inherit: true\nchecks: [barrier-*]\n' | config p/q/r
lint 1 p/q/r/k.cu
rm p/q/r/.cudasynclint.yaml

# The command line has the last word.
lint 1 --checks='barrier-*' p
lint 0 --config=p/.cudasynclint.yaml bad.cu

# A source from standard input is where its name says.
"$tool" -q --stdin-filename=p/new.cu - <bad.cu >out 2>&1 || fail "configuration of standard input"

# ---- keys ---------------------------------------------------------------------------------------

mkdir k
cp bad.cu k/k.cu
cd k || exit 1
echo "fail-on: never" | config .
lint 0 k.cu
lint 1 --fail-on=error k.cu
echo "min-confidence: high" | config .
lint 1 k.cu
cat >when.cu <<'END'
__global__ void when(float *a, int n) {
    if (threadIdx.x < n)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
END
lint 0 when.cu
lint 1 --min-confidence=medium when.cu

cat >macro.cu <<'END'
#include "here.h"
__global__ void by_macro(float *a) {
#if BROKEN == HERE
    if (threadIdx.x < 16)
        __syncthreads();
#endif
    a[threadIdx.x] = 0;
}
END
mkdir headers
echo "#define HERE 7" >headers/here.h
rm .cudasynclint.yaml
lint 0 macro.cu -- -DBROKEN=7 -DHERE=8
echo "extra-args: [-DBROKEN=7, -Iheaders]" | config .
lint 1 macro.cu
(cd / && "$tool" -q "$scratch/k/macro.cu" >/dev/null 2>&1)
[ $? -eq 1 ] || fail "-I is relative to the configuration"
lint 0 --extra-arg=-DBROKEN=8 macro.cu

# A witness needs a block of more than 16 threads.
config . <<'END'
assume:
  - kernel: "*"
    block-dim: [16, 1, 1]
  - kernel: "b?d*"
    block-dim: 32
END
lint 1 k.cu
sed 's/bad/other/' k.cu >other.cu
lint 0 other.cu
lint 1 --block-dim=32 other.cu

cat >own.cu <<'END'
#include "not_here.h"
__global__ void own(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x];
    BLOCK_SYNC();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
END
rm .cudasynclint.yaml
lint 0 -v own.cu
has out "undecided"
echo "barriers: [BLOCK_SYNC]" | config .
lint 0 -v own.cu
has out "own: proved"

echo 'overrides: [{paths: ["old/*", other.cu], fail-on: never, checks: "-*"}]' | config .
lint 1 k.cu
lint 0 other.cu
mkdir -p old/er
cp k.cu old/er/k.cu
lint 0 old
lint 1 .

mkdir lib
cat >lib/part.h <<'END'
static __device__ void part() {
    if (threadIdx.x < 16)
        __syncthreads();
}
END
cat >whole.cu <<'END'
#include "lib/part.h"
__global__ void whole(float *a) {
    part();
    a[threadIdx.x] = 0;
}
END
echo "header-filter: ^src/" | config .
lint 0 -v whole.cu
has out "undecided"
lint 1 --header-filter='^lib/' whole.cu
rm .cudasynclint.yaml
lint 1 whole.cu

echo "baseline: accepted.json" | config .
lint 2 k.cu
has err "accepted.json"
lint 0 --write-baseline k.cu
[ -s accepted.json ] || fail "no baseline beside the configuration"
lint 0 k.cu
lint 1 --isolated k.cu
cd ..
mkdir m
cp bad.cu m/m.cu
echo "baseline: mine.json" | config m
lint 2 k/k.cu m/m.cu
has err "different baselines"

# ---- --dump-config ------------------------------------------------------------------------------

cd k || exit 1
config . <<'END'
checks: ["-*", "barrier-*"]
fail-on: error
min-confidence: low
header-filter: 'a"\.h$'
baseline: accepted.json
extra-args: -DX="y z"
barriers: [one, two]
assume: [{kernel: "k: *", block-dim: [64, 2]}]
END
lint 0 --dump-config k.cu
has out "checks: -*,barrier-*"
has out "fail-on: error"
has out "$(pwd)/accepted.json"
cp out dumped.yaml
lint 0 --dump-config --config=dumped.yaml k.cu
cmp out dumped.yaml || fail "the dumped configuration does not read back"
lint 0 --dump-config --fail-on=never --block-dim=8
has out "fail-on: never"
has out "block-dim: [8, 1, 1]"

# ---- what is refused ----------------------------------------------------------------------------

refused() { # LINE WHAT: standard input is the configuration
    config .
    lint 2 k.cu
    has err ".cudasynclint.yaml:$1: $2"
    lint 2 --dump-config k.cu
    [ ! -s out ] || fail "a dump in spite of a wrong configuration"
}
printf 'fail-on: error\n\nchekcs: x\n' | refused 3 'unknown key `chekcs`; did you mean `checks`?'
printf 'checks: no-such-rule\n' | refused 1 '`no-such-rule` matches no rule'
printf 'fail-on: always\n' | refused 1 '`always` is none of'
printf 'min-confidence: [low]\n' | refused 1 '`min-confidence` is not text'
printf 'header-filter: "("\n' | refused 1 '`(` is not a regular expression'
printf 'inherit: maybe\n' | refused 1 '`inherit` is true or false'
printf 'assume:\n  - kernel: k\n' | refused 2 'an item of `assume` needs'
printf 'assume:\n  - kernel: k\n    block-dim: 2000\n' | refused 3 '`2000` is not X'
printf 'assume:\n  - kernel: k\n    grid-dim: 1\n' | refused 3 'unknown key `grid-dim`'
printf 'barriers: ["a; b"]\n' | refused 1 '`a; b` is not the name of a function'
printf 'overrides:\n- checks: "*"\n' | refused 2 'an item of `overrides` needs `paths`'
printf 'overrides:\n- paths: a\n  inherit: true\n' | refused 3 'unknown key `inherit`'
printf 'fail-on: error\nfail-on: note\n' | refused 2 '`fail-on` is given twice'
printf -- '- a\n- b\n' | refused 1 'the configuration is not'
printf 'checks: "*\n' | refused 2 'not YAML: found unexpected end of stream'
printf 'fail-on: error\n---\nfail-on: note\n' | refused 3 'more than one document'
lint 2 --config=absent.yaml k.cu
has err "absent.yaml: no such file"
lint 2 --config=dumped.yaml --isolated k.cu

finish

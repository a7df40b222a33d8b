#!/bin/sh
# --show-undecided, and the gates on verdicts.
. tests/cli/check.inc

cat >mixed.cu <<'END'
__device__ int elsewhere(int *p);
__global__ void open(int *x, const int *idx) {
    __shared__ int s[64];
    s[threadIdx.x] = elsewhere(x);
    __syncthreads();
    x[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void fine(int *x) {
    __shared__ int s[64];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void empty(int) {}
void host(int *x) { open<<<1, 64>>>(x, x); fine<<<1, 64>>>(x); empty<<<1, 64>>>(0); }
END

lint 0 mixed.cu
has err "1 undecided (--show-undecided says why)"
lint 0 --show-undecided mixed.cu
has out "mixed.cu:2:17: note: open is undecided"
has out "    4 |     s[threadIdx.x] = elsewhere(x);"
has out "; would decide it: the file that defines it"
lacks out "fine is"
cp out once
lint 0 -v --show-undecided mixed.cu
has out "kernel: fine: proved"
lacks out "kernel: open"
lacks out "queries"
lint 0 --show-undecided --color=always mixed.cu
sed 's/\x1b\[[0-9;]*m//g' out | cmp - once || fail "colour changes the text"
lint 0 --explain=undecided
has out "# undecided"
lint 0 --format=json mixed.cu
has out '"decidedBy": "the file that defines it'
has out '"kind": "call"'
lint 0 --format=html mixed.cu
has out "would decide it"

# A finding that is hidden is counted, with the option that shows it.
cat >hidden.cu <<'END'
__device__ int maybe();
__global__ void hidden(int *x) {
    __shared__ int s[64];
    s[threadIdx.x] = x[threadIdx.x];
    maybe();
    x[threadIdx.x] = s[63 - threadIdx.x];
}
void host(int *x) { hidden<<<1, 64>>>(x); }
END
lint 0 hidden.cu
has err "1 of low confidence hidden (--min-confidence=low)"
lint 0 --show-undecided hidden.cu
has out "not reported; would decide it: --min-confidence=low shows the finding"

# ---- gates -----------------------------------------------------------------------------------------

lint 1 --fail-on-undecided mixed.cu
has err "mixed.cu:2:17: open is not proved: undecided"
lacks err "fine is"
lint 1 --require-proved mixed.cu
lint 1 --require-proved=o* mixed.cu
lint 0 --require-proved=fine mixed.cu
lint 0 --require-proved=empty mixed.cu
lint 1 --require-proved=gone mixed.cu
has err "no kernel matches"
lint 1 --require-proved bad.cu
lint 0 --fail-on-undecided good.cu
lint 1 --fail-on-undecided --format=junit mixed.cu
has out 'failures="1"'
has out '<testcase name="verdict" classname="open">'
lint 0 --format=junit mixed.cu
has out 'failures="0"'
lint 1 --fail-on=never --require-proved=open mixed.cu
lint 0 --help
has out "--require-proved[=GLOB]"
finish

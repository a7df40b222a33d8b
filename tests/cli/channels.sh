#!/bin/sh
# Findings go to standard output, everything else to standard error; reports to files.
. tests/cli/check.inc

lint 1 bad.cu
has out "bad.cu:3:9: error: "
has out "[barrier-divergence]"
lacks out "kernel:"
lines err 1
has err "1 kernel: 1 with findings; 1 finding"

lint 0 good.cu
lines out 0
lines err 1
has err "1 kernel: 1 "

lint 1 -q bad.cu
lines err 0
lint 3 -q missing.cu bad.cu
lines err 1

lint 0 -v good.cu
has out "good.cu:1:17: kernel: good: "
lint 0 -v doubtful.cu
has out "kernel: doubtful: undecided: "

# Several reports at once.
lint 1 --format=json:report.json --format=text:report.txt bad.cu
lines out 0
json report.json version=2 findings/#=1 findings/0/rule=barrier-divergence \
    findings/0/severity=error findings/0/file=bad.cu findings/0/line=3 findings/0/function=bad \
    kernels/#=1 kernels/0/verdict=findings stats/findings=1
has report.txt "bad.cu:3:9: error:"

# Instances of a template over the limit leave the kernel undecided: those below it are analysed.
cat >many.cu <<'END'
template <int N> __global__ void fill(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = N;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
#define FOUR(n) fill<n><<<1, 64>>>(out), fill<n + 1><<<1, 64>>>(out), \
                fill<n + 2><<<1, 64>>>(out), fill<n + 3><<<1, 64>>>(out)
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
void run(int *out) { SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), FOUR(64); }
END
lint 0 -v many.cu
has err "1 undecided"
has out "4 more instances than are analysed"
lint 3 --strict many.cu

# Those below it are the most different ones, wherever they stand.
cat >different.cu <<'END'
template <int N, class T> __global__ void fill(T *out) {
    __shared__ T s[64];
    s[threadIdx.x] = N;
    if (sizeof(T) == 4)
        __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
#define FOUR(n) fill<n><<<1, 64>>>(out), fill<n + 1><<<1, 64>>>(out), \
                fill<n + 2><<<1, 64>>>(out), fill<n + 3><<<1, 64>>>(out)
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
void run(int *out) { SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), FOUR(64); }
void last(double *out) { fill<0><<<1, 64>>>(out); }
END
lint 1 different.cu
has out "shared-race"

# Colours only when asked for, since this is no terminal.
lint 1 bad.cu
lacks out "$(printf '\033')"
lint 1 --color=always bad.cu
has out "$(printf '\033')[1;31merror:"
NO_COLOR=1
export NO_COLOR
lint 1 --color=always bad.cu
has out "$(printf '\033')[1;31merror:"
unset NO_COLOR
CLICOLOR_FORCE=1
export CLICOLOR_FORCE
lint 1 bad.cu
has out "$(printf '\033')[1;31merror:"
lint 1 --color=never bad.cu
lacks out "$(printf '\033')"
finish

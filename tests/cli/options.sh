#!/bin/sh
# One check per option that the other tests do not show.
. tests/cli/check.inc

lint 0 --help
has out "Usage: cudasynclint"
for option in --checks= --format= --fail-on= --min-confidence= --block-dim= --arch= --strict --jobs= \
    --explain= --list-checks --dump= --stdin-filename= --no-cache --cache-dir= --timeout= --color= --version; do
    has out " $option"
done

lint 0 --version
has out "cudasynclint 0."
has out "libclang "

lint 0 --list-checks
has out "barrier-divergence "
lint 0 --list-checks --checks=-*
lacks out " on "

lint 0 --explain barrier-divergence
has out "# barrier-divergence"
lint 2 --explain no-such-rule
lint 2 --checks=barier-* bad.cu

lint 0 --checks=-*,shared-* bad.cu
lint 1 --checks=-*,barrier-div* bad.cu

# A witness needs a block of more than 16 threads.
lint 0 --block-dim=16 bad.cu
lint 1 --trace --block-dim=17 bad.cu
has out "blockDim (17,1,1)"
lint 2 --block-dim=2048 bad.cu

cat >arch.cu <<'END'
__global__ void by_arch(float *a) {
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x < 16)
        __syncthreads();
#endif
    a[threadIdx.x] = 0;
}
END
lint 0 --arch=sm_80 arch.cu
lint 1 --arch=sm_90 arch.cu
lint 1 arch.cu # the guard names the architecture that shows it
lint 1 --trace --arch=sm_80 --arch=sm_90 arch.cu
has out "compiled for sm_90"
lint 2 --arch=volta arch.cu

# Arguments after -- go to the parser.
cat >macro.cu <<'END'
__global__ void by_macro(float *a) {
#ifdef BROKEN
    if (threadIdx.x < 16)
        __syncthreads();
#endif
    a[threadIdx.x] = 0;
}
END
lint 0 macro.cu
lint 1 macro.cu -- -DBROKEN

lint 1 --dump=ir bad.cu
has out "sync"
has out "bad.cu:3:9: error:"

# A source from standard input takes the place of the file.
"$tool" --stdin-filename=good.cu - <bad.cu >out 2>err
[ $? -eq 1 ] || fail "--stdin-filename: exit code"
has out "good.cu:3:9: error:"

# Directories; each file once; input order whatever the number of workers.
mkdir -p tree/b
cp bad.cu tree/b/z.cu
cp bad.cu tree/a.cu
cp good.cu tree/c.cuh
cp bad.cu tree/ignored.cpp
lint 1 tree tree/a.cu
grep -c ' error: ' out | grep -qx 2 || fail "two findings expected below tree"
grep ' error: ' out | cut -d: -f1 | tr '\n' ' ' | grep -qx 'tree/a.cu tree/b/z.cu ' || fail "order"
has err "3 kernels: 2 with findings"
for jobs in 1 2 8; do
    "$tool" -v -j$jobs --format=json tree bad.cu good.cu >jobs.$jobs 2>/dev/null
done
lint 0 --verbose good.cu
has out "kernel: good: proved"
cmp jobs.1 jobs.2 || fail "-j2 differs from -j1"
cmp jobs.1 jobs.8 || fail "-j8 differs from -j1"
finish

#!/bin/sh
# Files that launch kernels of others are looked at first. What is reported is what two shards report,
# whose kernels are judged a second time when all launches are known: with launches that the words of
# a text show, with such as they do not show, in circles, and with kernels of one name.
. tests/cli/check.inc

kernel() { # NAME: its two threads race where n is 32 or more
    cat <<X
__global__ void $1(float *p, int n) {
    __shared__ float s[64];
    s[threadIdx.x] = p[threadIdx.x];
    if (n < 32)
        __syncthreads();
    p[threadIdx.x] = s[63 - threadIdx.x];
}
X
}
launch() { # KERNEL ARGUMENT FUNCTION
    printf '__global__ void %s(float *p, int n);\nvoid %s(float *p) { %s<<<1, 64>>>(p, %s); }\n' "$1" "$3" "$1" "$2"
}
# same CODE: one run and two shards say the same, which is left in ./one.
same() {
    lint "$1" -v --no-cache one two
    mv out one.txt
    lint 0 --no-cache --shard=1/2:1.json one two
    lint 0 --no-cache --shard=2/2:2.json one two
    "$tool" merge -v 1.json 2.json >out 2>err </dev/null
    cmp out one.txt || fail "two shards say something else: $(diff out one.txt | head -n 5)"
}

mkdir one two
kernel plain >one/plain.cu
launch plain 8 run_plain >two/plain.cu
same 0
has one.txt 'plain: proved'

# One launch more, by a name that is made of two parts: the words do not show it.
cat >two/hidden.cu <<'X'
#define NAME(a, b) a##b
__global__ void NAME(pla, in)(float *p, int n);
void run_hidden(float *p) { NAME(pla, in)<<<1, 64>>>(p, 80); }
X
same 1
has one.txt 'one/plain.cu:6:22: error'
rm two/hidden.cu

# A circle: each launches the kernel of the other.
{ kernel left && launch right 8 run_right; } >one/left.cu
{ kernel right && launch left 80 run_left; } >two/right.cu
same 1
has one.txt 'one/left.cu:6:22: error'
has one.txt 'right: proved'
rm one/left.cu two/right.cu

# Two kernels of one name: each is launched in its own folder. A third is static.
kernel twin >one/twin.cu
launch twin 8 run_one_twin >one/run.cu
kernel twin >two/twin.cu
launch twin 80 run_two_twin >two/run.cu
kernel plain | sed 's/^__global__/static &/' >two/static.cu
same 1
has one.txt 'two/twin.cu:6:22: error'
lacks one.txt 'one/twin.cu:6:22'

finish

#!/bin/sh
# Suppressions, the baseline and changed lines, from the command line.
. tests/cli/check.inc

# ---- suppression comments -------------------------------------------------------------------

cp bad.cu s.cu
lint 1 s.cu
lint 0 --add-suppressions="only a demonstration" s.cu
has err "1 suppression comment added"
has s.cu "        // cudasynclint: ignore[barrier-divergence] only a demonstration"
lint 0 s.cu
has err "1 suppressed"
lint 0 --show-suppressed s.cu
has out "comment: only a demonstration"
lint 0 --show-suppressed --format=sarif s.cu
has out '"kind": "inSource"'
lint 2 --add-suppressions= s.cu

sed 's/if (threadIdx.x < 16)//' s.cu >unused.cu
lint 1 unused.cu
has out "[unused-suppression]"
lint 0 --checks=-unused-suppression unused.cu
lint 0 --checks=-barrier-divergence unused.cu

# ---- baseline -------------------------------------------------------------------------------

cp bad.cu b.cu
lint 2 --write-baseline b.cu
lint 2 --baseline=absent.json b.cu
has err "absent.json: no such file; --write-baseline makes it"
lint 0 -q --baseline=base.json --write-baseline b.cu
has err "baseline: 1 finding"
lines err 1
lint 0 --baseline=base.json b.cu
has err "1 suppressed"
lint 0 --baseline=base.json --show-suppressed b.cu
has out "[barrier-divergence]"

# It survives edits above, another formatting and another name of the file.
{
    echo "// a line"
    echo "int unused_variable;"
    sed 's/__syncthreads();/__syncthreads (  );/; s/^    /\t/' b.cu
} >moved.cu
rm b.cu
lint 0 --baseline=base.json --baseline-strict moved.cu

# A second defect is new, even if it looks the same.
sed 's/^    a\[/    if (threadIdx.x < 16)\n        __syncthreads();\n&/' bad.cu >b.cu
lint 1 --baseline=base.json b.cu
lint 0 --baseline=base.json --write-baseline b.cu
has err "baseline: 2 findings"
lint 0 --baseline=base.json b.cu

# A run with fewer rules says nothing about the others.
cp base.json whole.json
lint 0 --baseline=base.json --baseline-strict --checks=-barrier-divergence b.cu
lint 0 --baseline=base.json --prune-baseline --checks=-barrier-divergence b.cu
cmp base.json whole.json || fail "entries of another rule were dropped"

# A fix leaves a stale entry behind.
cp bad.cu b.cu
lint 0 --baseline=base.json b.cu
has err "1 entry has no finding any more"
lint 1 --baseline=base.json --baseline-strict b.cu
lint 0 --baseline=base.json --prune-baseline b.cu
lint 0 --baseline=base.json --baseline-strict b.cu
echo "{}" >broken.json
lint 2 --baseline=broken.json b.cu
has err "broken.json"

# ---- changed lines --------------------------------------------------------------------------

export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
mkdir repository && cd repository && git init -q . || exit 1
cat >k.cu <<'END'
__global__ void old(float *a) {
    if (threadIdx.x < 16)
        __syncthreads();
    a[threadIdx.x] = 0;
}
__global__ void shift(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
END
git add k.cu && git commit -qm one || exit 1

lint 1 k.cu
lint 0 --changed=HEAD k.cu
has err "1 not of this change"

# A change that only deletes a barrier.
sed -i '9d' k.cu
lint 1 --changed=HEAD k.cu
has out "[shared-race]"
lacks out "[barrier-divergence]"
git diff -U0 >../only.diff
lint 1 --changed-lines=../only.diff k.cu
git diff | "$tool" --changed-lines=- k.cu >out 2>err
[ $? -eq 1 ] || fail "--changed-lines=- from a pipe"
has out "[shared-race]"

# Below the root, and a file that git does not know yet.
mkdir below && cp ../bad.cu below/new.cu && cd below || exit 1
lint 1 --changed=HEAD new.cu
lint 1 --changed=HEAD ../k.cu
cd ..

lint 2 --changed=no-such-commit k.cu
lint 2 --changed=--output=x k.cu
echo "fatal: nothing" >../only.diff
lint 2 --changed-lines=../only.diff k.cu
lint 2 --changed-lines=absent.diff k.cu
has err "absent.diff: no such file"
lint 2 --changed-lines=- --stdin-filename=x.cu -

finish

#!/bin/sh
# cudasynclint diff: what is new, gone, moved, better and worse between two reports.
. tests/cli/check.inc

kernel() { # NAME BARRIER
    cat <<END
__global__ void $1(float *a) {
    __shared__ float s[64];
    s[threadIdx.x] = a[threadIdx.x];
    $2
    a[threadIdx.x] = s[63 - threadIdx.x];
}
void host_$1(float *a) { $1<<<1, 64>>>(a); }
END
}
kernel one "" >one.cu
kernel two "__syncthreads();" >two.cu
"$tool" --format=json:old.json one.cu two.cu
lint 0 diff old.json old.json
has out "findings: 0 new, 0 gone, 0 moved, 1 as before; verdicts: 0 worse, 0 better; kernels: 0 new, 0 gone"
lines out 1

# One is mended, one is broken.
kernel one "__syncthreads();" >one.cu
kernel two "" >two.cu
"$tool" --format=json:new.json one.cu two.cu
lint 1 diff old.json new.json
has out "new: two.cu:5:"
has out "gone: one.cu:5:"
has out "better: one.cu:1: one: findings -> proved (shared: findings -> proved)"
has out "worse: two.cu:1: two: proved -> findings"
has out "findings: 1 new, 1 gone, 0 moved, 0 as before; verdicts: 1 worse, 1 better"
lint 0 diff --fail-on=never old.json new.json
lint 1 diff --format=markdown:diff.md --format=html:diff.html old.json new.json
lines out 0
has diff.md "| new | error | <code>two"
has diff.html "New findings (1)"
has diff.html "two.cu:5"

# The same finding further down is the same finding, in another file as well.
kernel one "" >one.cu
{ echo; echo; cat one.cu; } >below.cu
mv below.cu one.cu
kernel two "__syncthreads();" >two.cu
"$tool" --format=json:new.json one.cu two.cu
lint 0 diff old.json new.json
has out "moved: one.cu:7:"
has out "(was one.cu:5)"
mv one.cu renamed.cu
"$tool" --format=json:new.json renamed.cu two.cu
lint 0 diff old.json new.json
has out "moved: renamed.cu:7:"

# A verdict gets worse without a finding.
{
    echo "__device__ int elsewhere(float *);"
    kernel two "__syncthreads(); elsewhere(a);"
} >two.cu
"$tool" --format=json:new.json renamed.cu two.cu
lint 1 diff old.json new.json
has out "worse: two.cu:2: two: proved -> undecided"

lint 2 diff old.json
lint 2 diff old.json two.cu
lines err 1
lint 2 diff old.json gone.json
lint 2 diff --format=sarif old.json new.json
echo '{"version": 1}' >v1.json
lint 2 diff v1.json new.json
has err "is no JSON report of version 2"

# The page of a run knows what is new since another.
lint 1 --format=html:page.html --since=old.json renamed.cu two.cu
has page.html 'data-since="old"'
lacks page.html 'data-since="new"'
kernel three "" >three.cu
lint 1 --format=html:page.html --since=old.json renamed.cu three.cu
has page.html 'data-since="new"'
lint 2 --since=v1.json three.cu
finish

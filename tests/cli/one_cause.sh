#!/bin/sh
# One cause is one entry of every report, what stands under it is named, and each place keeps its
# fingerprint.
. tests/cli/check.inc

cat >many.cu <<'END'
__global__ void many(float *out) {
    __shared__ float s[256];
    s[threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = s[(threadIdx.x + 1) % 256];
    __syncthreads();
    s[threadIdx.x] = 2.0f;
    out[threadIdx.x] += s[(threadIdx.x + 2) % 256];
    __syncthreads();
    s[threadIdx.x] = 3.0f;
    out[threadIdx.x] += s[(threadIdx.x + 3) % 256];
}
void launch(float *out) { many<<<1, 256>>>(out); }
END
"$tool" --min-confidence=low --format=json:entries.json --format=text:entries.txt many.cu 2>err
has err "; 1 finding"
has entries.txt "many.cu:4:"
has entries.txt "note: and 2 more places: lines 7, 10"
json entries.json findings/#=1 findings/0/line=4 findings/0/also/#=2 findings/0/also/0/line=7 \
    findings/0/also/1/line=10 stats/findings=1
lacks entries.json '"about"'
for format in sarif html github gitlab markdown junit rdjson; do
    "$tool" --format=$format:out.$format many.cu 2>err
    case $format in
    sarif) json out.sarif runs/0/results/#=1 runs/0/results/0/properties/alsoFingerprints/#=2 ;;
    junit) has out.junit "many.cu:10:25: race on" ;;
    markdown) has out.markdown "and 2 more places" ;;
    *) has out.$format "and 2 more places: lines 7, 10" ;;
    esac
done
lint 1 --trace many.cu
has out "many.cu:10:25: note: also in many: race on"

# Each place has its own comment and its own entry in a baseline.
sed '4s|$| // cudasynclint: ignore[shared-race] as an example|' many.cu >one.cu
lint 1 one.cu
has out "one.cu:7:"
has out "note: and 1 more place: line 10"
lint 0 --write-baseline --baseline=known.json many.cu
has err "baseline: 3 findings"
lint 0 --baseline=known.json many.cu

# What a comment hides is the only thing that is gone.
cp many.cu before.cu
"$tool" --format=json:before.json many.cu 2>err
cp one.cu many.cu
"$tool" --format=json:after.json many.cu 2>err
lint 0 diff before.json after.json
has out "findings: 0 new, 1 gone, 0 moved, 2 as before"
finish

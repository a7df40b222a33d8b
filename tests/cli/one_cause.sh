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
# The two halves of a mismatched pair of barriers are one, instances and kernels that come to the same
# places are counted, and where threads load different values of one place, the race on it is the
# cause, whichever conditions and loops read it.
cat >causes.cu <<'END'
__global__ void halves(float *o, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = o[threadIdx.x];
    if (threadIdx.x < n) {
        __syncthreads();
        o[threadIdx.x] = s[255 - threadIdx.x];
    } else {
        __syncthreads();
        o[threadIdx.x] = s[threadIdx.x];
    }
}
template <int N, class T> __global__ void instance(T *o) {
    __shared__ T s[N];
    s[threadIdx.x] = o[threadIdx.x];
    o[threadIdx.x] = s[N - 1 - threadIdx.x];
}
__device__ void turn(float *s, float *o) {
    s[threadIdx.x] = o[threadIdx.x];
    o[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void one(float *o) { __shared__ float s[256]; turn(s, o); }
__global__ void other(float *o) { __shared__ float s[256]; turn(s, o); }
__global__ void differs(float *o, const int *base, int n) {
    __shared__ int from;
    if (threadIdx.x == 0)
        from = *base;
    int i = from;
    if (i < n)
        __syncthreads();
    o[threadIdx.x] = 1;
    if (i > 2)
        __syncthreads();
    while (i-- > 0)
        __syncthreads();
}
__global__ void thread_decides_too(float *o, const int *base) {
    __shared__ int from;
    if (threadIdx.x == 0)
        from = *base;
    if (from < threadIdx.x)
        __syncthreads();
    o[threadIdx.x] = 1;
    __syncthreads();
}
void launch(float *o, int n) {
    halves<<<1, 256>>>(o, n);
    instance<256, float><<<1, 256>>>(o);
    instance<256, int><<<1, 256>>>((int *)o);
    instance<128, float><<<1, 128>>>(o);
    one<<<1, 256>>>(o);
    other<<<1, 256>>>(o);
    differs<<<1, 256>>>(o, (int *)o, n);
    thread_decides_too<<<1, 256>>>(o, (int *)o);
}
END
"$tool" --format=json:causes.json --format=text:causes.txt causes.cu 2>err
has err "; 6 findings"
json causes.json findings/#=6 findings/0/line=5 findings/0/also/#=0 findings/0/related/1/line=8 \
    findings/0/related/2/line=5 findings/1/line=15 findings/1/also/#=0 \
    "findings/1/instance=<256, float>, <256, int>, <128, float>" findings/2/function=one \
    findings/2/also/#=1 findings/2/also/0/function=other findings/3/function=differs \
    findings/3/rule=shared-race findings/3/also/#=3 findings/3/also/0/rule=barrier-divergence \
    findings/3/also/1/rule=barrier-divergence findings/3/also/2/rule=barrier-divergent-loop \
    findings/4/function=thread_decides_too findings/4/also/#=0 findings/5/rule=barrier-divergence
has causes.txt "also in \`other\`"
has causes.txt "and 3 more places: lines 29, 32, 34"

# Kernels that a macro makes are copies of one; what else it makes, and what stands beside it, is not.
cat >macro.cu <<'END'
#define TURN(T, name, at)                                                                          \
    __global__ void turn_##name(T *o) {                                                            \
        __shared__ T s[256];                                                                       \
        s[threadIdx.x] = o[threadIdx.x];                                                           \
        o[threadIdx.x] = s[at - threadIdx.x];                                                      \
    }
#define OTHER(T, name)                                                                             \
    __global__ void other_##name(T *o) {                                                           \
        __shared__ T s[256];                                                                       \
        s[threadIdx.x] = o[threadIdx.x];                                                           \
        o[threadIdx.x] = s[255 - threadIdx.x];                                                     \
    }
TURN(int, int, 255)
TURN(float, float, 255)
TURN(double, double, 255)
OTHER(int, int)
__global__ void one(int *o) { if (threadIdx.x < 7) __syncthreads(); o[threadIdx.x] = 1; }
__global__ void two(int *o) { if (threadIdx.x < 7) __syncthreads(); o[threadIdx.x] = 2; }
END
"$tool" --block-dim=256 --checks=shared-race,barrier-divergence --format=json:macro.json --format=text:macro.txt macro.cu 2>err
json macro.json findings/#=4 findings/0/line=13 findings/0/also/#=2 findings/0/also/0/function=turn_float \
    findings/1/function=other_int findings/2/function=one findings/3/function=two
has macro.txt "and 2 more places: lines 14, 15; also in \`turn_float\`, \`turn_double\`"

# One mask of which half a warp knows nothing is one cause, however many exchanges use it; another
# mask, and an exchange to which others come, is another.
cat >masks.cu <<'END'
__device__ float halves(unsigned mask, float v) {
    v = fmaxf(v, __shfl_xor_sync(mask, v, 8));
    v = fmaxf(v, __shfl_xor_sync(mask, v, 4));
    return fmaxf(v, __shfl_xor_sync(mask, v, 2));
}
__global__ void both(float *o, float v) {
    v = halves(0xffff, v);
    v += __shfl_xor_sync(0xff, v, 4);
    if (threadIdx.x < 24)
        v += __shfl_xor_sync(0xffff, v, 1);
    o[threadIdx.x] = v;
}
void run(float *o) { both<<<1, 32>>>(o, 1); }
END
"$tool" --checks=warp-mask --format=json:masks.json --format=text:masks.txt masks.cu 2>err
json masks.json findings/#=3 findings/0/line=2 findings/0/also/#=2 findings/0/also/1/line=4 \
    findings/1/line=8 findings/2/line=10

finish

# The same where a loop carries the value on, in static or dynamic memory. A thread's own number that is
# carried along parts the threads by itself.
cat >carried.cu <<'END'
#define CARRIED(name, array, first)                                                                \
    __global__ void name(float *o, int n) {                                                        \
        array;                                                                                     \
        if (threadIdx.x == 0)                                                                      \
            next[0] = n;                                                                           \
        __syncthreads();                                                                           \
        int at = first;                                                                            \
        while (at < n) {                                                                           \
            if (threadIdx.x == 0)                                                                  \
                next[0] = (int)o[at];                                                              \
            __syncthreads();                                                                       \
            at = next[0] > 0 ? next[0] : at + 32;                                                  \
        }                                                                                          \
    }
CARRIED(fixed, __shared__ int next[1], 0)
CARRIED(dynamic, extern __shared__ int next[], 0)
CARRIED(own, __shared__ int next[1], threadIdx.x / 32)
void launch(float *o, int n) {
    fixed<<<1, 256>>>(o, n);
    dynamic<<<1, 256, 4>>>(o, n);
    own<<<1, 256>>>(o, n);
}
END
"$tool" --format=json:carried.json carried.cu 2>err
python3 - <<'END'
import json
entries = {}
for f in json.load(open("carried.json"))["findings"]:
    entries.setdefault(f["function"], []).append([f["rule"], *[a["rule"] for a in f.get("also", [])]])
both = ["shared-race", "barrier-divergent-loop"]
assert entries["fixed"] == [both] and entries["dynamic"] == [both], entries
assert [r[0] for r in entries["own"]].count("barrier-divergent-loop") == 1, entries
END

#!/bin/sh
# --dump=limits counts what a kernel ran into; bench_limits takes other values from the environment.
. tests/cli/check.inc

cat >k.cu <<'END'
__global__ void apart(float *out) {
    __shared__ float s[4096];
    s[threadIdx.x * 3] = 0;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
END
cat >call.cu <<'END'
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *out) { out[threadIdx.x] = twice(threadIdx.x); }
END
cat >of.cu <<'END'
template <int N> __global__ void of(int *out) {
    __shared__ int s[N];
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[N - 1 - threadIdx.x];
}
__global__ void other(int *out) { out[threadIdx.x] = 1; }
void run(int *out) {
    of<32><<<1, 32>>>(out);
    of<64><<<1, 64>>>(out);
    of<128><<<1, 128>>>(out);
    other<<<1, 32>>>(out);
}
END
lint 0 --dump=limits --no-cache k.cu
has out 'apart:'
lacks out query_size

bench=$(dirname "$tool")/bench/bench_limits
CSL_LIMITS=query_size=1 "$bench" --dump=limits --format=json --no-cache k.cu >out 2>err
has out '(1 operators of a question: larger ones stay undecided)'
has out '(limit: query_size)'
CSL_LIMITS=statements=0 "$bench" --dump=limits --format=json --no-cache call.cu >out 2>err
has out 'call.cu:'
has out 'statements 1 (0 statements of a kernel: further calls stay calls)'
CSL_LIMITS=query_size=1 "$tool" --format=json --no-cache k.cu >out 2>err
has out '"proved"' # the tool itself does not read the variable

# Of each template one instance is analysed, whatever a file may cost, and of one that costs little
# all are; the verdict says that there are more. Of one with many that do not cost little, the first.
lint 0 --no-cache -v of.cu
has out 'kernel: of <32>, <64>, <128>: proved'
CSL_LIMITS=file_statements=1,file_operators=1 "$bench" --no-cache -v of.cu >out 2>err
has out 'kernel: of <32>, <64>, <128>: proved'
CSL_LIMITS=file_statements=1,template_statements=1 "$bench" --no-cache -v of.cu >out 2>err
has out 'kernel: of <32>: undecided'
has out '2 more instances than are analysed'
has out 'kernel: other: proved'
CSL_LIMITS=instances=2 "$bench" --no-cache -v of.cu >out 2>err
has out 'kernel: of <32>, <64>, <128>: proved'
CSL_LIMITS=instances=2,cheap_statements=1 "$bench" --no-cache -v of.cu >out 2>err
has out '1 more instances than are analysed'
CSL_LIMITS=file_operators=1,template_operators=1 "$bench" --no-cache -v of.cu >out 2>err
has out 'kernel: of <32>: undecided'
has out 'further instances are not analysed (limit: file_operators)'
has out 'kernel: other: proved'

CSL_LIMITS=nonsense=1 "$bench" --no-cache k.cu >out 2>err
[ $? -eq 2 ] || fail "a limit that does not exist is accepted"
has err 'nonsense=1'

# A unit of much text is parsed for one architecture: what its guards say of others is not tried.
cat >large.cu <<'END'
__global__ void newer(float *out) {
    __shared__ float s[64];
#if __CUDA_ARCH__ >= 900
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
#endif
}
END
lint 0 -v --no-cache --arch=sm_80 large.cu
has out 'arch=sm_90 shows it'
CSL_LIMITS=trial_bytes=1 "$bench" -v --no-cache --arch=sm_80 large.cu >out 2>err
has out 'arch=sm_90 may show it'
CSL_LIMITS=trial_bytes=1 "$bench" -v --no-cache large.cu >out 2>err # then it is analysed for it
has out 'newer: proved'
has out 'for sm_90'

# Where no architecture is asked for, it is the newest that names of the file are of.
cat >named.cu <<'END'
struct SM90_COPY { static __device__ void copy(float *to, const float *from) { *to = *from; } };
__global__ void k(float *out) { SM90_COPY::copy(out + threadIdx.x, out + threadIdx.x); }
END
lint 0 -v --no-cache named.cu
has out 'for sm_90'
lint 0 -v --no-cache --arch=sm_80 named.cu
has out 'for sm_80'
sed 's/SM90_COPY/SM90/' named.cu >plain.cu # no name of a part of it
lint 0 -v --no-cache plain.cu
has out 'for sm_80'

finish

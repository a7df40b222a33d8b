#!/bin/sh
# Launches whose brackets have blanks in them, as nvcc takes them, are launches; shifts are shifts.
set -u
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

cat >spaced.cu <<'EOF'
template <int N> __global__ void turn(int *p) {
  __shared__ int s[N];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[N - 1 - threadIdx.x];
}
struct out { int n; };
template <typename T> out operator<< (out o, T x) { return o; }
template <typename T> struct box { T x; };
int main() {
  int *p = 0, n = 1 << 3;
  turn<64> << <1, 64>> > (p);
  turn<32><<<dim3{1}, 32>> >(p);
  turn<128> << < 1 << 0, 128 >>>(p);
  box<box<int> > b;
  out o;
  operator<< <int>(o, n);
  return b.x.x << n;
}
EOF
"$CUDASYNCLINT" --no-cache --isolated -v spaced.cu >out 2>&1
if ! grep -qF "kernel: turn <64>, <32>, <128>: proved" out || grep -q "parse-error" out; then
    cat out
    exit 1
fi

# ... in included files as well, which no parse shows as they are.
cat >kernels.tcu <<'EOF'
__global__ void turn(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
template <typename T> void run(T *p) { turn << <1, 64 >> >(p); }
EOF
printf '#include "kernels.tcu"\ntemplate void run<int>(int *);\n' >instances.cu
"$CUDASYNCLINT" --no-cache --isolated -v instances.cu >out 2>&1
if ! grep -q "kernel: turn: proved .* for 64x1x1" out || grep -q "parse-error" out; then
    cat out
    exit 1
fi

#!/bin/sh
# Kernels that are launched out of tables, by a method that forwards its arguments, and by methods of
# class templates that are instantiated explicitly. What a launch says of the number of a template
# holds only if it is the only instance that the launch may mean.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define MIRROR(n) __shared__ float s[n]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[n - 1 - threadIdx.x]
typedef void (*kernel)(float *);
__global__ void first(float *a) { MIRROR(64); }
__global__ void second(float *a) { MIRROR(64); }
static kernel const plain[2] = {first, second};
void run(float *a, int which) { plain[which]<<<1, 64>>>(a); }
struct launcher {
    cudaStream_t stream;
    template <class... Args> void launch(void (*k)(Args...), dim3 grid, dim3 block, Args... args)
    {
        k<<<grid, block, 0, stream>>>(args...);
    }
};
__global__ void third(float *a, int n) { MIRROR(96); a[threadIdx.x] += n; }
void run_third(launcher &l, float *a) { l.launch(third, dim3(1), dim3(96), a, 3); }
template <int N> struct solver { void solve(float *a); };
template <int N> __global__ void step(float *a) { MIRROR(N); }
template <int N> void solver<N>::solve(float *a) { step<N><<<1, N>>>(a); }
template struct solver<48>;
template class solver<80>;
CU
# Only the instance for 32 has no race, and the others are launched as well.
body='__shared__ float s[N]; s[threadIdx.x] = a[threadIdx.x]; if (N > 32) a[threadIdx.x] = s[N - 1 - threadIdx.x];'
cat >"$dir/tables.cu" <<CU
typedef void (*kernel)(float *);
template <int N> __global__ void of_file(float *a) { $body }
template <int N> __global__ void of_function(float *a) { $body }
template <int N> __global__ void in_structs(float *a) { $body }
template <int N> __global__ void by_condition(float *a) { $body }
static const kernel table[] = {of_file<32>, of_file<64>, of_file<128>};
void run_one(float *a) { table[1]<<<1, 64>>>(a); }
void go(kernel k, float *a) { k<<<1, 64>>>(a); }
void run_two(float *a) { static const kernel own[] = {of_function<32>, of_function<64>}; go(own[1], a); }
struct entry { int n; kernel k; };
static const entry entries[] = {{32, in_structs<32>}, {64, in_structs<64>}};
void run_three(float *a, int i) { entries[i].k<<<1, entries[i].n>>>(a); }
void run_four(float *a, bool c) { kernel k = c ? by_condition<32> : by_condition<64>; k<<<1, 64>>>(a); }
CU
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: first: proved.* for 64x1x1' "$dir/out" || fail "the first of a table"
grep -q 'kernel: second: proved.* for 64x1x1' "$dir/out" || fail "the second of a table"
grep -q 'kernel: third: proved.* for 96x1x1' "$dir/out" || fail "a method that forwards"
grep -q 'kernel: step.*: proved' "$dir/out" || fail "instances of a class"
"$CUDASYNCLINT" --no-cache -v "$dir/tables.cu" >"$dir/out" 2>&1 || true
grep -q ': proved' "$dir/out" && fail "proved for one instance of several"
grep -q 'race on `s`.*by_condition\|kernel: by_condition <32>, <64>: findings' "$dir/out" || fail "two kernels by condition"
exit 0

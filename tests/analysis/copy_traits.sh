#!/bin/sh
# CuTe says in a type how many bits a copy by a tensor map brings, which no instruction says: bytes
# that are expected are those that come, or not. What the copy engine has to know of a barrier object
# without a fence is listed.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/good.cu" <<'CU'
template <auto v> struct C {};
template <class Op, class... Args> struct Copy_Traits { const void *map; unsigned object; };
struct load_base {
__device__ static void load(const void *map, unsigned object, unsigned to)
{
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3}], [%2];" ::"r"(to), "l"(map), "r"(object), "r"(0) : "memory");
}
};
struct load_op : load_base {};
template <class Op, class... Args>
__device__ void copy_unpack(Copy_Traits<Op, Args...> const &traits, unsigned to)
{
    Op::load(traits.map, traits.object, to);
}
__global__ void kernel(const __grid_constant__ int4 map, float *out)
{
    __shared__ alignas(128) float a[512], b[256];
    __shared__ unsigned long long object;
    unsigned bar = (unsigned)__cvta_generic_to_shared(&object);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(3072) : "memory");
        copy_unpack(Copy_Traits<load_op, C<16384>>{&map, bar}, (unsigned)__cvta_generic_to_shared(a));
        copy_unpack(Copy_Traits<load_op, C<8192>>{&map, bar}, (unsigned)__cvta_generic_to_shared(b));
    }
    __syncthreads();
    asm volatile("{ .reg .pred P; LAB: mbarrier.try_wait.parity.shared::cta.b64 P, [%0], 0;\n"
                 "@P bra DONE; bra LAB; DONE: }" ::"r"(bar) : "memory");
    out[threadIdx.x] = a[threadIdx.x + 256] + b[threadIdx.x];
}
void run(int4 map, float *out) { kernel<<<1, 256>>>(map, out); }
CU
sed 's/3072/2048/' "$dir/good.cu" >"$dir/few.cu"
sed '/mbarrier_init/d' "$dir/good.cu" >"$dir/unfenced.cu"
sed 's/C<16384>/int/' "$dir/good.cu" >"$dir/open.cu"
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --show-undecided --fail-on=never "$1" -- -arch=sm_90 >"$dir/out" 2>&1; }
lint "$dir/good.cu"
grep -q "kernel: kernel: proved" "$dir/out"
if grep -q "without a fence\|assuming tiles" "$dir/out"; then exit 1; fi
lint "$dir/few.cu"
grep -q "phase-mismatch" "$dir/out"
lint "$dir/unfenced.cu"
grep -q "the copy engine knows of initialised barrier objects without a fence" "$dir/out"
lint "$dir/open.cu"
grep -q "assuming tiles are as large as their barrier objects expect" "$dir/out"
# The traits of another operation, or of two, say nothing.
sed 's/^struct load_op/struct other_op {};\n&/; s/Traits<load_op, C<16384>>/Traits<other_op, C<16384>>/; s/    Op::load/    load_op::load/' \
    "$dir/good.cu" >"$dir/other.cu"
sed 's/copy_unpack(Copy_Traits<Op, Args...> const &traits, /&Copy_Traits<load_op, C<8192>> const \&, /; s/{&map, bar}, /&{}, /' \
    "$dir/good.cu" >"$dir/two.cu"
for file in other two; do
    lint "$dir/$file.cu"
    grep -q "assuming tiles are as large as their barrier objects expect" "$dir/out"
done
echo ok

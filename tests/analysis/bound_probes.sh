#!/bin/sh
# Bounds of an instance that only a compiler can tell: members of a class that a member of an argument names,
# chosen by a condition. They are as good as a number: an array of that many threads is no race, a shorter one
# is; so in namespaces, with types of a namespace without a name or of none, and for several instances of one
# template.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <int N> struct sizes_of_all { enum { THREADS = N }; };
struct alike { typedef sizes_of_all<96> pass; };
namespace lib {
template <int N> struct sizes { enum { THREADS = N }; };
template <bool C, class A, class B> struct either { typedef A type; };
template <class A, class B> struct either<false, A, B> { typedef B type; };
template <class T> struct policy {
    struct active { typedef typename either<sizeof(T) == 4, sizes<64>, sizes<128>>::type pass; };
};
namespace { struct own { typedef sizes<96> pass; }; }
struct alike { typedef sizes<32> pass; };
template <int N> __device__ void body(const int *in, int *out)
{
    __shared__ int s[N];
    s[threadIdx.x % N] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % N];
}
template <class P, bool TWICE> __launch_bounds__(int(TWICE ? P::pass::THREADS * 2 : P::pass::THREADS))
__global__ void wrong_alike(const int *in, int *out) { body<64>(in, out); }
template <class P, bool TWICE> __launch_bounds__(int(TWICE ? P::pass::THREADS * 2 : P::pass::THREADS))
__global__ void right_single(const int *in, int *out) { body<64>(in, out); }
template <class P, bool TWICE> __launch_bounds__(int(TWICE ? P::pass::THREADS * 2 : P::pass::THREADS))
__global__ void right_twice(const int *in, int *out) { body<128>(in, out); }
template <class P, bool TWICE> __launch_bounds__(int(TWICE ? P::pass::THREADS * 2 : P::pass::THREADS))
__global__ void right_own(const int *in, int *out) { body<96>(in, out); }
template <class P, bool TWICE> __launch_bounds__(int(TWICE ? P::pass::THREADS * 2 : P::pass::THREADS))
__global__ void wrong_twice(const int *in, int *out) { body<64>(in, out); }
template <class P, bool TWICE> __launch_bounds__(int(TWICE ? P::pass::THREADS * 2 : P::pass::THREADS))
__global__ void wrong_large(const int *in, int *out) { body<64>(in, out); }
}
void run(const int *in, int *out, int threads)
{
    lib::right_single<lib::policy<float>::active, false><<<1, threads>>>(in, out);
    lib::right_twice<lib::policy<int>::active, true><<<1, threads>>>(in, out);
    lib::right_twice<lib::policy<double>::active, false><<<1, threads>>>(in, out);
    lib::right_own<lib::own, false><<<1, threads>>>(in, out);
    lib::wrong_alike<alike, false><<<1, threads>>>(in, out);
    lib::wrong_twice<lib::policy<float>::active, true><<<1, threads>>>(in, out);
    lib::wrong_large<lib::policy<double>::active, false><<<1, threads>>>(in, out);
}
CU
"$CUDASYNCLINT" --no-cache --format=json --min-confidence=low "$dir/k.cu" >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
found = {f["function"].split("::")[-1] for e in report["findings"] for f in [e, *e.get("also", [])]
         if f["rule"] == "shared-race"}
names = {k["name"].split("::")[-1] for k in report["kernels"]}
assert len(names) == 6 and found == {n for n in names if n.startswith("wrong")}, (names, found)
PY

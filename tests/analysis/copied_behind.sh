#!/bin/sh
# What the host copies into a __constant__ variable counts only if no function shows that it comes
# behind a launch, or in a branch that need not be taken.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define K(name, c)                                                                                 \
    __constant__ int c;                                                                            \
    __global__ void name(float *o) {                                                               \
        __shared__ float s[64];                                                                    \
        int t = threadIdx.x;                                                                       \
        s[t] = t;                                                                                  \
        if (c)                                                                                     \
            __syncthreads();                                                                       \
        o[t] = s[63 - t];                                                                          \
    }
#define COPY(c) int one = 1; cudaMemcpyToSymbol(c, &one, sizeof one)
#define TRY(e) do { if ((e) != cudaSuccess) return; } while (0)
K(r_before, ca) K(w_behind, cb) K(w_other, cc) K(r_other, cd) K(w_called, ce) K(w_branch, cf)
K(w_short, cm) K(w_helper, cg) K(r_helper, ch) K(r_checked, ci) K(r_tested, cj) K(r_alone, ck) K(w_method, cl)
void before(float *o) { COPY(ca); r_before<<<1, 64>>>(o); }
void behind(float *o) { w_behind<<<1, 64>>>(o); COPY(cb); }
void launch_c(float *o) { w_other<<<1, 64>>>(o); }
void copy_c() { COPY(cc); }
void launch_d(float *o) { r_other<<<1, 64>>>(o); }
void copy_d() { COPY(cd); }
void all(float *o) { launch_c(o); copy_c(); copy_d(); launch_d(o); }
void copy_e() { COPY(ce); }
void called(float *o) { w_called<<<1, 64>>>(o); copy_e(); }
void branch(float *o, int n) {
    for (int i = 0; i < n; i++) {
        if (i) { COPY(cf); }
        w_branch<<<1, 64>>>(o);
    }
}
void branch_short(float *o, int n) {
    int one = 1;
    for (int i = 0; i < n; i++) {
        if (i) cudaMemcpyToSymbol(cm, &one, sizeof one);
        w_short<<<1, 64>>>(o);
    }
}
void copy_g() { COPY(cg); }
void inner_g(float *o) { w_helper<<<1, 64>>>(o); }
void outer_g(float *o) { inner_g(o); }
void main_g(float *o) { outer_g(o); copy_g(); outer_g(o); }
void copy_h() { COPY(ch); }
void inner_h(float *o) { r_helper<<<1, 64>>>(o); }
void main_h(float *o, bool first) { if (first) copy_h(); inner_h(o); inner_h(o); }
void checked(float *o) { int one = 1; TRY(cudaMemcpyToSymbol(ci, &one, sizeof one)); r_checked<<<1, 64>>>(o); }
void tested(float *o) {
    int one = 1;
    if (cudaMemcpyToSymbol(cj, &one, sizeof one) != cudaSuccess)
        return;
    r_tested<<<1, 64>>>(o);
}
void copy_k() { COPY(ck); }
void launch_k(float *o) { r_alone<<<1, 64>>>(o); }
struct Engine {
    void set() { COPY(cl); }
    void run(float *o) { w_method<<<1, 64>>>(o); }
    void both(float *o) { run(o); set(); run(o); }
};
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -o 'kernel: .*' "$dir/out" >"$dir/kernels"
if grep -E 'kernel: (w_[a-z_]*: [^f]|r_[a-z_]*: [^p])' "$dir/kernels"; then
    echo "FAIL: otherwise than said"
    exit 1
fi
[ "$(grep -c 'kernel:' "$dir/kernels")" = 13 ] || { echo "FAIL: some are missing"; exit 1; }

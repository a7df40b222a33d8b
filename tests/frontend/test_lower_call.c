/* Inlining, references, methods, lambdas, templates, and the embedded CUDA functions. */
#include "lower_test.h"

START_TEST(a_helper_two_calls_down_keeps_its_chain) {
    char *ir = ir_of("__device__ void inner() { __syncthreads(); }\n"
                     "__device__ void outer() { inner(); }\n"
                     "__global__ void k(int n) { if (n) outer(); }\n");
    ASSERT_COUNT(ir, "(sync barrier block", 1);
    ASSERT_HAS(ir, "(frame 0 \"outer\" (at 0 3:35-3:42))");
    ASSERT_HAS(ir, "(frame 1 \"inner\" (at 0 2:27-2:34 (in 0)) 0)");
    ASSERT_HAS(ir, "(at 0 1:27-1:42 (in 1))");
    free(ir);
}
END_TEST

START_TEST(a_return_of_the_last_call_ends_the_thread) {
    char *ir = ir_of("__device__ void g(int *p) { if (p[0]) return; __syncthreads(); p[1] = 0; }\n"
                     "__device__ void f(int *p) { if (p[2]) return; g(p); }\n"
                     "__global__ void k(int *p) { p[3] = 0; if (p[4]) f(p); }\n");
    ASSERT_COUNT(ir, "(exit (from return)", 2);
    free(ir);
}
END_TEST

START_TEST(a_return_of_an_earlier_call_does_not) {
    char *ir = ir_of("__device__ void f(int *p) { if (p[0]) return; __syncthreads(); p[1] = 0; }\n"
                     "__global__ void k(int *p) { f(p); p[3] = 0; }\n"
                     "__global__ void again(int *p) { while (p[3]) f(p); }\n");
    ASSERT_LACKS(ir, "(exit");
    free(ir);
}
END_TEST

START_TEST(an_early_return_leaves_the_callee_only) {
    char *ir = ir_of("__device__ int f(int x) { if (x) return 1; __syncthreads(); return 2; }\n"
                     "__global__ void k(int *p, int n) { p[0] = f(n); }\n");
    ASSERT_COUNT(ir, "(from return)", 1);
    ASSERT_LACKS(ir, "(exit");
    free(ir);
}
END_TEST

START_TEST(recursion_and_pointers_stay_calls) {
    char *ir = ir_of("__device__ int f(int x) { return x ? f(x - 1) : 0; }\n"
                     "__device__ int ext(int);\n"
                     "__global__ void k(int *p, int (*g)(int)) { p[0] = f(3) + g(2) + ext(1); }\n");
    ASSERT_HAS(ir, "(call \"f\"");
    ASSERT_HAS(ir, "(call \"function pointer g\"");
    ASSERT_HAS(ir, "(call \"ext\"");
    free(ir);
}
END_TEST

START_TEST(a_pointer_to_one_function_is_that_function) {
    char *ir = ir_of(
        "typedef void (*fn)(int *);\n"
        "template <int D> __device__ void one(int *p) { p[D] = 1; }\n"
        "__device__ void two(int *p) { __syncthreads(); }\n"
        "template <int D> constexpr __device__ fn pick(int t) {\n"
        "    if (t == 0) return one<D>;\n"
        "    return t == 1 ? two : nullptr;\n"
        "}\n"
        "template <int T> struct traits { static constexpr fn f = two; };\n"
        "__device__ void apply(fn f, int *p) { (*f)(p); }\n"
        "template <int T> __global__ void k(int *p) { constexpr fn f = pick<7>(T); f(p); }\n"
        "template <int T> __global__ void m(int *p) { constexpr fn f = traits<T>::f; f(p); }\n"
        "__global__ void l(int *p) { fn f = nullptr; f = two; apply(f, p); }\n"
        "void run(int *p) { k<0><<<1, 1>>>(p); k<1><<<1, 1>>>(p); m<0><<<1, 1>>>(p); }\n");
    ASSERT_LACKS(ir, "(call");
    ASSERT_COUNT(ir, "(sync barrier block", 3);
    ASSERT_COUNT(ir, "p[D]", 1);
    free(ir);
}
END_TEST

START_TEST(a_pointer_to_two_functions_is_none_of_them) {
    char *ir =
        ir_of("typedef void (*fn)(int *);\n"
              "__device__ void one(int *p) { p[0] = 1; }\n"
              "__device__ void two(int *p) { __syncthreads(); }\n"
              "__global__ void k(int *p, int n) {\n"
              "    fn f = one;\n"
              "    for (int i = 0; i < n; i++) { fn e = f; e(p); f = two; }\n"
              "}\n"
              "__global__ void l(int *p, int n) { fn f = n ? one : two; f(p); }\n"
              "__global__ void m(int *p, fn f) { fn e; if (p[0]) e = one; else e = f; e(p); }\n");
    ASSERT_COUNT(ir, "(call \"function pointer e\"", 2);
    ASSERT_COUNT(ir, "(call \"function pointer f\"", 1);
    ASSERT_COUNT(ir, "(sync barrier block", 1); /* in `two` itself, which no kernel calls */
    free(ir);
}
END_TEST

START_TEST(a_call_may_write_what_it_gets_by_reference) {
    char *ir =
        ir_of("__device__ void get(int &x); __device__ void look(const int &x);\n"
              "__global__ void k(int *p) { int n = 0, m = 0; get(n); look(m); p[n] = m; }\n");
    ASSERT_HAS(ir, "(call \"get\" (args (base.ptr 1))");
    ASSERT_HAS(ir, "(call \"look\" (args (var.i32 0))");
    free(ir);
}
END_TEST

START_TEST(functions_that_templates_are_made_for) {
    char *ir = ir_of("typedef int (*fn)(int); __device__ int twice(int x) { return 2 * x; }\n"
                     "template <fn f> __device__ int apply(int x) { return f(x) + f(1); }\n"
                     "__global__ void k(int *p, int n) { p[n] = apply<twice>(n); }\n");
    ASSERT_LACKS(ir, "(call ");
    ASSERT_COUNT(ir, "\"twice\" (at", 2);
    free(ir);
}
END_TEST

START_TEST(constexpr_calls_of_constants_fold) {
    char *ir = ir_of("constexpr int lg(int n) { return n < 2 ? 0 : 1 + lg(n / 2); }\n"
                     "__global__ void k(int *p) { p[lg(256)] = 0; }\n");
    ASSERT_HAS(ir, "(add.ptr (base.ptr 0) (const.i64 32))");
    ASSERT_LACKS(ir, "(call");
    free(ir);
}
END_TEST

/* Both parts are in the text, the first of the one before the first of the other. */
static __attribute__((noinline)) bool is_before(const char *text, const char *one,
                                                const char *other) {
    const char *a = strstr(text, one), *b = strstr(text, other);
    return a && b && a < b;
}

START_TEST(a_destructor_runs_at_the_end_of_the_scope) {
    char *ir = ir_of("struct G { int *p; __device__ ~G() { __syncthreads(); *p = 1; } };\n"
                     "struct H { int x; };\n"
                     "__global__ void k(int *q) { { G g{q}; H h; q[1] = 2; } q[2] = 3; }\n");
    ck_assert(is_before(ir, "(text \"q[1]\")", "(sync barrier"));
    ck_assert(is_before(ir, "(sync barrier", "(text \"q[2]\")"));
    ASSERT_COUNT(ir, "(sync ", 1);
    ASSERT_LACKS(ir, "(opaque ");
    free(ir);
}
END_TEST

START_TEST(a_destructor_runs_on_every_way_out) {
    char *ir =
        ir_of("struct G { __device__ ~G() { __syncthreads(); } };\n"
              "__device__ int f(int n) { G g; if (n > 5) return 1; return 2; }\n"
              "__global__ void k(int n, int *q) {\n"
              "  for (int i = 0; i < n; i++) { G g; if (i > 3) break; if (i > 2) continue; }\n"
              "  q[0] = f(n); }\n");
    ASSERT_COUNT(ir, "(sync ", 5);
    free(ir);
}
END_TEST

START_TEST(a_default_argument_is_evaluated_at_the_call) {
    char *ir =
        ir_of("__device__ int w() { __syncthreads(); return 1; }\n"
              "__device__ int f(int a = w());\n"
              "__device__ int f(int a) { return a; }\n"
              "struct C { __device__ C(int a = w()) {} }; struct D : C { __device__ D() {} };\n"
              "__global__ void k(int *q) { q[0] = f(); D d; }\n");
    ASSERT_COUNT(ir, "(sync ", 2);
    ASSERT_LACKS(ir, "(havoc ");
    free(ir);
}
END_TEST

START_TEST(references_are_aliases) {
    char *ir = ir_of("__device__ void swap2(int &a, int &b) { int t = a; a = b; b = t; }\n"
                     "__global__ void k(int *p) { int x = 1, y = 2; swap2(x, y); p[x] = y; }\n");
    ASSERT_COUNT(ir, "(access ", 1);
    ASSERT_LACKS(ir, "local");
    free(ir);
}
END_TEST

START_TEST(a_variable_whose_address_is_passed_is_still_a_value) {
    char *ir = ir_of("__device__ void set(int *p) { *p = 7; }\n"
                     "__global__ void k(int *q) { int x; set(&x); q[x] = 0; }\n");
    ASSERT_COUNT(ir, "(access ", 1);
    free(ir);
}
END_TEST

START_TEST(methods_and_constructors) {
    char *ir = ir_of("struct P { int a, b; __device__ P(int x) : a(x), b(x + 1) {}\n"
                     "  __device__ int sum() const { return a + b; } };\n"
                     "__global__ void k(int *q, int n) { P p(n); q[p.sum()] = p.b; }\n");
    ASSERT_COUNT(ir, "(access ", 1);
    ASSERT_LACKS(ir, "opaque");
    ASSERT_LACKS(ir, "(call");
    free(ir);
}
END_TEST

START_TEST(lambdas_see_what_they_captured) {
    char *ir = ir_of("__global__ void k(int *p, int n) {\n"
                     "  int x = 1, y = 5;\n"
                     "  auto f = [&, y](int i) { x += i; return y; };\n"
                     "  y = 9;\n"
                     "  p[f(2)] = x;\n}\n");
    ASSERT_LACKS(ir, "(call");
    ASSERT_HAS(ir, "(text \"x += i\")");
    ASSERT_COUNT(ir, "\"y\" i32", 2);
    free(ir);
}
END_TEST

START_TEST(an_element_returned_by_reference_is_the_element) {
    char *ir =
        ir_of("template <class T, int N> struct Array { T d[N];\n"
              "  __device__ T &operator[](int i) { return d[i]; } };\n"
              "struct Tile { float *base;\n"
              "  __device__ float &operator()(int r, int c) { return base[r * 33 + c]; } };\n"
              "__global__ void k(int n) { __shared__ float buf[990]; __shared__ Array<int, 8> a;\n"
              "  Tile t{buf}; t(n, 2) = 1; a[n] = 3; Array<int, 2> b; b[1] = n; a[b[1]] = 4; }\n");
    ASSERT_COUNT(ir, "(access ", 3);
    ASSERT_COUNT(ir, "(const.i32 8))))", 2); /* bounds of both elements of a */
    free(ir);
}
END_TEST

START_TEST(copies_of_lambdas_touch_nothing) {
    char *ir = ir_of(
        "template <int I> struct Unroll { template <class F> static __device__ void go(F f) {\n"
        "  Unroll<I - 1>::go(f); f(I); } };\n"
        "template <> struct Unroll<0> { template <class F> static __device__ void go(F) {} };\n"
        "__global__ void k(int *p) { int s = 0; Unroll<3>::go([&](int i) { s += i; });\n"
        "  p[s] = 1; }\n");
    ASSERT_COUNT(ir, "(access ", 1);
    ASSERT_COUNT(ir, "(text \"s += i\")", 3);
    free(ir);
}
END_TEST

START_TEST(an_assignment_as_an_lvalue_happens_once) {
    char *ir = ir_of("__device__ void bump(int &x) { x *= 2; }\n"
                     "__global__ void k(int *p, int n) { bump(p[n++] += 3); bump(++p[1]); }\n");
    ASSERT_COUNT(ir, "(text \"n++\")", 1);
    ASSERT_COUNT(ir, "(access read", 4);
    ASSERT_COUNT(ir, "(access write", 4);
    free(ir);
}
END_TEST

START_TEST(members_may_be_references) {
    char *ir =
        ir_of("struct R { int &x; int *q; __device__ R(int &y, int *z) : x(y), q(z) {}\n"
              "  __device__ void add() { x += 2; q[0] = x; } };\n"
              "__global__ void k(int *p) { int v = 1; R r(v, p); R s = r; s.add(); p[v] = 5; }\n");
    ASSERT_LACKS(ir, "opaque");
    ASSERT_LACKS(ir, "(call");
    free(ir);
}
END_TEST

START_TEST(specialisations_are_lowered_one_by_one) {
    char *ir = ir_of("template <typename T, int N> __global__ void k(T *p) {\n"
                     "  __shared__ T s[N]; s[threadIdx.x] = p[0]; __syncthreads(); }\n"
                     "int main() { k<float, 64><<<1, 64>>>(0); k<double, 32><<<1, 32>>>(0); }\n");
    ASSERT_HAS(ir, "(instance \"<float, 64>\")");
    ASSERT_HAS(ir, "(instance \"<double, 32>\")");
    ASSERT_HAS(ir, "shared \"s\" f32 4 (dims 64)");
    ASSERT_HAS(ir, "shared \"s\" f64 8 (dims 32)");
    free(ir);
}
END_TEST

START_TEST(explicit_instantiations_are_uses) {
    char *ir = ir_of("template <typename T> __global__ void k(T *p) { p[0] = 0; }\n"
                     "template <typename T> void run(int n) { k<T><<<1, 64>>>(0); }\n"
                     "template void run<float>(int n);\n"
                     "  template void run<double>(\n    int n);\n"
                     "template __global__ void k<char>(char *);\n");
    ASSERT_HAS(ir, "(instance \"<float>\")");
    ASSERT_HAS(ir, "(instance \"<double>\")");
    ASSERT_HAS(ir, "(instance \"<char>\")");
    ASSERT_COUNT(ir, "(kernel ", 3);
    free(ir);
}
END_TEST

START_TEST(included_kernels_are_lowered_where_they_are_launched) {
    char *ir = ir_of("#include \"tests/frontend/included_kernels.cuh\"\n"
                     "template <class T> void run(T *p) { filled<T><<<1, 32>>>(p); }\n"
                     "int main() { launched<<<1, 1>>>(0); }\n");
    ASSERT_HAS(ir, "(kernel \"launched\"");
    ASSERT_HAS(ir, "(kernel \"filled\"");
    ASSERT_HAS(ir, "(instance \"<float>\")"); /* `run` with a made-up argument launches it */
    ASSERT_COUNT(ir, "(kernel ", 3);
    free(ir);
}
END_TEST

START_TEST(a_pattern_without_uses_is_lowered_as_it_is) {
    char *ir =
        ir_of("template <typename T, int N> __global__ void k(T *p) {\n"
              "  __shared__ T s[N]; if (N > 32) s[threadIdx.x] = p[0]; __syncthreads(); }\n");
    ASSERT_COUNT(ir, "(kernel ", 1);
    ASSERT_HAS(ir, "(param 0 \"N\" i32)");
    ASSERT_HAS(ir, "(sync barrier block");
    free(ir);
}
END_TEST

START_TEST(a_kernel_in_a_namespace_has_its_full_name) {
    char *ir = ir_of("namespace a { namespace b { __global__ void k() {} } }\n");
    ASSERT_HAS(ir, "(kernel \"a::b::k\"");
    free(ir);
}
END_TEST

START_TEST(a_helper_no_kernel_calls_is_listed) {
    char *ir = ir_of("__device__ void sync_all() { __syncthreads(); }\n"
                     "__device__ int plain(int x) { return x; }\n"
                     "template <class T> __device__ void used(T x) { __syncthreads(); }\n"
                     "__device__ void passed(int n) { if (n) __syncthreads(); }\n"
                     "__global__ void k() { used(3); }\n");
    ASSERT_HAS(ir, "(kernel \"sync_all\"");
    ASSERT_HAS(ir, "(havoc 0 block (why \"argument of a function that no kernel calls\")");
    ASSERT_COUNT(ir, "(kernel ", 3);
    free(ir);
}
END_TEST

START_TEST(embedded_functions_stand_at_the_users_call) {
    char *ir = ir_of("#include <cooperative_groups.h>\n"
                     "__global__ void k(int *p) {\n"
                     "  auto b = cooperative_groups::this_thread_block();\n"
                     "  b.sync();\n"
                     "  p[0] = __syncthreads_or(p[1]);\n"
                     "  int v = __shfl_down_sync(0xffffffff, p[2], 4);\n"
                     "  atomicAdd(&p[3], v);\n"
                     "}\n");
    ASSERT_HAS(
        ir, "(sync barrier block orders (name \"b.sync()\") (text \"b.sync()\") (at 0 4:3-4:11))");
    ASSERT_HAS(ir, "(result-scope block) (name \"__syncthreads_or(p[1])\")");
    ASSERT_HAS(ir, "(width 32)");
    ASSERT_HAS(ir, "(access rmw i32 4");
    ASSERT_LACKS(ir, "(frame");
    free(ir);
}
END_TEST

/* C++11 and C++14 move values to their place where C++17 makes them there. */
START_TEST(values_made_in_place_with_every_standard) {
    static const char *const standards[] = {"-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"};
    static const char text[] =
        "#include <cooperative_groups.h>\n"
        "namespace cg = cooperative_groups;\n"
        "struct range { int from, to; __device__ range(int a, int b) : from(a), to(b) {} };\n"
        "__device__ range half(int n) { return range(0, n / 2); }\n"
        "__device__ int width(range r) { return r.to - r.from; }\n"
        "__global__ void k(int *p, int n)\n"
        "{\n"
        "    cg::thread_block block = cg::this_thread_block();\n"
        "    auto store = [&](int i) { p[i] = width(half(n)); };\n"
        "    range r = half(n);\n"
        "    store(r.to);\n"
        "    block.sync();\n"
        "}\n";
    char *first = NULL;
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
        csl_parse_options options = {
            .args = &standards[i], .nargs = 1, .arch = 800, .contents = text};
        char *ir = ir_with(&options);
        ASSERT_LACKS(ir, "(opaque");
        ASSERT_LACKS(ir, "(call");
        ASSERT_COUNT(ir, "(sync barrier block", 1);
        if (!first)
            first = strdup(ir);
        ck_assert_str_eq(ir, first);
        free(ir);
    }
    free(first);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("lower_call");
    tcase_add_test(tc, a_helper_two_calls_down_keeps_its_chain);
    tcase_add_test(tc, a_return_of_the_last_call_ends_the_thread);
    tcase_add_test(tc, a_return_of_an_earlier_call_does_not);
    tcase_add_test(tc, an_early_return_leaves_the_callee_only);
    tcase_add_test(tc, recursion_and_pointers_stay_calls);
    tcase_add_test(tc, a_pointer_to_one_function_is_that_function);
    tcase_add_test(tc, a_pointer_to_two_functions_is_none_of_them);
    tcase_add_test(tc, a_call_may_write_what_it_gets_by_reference);
    tcase_add_test(tc, functions_that_templates_are_made_for);
    tcase_add_test(tc, constexpr_calls_of_constants_fold);
    tcase_add_test(tc, a_destructor_runs_at_the_end_of_the_scope);
    tcase_add_test(tc, a_destructor_runs_on_every_way_out);
    tcase_add_test(tc, a_default_argument_is_evaluated_at_the_call);
    tcase_add_test(tc, references_are_aliases);
    tcase_add_test(tc, a_variable_whose_address_is_passed_is_still_a_value);
    tcase_add_test(tc, methods_and_constructors);
    tcase_add_test(tc, lambdas_see_what_they_captured);
    tcase_add_test(tc, an_element_returned_by_reference_is_the_element);
    tcase_add_test(tc, copies_of_lambdas_touch_nothing);
    tcase_add_test(tc, an_assignment_as_an_lvalue_happens_once);
    tcase_add_test(tc, members_may_be_references);
    tcase_add_test(tc, specialisations_are_lowered_one_by_one);
    tcase_add_test(tc, explicit_instantiations_are_uses);
    tcase_add_test(tc, included_kernels_are_lowered_where_they_are_launched);
    tcase_add_test(tc, a_pattern_without_uses_is_lowered_as_it_is);
    tcase_add_test(tc, a_kernel_in_a_namespace_has_its_full_name);
    tcase_add_test(tc, a_helper_no_kernel_calls_is_listed);
    tcase_add_test(tc, embedded_functions_stand_at_the_users_call);
    tcase_add_test(tc, values_made_in_place_with_every_standard);
    return run_case(tc);
}

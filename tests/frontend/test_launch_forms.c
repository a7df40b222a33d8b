/* Every way to write a launch: which kernel, and which block. */
#include "../../analyzer/frontend/frontend.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

static const char prelude[] =
    "#include <cuda.h>\n"
    "extern \"C\" __global__ void k(int *p) { p[0] = 1; }\n"
    "template <int N> __global__ void t(int *p) { p[0] = N; }\n"
    "template <class T> __global__ void typed(T *p) { p[0] = 1; }\n"
    "__global__ void with(int *p, int n, bool b) { p[n] = b; }\n"
    "template <class F> __global__ void apply(F f) { f(threadIdx.x); }\n"
    "template <int N> struct number { static constexpr int value = N; };\n"
    "template <class F> void both(F f) { f(number<32>()); f(number<64>()); }\n"
    "template <class F> void run(F f) { f(); }\n"
    "template <class K, class... A> void forward(K kernel, dim3 grid, dim3 block, A... a) {\n"
    "    kernel<<<grid, block>>>(a...);\n"
    "}\n"
    "void call(void *);\n";

/* "k 64x1x1, t<32> 32x1x1, with ?": those that are launched. A `?` says that there may be others.
 */
static const char *launches_of(const char *host) {
    const char *text = csl_format(ctx, "%s%s\n", prelude, host), *all = "";
    csl_parse_options options = {.arch = 800, .contents = text};
    csl_parse_log log;
    csl_module *m = csl_parse_file(ctx, "test.cu", &options, &log);
    ck_assert_ptr_nonnull(m);
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_kernel *k = &m->kernels[i];
        if (!k->used)
            continue;
        const char *arguments = k->instance && strcmp(k->name, "apply") ? k->instance : "";
        all = csl_format(ctx, "%s%s%s%s", all, *all ? ", " : "", k->name, arguments);
        for (uint32_t j = 0; j < k->nlaunches; j++)
            all = csl_format(ctx, "%s %ux%ux%u", all, k->launches[j].block[0],
                             k->launches[j].block[1], k->launches[j].block[2]);
        if (k->launch_unknown)
            all = csl_format(ctx, "%s ?", all);
    }
    return all;
}

typedef struct launch_case {
    const char *host, *launches;
} launch_case;

static void expect(const launch_case *cases, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *found = launches_of(cases[i].host);
        ck_assert_msg(strcmp(found, cases[i].launches) == 0, "%s\nis \"%s\", not \"%s\"",
                      cases[i].host, found, cases[i].launches);
    }
}

#define EXPECT(cases) expect(cases, sizeof(cases) / sizeof(cases)[0])

START_TEST(lambdas) {
    static const launch_case cases[] = {
        {"void h(int *p) { auto f = [&] { k<<<1, 64>>>(p); }; f(); }", "k 64x1x1"},
        {"void h(int *p) { [=] { k<<<1, dim3(8, 8)>>>(p); }(); }", "k 8x8x1"},
        {"void h(int *p) { run([&] { t<32><<<1, 96>>>(p); }); }", "t<32> 96x1x1"},
        {"void h(int *p) { int n = 96; run([n, p] { k<<<1, n>>>(p); }); }", "k 96x1x1"},
        {"void h(int *p) { int n = 96; run([&] { k<<<1, n>>>(p); }); n = 64; }", "k ?"},
        {"void h(int *p) { int n = 96; auto f = [&] { n = 64; }; n = 32; f(); k<<<1, n>>>(p); }",
         "k ?"},
        {"void h(int *p) { both([&](auto c) { t<c.value><<<1, c.value>>>(p); }); }",
         "t<32> 32x1x1, t<64> 64x1x1"},
        {"void h(int *p) { both([&](auto c) { constexpr int n = decltype(c)::value;\n"
         "t<n><<<1, n * 2>>>(p); }); }",
         "t<32> 64x1x1, t<64> 128x1x1"},
        {"void h(int *p) { int n = 128; both([&](auto) { k<<<1, n>>>(p); }); }", "k 128x1x1"},
    };
    EXPECT(cases);
}
END_TEST

/* Their functors have one USR. */
START_TEST(two_lambdas_of_one_function) {
    static const launch_case cases[] = {
        {"void h(int *p) { apply<<<1, 32>>>([=] __device__(int i) { p[i] = 1; });\n"
         "apply<<<1, 64>>>([=] __device__(int i) { p[i] = 2; }); }",
         "apply 32x1x1, apply 64x1x1"},
    };
    EXPECT(cases);
}
END_TEST

START_TEST(variables) {
    static const launch_case cases[] = {
        {"void h(int *p) { auto f = t<96>; f<<<1, 96>>>(p); }", "t<96> 96x1x1"},
        {"void h(int *p, int n) { auto f = t<96>; if (n) f = &t<64>; f<<<1, 64>>>(p); }",
         "t<96> 64x1x1, t<64> 64x1x1"},
        {"void h(int *p, int n) { void (*f)(int *); f = n ? t<1> : k; f<<<1, 64>>>(p); }",
         "k 64x1x1, t<1> 64x1x1"},
        {"void h(int *p) { auto f = t<96>; f<<<1, 96>>>(p); call((void *)f); }", "t<96> 96x1x1 ?"},
        {"void (*table[])(int *) = {k, k};\n"
         "void h(int *p, int i) { table[i]<<<1, 32>>>(p); }",
         "k 32x1x1 ?"}, /* other files may read it */
        {"static void (*table[])(int *) = {k, k};\n"
         "void h(int *p, int i) { table[i]<<<1, 32>>>(p); }",
         "k 32x1x1"},
        {"void h(int *p, int i) { void (*table[])(int *) = {k}; table[i]<<<1, 32>>>(p); }",
         "k 32x1x1"},
        {"struct s { void (*f)(int *); }; void h(int *p, s s) { k<<<1, 64>>>(p); s.f = k; }",
         "k 64x1x1 ?"},
    };
    EXPECT(cases);
}
END_TEST

START_TEST(parameters) {
    static const launch_case cases[] = {
        {"void h(int *p) { forward(k, 1, 64, p); forward(t<32>, dim3(2), dim3(8, 8), p); }",
         "k 64x1x1, t<32> 8x8x1"},
        {"void go(void (*f)(int *), int n, int *p) { f<<<1, n>>>(p); }\n"
         "void h(int *p) { go(k, 64, p); go(&t<32>, 32, p); }",
         "k 64x1x1, t<32> 32x1x1"},
        {"void two(int *p, int n) { forward(k, 1, n * 2, p); }\n"
         "void h(int *p) { two(p, 32); two(p, 64); }",
         "k 64x1x1 128x1x1"},
        {"void go(int *p, int n = 96) { k<<<1, n>>>(p); } void h(int *p) { go(p); }", "k 96x1x1"},
        {"void go(int *p, int n) { k<<<1, n>>>(p); } void h(int *p, int n) { go(p, n); }", "k ?"},
        {"void go(int *p, int n) { n = 32; k<<<1, n>>>(p); } void h(int *p) { go(p, 64); }",
         "k 32x1x1"},
        {"struct with_member { template <class F> void operator()(F f, int n, int *p) {\n"
         "f<<<1, n>>>(p); } };\n"
         "void h(int *p) { with_member l; l(k, 64, p); l(t<3>, 32, p); }",
         "k 64x1x1, t<3> 32x1x1"},
        {"struct with_member { template <class F> void launch(F f, int n, int *p) {\n"
         "f<<<1, n>>>(p); } };\n"
         "void h(int *p) { with_member l; l.launch(k, 64, p); }",
         "k 64x1x1"},
        {"template <auto K> void go(int *p) { K<<<1, 48>>>(p); } void h(int *p) { go<k>(p); }",
         "k 48x1x1"},
        {"template <auto K> void go(int *p) { K<<<1, 48>>>(p); } void h(int *p) { go<&t<7>>(p); }",
         "t<7> 48x1x1"},
    };
    EXPECT(cases);
}
END_TEST

START_TEST(functions_that_launch) {
    static const launch_case cases[] = {
        {"void h(int *p) { cudaLaunchConfig_t c; c.gridDim = 1; c.blockDim = dim3(64, 2);\n"
         "cudaLaunchKernelEx(&c, k, p); }",
         "k 64x2x1"},
        {"void h(int *p) { cudaLaunchConfig_t c = {}; c.blockDim.x = 64; c.blockDim.y = 2;\n"
         "c.blockDim.z = 1; cudaLaunchKernelEx(&c, t<5>, p); }",
         "t<5> 64x2x1"},
        {"void h(int *p) { cudaLaunchConfig_t c = {dim3(2), dim3(128)};\n"
         "cudaLaunchKernelEx(&c, k, p); }",
         "k 128x1x1"},
        {"void h(int *p) { cudaLaunchConfig_t c = {.gridDim = 3, .blockDim = 64};\n"
         "cudaLaunchKernelEx(&c, k, p); }",
         "k 64x1x1"},
        {"void h(int *p, void **a) { cudaLaunchConfig_t c = {1, 32};\n"
         "cudaLaunchKernelExC(&c, (const void *)t<9>, a); }",
         "t<9> 32x1x1"},
        {"void go(const cudaLaunchConfig_t &c, int *p) { cudaLaunchKernelEx(&c, k, p); }\n"
         "void h(int *p) { cudaLaunchConfig_t c = {1, 32}; go(c, p); }",
         "k 32x1x1"},
        {"void h(int *p) { cudaLaunchConfig_t c; cudaLaunchKernelEx(&c, k, p); }", "k ?"},
        {"void fill(cudaLaunchConfig_t *);\n"
         "void h(int *p) { cudaLaunchConfig_t c = {1, 32}; fill(&c);\n"
         "cudaLaunchKernelEx(&c, k, p); }",
         "k ?"},
        {"void h(void **a) { cudaLaunchKernel((void *)k, 1, 64, a, 0, 0); }", "k 64x1x1"},
        {"void h(void **a) { auto f = (const void *)t<2>;\n"
         "cudaLaunchCooperativeKernel(f, dim3(1), dim3(64), a, 0, 0); }",
         "t<2> 64x1x1"},
        {"void h(CUmodule m, void **a) { CUfunction f; cuModuleGetFunction(&f, m, \"k\");\n"
         "cuLaunchKernel(f, 1, 1, 1, 32, 4, 1, 0, 0, a, 0); }",
         "k 32x4x1"},
    };
    EXPECT(cases);
}
END_TEST

START_TEST(macros_and_devices) {
    static const launch_case cases[] = {
        {"#define LAUNCH(f, b, ...) f<<<1, b>>>(__VA_ARGS__)\n"
         "void h(int *p) { LAUNCH(k, 64, p); LAUNCH(t<3>, dim3(4, 4), p); }",
         "k 64x1x1, t<3> 4x4x1"},
        {"__global__ void parent(int *p) { k<<<1, 64>>>(p); }", "k 64x1x1"},
    };
    EXPECT(cases);
}
END_TEST

/* They run the lambda for several types or sizes. */
START_TEST(macros_that_nothing_defines) {
    static const launch_case cases[] = {
        {"void h(int *p, int n) { AT_DISPATCH_TYPES(n, \"name\", [&] {\n"
         "typed<scalar_t><<<1, 64>>>((scalar_t *)p); }); }",
         "typed<float> 64x1x1, typed<double> 64x1x1"},
        {"void h(int *p, int n) { DISPATCH_SIZE(n, HEAD_DIM, [&] {\n"
         "t<HEAD_DIM><<<1, HEAD_DIM>>>(p); }); }",
         "t<64> 64x1x1, t<128> 128x1x1"},
        {"void h(int *p, int n) { DISPATCH(n, CAUSAL, { t<CAUSAL><<<1, 32>>>(p); }); }",
         "t<1> 32x1x1, t<0> 32x1x1"},
        {"void h(int *p) { WITH_GUARD([&] { k<<<1, 64>>>(p); }); }", "k 64x1x1"},
    };
    EXPECT(cases);
}
END_TEST

START_TEST(guards) {
    static const launch_case cases[] = {
        {"void h(int *p, int n) { switch (n) { case 64: t<64><<<1, n>>>(p); break;\n"
         "case 32: { t<32><<<1, n>>>(p); } break; default: break; } }",
         "t<64> 64x1x1, t<32> 32x1x1"},
        {"void h(int *p, int n) { switch (n) { case 64: case 32: k<<<1, n>>>(p); } }", "k ?"},
        {"void h(int *p, int n) { switch (n) { case 64: call(p); case 32: k<<<1, n>>>(p); } }",
         "k ?"},
        {"void h(int *p, int n) { switch (n) { case 64: n = 7; k<<<1, n + p[0]>>>(p); } }", "k ?"},
        {"void h(int *p, int n) { if (n == 96) k<<<1, n>>>(p); else t<1><<<1, 32>>>(p); }",
         "k 96x1x1, t<1> 32x1x1"},
        {"void h(int *p, int n) { if (p && 96 == n) { k<<<1, n * 2>>>(p); } }", "k 192x1x1"},
        {"void h(int *p, int n) { if (p || 96 == n) { k<<<1, n>>>(p); } }", "k ?"},
        {"void h(int *p, int n) { if (n != 96) return; k<<<1, n>>>(p); }", "k 96x1x1"},
        {"void h(int *p, int n) { if (n == 96) { n++; k<<<1, n>>>(p); } }", "k ?"},
        {"struct shape { int threads; };\n"
         "void h(int *p, const shape &s) { if (s.threads == 96) k<<<1, s.threads>>>(p); }",
         "k 96x1x1"},
        /* one call cannot reach the other's case */
        {"static void go(int *p, int n) { switch (n) { case 64: t<64><<<1, n>>>(p); break;\n"
         "case 32: t<32><<<1, 2 * n>>>(p); } }\nvoid h(int *p) { go(p, 32); }",
         "t<32> 64x1x1"},
    };
    EXPECT(cases);
}
END_TEST

START_TEST(errors) {
    static const launch_case cases[] = {
        {"void h(int *p) { dim3 b(missing.size, 4); k<<<1, b>>>(p); }", "k ?"},
        {"void h(int *p) { dim3 b(64, 4); k<<<1, b>>>(p); int i = missing.size; }", "k 64x4x1"},
        {"void h(int *p) { k<<<1, 64>>>(p); k<<<1, 32, 0, missing::stream()>>>(p); }",
         "k 64x1x1 32x1x1"},
    };
    EXPECT(cases);
}
END_TEST

/* What the only launch says of the parameters of `with`. */
static const char *given(const char *host) {
    const char *text = csl_format(ctx, "%s%s\n", prelude, host);
    csl_parse_options options = {.arch = 800, .contents = text};
    csl_parse_log log;
    csl_module *m = csl_parse_file(ctx, "test.cu", &options, &log);
    char *said = NULL;
    size_t size;
    FILE *out = open_memstream(&said, &size);
    for (uint32_t i = 0; i < m->nkernels; i++)
        for (uint32_t k = 0; k < m->kernels[i].nlaunches; k++)
            if (m->kernels[i].launches[k].given)
                csl_print_expr(out, m->kernels[i].launches[k].given);
    fclose(out);
    const char *copy = csl_strdup(ctx, said);
    free(said);
    return copy;
}

START_TEST(arguments) {
    static const launch_case cases[] = {
        {"void h(int *p, bool b) { with<<<1, 64>>>(p, 3, b); }",
         "(eq.i32 (param.i32 1) (const.i32 3))"},
        {"void h(int *p, int n, bool b) { with<<<1, 64>>>(p, n, b); }", ""},
        {"void h(int *p, int n, bool b) { if (n < 65) with<<<1, 64>>>(p, n, b); }",
         "(lt.i32 (param.i32 1) (const.i32 65))"},
        {"void h(int *p, int n, bool b) { if (n < 65) n++, with<<<1, 64>>>(p, n, b); }", ""},
        {"void h(int *p, int n, bool b) { if (n > 64) return; with<<<1, 64>>>(p, n, b); }",
         "(lt.i32 (param.i32 1) (const.i32 65))"},
        {"void h(int *p, int n, bool b) { switch (n) { case 1: case 2: with<<<1, 64>>>(p, n, b); "
         "} }",
         "(or (eq.i32 (param.i32 1) (const.i32 1)) (eq.i32 (param.i32 1) (const.i32 2)))"},
        {"void h(int *p, bool b) { forward(with, 1, 64, p, 5, b); }",
         "(eq.i32 (param.i32 1) (const.i32 5))"},
        {"static void go(int *p, int n, bool b) { with<<<1, 64>>>(p, n, b); }\n"
         "void h(int *p, bool b) { go(p, 9, b); }",
         "(eq.i32 (param.i32 1) (const.i32 9))"},
        /* another file may call it, too */
        {"void go(int *p, int n, bool b) { with<<<1, 64>>>(p, n, b); }\n"
         "void h(int *p, bool b) { go(p, 9, b); }",
         ""},
        {"void h(int *p, bool b) { cudaLaunchConfig_t c = {1, 32};\n"
         "cudaLaunchKernelEx(&c, with, p, 7, b); }",
         "(eq.i32 (param.i32 1) (const.i32 7))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_str_eq(given(cases[i].host), cases[i].launches);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("launch forms");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, lambdas);
    tcase_add_test(tc, two_lambdas_of_one_function);
    tcase_add_test(tc, variables);
    tcase_add_test(tc, parameters);
    tcase_add_test(tc, functions_that_launch);
    tcase_add_test(tc, macros_and_devices);
    tcase_add_test(tc, macros_that_nothing_defines);
    tcase_add_test(tc, guards);
    tcase_add_test(tc, errors);
    tcase_add_test(tc, arguments);
    Suite *s = suite_create("launch forms");
    suite_add_tcase(s, tc);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}

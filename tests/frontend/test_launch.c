/* Launches: which configurations are understood, and that nothing else is taken for known. */
#include "../../analyzer/frontend/frontend.h"

#include <check.h>
#include <stdlib.h>

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

/* The kernel of a file that has one. */
static const csl_kernel *only_kernel(const char *text) {
    csl_parse_options options = {.arch = 800, .contents = text};
    csl_parse_log parse_log;
    csl_module *m = csl_parse_file(ctx, "test.cu", &options, &parse_log);
    ck_assert_ptr_nonnull(m);
    ck_assert_uint_ge(m->nkernels, 1);
    for (uint32_t i = 1; i < m->nkernels; i++) /* of a launcher that got made-up arguments */
        ck_assert_ptr_nonnull(m->kernels[i].instance);
    return &m->kernels[0];
}

/* The first kernel of a file that consists of `k` and a host function with this body. */
static const csl_kernel *with_host(const char *body) {
    const char *text = csl_format(ctx,
                                  "#define BLOCK 128\n"
                                  "constexpr int rows = 4, all = rows * 16;\n"
                                  "__global__ void k(int *p) { p[0] = 1; }\n"
                                  "void use(int &), look(const int &), take(int *);\n"
                                  "void host(int *p, int n) {\n%s\n}\n",
                                  body);
    return only_kernel(text);
}

static void expect_block(const char *body, unsigned x, unsigned y, unsigned z) {
    const csl_kernel *k = with_host(body);
    ck_assert_msg(k->nlaunches == 1 && !k->launch_unknown, "not understood: %s", body);
    const csl_launch *l = &k->launches[0];
    ck_assert_msg(l->block[0] == x && l->block[1] == y && l->block[2] == z, "%s: got %u %u %u",
                  body, l->block[0], l->block[1], l->block[2]);
}

static void expect_unknown(const char *body) {
    const csl_kernel *k = with_host(body);
    ck_assert_msg(k->launch_unknown && k->nlaunches == 0, "taken for known: %s", body);
}

START_TEST(constants) {
    expect_block("k<<<1, 256>>>(p);", 256, 1, 1);
    expect_block("k<<<n, BLOCK * 2>>>(p);", 256, 1, 1);
    expect_block("k<<<n, dim3(all, rows)>>>(p);", 64, 4, 1);
    expect_block("k<<<n, dim3{8, 4, 2}>>>(p);", 8, 4, 2);
    expect_block("const int t = sizeof(int) * 32; k<<<n, t>>>(p);", 128, 1, 1);
}
END_TEST

/* The block of the one launch of a file with these host functions; null: it is not known. */
static const uint32_t *block_with(const char *functions, const char *launch) {
    const csl_kernel *k = only_kernel(csl_format(ctx,
                                                 "__global__ void k(int *p) { p[0] = 1; }\n%s\n"
                                                 "void host(int *p, int n) {\n%s\n}\n",
                                                 functions, launch));
    return k->nlaunches == 1 && !k->launch_unknown ? k->launches[0].block : NULL;
}

/* A host function with one way out gives what it returns. */
START_TEST(returned) {
    static const struct {
        const char *functions, *launch;
        unsigned x, y; /* 0: not known */
    } row[] = {
        {"static int threads() { return 256; }", "k<<<1, threads()>>>(p);", 256, 1},
        {"dim3 square(int n) { return dim3(n, n); }", "k<<<1, square(16)>>>(p);", 16, 16},
        {"template <int N> dim3 row(int m) { int w = N * m; dim3 b(w); b.y = 2; return b; }",
         "dim3 b = row<32>(2); k<<<1, b>>>(p);", 64, 2},
        {"int half(int n) { return n / 2; } int two(int n) { return 4 * half(n); }",
         "k<<<1, two(64)>>>(p);", 128, 1},
        {"cudaLaunchConfig_t of(int t) { cudaLaunchConfig_t c = {}; c.gridDim = dim3(1); "
         "c.blockDim = dim3(t); return c; }",
         "cudaLaunchConfig_t c = of(96); cudaLaunchKernelEx(&c, k, p);", 96, 1},
        {"int either(int n) { if (n > 64) return 64; return n; }", "k<<<1, either(32)>>>(p);", 0,
         0},
        {"int counted() { static int n = 32; return n++; }", "k<<<1, counted()>>>(p);", 0, 0},
        {"int again(int n) { return again(n) + 1; }", "k<<<1, again(32)>>>(p);", 0, 0},
        {"int elsewhere(int n);", "k<<<1, elsewhere(32)>>>(p);", 0, 0},
        {"int here() {\n#ifdef __CUDA_ARCH__\n return 32;\n#else\n return 64;\n#endif\n}",
         "k<<<1, here()>>>(p);", 0, 0},
        {"struct base { virtual int threads() { return 32; } };",
         "extern base *b; k<<<1, b->threads()>>>(p);", 0, 0},
        {"int changed(int n) { n = 64; return n; }", "k<<<1, changed(32)>>>(p);", 64, 1},
        {"void more(int &); int passed(int n) { more(n); return n; }", "k<<<1, passed(32)>>>(p);",
         0, 0},
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        const uint32_t *b = block_with(row[i].functions, row[i].launch);
        ck_assert_msg(!b == !row[i].x, "%s: %s", row[i].functions, b ? "known" : "not known");
        ck_assert_msg(!b || (b[0] == row[i].x && b[1] == row[i].y), "%s: got %u %u",
                      row[i].functions, b ? b[0] : 0, b ? b[1] : 0);
    }
}
END_TEST

START_TEST(variables) {
    expect_block("int t = 96; k<<<1, t>>>(p);", 96, 1, 1);
    expect_block("int t; t = 96; look(t); k<<<1, t + 32>>>(p);", 128, 1, 1);
    expect_block("dim3 b(16, 16); dim3 c = b; k<<<1, c>>>(p);", 16, 16, 1);
    expect_block("dim3 b; b.x = 32; b.y = 2; k<<<1, b>>>(p);", 32, 2, 1);
    expect_block("dim3 b(4); b = dim3(8, 8); k<<<1, b>>>(p);", 8, 8, 1);
    expect_block("int t = 64; for (int i = 0; i < n; i++) k<<<1, t>>>(p);", 64, 1, 1);
    expect_block("int t = 64; k<<<1, t>>>(p); t = 128;", 64, 1, 1);
    expect_block("int t = 64; if (n) { t = 32; k<<<1, t>>>(p); }", 32, 1, 1);
    expect_block("dim3 b(8, 4); k<<<1, b.x * b.y>>>(p);", 32, 1, 1);
}
END_TEST

START_TEST(values_that_may_have_changed) {
    expect_unknown("k<<<1, n>>>(p);");
    expect_unknown("int t = 64; if (n) goto end; t = 128; end: k<<<1, t>>>(p);");
    expect_unknown("int t = 64; use(t); k<<<1, t>>>(p);");
    expect_unknown("int t = 64; take(&t); k<<<1, t>>>(p);");
    expect_unknown("int t = 64; int &r = t; r = 32; k<<<1, t>>>(p);");
    expect_unknown("for (int t = 32; t < n; t *= 2) k<<<1, t>>>(p);");
    expect_unknown("int t = 64; while (n--) { k<<<1, t>>>(p); t = 32; }");
    expect_unknown("int t = 64; t++; k<<<1, t>>>(p);");
    expect_unknown("static int t = 64; k<<<1, t>>>(p); t = 32;");
    expect_unknown("int t = 64; auto f = [&] { t = 32; }; f(); k<<<1, t>>>(p);");
    expect_unknown("int t = 64; auto f = [=] { k<<<1, t>>>(p); }; t = 32; f();");
    expect_unknown("int t = 64; again: k<<<1, t>>>(p); t = 32; if (n--) goto again;");
    expect_unknown("dim3 b(16, n); k<<<1, b>>>(p);");
    expect_unknown("dim3 b(16); b.y = n; k<<<1, b>>>(p);");
}
END_TEST

/* One launch for each way that a condition can go. */
START_TEST(several_ways) {
    static const struct {
        const char *body;
        unsigned x, y, other_x, other_y;
    } row[] = {
        {"k<<<1, n ? 128 : 64>>>(p);", 128, 1, 64, 1},
        {"int t = 64; if (n) t = 128; k<<<1, t>>>(p);", 128, 1, 64, 1},
        {"dim3 b(64); if (n > 3) b = dim3(8, 8); k<<<1, b>>>(p);", 8, 8, 64, 1},
        {"dim3 b(n ? 2 : 4, n ? 4 : 2); k<<<1, b>>>(p);", 2, 4, 4, 2},
        {"int x = 2, y = 4; if (!n) x = 4; if (!n) y = 2; k<<<1, dim3(x, y)>>>(p);", 2, 4, 4, 2},
        {"const int t[] = {32, 64}; k<<<1, t[n]>>>(p);", 32, 1, 64, 1},
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        const csl_kernel *k = with_host(row[i].body);
        ck_assert_msg(k->nlaunches == 2 && !k->launch_unknown, "%s", row[i].body);
        ck_assert_uint_eq(k->launches[0].block[0], row[i].x);
        ck_assert_uint_eq(k->launches[0].block[1], row[i].y);
        ck_assert_uint_eq(k->launches[1].block[0], row[i].other_x);
        ck_assert_uint_eq(k->launches[1].block[1], row[i].other_y);
    }
    const csl_kernel *k = with_host("int t = 64; if (n < 64) t = n; n = 3; k<<<1, t>>>(p);");
    ck_assert(k->nlaunches == 1 && k->launch_unknown);
}
END_TEST

START_TEST(not_all_launches_known) {
    const csl_kernel *k = with_host("k<<<1, 64>>>(p); k<<<1, n>>>(p);");
    ck_assert_uint_eq(k->nlaunches, 1);
    ck_assert(k->launch_unknown);
    k = with_host(
        "k<<<1, 64>>>(p); void (*f)(int *) = k; extern void call(void *); call((void *)f);");
    ck_assert(k->launch_unknown);
    k = with_host("k<<<1, 64>>>(p); void (*f)(int *) = k;");
    ck_assert(!k->launch_unknown);
    k = with_host("cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1); k<<<1, 64>>>(p);");
    ck_assert(!k->launch_unknown);
    ck_assert(with_host("")->launch_unknown);
}
END_TEST

START_TEST(everything_else_of_a_launch) {
    const csl_kernel *k = with_host("k<<<dim3(8, n), 64, 256 * sizeof(float)>>>(p);");
    ck_assert_uint_eq(k->launches[0].grid[0], 8);
    ck_assert_uint_eq(k->launches[0].grid[1], 0);
    ck_assert_uint_eq(k->launches[0].grid[2], 1);
    ck_assert_int_eq(k->launches[0].dynamic_bytes, 1024);
    ck_assert(!k->launches[0].cooperative);
    k = with_host("k<<<1, 64, n>>>(p);");
    ck_assert_int_eq(k->launches[0].dynamic_bytes, -1);
    k = with_host("void *a[] = {&p}; cudaLaunchCooperativeKernel((void *)k, 4, dim3(64, 2), a);");
    ck_assert_uint_eq(k->nlaunches, 1);
    ck_assert(k->launches[0].cooperative);
    ck_assert_uint_eq(k->launches[0].block[1], 2);
    ck_assert_int_eq(k->launches[0].dynamic_bytes, 0);
    k = with_host("void *a[] = {&p}; cudaLaunchKernel((const void *)k, 4, 96, a, 128, 0);");
    ck_assert_uint_eq(k->launches[0].block[0], 96);
    ck_assert_int_eq(k->launches[0].dynamic_bytes, 128);
}
END_TEST

START_TEST(templates) {
    static const char text[] = "template <int n> __global__ void k(int *p) { p[0] = n; }\n"
                               "template <int n> void run(int *p) { k<n><<<1, n * 2>>>(p); }\n"
                               "void host(int *p) { run<32>(p); run<64>(p); }\n";
    csl_parse_options options = {.arch = 800, .contents = text};
    csl_parse_log parse_log;
    csl_module *m = csl_parse_file(ctx, "test.cu", &options, &parse_log);
    ck_assert_uint_eq(m->nkernels, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(m->kernels[i].nlaunches, 1);
        ck_assert_uint_eq(m->kernels[i].launches[0].block[0], i ? 128 : 64);
    }
}
END_TEST

/* Before C++17 an argument is a copy. */
START_TEST(shapes_with_every_standard) {
    static const char *const standards[] = {"-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"};
    static const char text[] = "__global__ void k(int *p) { p[0] = 1; }\n"
                               "dim3 unknown(dim3 d);\n"
                               "void host(int *p) {\n"
                               "    dim3 block(4, 8);\n"
                               "    k<<<7, 64>>>(p);\n"
                               "    k<<<dim3(2, 3), block>>>(p);\n"
                               "}\n"
                               "__global__ void other(int *p) { p[0] = 1; }\n"
                               "void more(int *p) { other<<<1, unknown(32)>>>(p); }\n";
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
        csl_parse_options options = {
            .args = &standards[i], .nargs = 1, .arch = 800, .contents = text};
        csl_parse_log parse_log;
        csl_module *m = csl_parse_file(ctx, "test.cu", &options, &parse_log);
        ck_assert_uint_eq(m->nkernels, 2);
        const csl_kernel *k = &m->kernels[0];
        ck_assert_uint_eq(k->nlaunches, 2);
        ck_assert_uint_eq(k->launches[0].grid[0], 7);
        ck_assert_uint_eq(k->launches[0].block[0], 64);
        ck_assert_uint_eq(k->launches[0].block[1], 1);
        ck_assert_uint_eq(k->launches[1].grid[1], 3);
        ck_assert_uint_eq(k->launches[1].block[0], 4);
        ck_assert_uint_eq(k->launches[1].block[1], 8);
        ck_assert_uint_eq(m->kernels[1].nlaunches, 0);
        ck_assert(m->kernels[1].launch_unknown);
    }
}
END_TEST

START_TEST(bounds) {
    static const char text[] =
        "#define N 192\n"
        "__global__ void __launch_bounds__(256, 2) a() {}\n"
        "__global__ void __launch_bounds__(N) b();\n"
        "__global__ void b() {}\n"
        "__global__ void c() {}\n"
        "namespace sizes { constexpr int all = 8 * 8; }\n"
        "__global__ void __launch_bounds__(sizes::all) d() {}\n"
        "template <class T, int n> __global__ void __launch_bounds__(n)\n"
        "e(T *p) {}\n"
        "struct shape { enum { threads = 128 }; };\n"
        "template <class S> __global__ void __launch_bounds__(S::threads)\n"
        "f(int *p) {}\n"
        "constexpr __device__ int warp() { return 32; }\n"
        "template <int n> __global__ void __launch_bounds__(warp(), 1) g(int *p) {}\n"
        "template <int n> __global__ void __launch_bounds__(N / 2 * n) h(int *p) {}\n"
        "template <int n> __global__ void __launch_bounds__(n * sizes::all) i(int *p) {}\n"
        "void host(int *p) { e<int, 96><<<1, 32>>>(p); f<shape><<<1, 9>>>(p); g<1><<<1, 9>>>(p);\n"
        "h<2><<<1, 9>>>(p); i<2><<<1, 9>>>(p); }\n";
    csl_parse_options options = {.arch = 800, .contents = text};
    csl_parse_log parse_log;
    csl_module *m = csl_parse_file(ctx, "test.cu", &options, &parse_log);
    ck_assert_uint_eq(m->nkernels, 9);
    for (uint32_t i = 0; i < 6; i++)
        ck_assert(!m->kernels[i].bound_unknown);
    ck_assert_uint_eq(m->kernels[0].max_threads, 256);
    ck_assert_uint_eq(m->kernels[1].max_threads, 192);
    ck_assert_uint_eq(m->kernels[2].max_threads, 0);
    ck_assert_uint_eq(m->kernels[3].max_threads, 64);
    ck_assert_uint_eq(m->kernels[4].max_threads, 96);
    ck_assert_uint_eq(m->kernels[5].max_threads, 128);
    ck_assert_uint_eq(m->kernels[6].max_threads, 32);
    ck_assert(m->kernels[7].bound_unknown);
    ck_assert_uint_eq(m->kernels[8].max_threads, 128);
}
END_TEST

/* A kernel template and what may launch it; nothing is instantiated. */
static const csl_kernel *with_templates(const char *host) {
    const char *text = csl_format(ctx,
                                  "template <class T> __global__ void k(T *p) { p[0] = 1; }\n"
                                  "template <class T> struct sizes { static int rows(); };\n"
                                  "template <class F> void call(F f);\n%s\n",
                                  host);
    return only_kernel(text);
}

START_TEST(templates_nobody_instantiates) {
    static const char *const known[] = {
        "template <class T> void go(T *p) { dim3 b(64); k<<<1, b>>>(p); }",
        "template <class T> void go(T *p, int n) { k<T><<<n * sizeof(T), 64>>>(p); }",
        "template <class T> struct host { void go(T *p) { k<T><<<1, 64>>>(p); } };",
    };
    static const char *const unknown[] = {
        "template <class T, int N> void go(T *p) { k<<<1, N>>>(p); }",
        "template <class T> void go(T *p) { k<T><<<1, sizes<T>::rows()>>>(p); }",
        "template <class T> void go(T *p, dim3 b) { k<T><<<1, b>>>(p); }",
        "template <class T> void go(T *p) { k<T><<<1, 64>>>(p); call(k<T>); }",
        "void go(float *p, int n) { k<float><<<1, n>>>(p); }\n"
        "template <class T> void other(T *p) { k<T><<<1, 64>>>(p); }",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const csl_kernel *k = with_templates(known[i]);
        ck_assert_msg(k->nlaunches == 1 && !k->launch_unknown && k->launches[0].block[0] == 64,
                      "not understood: %s", known[i]);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        ck_assert_msg(with_templates(unknown[i])->launch_unknown, "taken for known: %s",
                      unknown[i]);
}
END_TEST

/* divUp() is declared nowhere, and takes what it is given as it is. */
START_TEST(a_component_given_to_an_undeclared_function) {
    expect_block("dim3 b(64); dim3 g(divUp(n, b.x)); k<<<g, b>>>(p);", 64, 1, 1);
    expect_unknown("dim3 b(64); dim3 g(divUp(n, b)); k<<<g, b>>>(p);");
}
END_TEST

/* Of the only launch: "x" as the kernel's parameters say it. */
static const char *block_says(const csl_kernel *k) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (k->nlaunches == 1 && k->launches[0].says[0])
        csl_print_expr(out, k->launches[0].says[0]);
    fclose(out);
    const char *copy = csl_strdup(ctx, text);
    free(text);
    return copy;
}

START_TEST(block_of_parameters) {
    static const struct {
        const char *host, *says; /* "": nothing */
    } cases[] = {
        {"void go(int *p, int n) { k<<<1, n>>>(p, n); }", "(cast.u32 (param.i32 1))"},
        {"void go(int *p, int n) { dim3 b(n / 2); k<<<1, b>>>(p, n); }",
         "(cast.u32 (div.i32 (param.i32 1) (const.i32 2)))"},
        {"void go(int *p, int n) { n *= 2; dim3 b; b.x = n; k<<<1, b>>>(p, n); }",
         "(cast.u32 (param.i32 1))"},
        {"template <class T> void go(T *p, int n) { int t = n + 1; k<<<1, t>>>(p, n); }",
         "(cast.u32 (add.i32 (param.i32 1) (const.i32 1)))"},
        {"void go(int *p, int n) { dim3 b(n); n *= 2; k<<<1, b>>>(p, n); }", ""},
        {"void go(int *p, int n) { k<<<1, n>>>(p, n + 1); }", ""},
        {"void set(int &); void go(int *p, int n) { dim3 b(n); set(n); k<<<1, b>>>(p, n); }", ""},
        {"void go(int *p, int &n) { k<<<1, n>>>(p, n); }", ""},
        {"void go(int *p, int n) { int m = n; for (; n; n--) k<<<1, m>>>(p, n); }", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const csl_kernel *k = only_kernel(csl_format(
            ctx, "__global__ void k(int *p, int n) { p[threadIdx.x] = n; }\n%s", cases[i].host));
        ck_assert_str_eq(block_says(k), cases[i].says);
        ck_assert_int_eq(k->launch_unknown, !cases[i].says[0]);
        ck_assert(k->same[1] == 1 && k->same[2] == 1);
    }
}
END_TEST

START_TEST(numbers_of_the_template) {
    const csl_kernel *k =
        only_kernel("template <class T, int N> __global__ void k(T *p) { p[N] = 0; }\n"
                    "template <class T, int M> void go(T *p) { k<T, M><<<1, M>>>(p); }\n");
    ck_assert_str_eq(block_says(k), "(cast.u32 (param.i32 0))");
    k = only_kernel("template <class T, int N> __global__ void k(T *p) { p[N] = 0; }\n"
                    "template <class T> void go(T *p) { k<T, 64><<<1, 128>>>(p); }\n");
    ck_assert_ptr_nonnull(k->launches[0].given);
    ck_assert_int_eq(k->launches[0].given->op, CSL_OP_EQ);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("launch");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, constants);
    tcase_add_test(tc, returned);
    tcase_add_test(tc, variables);
    tcase_add_test(tc, values_that_may_have_changed);
    tcase_add_test(tc, several_ways);
    tcase_add_test(tc, not_all_launches_known);
    tcase_add_test(tc, everything_else_of_a_launch);
    tcase_add_test(tc, templates);
    tcase_add_test(tc, shapes_with_every_standard);
    tcase_add_test(tc, bounds);
    tcase_add_test(tc, templates_nobody_instantiates);
    tcase_add_test(tc, a_component_given_to_an_undeclared_function);
    tcase_add_test(tc, block_of_parameters);
    tcase_add_test(tc, numbers_of_the_template);
    Suite *s = suite_create("launch");
    suite_add_tcase(s, tc);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}

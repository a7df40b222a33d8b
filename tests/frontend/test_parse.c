/* Parsing: hermetic, given text instead of a file, notes about includes, __CUDA_ARCH__. */
#include "../../analyzer/frontend/frontend.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static csl_ctx *ctx;
static csl_parse_log parse_log;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

static csl_module *parse(const char *text, const char *const *args, uint32_t nargs) {
    csl_parse_options options = {.args = args, .nargs = nargs, .arch = 800, .contents = text};
    return csl_parse_file(ctx, "test.cu", &options, &parse_log);
}

START_TEST(text_in_place_of_a_file) {
    csl_module *m = parse("__global__ void k(int *p) { p[0] = 1; }\n", NULL, 0);
    ck_assert_ptr_nonnull(m);
    ck_assert_uint_eq(m->nkernels, 1);
    ck_assert_str_eq(m->kernels[0].name, "k");
    ck_assert_ptr_null(m->kernels[0].skipped);
    ck_assert_uint_eq(parse_log.nnotes, 0);
    ck_assert(!parse_log.tests_arch);
}
END_TEST

START_TEST(missing_include_is_a_note) {
    csl_module *m = parse("#include <stdio.h>\n  #include \"nowhere/to/be/found.h\"\n"
                          "__global__ void k(int *p) { p[0] = 1; }\n",
                          NULL, 0);
    ck_assert_ptr_nonnull(m);
    ck_assert_uint_eq(m->nkernels, 1);
    ck_assert_uint_eq(parse_log.nnotes, 1);
    ck_assert_str_eq(parse_log.notes[0], "test.cu:2:12: 'nowhere/to/be/found.h' file not found");
}
END_TEST

START_TEST(file_that_is_not_there) {
    csl_parse_options options = {.arch = 800};
    ck_assert_ptr_null(csl_parse_file(ctx, "no/such/file.cu", &options, &parse_log));
    ck_assert_ptr_nonnull(parse_log.failure);
    ck_assert(!csl_parse_only("no/such/file.cu", &options));
}
END_TEST

START_TEST(nothing_of_the_system) {
    /* A header that every system has and that is not embedded. */
    parse("#include <search.h>\n", NULL, 0);
    ck_assert_uint_eq(parse_log.nnotes, 1);
}
END_TEST

START_TEST(arguments_reach_clang) {
    static const char *const args[] = {"-DVALUE=7", "-std=c++20"};
    csl_module *m = parse("#if __cplusplus > 201703L && VALUE == 7\n"
                          "__global__ void k() {}\n#endif\n",
                          args, 2);
    ck_assert_uint_eq(m->nkernels, 1);
}
END_TEST

START_TEST(architecture_is_defined) {
    csl_module *m = parse("#if __CUDA_ARCH__ == 800\n__global__ void k() {}\n#endif\n", NULL, 0);
    ck_assert_uint_eq(m->nkernels, 1);
    ck_assert(parse_log.tests_arch);
}
END_TEST

START_TEST(what_names_the_architecture_tests_it) {
    parse("// __CUDA_ARCH__\n#if defined(MY__CUDA_ARCH__) // own name, __CUDA_ARCH__\n#endif\n",
          NULL, 0);
    ck_assert(!parse_log.tests_arch);
    parse("__device__ bool f() { return __CUDA_ARCH__ >= 900; }\n", NULL, 0);
    ck_assert(parse_log.tests_arch);
    parse("#ifdef ARCH_MMA_SM90_ENABLED\n#endif\n", NULL, 0);
    ck_assert(parse_log.tests_arch);
    parse("#  if defined(A) || \\\n  __CUDA_ARCH__ >= 700\n#endif\n", NULL, 0);
    ck_assert(parse_log.tests_arch);
}
END_TEST

START_TEST(deep_nesting_is_survived) {
    enum { DEPTH = 2000 };
    char *text = malloc(2 * DEPTH + 100), *p = text;
    p += sprintf(p, "__global__ void k(int *p) { p[0] = ");
    memset(p, '-', DEPTH);
    for (int i = 1; i < DEPTH; i += 2)
        p[i] = '+';
    strcpy(p + DEPTH, "1; }\n");
    csl_module *m = parse(text, NULL, 0);
    ck_assert_ptr_nonnull(m);
    ck_assert_uint_eq(m->nkernels, 1);
    free(text);
}
END_TEST

START_TEST(version_is_a_number) {
    ck_assert_int_ge(atoi(csl_libclang_version()), 19);
}
END_TEST

int main(void) {
    setenv("LIBCLANG_NOTHREADS", "1", 1); /* as in a worker: else the stack is libclang's */
    TCase *tc = tcase_create("parse");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, text_in_place_of_a_file);
    tcase_add_test(tc, missing_include_is_a_note);
    tcase_add_test(tc, file_that_is_not_there);
    tcase_add_test(tc, nothing_of_the_system);
    tcase_add_test(tc, arguments_reach_clang);
    tcase_add_test(tc, architecture_is_defined);
    tcase_add_test(tc, what_names_the_architecture_tests_it);
    tcase_add_test(tc, deep_nesting_is_survived);
    tcase_add_test(tc, version_is_a_number);
    Suite *s = suite_create("parse");
    suite_add_tcase(s, tc);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}

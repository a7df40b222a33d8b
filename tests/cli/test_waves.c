/* In which order files are looked at: those that launch kernels of others first. */
#include "../../analyzer/cli/launches/waves.h"
#include "../../analyzer/limits/limits.h"

#include <check.h>

enum { MOST = 40 };

/* The waves of files with these texts, path and text in turn. */
static csl_waves *waves_of(const char *const *files, uint32_t n) {
    csl_input inputs[MOST] = {{0}};
    ck_assert_uint_le(n, MOST);
    for (uint32_t i = 0; i < n; i++)
        inputs[i] = (csl_input){.path = (char *)files[2 * i], .contents = (char *)files[2 * i + 1]};
    return csl_waves_new(inputs, n);
}

static void check_waves(const char *const *files, const uint32_t *expected, uint32_t n) {
    csl_waves *w = waves_of(files, n);
    uint32_t last = 0;
    for (uint32_t i = 0; i < n; i++) {
        ck_assert_msg(w->wave[i] == expected[i], "%s: wave %u, not %u", files[2 * i], w->wave[i],
                      expected[i]);
        last = MAX(last, w->wave[i]);
    }
    ck_assert_uint_eq(w->waves, last + 1);
    csl_waves_free(w);
}

START_TEST(who_launches_comes_first) {
    const char *const files[] = {"a.cu", "__global__ void one(int *p) { *p = 1; }", "main.cu",
                                 "__global__ void one(int *); void f() { one<<<1, 1>>>(0); }"};
    check_waves(files, (const uint32_t[]){1, 0}, 2);
}
END_TEST

START_TEST(layers) {
    const char *const files[] = {
        "c.cu", "__global__ void three() {}",
        "b.cu", "__global__ void two() {}\nvoid g() { three<<<1, 1>>>(); }",
        "a.cu", "void f() { cudaLaunchKernel((void *)two, 1, 1, 0, 0, 0); }",
        "d.cu", "void h() { three<<<1, 1>>>(); two<<<1, 1>>>(); }"};
    check_waves(files, (const uint32_t[]){2, 1, 0, 0}, 4);
}
END_TEST

START_TEST(heads_of_kernels) {
    const char *const files[] = {
        "bounds.cu",   "__global__ void __launch_bounds__(64, (2 + 2)) one(int *p) { *p = 1; }",
        "before.cu",   "__global__ __launch_bounds__(64) void two(int (*p)[4]) { }",
        "template.cu", "template <int N> __global__\nvoid three (int *p)\n{\n}",
        "special.cu",  "template <> __global__ void four<5>(int *p) {}",
        "main.cu",     "one<<<>>> two<<<>>> three<<<>>> four<5><<<>>> five<<<>>>",
        "declared.cu", "__global__ void five(int *p);",
        "cut.cu",      "__global__ void five(int"};
    check_waves(files, (const uint32_t[]){1, 1, 1, 1, 0, 0, 0}, 7);
}
END_TEST

START_TEST(words_that_launch_nothing) {
    const char *const files[] = {"a.cu", "__global__ void one() {}",
                                 "b.cu", "void f() { one(); }",
                                 "c.cu", "void g() { someone<<<1, 1>>>(); one2<<<1, 1>>>(); }",
                                 "d.cu", "__global__ void one() {}\nvoid h() { one<<<1, 1>>>(); }"};
    check_waves(files, (const uint32_t[]){0, 0, 0, 0}, 4);
}
END_TEST

START_TEST(namesakes) {
    const char *const files[] = {"x/a.cu",    "__global__ void one() {}",
                                 "x/main.cu", "void f() { one<<<1, 1>>>(); }",
                                 "y/a.cu",    "__global__ void one() {}"};
    check_waves(files, (const uint32_t[]){1, 0, 0}, 3);
}
END_TEST

/* One file of a circle is looked at before its launches are known, and nothing is told of it. */
START_TEST(circles) {
    const char *const files[] = {"a.cu", "__global__ void one() {}\nvoid f() { two<<<1, 1>>>(); }",
                                 "b.cu", "__global__ void two() {}\nvoid g() { one<<<1, 1>>>(); }"};
    check_waves(files, (const uint32_t[]){0, 1}, 2);
    csl_waves *w = waves_of(files, 2);
    ck_assert(!csl_waves_knows(w, 0, "one"));
    ck_assert(csl_waves_knows(w, 1, "two"));
    csl_waves_free(w);
}
END_TEST

START_TEST(long_chains) {
    const char *files[2 * MOST];
    for (int i = 0; i < MOST; i++) {
        files[2 * i] = g_strdup_printf("%02d.cu", i);
        files[2 * i + 1] = g_strdup_printf(
            "__global__ void k%d() {}\nvoid f%d() { k%d<<<1, 1>>>(); }", i, i, i + 1);
    }
    uint32_t expected[MOST];
    for (uint32_t i = 0; i < MOST; i++)
        expected[i] = i % CSL_LIMIT(waves);
    check_waves(files, expected, MOST);
    for (int i = 0; i < 2 * MOST; i++)
        g_free((char *)files[i]);
}
END_TEST

int main(void) {
    Suite *s = suite_create("waves");
    TCase *t = tcase_create("waves");
    tcase_add_test(t, who_launches_comes_first);
    tcase_add_test(t, layers);
    tcase_add_test(t, heads_of_kernels);
    tcase_add_test(t, words_that_launch_nothing);
    tcase_add_test(t, namesakes);
    tcase_add_test(t, circles);
    tcase_add_test(t, long_chains);
    suite_add_tcase(s, t);
    SRunner *runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}

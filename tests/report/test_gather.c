/* One entry for each cause. */
#include "../../analyzer/report/report.h"
#include "../../analyzer/report/source/source.h"

#include <check.h>
#include <glib.h>
#include <stdlib.h>

static csl_ctx *ctx;
static csl_sources *sources;

static void open_all(void) {
    ctx = csl_ctx_new();
    sources = csl_sources_new();
}

static void close_all(void) {
    csl_sources_free(sources);
    csl_ctx_free(ctx);
}

static csl_finding race(const char *kernel, const char *about, uint32_t line,
                        csl_confidence confidence) {
    return (csl_finding){.rule = "shared-race",
                         .kind = "RAW",
                         .severity = CSL_ERROR,
                         .confidence = confidence,
                         .function = kernel,
                         .about = about,
                         .region = {"a.cu", line, 5, line, 9},
                         .fingerprint = "aa"};
}

/* The entries of one file. */
static const csl_result *gather(csl_finding *findings, uint32_t n) {
    csl_result *only = CSL_NEW(ctx, csl_result);
    *only = (csl_result){.file = "a.cu", .findings = findings, .nfindings = n};
    csl_result *const results[] = {only};
    ck_assert_uint_eq(csl_count_causes(ctx, results, 1, sources),
                      csl_gather(ctx, results, 1, sources)[0]->nfindings);
    return csl_gather(ctx, results, 1, sources)[0];
}

static void expect_words(const csl_finding *f, const char *words) {
    char *also = csl_also_words(f, sources);
    if (words)
        ck_assert_str_eq(also, words);
    else
        ck_assert_ptr_null(also);
    g_free(also);
}

START_TEST(races_on_one_object_are_one_entry) {
    csl_finding f[] = {race("k", "s@3:5", 7, CSL_MEDIUM), race("k", "t@4:5", 8, CSL_HIGH),
                       race("k", "s@3:5", 9, CSL_HIGH), race("k", "s@3:5", 11, CSL_HIGH)};
    f[3].rule = "warp-sync-missing";
    const csl_result *r = gather(f, 4);
    ck_assert_uint_eq(r->nfindings, 2);
    expect_words(&r->findings[0], NULL);
    ck_assert_uint_eq(r->findings[1].region.line, 9); /* the surest, in its place */
    ck_assert_uint_eq(r->findings[1].nalso, 2);
    ck_assert_uint_eq(r->findings[1].also[0].region.line, 7);
    expect_words(&r->findings[1], "and 2 more places: lines 7, 11");
}
END_TEST

START_TEST(other_kernels_objects_and_rules_stay_apart) {
    csl_finding f[] = {race("k", "s@3:5", 7, CSL_HIGH), race("j", "s@3:5", 8, CSL_HIGH),
                       race("k", "s@9:5", 9, CSL_HIGH), race("k", NULL, 10, CSL_HIGH),
                       race("k", NULL, 11, CSL_HIGH),   race("k", "s@3:5", 12, CSL_HIGH)};
    f[5].rule = "barrier-divergence";
    ck_assert_uint_eq(gather(f, 6)->nfindings, 6);
}
END_TEST

START_TEST(what_comes_of_a_race_stands_under_it) {
    csl_finding f[] = {race("k", "s@3:5", 7, CSL_MEDIUM), race("k", "s@3:5", 5, CSL_HIGH)};
    f[0].rule = "barrier-divergence";
    ck_assert_uint_eq(gather(f, 2)->nfindings, 2);
    f[0].comes_of = "global-race";
    ck_assert_uint_eq(gather(f, 2)->nfindings, 2);
    f[0].comes_of = "shared-race";
    ck_assert_uint_eq(gather(f, 2)->nfindings, 1);
    ck_assert_uint_eq(gather(f, 2)->findings[0].region.line, 5);
    f[0].about = "t@4:5";
    ck_assert_uint_eq(gather(f, 2)->nfindings, 2);
}
END_TEST

START_TEST(copies_in_other_kernels_are_counted) {
    csl_finding f[9];
    char names[9][2];
    for (uint32_t i = 0; i < 9; i++) {
        names[i][0] = (char)('a' + i);
        names[i][1] = '\0';
        f[i] = race(names[i], names[i], 7, CSL_HIGH);
    }
    const csl_result *r = gather(f, 9);
    ck_assert_uint_eq(r->nfindings, 1);
    expect_words(&r->findings[0], "also in `b`, `c`, `d`, `e`, `f`, `g` and 2 more");
    f[8].kind = "WAR";
    ck_assert_uint_eq(gather(f, 9)->nfindings, 2);
}
END_TEST

START_TEST(one_odd_need_is_one_cause) {
    csl_finding f[] = {race("k", "s@3:5", 7, CSL_LOW), race("k", "t@4:5", 8, CSL_LOW),
                       race("k", "u@5:5", 9, CSL_MEDIUM)};
    for (int i = 0; i < 3; i++)
        f[i].needs = "only if parts or rows of the array overlap";
    const csl_result *r = gather(f, 3);
    ck_assert_uint_eq(r->nfindings, 2);
    expect_words(&r->findings[0], "and 1 more place: line 8");
    ck_assert_uint_eq(r->findings[1].region.line, 9);
}
END_TEST

START_TEST(what_is_suppressed_stays_by_itself) {
    csl_finding f[] = {race("k", "s@3:5", 7, CSL_HIGH), race("k", "s@3:5", 9, CSL_HIGH)};
    f[0].suppressed = "baseline";
    const csl_result *r = gather(f, 2);
    ck_assert_uint_eq(r->nfindings, 2);
    ck_assert_uint_eq(r->findings[0].nalso + r->findings[1].nalso, 0);
}
END_TEST

START_TEST(the_same_line_and_other_files_are_told) {
    csl_finding f[] = {race("k", "s@3:5", 7, CSL_HIGH), race("k", "s@3:5", 7, CSL_HIGH)};
    f[1].region.column = 20;
    expect_words(&gather(f, 2)->findings[0], "and 1 more of the kind at this line");
    f[1].rule = "warp-sync-missing";
    expect_words(&gather(f, 2)->findings[0], "and 1 more [warp-sync-missing] at this line");
    f[1].rule = f[0].rule;
    f[1].region.file = "b.cuh";
    expect_words(&gather(f, 2)->findings[0], "and 1 more place: line b.cuh:7");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gather");
    TCase *cases = tcase_create("gather");
    tcase_add_checked_fixture(cases, open_all, close_all);
    tcase_add_test(cases, races_on_one_object_are_one_entry);
    tcase_add_test(cases, other_kernels_objects_and_rules_stay_apart);
    tcase_add_test(cases, what_comes_of_a_race_stands_under_it);
    tcase_add_test(cases, copies_in_other_kernels_are_counted);
    tcase_add_test(cases, one_odd_need_is_one_cause);
    tcase_add_test(cases, what_is_suppressed_stays_by_itself);
    tcase_add_test(cases, the_same_line_and_other_files_are_told);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

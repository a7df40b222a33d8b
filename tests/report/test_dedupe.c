/* Findings of one header in several inputs. */
#include "../../analyzer/report/report.h"
#include "../../analyzer/report/source/source.h"

#include <check.h>
#include <stdlib.h>

static csl_finding at(const char *file, uint32_t line, const char *fingerprint,
                      csl_confidence confidence) {
    return (csl_finding){.rule = "shared-race",
                         .confidence = confidence,
                         .region = {file, line, 5, line, 9},
                         .fingerprint = fingerprint};
}

START_TEST(the_most_confident_of_each_is_kept_once) {
    csl_finding a[] = {at("h.cuh", 3, "aa", CSL_LOW), at("a.cu", 1, "bb", CSL_LOW)};
    csl_finding b[] = {at("b.cu", 1, "bb", CSL_LOW), at("./h.cuh", 3, "aa", CSL_HIGH),
                       at("h.cuh", 4, "aa", CSL_LOW), at("h.cuh", 3, "cc", CSL_LOW)};
    csl_result first = {.file = "a.cu", .findings = a, .nfindings = 2};
    csl_result second = {.file = "b.cu", .findings = b, .nfindings = 4};
    csl_result *results[] = {&first, &second};
    csl_sources *sources = csl_sources_new();
    csl_dedupe(results, 2, sources);
    ck_assert_uint_eq(first.nfindings, 2);
    ck_assert_int_eq(a[0].confidence, CSL_HIGH);
    ck_assert_uint_eq(second.nfindings, 3);
    ck_assert_str_eq(b[0].fingerprint, "bb");
    ck_assert_uint_eq(b[1].region.line, 4);
    ck_assert_str_eq(b[2].fingerprint, "cc");
    csl_sources_free(sources);
}
END_TEST

START_TEST(an_error_is_not_hidden_by_a_note) {
    csl_finding a[] = {at("a.cu", 3, "aa", CSL_HIGH), at("a.cu", 3, "aa", CSL_LOW)};
    a[0].severity = CSL_NOTE;
    a[1].severity = CSL_ERROR;
    csl_result only = {.file = "a.cu", .findings = a, .nfindings = 2};
    csl_result *results[] = {&only};
    csl_sources *sources = csl_sources_new();
    csl_dedupe(results, 1, sources);
    ck_assert_uint_eq(only.nfindings, 1);
    ck_assert_int_eq(a[0].severity, CSL_ERROR);
    csl_sources_free(sources);
}
END_TEST

/* A race of `kernel` between two lines of a.cu. */
static csl_finding race(const char *rule, csl_related places[2], uint32_t first, uint32_t second,
                        csl_severity severity, const char *fingerprint) {
    places[0].region = (csl_region){"a.cu", first, 5, first, 9};
    places[1].region = (csl_region){"a.cu", second, 5, second, 9};
    bool one = first == second;
    return (csl_finding){.rule = rule,
                         .kind = "WAW",
                         .severity = severity,
                         .confidence = CSL_HIGH,
                         .region = places[1].region,
                         .function = "kernel",
                         .related = one ? places + 1 : places,
                         .nrelated = one ? 1 : 2,
                         .nplaces = one ? 1 : 2,
                         .fingerprint = fingerprint};
}

START_TEST(one_cause_at_one_place_is_one_finding) {
    csl_related at[6][2];
    csl_finding a[] = {
        race("warp-sync-missing", at[0], 3, 7, CSL_ERROR, "aa"), /* the same as of the block */
        race("shared-race", at[1], 3, 7, CSL_ERROR, "bb"),
        race("shared-race", at[2], 3, 7, CSL_ERROR, "cc"), /* the instance for another type */
        race("shared-race", at[3], 7, 7, CSL_NOTE, "dd"),  /* equal values at one of the places */
        race("shared-race", at[4], 5, 7, CSL_ERROR, "ee"), /* since another place */
        race("shared-race", at[5], 8, 8, CSL_NOTE, "ff"),
    };
    csl_result only = {.file = "a.cu", .findings = a, .nfindings = 6};
    csl_result *results[] = {&only};
    csl_sources *sources = csl_sources_new();
    csl_dedupe(results, 1, sources);
    ck_assert_uint_eq(only.nfindings, 3);
    ck_assert_str_eq(a[0].fingerprint, "bb");
    ck_assert_str_eq(a[1].fingerprint, "ee");
    ck_assert_str_eq(a[2].fingerprint, "ff");
    csl_sources_free(sources);
}
END_TEST

START_TEST(a_sure_note_stays_beside_an_error_that_is_not) {
    csl_related at[2][2];
    csl_finding a[] = {race("shared-race", at[0], 3, 7, CSL_ERROR, "aa"),
                       race("shared-race", at[1], 7, 7, CSL_NOTE, "bb")};
    a[0].confidence = CSL_LOW;
    csl_result only = {.file = "a.cu", .findings = a, .nfindings = 2};
    csl_result *results[] = {&only};
    csl_sources *sources = csl_sources_new();
    csl_dedupe(results, 1, sources);
    ck_assert_uint_eq(only.nfindings, 2);
    csl_sources_free(sources);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dedupe");
    TCase *cases = tcase_create("dedupe");
    tcase_add_test(cases, the_most_confident_of_each_is_kept_once);
    tcase_add_test(cases, an_error_is_not_hidden_by_a_note);
    tcase_add_test(cases, one_cause_at_one_place_is_one_finding);
    tcase_add_test(cases, a_sure_note_stays_beside_an_error_that_is_not);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

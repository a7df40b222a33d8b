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

int main(void) {
    Suite *suite = suite_create("dedupe");
    TCase *cases = tcase_create("dedupe");
    tcase_add_test(cases, the_most_confident_of_each_is_kept_once);
    tcase_add_test(cases, an_error_is_not_hidden_by_a_note);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

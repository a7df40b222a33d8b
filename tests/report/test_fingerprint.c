/* Fingerprints: the same for the same defect elsewhere, different for every other. */
#include "../../analyzer/report/select/fingerprint.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static csl_finding at(const char *identity, const char *file, uint32_t line) {
    return (csl_finding){.rule = "shared-race",
                         .message = "m",
                         .identity = identity,
                         .region = {file, line, 5, line, 10}};
}

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

START_TEST(is_the_digest_of_identity_and_ordinal) {
    csl_finding f = at("shared-race\nkernel\nsd", "a.cu", 3);
    csl_result r = {.file = "a.cu", .findings = &f, .nfindings = 1};
    csl_fingerprint(ctx, &r);
    /* printf 'shared-race\nkernel\nsd\n#0' | sha256sum | head -c 32: baselines on disk depend on it
     */
    ck_assert_str_eq(f.fingerprint, "444aa8e6310900093960fd26b7cf8a3c");
}
END_TEST

START_TEST(ignores_lines_files_and_the_order_of_reporting) {
    csl_finding f[] = {at("x", "a.cu", 9), at("y", "a.cu", 5), at("x", "a.cu", 2)};
    csl_finding g[] = {at("x", "renamed.cu", 102), at("x", "renamed.cu", 109),
                       at("y", "renamed.cu", 50)};
    csl_result a = {.file = "a.cu", .findings = f, .nfindings = 3};
    csl_result b = {.file = "renamed.cu", .findings = g, .nfindings = 3};
    csl_fingerprint(ctx, &a);
    csl_fingerprint(ctx, &b);
    ck_assert_str_eq(f[2].fingerprint, g[0].fingerprint);
    ck_assert_str_eq(f[0].fingerprint, g[1].fingerprint);
    ck_assert_str_eq(f[1].fingerprint, g[2].fingerprint);
    ck_assert_str_ne(f[0].fingerprint, f[2].fingerprint);
    ck_assert_str_ne(f[0].fingerprint, f[1].fingerprint);
}
END_TEST

START_TEST(ignores_how_code_is_spaced) {
    csl_finding f[] = {at("r\nf( a , b ) <\t1", "a.cu", 1), at("r\nint x", "a.cu", 2)};
    csl_finding g[] = {at("r\nf(a,b)<1", "a.cu", 1), at("r\nintx", "a.cu", 2)};
    csl_result a = {.file = "a.cu", .findings = f, .nfindings = 2};
    csl_result b = {.file = "a.cu", .findings = g, .nfindings = 2};
    csl_fingerprint(ctx, &a);
    csl_fingerprint(ctx, &b);
    ck_assert_str_eq(f[0].fingerprint, g[0].fingerprint);
    ck_assert_str_ne(f[1].fingerprint, g[1].fingerprint);
}
END_TEST

START_TEST(no_findings_is_fine) {
    csl_result r = {.file = "a.cu"};
    csl_fingerprint(ctx, &r);
    ck_assert_uint_eq(r.nfindings, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fingerprint");
    TCase *cases = tcase_create("fingerprint");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, is_the_digest_of_identity_and_ordinal);
    tcase_add_test(cases, ignores_lines_files_and_the_order_of_reporting);
    tcase_add_test(cases, ignores_how_code_is_spaced);
    tcase_add_test(cases, no_findings_is_fine);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* What a worker sends arrives unchanged, and broken documents are refused with a reason. */
#include "fixture.h"

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

static void round_trip(fixture f) {
    for (uint32_t i = 0; i < f.n; i++) {
        const char *sent = csl_write_result(ctx, f.results[i]), *error = NULL;
        csl_result *got = csl_read_result(ctx, sent, strlen(sent), &error);
        ck_assert_msg(got != NULL, "%s", error ? error : "");
        ck_assert_str_eq(csl_write_result(ctx, got), sent);
        ck_assert_uint_eq(got->nfindings, f.results[i]->nfindings);
        ck_assert_uint_eq(got->nkernels, f.results[i]->nkernels);
        ck_assert_uint_eq(got->nnotes, f.results[i]->nnotes);
    }
    csl_sources_free(f.sources);
}

START_TEST(plain_results_survive) {
    round_trip(plain_fixture());
    round_trip(clean_fixture());
    round_trip(empty_fixture());
}
END_TEST

START_TEST(nasty_results_survive) {
    round_trip(nasty_fixture());
}
END_TEST

START_TEST(fields_arrive) {
    fixture f = plain_fixture();
    const csl_finding *sent = &f.results[0]->findings[0];
    const char *text = csl_write_result(ctx, f.results[0]), *error = NULL;
    const csl_finding *got = csl_read_result(ctx, text, strlen(text), &error)->findings;
    ck_assert_str_eq(got->message, sent->message);
    ck_assert_str_eq(got->identity, sent->identity);
    ck_assert_int_eq(got->severity, sent->severity);
    ck_assert_int_eq(got->confidence, sent->confidence);
    ck_assert_uint_eq(got->region.end_column, sent->region.end_column);
    ck_assert_uint_eq(got->nrelated, 3);
    ck_assert_uint_eq(got->nplaces, 2);
    ck_assert_int_eq(got->witness->block[0], 64);
    ck_assert_int_eq(got->witness->threads[1].thread[0], 32);
    ck_assert_uint_eq(got->witness->threads[0].nsteps, 4);
    ck_assert_uint_eq(got->witness->threads[0].steps[2].interval, 1);
    ck_assert_str_eq(got->witness->values[0].name, "s");
    ck_assert_ptr_null(got->instance);
    csl_sources_free(f.sources);
}
END_TEST

/* File names are bytes. Reports show them as UTF-8. */
START_TEST(bytes_arrive) {
    static const char *const names[] = {
        "caf\xe9.cu",   "\x80\xff\xfe",     "\xf4\x8f\xbe\x80", "\xf4\x8f\xbf\xbf\xf4\x8f",
        "\xed\xa0\x80", "\xf4\x90\x80\x80", "half \xc3",        "\xef\xbf\xbd",
    };
    for (size_t i = 0; i < N(names); i++) {
        csl_result sent = {.file = names[i], .notes = (const char *[]){names[i]}, .nnotes = 1};
        const char *text = csl_write_result(ctx, &sent), *error = NULL;
        const csl_result *got = csl_read_result(ctx, text, strlen(text), &error);
        ck_assert_msg(got != NULL, "%s", error ? error : "");
        ck_assert_str_eq(got->file, names[i]);
        ck_assert_str_eq(got->notes[0], names[i]);

        sent.error = names[i];
        char *report;
        size_t bytes;
        FILE *out = open_memstream(&report, &bytes);
        const csl_report_options options = {.sources = csl_sources_new()};
        csl_report_json(out, (const csl_result *const[]){&sent}, 1, &options);
        fclose(out);
        csl_sources_free(options.sources);
        ck_assert(g_utf8_validate(report, (gssize)bytes, NULL));
        ck_assert_ptr_null(strstr(report, "\xf4\x8f"));
        ck_assert_ptr_nonnull(strstr(report, "\xef\xbf\xbd"));
        free(report);
    }
}
END_TEST

START_TEST(broken_documents_are_refused) {
    static const char *const documents[] = {
        "",
        "{",
        "[]",
        "{}",
        "{\"file\":3}",
        "{\"file\":\"a\",\"error\":null,\"notes\":[1],\"findings\":[],\"kernels\":[]}",
        "{\"file\":\"a\",\"error\":null,\"notes\":[],\"findings\":[{}],\"kernels\":[]}",
        "{\"file\":\"a\",\"error\":null,\"notes\":[],\"findings\":[],\"kernels\":[{}]}",
    };
    for (size_t i = 0; i < N(documents); i++) {
        const char *error = NULL;
        ck_assert_ptr_null(csl_read_result(ctx, documents[i], strlen(documents[i]), &error));
        ck_assert_ptr_nonnull(error);
    }
}
END_TEST

/* A document cut off anywhere is no document. */
START_TEST(every_truncation_is_refused) {
    fixture f = plain_fixture();
    const char *text = csl_write_result(ctx, f.results[0]);
    for (size_t n = strlen(text) - 1; n > 0; n -= n > 100 ? 97 : 1) {
        const char *error = NULL;
        ck_assert_ptr_null(csl_read_result(ctx, text, n, &error));
    }
    csl_sources_free(f.sources);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json");
    TCase *tests = tcase_create("json");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, plain_results_survive);
    tcase_add_test(tests, nasty_results_survive);
    tcase_add_test(tests, fields_arrive);
    tcase_add_test(tests, bytes_arrive);
    tcase_add_test(tests, broken_documents_are_refused);
    tcase_add_test(tests, every_truncation_is_refused);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}

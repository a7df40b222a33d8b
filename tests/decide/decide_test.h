/* What the tests of decisions share: a decider of usual limits, and queries from text. */
#ifndef CSL_DECIDE_TEST_H
#define CSL_DECIDE_TEST_H

#include <check.h>

#include "../../analyzer/decide/decide.h"

static csl_ctx *ctx;
static csl_decider *decider;

static void setup(void) {
    ctx = csl_ctx_new();
    decider = csl_decider_new(csl_decide_defaults());
}

static void teardown(void) {
    csl_decider_free(decider);
    csl_ctx_free(ctx);
}

static csl_query *read_query(const char *text) {
    const char *error;
    csl_query *q = csl_read_query(ctx, text, &error);
    ck_assert_msg(q != NULL, "%s in\n%s", error, text);
    return q;
}

/* Whether all tests of the suite pass, as a program says it. */
static int run_suite(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}

#endif

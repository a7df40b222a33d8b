/* Analyses kernels written as IR text and looks at the facts. */
#ifndef CSL_FACTS_TEST_H
#define CSL_FACTS_TEST_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../analyzer/analysis/facts.h"

#define AT(line) "(at 0 " #line ":1-" #line ":2)"
#define BARRIER(line) "(sync barrier block orders (name \"__syncthreads()\") " AT(line) ")"
#define TID "(cast.i32 tid.x)"
#define IF(cond, line, then)                                                                       \
    "(if " cond " (from if) (text \"condition\") " AT(line) " (then " then "))"
#define LEAVE(cond, line)                                                                          \
    "(if " cond " (from loop) (text \"test\") " AT(line) " (then (br 0 (from loop) " AT(line) "))" \
                                                                                              ")"
#define LOOP(line, body) "(block 0 " AT(line) " (do (loop " AT(line) " (do " body "))))"
#define LET(var, value, line) "(let " #var " " value " " AT(line) ")"

static csl_ctx *ctx;
static csl_decider *decider;
static csl_analysis_options options; /* main() may set them */

static void set_up(void) {
    ctx = csl_ctx_new();
    decider = csl_decider_new(csl_decide_defaults());
}

static void tear_down(void) {
    csl_decider_free(decider);
    csl_ctx_free(ctx);
}

/* The facts of the only kernel of a module; they live until the test ends. */
static inline const csl_facts *analyse(const char *text) {
    const char *error = NULL;
    const csl_module *m = csl_read_module(ctx, text, &error);
    ck_assert_msg(m != NULL, "%s", error ? error : "no module");
    const char *broken = csl_verify_kernel(ctx, m, &m->kernels[0]);
    ck_assert_msg(broken == NULL, "%s", broken ? broken : "");
    return csl_analyse_kernel(ctx, m, &m->kernels[0], decider, &options);
}

/* In all concerns but that of the grid: pairs of threads of two blocks are not asked about. */
static inline void expect_proved(const csl_facts *f) {
    ck_assert_uint_eq(f->ndivergences, 0);
    for (uint32_t i = 0; i < f->nraces; i++)
        ck_assert_int_eq(f->races[i].concern, CSL_CONCERN_GRID);
    for (uint32_t i = 0; i < f->nobstacles; i++)
        ck_assert_msg(f->obstacles[i].about == CSL_ABOUT(GRID), "%s", f->obstacles[i].why);
}

/* Runs the tests, each with a context and a decider of its own. The program's exit status. */
static int run_case(const char *name, TCase *tests) {
    tcase_add_checked_fixture(tests, set_up, tear_down);
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif

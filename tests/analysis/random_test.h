/* Random kernels as IR text, and what is assumed of them. CSL_RANDOM_SEED and CSL_RANDOM_KERNELS in
 * the environment choose others. */
#ifndef CSL_RANDOM_TEST_H
#define CSL_RANDOM_TEST_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../analyzer/analysis/facts.h"

#define AT "(at 0 1:1-1:2)"

static csl_ctx *ctx;
static uint64_t state;

static uint32_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static uint64_t number_from(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* The facts of the only kernel of the module; frees its text. */
static const csl_facts *analyse_text(csl_decider *d, char *kernel) {
    static const csl_analysis_options options;
    const char *error = NULL;
    const csl_module *m = csl_read_module(ctx, kernel, &error);
    ck_assert_msg(m != NULL, "%s\n%s", error ? error : "", kernel);
    free(kernel);
    return csl_analyse_kernel(ctx, m, &m->kernels[0], d, &options);
}

/* That rows do not overlap is assumed of long ones. */
static bool assumes_rows(const csl_facts *f) {
    for (uint32_t i = 0; i < f->nassumptions; i++)
        if (strstr(f->assumptions[i], "rows of "))
            return true;
    return false;
}

#endif

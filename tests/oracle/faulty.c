/* The tool with a fault put in, which generated kernels must show (linked with --wrap). $CSL_FAULT
 * says which: `stores`, each fourth store is lost between the front end and the analysis; `rule`,
 * each second question whose answer is a witness is answered by a proof. */
#include "../../analyzer/analysis/facts.h"

#include <stdlib.h>
#include <string.h>

static bool stores, rule;

/* Before main(), since a worker knows no environment. */
__attribute__((constructor)) static void choose(void) {
    const char *fault = getenv("CSL_FAULT");
    stores = fault && strcmp(fault, "stores") == 0;
    rule = fault && strcmp(fault, "rule") == 0;
}

/* ---- lost stores --------------------------------------------------------------------------- */

static bool is_store(const csl_stmt *s) {
    return s->kind == CSL_STMT_ACCESS && s->access->mode == CSL_MODE_WRITE;
}

static void lose_stores(csl_stmt **at, unsigned *seen) {
    while (*at) {
        csl_stmt *s = *at;
        if (s->kind == CSL_STMT_IF) {
            lose_stores(&s->branch.body, seen);
            lose_stores(&s->branch.other, seen);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            lose_stores(&s->block.body, seen);
        }
        if (is_store(s) && ++*seen % 4 == 0)
            *at = s->next;
        else
            at = &s->next;
    }
}

const csl_facts *__real_csl_analyse_kernel(csl_ctx *ctx, const csl_module *m, const csl_kernel *k,
                                           csl_decider *d, const csl_analysis_options *options);
const csl_facts *__wrap_csl_analyse_kernel(csl_ctx *ctx, const csl_module *m, const csl_kernel *k,
                                           csl_decider *d, const csl_analysis_options *options);

const csl_facts *__wrap_csl_analyse_kernel(csl_ctx *ctx, const csl_module *m, const csl_kernel *k,
                                           csl_decider *d, const csl_analysis_options *options) {
    static unsigned seen;
    csl_kernel *changed = CSL_NEW(ctx, csl_kernel);
    *changed = *k;
    if (stores)
        lose_stores(&changed->body, &seen);
    return __real_csl_analyse_kernel(ctx, m, changed, d, options);
}

/* ---- an unsound rule ----------------------------------------------------------------------- */

csl_answer __real_csl_decide_within(csl_decider *d, const csl_query *q, const csl_effort *effort);
csl_answer __wrap_csl_decide_within(csl_decider *d, const csl_query *q, const csl_effort *effort);

csl_answer __wrap_csl_decide_within(csl_decider *d, const csl_query *q, const csl_effort *effort) {
    static unsigned seen;
    csl_answer answer = __real_csl_decide_within(d, q, effort);
    if (rule && answer.verdict == CSL_POSSIBLE && ++seen % 2 == 0)
        answer.verdict = CSL_SAFE;
    return answer;
}

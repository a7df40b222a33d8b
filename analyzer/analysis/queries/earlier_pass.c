/* The first pass of a loop in which something happens: what is found may be a witness of any pass.
 */
#include "../../limits/limits.h"
#include "asker.h"
#include "builder.h"

#include <string.h>

static bool counts_passes(const csl_builder *b, uint32_t var) {
    for (uint32_t i = 0; i < b->made.n; i++) {
        const csl_instance *m = &b->made.v[i];
        if (m->op == CSL_OP_SYM && m->var == var)
            return b->a->syms.v[m->index]->kind == CSL_SYM_ITER;
    }
    return false;
}

/* The ranges of the variables for so many passes after the first. */
static const csl_range *up_to(csl_builder *b, const csl_query *q, csl_wide passes) {
    csl_range *within = csl_alloc(b->a->ctx, (q->nvars + 1) * sizeof *within);
    for (uint32_t i = 0; i < q->nvars; i++) {
        within[i] = (csl_range){q->vars[i].lo, q->vars[i].hi};
        if (counts_passes(b, i) && within[i].hi - within[i].lo > passes)
            within[i].hi = within[i].lo + passes;
    }
    return within;
}

const int64_t *csl_ask_earlier(csl_builder *b, const csl_query *q, const int64_t *value) {
    csl_analysis *a = b->a;
    csl_wide latest = 0;
    for (uint32_t i = 0; i < q->nvars; i++)
        if (counts_passes(b, i) && value[i] - q->vars[i].lo > latest)
            latest = value[i] - q->vars[i].lo;
    const csl_effort effort = {.search = CSL_LIMIT(earlier_search)};
    csl_wide passes = 0;
    for (uint32_t tries = 0; passes < latest; tries++, passes = passes ? 2 * passes : 1) {
        if (csl_limit_reached(CSL_LIMIT_earlier_passes, tries))
            break;
        const csl_answer answer =
            csl_decide_part(a->asker->decider, q, up_to(b, q, passes), &effort);
        if (answer.verdict == CSL_POSSIBLE && !csl_contradicted(q, answer.value))
            return answer.value;
    }
    const csl_answer next =
        latest > 1 ? csl_ask_neighbours(a, q) : (csl_answer){.verdict = CSL_UNDECIDED};
    return next.verdict == CSL_POSSIBLE && !csl_contradicted(q, next.value) ? next.value : NULL;
}

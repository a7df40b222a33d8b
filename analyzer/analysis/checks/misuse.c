/* What findings about synchronisation have in common, whatever is wrong with it. */
#include "checks.h"

bool csl_keep_misuse(const csl_solution *s, const csl_ending end[2], csl_misuse m) {
    m.witness = csl_tell_best(s, end, &m.rating);
    if (m.witness)
        CSL_PUSH(s->a->ctx, &s->a->misuses, m);
    return m.witness != NULL;
}

bool csl_tell_misuse(csl_builder *b, const csl_relation *r, csl_expr *wrong,
                     const csl_ending end[2], csl_misuse m) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_expr *reach[2] = {csl_side(b, 0, end[0].node->reach), csl_side(b, 1, end[1].node->reach)};
    csl_expr *deciding[2] = {csl_side(b, 0, wrong), NULL};
    const csl_query q = csl_builder_query(b, csl_and(a->ctx, reach[0], deciding[0]), reach[1]);
    const csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (answer.verdict != CSL_POSSIBLE)
        return false;
    m.rating = csl_rate(a, b, &q, deciding, reach);
    if (m.kind == CSL_MISUSE_LEFT)
        csl_hold(a, &m.rating, CSL_CAVEAT_end_of_block, NULL);
    const csl_solution solution = {a, b, r, &q, answer.value, false};
    return csl_keep_misuse(&solution, end, m);
}

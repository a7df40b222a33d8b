/* A thread that executes what a warp does together has to be named in the mask it gives. Lanes that
 * a mask names and that do not come are found like a divergent barrier's missing threads
 * (divergence.c).
 *
 * Needs: csl_find_uniform().
 */
#include "checks.h"

static void ask(csl_analysis *a, csl_node *n) {
    csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = CSL_SCOPE_WARP, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *reach = csl_side(b, 0, n->reach);
    csl_expr *outside = csl_and(a->ctx, reach, csl_not(a->ctx, csl_names_lane(b, n, 0, 0)));
    csl_query q = csl_builder_query(b, outside, csl_side(b, 1, n->reach));
    if (csl_is_false(outside))
        return;
    csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (answer.verdict != CSL_POSSIBLE)
        return;
    csl_expr *deciding[2] = {outside, NULL}, *reaching[2] = {reach, csl_side(b, 1, n->reach)};
    const char *name = n->stmt->sync->name;
    csl_ending end[2] = {
        {n, csl_format(a->ctx, "executes %s, whose mask does not name its lane", name)},
        {n, csl_format(a->ctx, "executes %s", name)}};
    csl_misuse m = {.concern = CSL_CONCERN_WARPS,
                    .kind = CSL_MISUSE_OUTSIDE,
                    .sync = n->stmt,
                    .sure = csl_how_sure(a, b, &q, deciding, reaching)};
    csl_solution solution = {a, b, &r, &q, answer.value};
    m.witness = csl_tell(&solution, end, &m.sure);
    if (!m.witness)
        return;
    CSL_PUSH(a->ctx, &a->misuses, m);
}

void csl_find_outsiders(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (csl_knows_lanes(a, n) && !n->stmt->sync->tile)
            ask(a, n);
    }
}

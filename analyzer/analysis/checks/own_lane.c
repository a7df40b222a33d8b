/* A thread that executes what a warp does together has to be named in the mask it gives. Lanes that
 * a mask names and that do not come are found like a divergent barrier's missing threads
 * (divergence.c).
 *
 * Needs: csl_find_uniform().
 */
#include "checks.h"

/* The number of the first node where the same threads come with the same mask. */
static uint32_t number_of_mask(csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *other = a->nodes.v[i];
        if (other->mask && csl_expand(a, other->mask) == csl_expand(a, n->mask) &&
            csl_expand(a, other->reach) == csl_expand(a, n->reach))
            return i;
    }
    return a->nodes.n;
}

/* Asks about two lanes of a warp, whose witness says most, or about a lane that may be alone in its
 * warp, as the last one of a block can be: the second thread is then any, or the same. */
static bool names_itself(csl_analysis *a, csl_node *n, csl_pair pair) {
    csl_relation r = {.pair = pair, .share = CSL_SCOPE_WARP, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *reach = csl_side(b, 0, n->reach);
    const csl_node *maker = csl_maker_of_mask(a, n);
    csl_expr *named = maker ? csl_made_to_name(b, maker, 0, 0) : csl_names_lane(b, n, 0, 0);
    csl_expr *outside = csl_and(a->ctx, reach, csl_not(a->ctx, named));
    csl_query q = csl_builder_query(b, outside, csl_side(b, 1, n->reach));
    if (csl_is_false(outside))
        return true;
    const csl_concerns about = CSL_ABOUT(WARPS);
    csl_answer answer =
        csl_ask(a, &q, csl_use_of_proof(a, about) | CSL_USE_WITNESS | CSL_USE_SOLVER);
    csl_count_answer(a, about, answer.verdict);
    if (answer.verdict == CSL_SAFE)
        return true;
    if (answer.verdict != CSL_POSSIBLE) {
        csl_obstruct(a, about, n, "could not decide whether the mask names every lane that comes");
        return false;
    }
    csl_expr *deciding[2] = {outside, NULL}, *reaching[2] = {reach, csl_side(b, 1, n->reach)};
    const char *name = n->stmt->sync->name;
    csl_ending end[2] = {
        {n, csl_format(a->ctx, "executes %s, whose mask does not name its lane", name)},
        {n, csl_format(a->ctx, "executes %s", name)}};
    csl_misuse m = {.concern = CSL_CONCERN_WARPS,
                    .kind = CSL_MISUSE_OUTSIDE,
                    .sync = n->stmt,
                    .mask = number_of_mask(a, n),
                    .rating = csl_rate(a, b, &q, deciding, reaching)};
    csl_solution solution = {a, b, &r, &q, answer.value, false};
    if (!csl_keep_misuse(&solution, end, m))
        csl_obstruct(a, about, n, "could not replay how a lane comes that the mask does not name");
    return false;
}

bool csl_report_source(csl_analysis *a, csl_node *n) {
    csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = CSL_SCOPE_WARP, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *reaching[2] = {csl_side(b, 0, n->reach), csl_side(b, 1, n->reach)};
    csl_query q = csl_builder_query(b, reaching[0], reaching[1]);
    csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (answer.verdict != CSL_POSSIBLE)
        return false;
    csl_expr *deciding[2] = {csl_true(a->ctx), NULL};
    csl_ending end[2] = {{n, csl_format(a->ctx, "reads from lane %d", (int)n->lane->value)},
                         {n, csl_format(a->ctx, "executes %s", n->stmt->sync->name)}};
    csl_misuse m = {.concern = CSL_CONCERN_WARPS,
                    .kind = CSL_MISUSE_SOURCE,
                    .sync = n->stmt,
                    .rating = csl_rate(a, b, &q, deciding, reaching)};
    csl_solution solution = {a, b, &r, &q, answer.value, false};
    return csl_keep_misuse(&solution, end, m);
}

void csl_find_unnamed_lanes(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_node *maker = n->mask ? csl_maker_of_mask(a, n) : NULL;
        if (!csl_is_of_lanes(n->stmt) || n->stmt->sync->tile)
            continue;
        const bool known =
            csl_knows_lanes(a, n) || (maker && maker->stmt->sync->makes == CSL_MASK_BALLOT);
        if (known && names_itself(a, n, CSL_PAIR_SAME_WARP))
            names_itself(a, n, CSL_PAIR_ANY);
    }
}

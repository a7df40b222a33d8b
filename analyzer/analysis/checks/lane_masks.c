/* Who takes part in what a warp does together: barriers, shuffles, votes and elections with a mask.
 *
 * A thread that executes one has to be named in its own mask, and every thread the mask names has
 * to come, unless it has ended. Who does not come is found like a divergent barrier's missing
 * threads (divergence.c); here are the masks themselves and the threads they leave out.
 *
 * Needs: csl_find_uniform().
 */
#include "../internal.h"

csl_expr *csl_names_lane(csl_builder *b, const csl_node *sync, int by, int whose) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    csl_expr *linear = csl_linear_thread(ctx);
    uint32_t lanes = sync->stmt->sync->tile;
    if (lanes) {
        csl_expr *tile = csl_binary(ctx, CSL_OP_DIV, linear, csl_const(ctx, CSL_U32, lanes));
        return csl_binary(ctx, CSL_OP_EQ, csl_side(b, by, tile), csl_side(b, whose, tile));
    }
    csl_expr *lane = csl_binary(ctx, CSL_OP_REM, linear, csl_const(ctx, CSL_U32, 32));
    csl_expr *mask = csl_side(b, by, csl_cast(ctx, CSL_U32, sync->mask));
    csl_expr *moved = csl_binary(ctx, CSL_OP_SHR, mask, csl_side(b, whose, lane));
    return csl_truth(ctx, csl_binary(ctx, CSL_OP_BAND, moved, csl_const(ctx, CSL_U32, 1)));
}

bool csl_is_of_lanes(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->scope == CSL_SCOPE_WARP &&
           s->sync->kind != CSL_SYNC_ARRIVE && s->sync->kind != CSL_SYNC_WAIT;
}

/* Made of nothing but thread and block coordinates. */
static bool is_plain(const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_CONST:
    case CSL_OP_TID:
    case CSL_OP_BID:
    case CSL_OP_BDIM:
    case CSL_OP_GDIM: return true;
    case CSL_OP_SYM:
    case CSL_OP_VAR:
    case CSL_OP_PARAM:
    case CSL_OP_BASE:
    case CSL_OP_PURE: return false;
    default: break;
    }
    for (unsigned i = 0; i < e->nkids; i++)
        if (!is_plain(e->kids[i]))
            return false;
    return true;
}

/* A mask that was computed from data (a ballot, the lanes that happen to be active) says who came,
 * not who has to; the forms without a mask, of before sm_70, have mask 0. */
bool csl_knows_lanes(csl_analysis *a, const csl_node *n) {
    if (!csl_is_of_lanes(n->stmt))
        return false;
    if (n->stmt->sync->tile)
        return true;
    csl_expr *mask = n->mask ? csl_expand(a, n->mask) : NULL;
    return mask && !csl_is_const(mask, 0) && is_plain(mask);
}

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
    csl_misuse m = {.kind = CSL_MISUSE_OUTSIDE,
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

/* Uniformity: on which symbols can two threads disagree?
 *
 * Every symbol starts as the same for the whole grid; what its definition contradicts is lowered,
 * until nothing changes (greatest fixpoint). Loads are judged by the accesses their barrier
 * interval holds, so intervals of the block scope come first (csl_meet): they assume that barriers
 * are reached by all, and a barrier that is not is a finding of its own.
 *
 * What symbols that are used depend on is used as well. So those of an earlier call are settled:
 * later ones ask of symbols that have come into use since.
 *
 * Needs: csl_execute(), csl_meet() for BLOCK (in a->met).
 */
#include "parts.h"

/* ---- loops ----------------------------------------------------------------------------------- */

/* Two threads of a block, a warp or a tile that start pass k together can part there: one leaves,
 * the other stays. */
static bool may_part(csl_analysis *a, csl_loop *loop, csl_node *leaf, csl_scope scope) {
    csl_relation r = {.pair = scope <= CSL_SCOPE_WARP ? CSL_PAIR_SAME_WARP : CSL_PAIR_BLOCK,
                      .share = scope,
                      .common = csl_common_loop(leaf->loop, loop)};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *goes = csl_side(b, 0, leaf->reach);
    csl_expr *stays = csl_side(b, 1, csl_and(a->ctx, loop->entry, loop->stay));
    csl_query q = csl_builder_query(b, goes, stays);
    return csl_ask(a, &q, CSL_USE_PROOF).verdict != CSL_SAFE;
}

static csl_scope scope_of_trips(csl_analysis *a, csl_loop *loop) {
    csl_scope scope = CSL_SCOPE_GRID;
    for (uint32_t i = 0; i < loop->leaves.n; i++) {
        csl_node *leaf = loop->leaves.v[i];
        csl_scope s = csl_scope_of(a, csl_relative(a->ctx, leaf->reach, loop->entry));
        if (s < CSL_SCOPE_BLOCK && loop->syncs && !may_part(a, loop, leaf, CSL_SCOPE_BLOCK))
            s = CSL_SCOPE_BLOCK; /* thread ids occur, but cancel */
        if (s < CSL_SCOPE_WARP && loop->warp_syncs && !may_part(a, loop, leaf, CSL_SCOPE_WARP))
            s = CSL_SCOPE_WARP; /* threadIdx.x / 32 */
        if (s < CSL_SCOPE_TILE && a->tile && loop->warp_syncs &&
            !may_part(a, loop, leaf, CSL_SCOPE_TILE))
            s = CSL_SCOPE_TILE;
        scope = csl_least_scope(scope, s);
    }
    return scope;
}

/* ---- fixpoint -------------------------------------------------------------------------------- */

/* What a computation gives to threads that put the same in, or a part of what they have read. */
static csl_scope scope_of_source(csl_analysis *a, csl_sym *s) {
    if (!s->node || !s->node->offered || csl_is_sum_before(s))
        return s->declared;
    const csl_scope scope = csl_scope_of(a, s->node->offered);
    if (s->node->stmt->kind != CSL_STMT_CALL)
        return scope > s->declared ? scope : s->declared;
    s->lost = scope < CSL_SCOPE_BLOCK;
    return scope;
}

static csl_scope judge(csl_analysis *a, csl_sym *s) {
    switch (s->kind) {
    case CSL_SYM_ITER:
    case CSL_SYM_HEAD: return CSL_SCOPE_GRID;
    case CSL_SYM_TRIPS: return scope_of_trips(a, s->of);
    case CSL_SYM_PHI:
        if (!s->next)
            return CSL_SCOPE_THREAD;
        return csl_least_scope(csl_scope_of(a, s->init), csl_scope_of(a, s->next));
    case CSL_SYM_EXIT:
        if (csl_swapped_with_all(a, s))
            return csl_scope_of_sum(a, s);
        return csl_least_scope(a->syms.v[s->inner]->uniform, a->syms.v[s->of->trips]->uniform);
    case CSL_SYM_BEFORE: return a->syms.v[s->inner]->uniform;
    case CSL_SYM_LOAD: return csl_scope_of_load(a, s);
    case CSL_SYM_SYNC: return csl_scope_of_sync(a, s);
    case CSL_SYM_HAVOC: return scope_of_source(a, s);
    }
    return CSL_SCOPE_THREAD;
}

void csl_find_uniform(csl_analysis *a) {
    csl_find_tile(a);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < a->syms.n; i++) {
            csl_sym *s = a->syms.v[i];
            if (s->def || !s->used || s->settled || s->uniform == CSL_SCOPE_THREAD)
                continue;
            csl_scope scope = judge(a, s);
            if (scope < s->uniform) {
                s->uniform = scope;
                changed = true;
            }
        }
    }
    for (uint32_t i = 0; i < a->syms.n; i++)
        a->syms.v[i]->settled = a->syms.v[i]->used;
}

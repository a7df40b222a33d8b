/* Uniformity: on which symbols can two threads disagree?
 *
 * Every symbol starts as the same for the whole grid; what its definition contradicts is lowered,
 * until nothing changes (greatest fixpoint). Loads are judged by the accesses their barrier
 * interval holds, so intervals of the block scope come first (csl_meet): they assume that barriers
 * are reached by all, and a barrier that is not is a finding of its own.
 *
 * Needs: csl_execute(), csl_meet() for BLOCK (in a->met).
 */
#include "uniformity.h"
#include "../../limits/limits.h"

static csl_scope least(csl_scope x, csl_scope y) {
    return x < y ? x : y;
}

/* ---- loads ----------------------------------------------------------------------------------- */

/* Can the write hit the bytes of the load in the load's interval? */
static csl_verdict overwrites(csl_analysis *a, const csl_pair_query *q) {
    const csl_open *s = q->side;
    csl_verdict worst = CSL_SAFE;
    for (uint32_t i = 0; i < s[0].node->ntargets; i++)
        for (uint32_t j = 0; j < s[1].node->ntargets; j++) {
            csl_relation r = csl_relation_of(q);
            r.pair = CSL_PAIR_BLOCK;
            csl_query built;
            csl_builder *b;
            if (!csl_race_query(a, q, &r, i, j, &built, &b))
                continue;
            csl_verdict v = csl_ask(a, &built, CSL_USE_PROOF).verdict;
            bool sure = v == CSL_POSSIBLE && !csl_may_be_ordered(a, q) &&
                        !csl_needs_no_pass(a, b, q, &built);
            csl_builder_done(b);
            if (sure)
                return v;
            if (v == CSL_POSSIBLE || v == CSL_UNDECIDED)
                worst = CSL_UNDECIDED;
        }
    return worst;
}

/* Another block may write what this load reads, with no grid barrier between the two. */
static bool other_block_writes(csl_analysis *a, csl_node *load) {
    if (!a->has_met_in_grid) /* few kernels need it, and it has more pairs than any other */
        a->met_in_grid = csl_meet(a, CSL_SCOPE_GRID, NULL);
    a->has_met_in_grid = true;
    for (uint32_t i = 0; i < a->met_in_grid.n; i++) {
        const csl_pair_query *p = a->met_in_grid.v[i];
        if (p->side[0].node != load && p->side[1].node != load)
            continue;
        csl_relation r = csl_relation_of(p);
        r.pair = CSL_PAIR_ANY;
        r.share = CSL_SCOPE_GRID;
        for (uint32_t s = 0; s < p->side[0].node->ntargets; s++)
            for (uint32_t t = 0; t < p->side[1].node->ntargets; t++) {
                csl_query q;
                csl_builder *b;
                if (!csl_race_query(a, p, &r, s, t, &q, &b))
                    continue;
                csl_expr *same = csl_true(a->ctx);
                for (uint32_t d = 0; d < 3; d++) {
                    csl_expr *bid = csl_leaf(a->ctx, CSL_OP_BID, CSL_U32, d);
                    same = csl_and(
                        a->ctx, same,
                        csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, bid), csl_side(b, 1, bid)));
                }
                csl_builder_fact(b, csl_not(a->ctx, same));
                csl_query apart = csl_builder_query(b, q.guard[0], q.guard[1]);
                for (int k = 0; k < 2; k++)
                    apart.offset[k] = q.offset[k], apart.bytes[k] = q.bytes[k];
                csl_verdict v = csl_ask(a, &apart, CSL_USE_PROOF).verdict;
                csl_builder_done(b);
                if (v != CSL_SAFE && v != CSL_SAFE_TRIED)
                    return true;
            }
    }
    return false;
}

typedef struct loss {
    csl_analysis *a;
    bool found;
} loss;

static csl_expr *lost_leaf(void *user, csl_expr *leaf) {
    loss *l = user;
    l->found |= leaf->op == CSL_OP_SYM && csl_sym_of(l->a, leaf)->lost;
    return leaf;
}

/* Where the load reads is itself something the analysis lost. */
static bool place_is_lost(csl_analysis *a, const csl_target *t) {
    loss l = {a, false};
    csl_map(a->ctx, csl_expand(a, t->root), lost_leaf, &l);
    csl_map(a->ctx, csl_expand(a, t->offset), lost_leaf, &l);
    return l.found;
}

/* Another thread may write what this load reads, with no barrier between the two. `own`: what
 * the reader has stored there, or NULL. */
static csl_verdict overwritten(csl_analysis *a, const csl_node *load, const csl_node *own) {
    csl_verdict worst = CSL_SAFE;
    for (uint32_t j = 0; j < a->met.n && worst != CSL_POSSIBLE; j++) {
        const csl_pair_query *q = a->met.v[j];
        if (q->side[0].node != load && q->side[1].node != load)
            continue;
        if (own && !q->pivot && q->side[0].node == own && q->side[1].node == load)
            continue; /* the reader has stored the same */
        csl_verdict v = overwrites(a, q);
        worst = v == CSL_SAFE ? worst : v;
    }
    return worst;
}

/* The lanes of a warp that read in the same pass read there: `rows[threadIdx.x / 32]`. */
static bool one_place_in_warp(csl_analysis *a, const csl_node *load, const csl_target *t) {
    csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = CSL_SCOPE_WARP, .common = load->loop};
    if (t->root->op != CSL_OP_BASE || csl_scope_of(a, t->when) < CSL_SCOPE_WARP)
        return false;
    if (csl_scope_of(a, t->offset) >= CSL_SCOPE_WARP)
        return true;
    if (!csl_is_small(csl_expand(a, t->offset), CSL_LIMIT(brief_term)))
        return false;
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *same =
        csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, t->offset), csl_side(b, 1, t->offset));
    csl_query q = csl_builder_query(b, csl_not(a->ctx, same), csl_true(a->ctx));
    bool one = csl_ask(a, &q, CSL_USE_PROOF).verdict == CSL_SAFE;
    csl_builder_done(b);
    return one;
}

static csl_scope scope_of_load(csl_analysis *a, csl_sym *s) {
    csl_node *n = s->node;
    if (!n || n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode != CSL_MODE_READ)
        return CSL_SCOPE_THREAD; /* results of atomics differ */
    const csl_node *own = csl_own_store(a, n);
    csl_scope scope = own ? csl_scope_of(a, own->value) : CSL_SCOPE_GRID;
    if (scope < CSL_SCOPE_BLOCK) {
        own = NULL;
        scope = CSL_SCOPE_GRID;
    }
    for (uint32_t i = 0; i < n->ntargets; i++) {
        const csl_target *t = &n->targets[i];
        const csl_object *o = csl_object_of_root(a, t->root);
        scope = least(scope, least(csl_scope_of(a, t->offset), csl_scope_of(a, t->when)));
        if (!o)
            scope = least(scope, csl_scope_of(a, t->root));
        if (scope < CSL_SCOPE_BLOCK) {
            s->lost |= place_is_lost(a, t);
            if (!one_place_in_warp(a, n, t))
                return CSL_SCOPE_THREAD;
            scope = CSL_SCOPE_WARP;
        }
        if (o && (o->kind == CSL_OBJ_CONSTANT || o->kind == CSL_OBJ_ARGUMENT))
            continue;
        if (o && o->kind == CSL_OBJ_LOCAL)
            return CSL_SCOPE_THREAD;
        if (o && o->kind == CSL_OBJ_GLOBAL && !a->written[t->root->index])
            continue;
        if (o && o->kind != CSL_OBJ_GLOBAL)
            scope = least(scope, CSL_SCOPE_BLOCK);
        csl_verdict worst = overwritten(a, n, own);
        if (worst != CSL_SAFE) {
            s->lost |= worst == CSL_UNDECIDED; /* no two threads were shown to disagree */
            return CSL_SCOPE_THREAD;
        }
        /* Blocks that read one address, with no access in their interval of the grid that writes
         * there, read the same. */
        if ((!o || o->kind == CSL_OBJ_GLOBAL) && other_block_writes(a, n)) {
            s->lost = true; /* only if another block interferes, which is rarely meant */
            return CSL_SCOPE_THREAD;
        }
    }
    return n->ntargets ? scope : CSL_SCOPE_THREAD;
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* Two threads of a block or a warp that start pass k together can part there: one leaves, the other
 * stays. */
static bool may_part(csl_analysis *a, csl_loop *loop, csl_node *leaf, csl_scope scope) {
    csl_relation r = {.pair = scope == CSL_SCOPE_WARP ? CSL_PAIR_SAME_WARP : CSL_PAIR_BLOCK,
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
        scope = least(scope, s);
    }
    return scope;
}

/* ---- what all warps vote on ------------------------------------------------------------------ */

typedef struct by_lane {
    csl_analysis *a;
    const csl_sym *vote;
    bool failed;
} by_lane;

/* Lanes of the same number in different warps see the same value of the term. */
static bool same_for_lane(by_lane *l, csl_expr *e) {
    csl_analysis *a = l->a;
    csl_ctx *ctx = a->ctx;
    csl_relation r = {
        .pair = CSL_PAIR_DIFFERENT_WARPS, .share = CSL_SCOPE_BLOCK, .common = l->vote->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *lane =
        csl_binary(ctx, CSL_OP_REM, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 32));
    csl_builder_fact(b, csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, lane), csl_side(b, 1, lane)));
    csl_expr *differ =
        csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, e), csl_side(b, 1, e)));
    csl_query q = csl_builder_query(b, differ, csl_true(ctx));
    bool same = csl_ask(a, &q, CSL_USE_PROOF).verdict == CSL_SAFE;
    csl_builder_done(b);
    return same;
}

/* What is in the term besides the lane is the same for the block, or loaded from where the lane
 * says. */
static csl_expr *voted_leaf(void *user, csl_expr *leaf) {
    by_lane *l = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(l->a, leaf) : NULL;
    if (l->failed || leaf->op == CSL_OP_TID)
        l->failed = true;
    else if (s && s->uniform < CSL_SCOPE_BLOCK)
        l->failed = s->kind != CSL_SYM_LOAD || !s->node || s->loop != l->vote->loop ||
                    s->node->ntargets != 1 || s->node->targets[0].root->op != CSL_OP_BASE ||
                    s->node->stmt->access->mode != CSL_MODE_READ ||
                    !same_for_lane(l, s->node->targets[0].offset) ||
                    overwritten(l->a, s->node, NULL) != CSL_SAFE;
    return leaf;
}

/* All warps vote on the same: each has loaded `s[lane]`. */
static bool warps_agree(csl_analysis *a, const csl_sym *vote) {
    const csl_node *n = vote->node;
    by_lane l = {a, vote, false};
    if (!n->offered || !n->mask || n->mask->op != CSL_OP_CONST || (int32_t)n->mask->value != -1 ||
        csl_scope_of(a, n->reach) < CSL_SCOPE_BLOCK)
        return false;
    csl_map(a->ctx, csl_expand(a, n->offered), voted_leaf, &l);
    return !l.failed;
}

/* ---- fixpoint -------------------------------------------------------------------------------- */

/* Blocks have one warp. */
static bool one_warp(const csl_shapes *shapes) {
    bool one = shapes->n > 0;
    for (uint32_t i = 0; i < shapes->n; i++)
        one &= shapes->shape[i][0] * shapes->shape[i][1] * shapes->shape[i][2] <= 32;
    return one || shapes->max_threads <= 32;
}

static csl_scope scope_of_sync(csl_analysis *a, const csl_sym *s) {
    const csl_sync *y = s->node->stmt->sync;
    csl_scope value = s->node->offered ? csl_scope_of(a, s->node->offered) : CSL_SCOPE_THREAD;
    /* Lanes that vote with different masks vote apart. */
    if (y->kind == CSL_SYNC_VOTE && s->node->mask &&
        csl_scope_of(a, s->node->mask) < CSL_SCOPE_WARP)
        return y->selects && value >= CSL_SCOPE_BLOCK ? value : CSL_SCOPE_THREAD;
    if (y->kind == CSL_SYNC_VOTE && y->selects && value >= CSL_SCOPE_BLOCK)
        return value;
    if (y->kind == CSL_SYNC_VOTE && s->declared == CSL_SCOPE_WARP && warps_agree(a, s))
        return CSL_SCOPE_BLOCK;
    if (y->kind != CSL_SYNC_SHUFFLE)
        return s->declared;
    if (value >= CSL_SCOPE_BLOCK)
        return value; /* whichever lane it comes from */
    if (s->node->lane && !y->ranked && y->width == 32 &&
        csl_scope_of(a, s->node->lane) >= CSL_SCOPE_WARP)
        return one_warp(&a->shapes) ? CSL_SCOPE_BLOCK : CSL_SCOPE_WARP;
    return CSL_SCOPE_THREAD;
}

/* What a computation gives to threads that put the same in. */
static csl_scope scope_of_call(csl_analysis *a, csl_sym *s) {
    if (!s->node || s->node->stmt->kind != CSL_STMT_CALL || !s->node->offered)
        return s->declared;
    csl_scope scope = csl_scope_of(a, s->node->offered);
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
        return least(csl_scope_of(a, s->init), csl_scope_of(a, s->next));
    case CSL_SYM_EXIT: return least(a->syms.v[s->inner]->uniform, a->syms.v[s->of->trips]->uniform);
    case CSL_SYM_BEFORE: return a->syms.v[s->inner]->uniform;
    case CSL_SYM_LOAD: return scope_of_load(a, s);
    case CSL_SYM_SYNC: return scope_of_sync(a, s);
    case CSL_SYM_HAVOC: return scope_of_call(a, s);
    }
    return CSL_SCOPE_THREAD;
}

void csl_find_uniform(csl_analysis *a) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < a->syms.n; i++) {
            csl_sym *s = a->syms.v[i];
            if (s->def || !s->used || s->uniform == CSL_SCOPE_THREAD)
                continue;
            csl_scope scope = judge(a, s);
            if (scope < s->uniform) {
                s->uniform = scope;
                changed = true;
            }
        }
    }
}

/* Which threads read the same? Loads are judged by the accesses their barrier interval holds.
 *
 * Needs: csl_execute(), csl_meet() for BLOCK (in a->met).
 */
#include "parts.h"
#include "../../limits/limits.h"

/* Can the write of such another thread hit the bytes of the load in the load's interval? */
static csl_verdict overwrites(csl_analysis *a, const csl_pair_query *q, csl_pair who) {
    const csl_open *s = q->side;
    csl_verdict worst = CSL_SAFE;
    for (uint32_t i = 0; i < s[0].node->ntargets; i++)
        for (uint32_t j = 0; j < s[1].node->ntargets; j++) {
            csl_relation r = csl_relation_of(q);
            r.pair = who;
            csl_query built;
            csl_builder *b;
            if (!csl_race_query(a, q, &r, i, j, &built, &b))
                continue;
            csl_verdict v = csl_ask(a, &built, CSL_USE_PROOF).verdict;
            bool certain = v == CSL_POSSIBLE && !csl_is_likely_ordered(a, q) &&
                           !csl_needs_no_pass(a, b, q, &built);
            csl_builder_done(b);
            if (certain)
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
    if (a->met_in_grid.cut)
        return true;
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
                if (!csl_is_safe(v))
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

/* Whether threads agree on what they load is not known. */
static void dispute(csl_sym *s) {
    s->disputed |= !s->lost;
    s->lost = true;
}

csl_verdict csl_overwritten(csl_analysis *a, const csl_node *load, const csl_node *own) {
    csl_verdict worst = a->met.cut ? CSL_UNDECIDED : CSL_SAFE;
    for (uint32_t j = 0; j < a->met.n && worst != CSL_POSSIBLE; j++) {
        const csl_pair_query *q = a->met.v[j];
        if (q->side[0].node != load && q->side[1].node != load)
            continue;
        if (own && !q->pivot && q->side[0].node == own && q->side[1].node == load)
            continue; /* the reader has stored the same */
        csl_verdict v = overwrites(a, q, CSL_PAIR_BLOCK);
        worst = v == CSL_SAFE ? worst : v;
    }
    return worst;
}

/* The two never differ in what they make of their own numbers, and nothing else is made there. */
static bool has_same_sources(csl_analysis *a, csl_builder *b, csl_expr *e) {
    csl_sources from = {.failed = false};
    csl_list_sources(b, csl_expand(a, e), &from);
    for (unsigned i = 0; i < from.nown && !from.failed; i++) {
        csl_expr *same =
            csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, from.own[i]), csl_side(b, 1, from.own[i]));
        csl_query q = csl_builder_query(b, csl_not(a->ctx, same), csl_true(a->ctx));
        from.failed = csl_ask_briefly(a, &q, false) != CSL_SAFE;
    }
    return !from.failed && !from.nplaces;
}

/* Both sides have the same of that number or condition. */
static bool have_same(csl_analysis *a, csl_builder *b, csl_expr *e) {
    if (!csl_is_small(csl_expand(a, e), CSL_LIMIT(place_term)))
        return false;
    csl_expr *same = csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, e), csl_side(b, 1, e));
    csl_query q = csl_builder_query(b, csl_not(a->ctx, same), csl_true(a->ctx));
    return csl_ask_briefly(a, &q, false) == CSL_SAFE || has_same_sources(a, b, e);
}

/* The lanes of a warp, or of a tile, that read in the same pass read there: `rows[threadIdx.x /
 * 32]`, also behind a pointer of which they have the same. */
static bool is_one_place(csl_analysis *a, const csl_node *load, const csl_target *t,
                         csl_scope scope) {
    csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = scope, .common = load->loop};
    if (csl_scope_of(a, t->root) < scope)
        return false;
    csl_builder *b = csl_builder_new(a, &r);
    bool one = true;
    for (unsigned i = 0; i < 2 && one; i++) {
        csl_expr *part = i ? t->offset : t->when;
        one = csl_scope_of(a, part) >= scope || have_same(a, b, part);
    }
    csl_builder_done(b);
    return one;
}

static bool hits(csl_analysis *a, const csl_met *met, const csl_node *load, csl_pair who) {
    bool hit = met->cut;
    for (uint32_t i = 0; i < met->n && !hit; i++) {
        const csl_pair_query *q = met->v[i];
        hit = (q->side[0].node == load || q->side[1].node == load) &&
              overwrites(a, q, who) != CSL_SAFE;
    }
    return hit;
}

/* Intervals of a warp end at its barriers in loops that its lanes go round together, as far as that
 * is known by now (intervals.c): what was found with more of them in step does not hold any more.
 */
static const csl_met *met_in_warp(csl_analysis *a) {
    uint32_t in_step = 1;
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        in_step += s->kind == CSL_SYM_TRIPS && s->of->warp_syncs && s->uniform >= CSL_SCOPE_WARP;
    }
    if (a->warp_in_step != in_step)
        a->met_in_warp = csl_meet(a, CSL_SCOPE_WARP, NULL);
    a->warp_in_step = in_step;
    return &a->met_in_warp;
}

/* `found[threadIdx.x / 32]`: no other warp writes there, and between barriers of the warp, which
 * are taken to be reached by all its lanes, none of these does. */
static bool is_kept_by_warp(csl_analysis *a, const csl_node *load, const csl_target *t,
                            const csl_object *o) {
    return o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC) &&
           is_one_place(a, load, t, CSL_SCOPE_WARP) &&
           !hits(a, &a->met, load, CSL_PAIR_DIFFERENT_WARPS) &&
           !hits(a, met_in_warp(a), load, CSL_PAIR_SAME_WARP);
}

/* Where threads of the block read in different places. */
static csl_scope lanes_of_one_place(csl_analysis *a, const csl_node *load, const csl_target *t) {
    if (is_one_place(a, load, t, CSL_SCOPE_WARP))
        return CSL_SCOPE_WARP;
    return a->tile && is_one_place(a, load, t, CSL_SCOPE_TILE) ? CSL_SCOPE_TILE : CSL_SCOPE_THREAD;
}

csl_scope csl_scope_of_load(csl_analysis *a, csl_sym *s) {
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
        const csl_scope before = scope;
        scope = csl_least_scope(
            scope, csl_least_scope(csl_scope_of(a, t->offset), csl_scope_of(a, t->when)));
        if (!o)
            scope = csl_least_scope(scope, csl_scope_of(a, t->root));
        if (scope < CSL_SCOPE_BLOCK) {
            if (place_is_lost(a, t))
                s->lost = true, s->disputed = false;
            scope = csl_least_scope(before, lanes_of_one_place(a, n, t));
            if (scope == CSL_SCOPE_THREAD)
                return scope;
        }
        if (o && (o->kind == CSL_OBJ_CONSTANT || o->kind == CSL_OBJ_ARGUMENT))
            continue;
        if (o && o->kind == CSL_OBJ_LOCAL) {
            scope = csl_least_scope(scope, csl_scope_of_private(a, t->root->index));
            if (scope == CSL_SCOPE_THREAD)
                return scope;
            continue;
        }
        if ((!o || o->kind == CSL_OBJ_GLOBAL) && !csl_is_plain(n->stmt->access)) {
            dispute(s);
            return CSL_SCOPE_THREAD;
        }
        if (o && o->kind == CSL_OBJ_GLOBAL && !a->written[t->root->index])
            continue;
        if (o && o->kind != CSL_OBJ_GLOBAL)
            scope = csl_least_scope(scope, CSL_SCOPE_BLOCK);
        csl_verdict worst = csl_overwritten(a, n, own);
        if (worst != CSL_SAFE && is_kept_by_warp(a, n, t, o)) {
            scope = csl_least_scope(scope, CSL_SCOPE_WARP);
            continue;
        }
        if (worst != CSL_SAFE) {
            if (worst == CSL_UNDECIDED) /* it is not shown that threads disagree */
                dispute(s);
            return CSL_SCOPE_THREAD;
        }
        /* Blocks that read one address, with no write there in their interval of the grid,
         * read the same. */
        if ((!o || o->kind == CSL_OBJ_GLOBAL) && other_block_writes(a, n)) {
            dispute(s); /* only if another block interferes, which is rarely meant */
            s->by_blocks = n->ntargets == 1 && scope >= CSL_SCOPE_BLOCK;
            return CSL_SCOPE_THREAD;
        }
    }
    return n->ntargets ? scope : CSL_SCOPE_THREAD;
}

/* Slots that atomicAdd hands out: `s[atomicAdd(&n, 1)] = v`, and `if (atomicAdd(&n, 1) == 0)` for
 * the one that comes first. Two calls give disjoint ranges [result, result + what was added), as
 * long as nothing lowers the counter between.
 *
 * Needs: csl_meet() for BLOCK (csl_node.contested), csl_find_uniform().
 */
#include "asker.h"

typedef struct sym_list {
    csl_analysis *a;
    CSL_VEC(uint32_t) v;
} sym_list;

/* The atomicAdd whose result the term is. */
static const csl_node *made_by(const csl_analysis *a, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    return s && s->kind == CSL_SYM_LOAD && s->node && s->node->stmt->kind == CSL_STMT_ACCESS &&
                   s->node->stmt->access->atomic == CSL_ATOMIC_ADD && s->node->value &&
                   s->node->ntargets == 1
               ? s->node
               : NULL;
}

/* ... or that one lane has called for its warp, which adds a number that the warp agrees on:
 * `if (lane == 0) b = atomicAdd(&n, all); b = __shfl_sync(~0u, b, 0);`. */
static const csl_node *made_for_warp(csl_analysis *a, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    const csl_sync *y = s && s->kind == CSL_SYM_SYNC ? s->node->stmt->sync : NULL;
    if (!y || y->kind != CSL_SYNC_SHUFFLE || y->ranked || y->width != 32 || s->of_all ||
        !s->node->offered || !s->node->lane)
        return NULL;
    const csl_expr *offered = csl_expand(a, s->node->offered);
    csl_expr *from = csl_expand(a, s->node->lane);
    if (offered->op != CSL_OP_ITE || offered->kids[0]->op != CSL_OP_EQ)
        return NULL;
    const csl_node *slot = made_by(a, offered->kids[1]);
    for (int k = 0; slot && k < 2; k++) {
        csl_expr *lane = offered->kids[0]->kids[k], *one = offered->kids[0]->kids[!k];
        if (csl_is_lane_number(a, lane) &&
            csl_cast(a->ctx, CSL_U32, one) == csl_cast(a->ctx, CSL_U32, from) &&
            csl_scope_of(a, from) >= CSL_SCOPE_WARP &&
            csl_scope_of(a, slot->value) >= CSL_SCOPE_WARP)
            return slot;
    }
    return NULL;
}

static const csl_node *maker_of(csl_analysis *a, const csl_expr *e) {
    const csl_node *maker = made_by(a, e);
    return maker ? maker : made_for_warp(a, e);
}

/* Symbols that are results of atomicAdd. */
static csl_expr *find_slot(void *user, csl_expr *leaf) {
    sym_list *l = user;
    if (!maker_of(l->a, leaf))
        return leaf;
    for (uint32_t i = 0; i < l->v.n; i++)
        if (l->v.v[i] == leaf->index)
            return leaf;
    CSL_PUSH(l->a->ctx, &l->v, leaf->index);
    return leaf;
}

static bool of_block(const csl_analysis *a, const csl_node *n) {
    const csl_object *o = csl_object_of_root(a, n->targets[0].root);
    return o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC);
}

/* Something stores to the counter between the two, or once per pass of the loop they differ in; or
 * another atomic operation lowers it while they run, in another block anywhere. */
static bool counter_is_lowered(const csl_analysis *a, const csl_node *x, const csl_node *y,
                               const csl_relation *r) {
    uint32_t from = x->order < y->order ? x->order : y->order;
    uint32_t to = x->order < y->order ? y->order : x->order;
    const bool others = !of_block(a, x);
    for (uint32_t i = 0; i < a->nodes.n && !x->contested && !y->contested; i++) {
        const csl_node *w = a->nodes.v[i];
        const csl_access *acc = w->stmt->kind == CSL_STMT_ACCESS ? w->stmt->access : NULL;
        if (!acc || acc->mode == CSL_MODE_READ || acc->atomic == CSL_ATOMIC_ADD)
            continue;
        bool meets = (from < w->order && w->order < to) ||
                     (r->pivot && csl_loop_inside(w->loop, r->pivot)) ||
                     (others && acc->atomic != CSL_ATOMIC_NONE);
        if (meets && csl_has_target(w, x->targets[0].root))
            return true;
    }
    return x->contested || y->contested;
}

static bool may_be_negative(csl_analysis *a, const csl_node *n) {
    return csl_range_of(a, csl_expand(a, n->value)).lo < 0;
}

static csl_expr *at_least_one(csl_ctx *ctx, csl_expr *e) {
    return csl_binary(ctx, CSL_OP_LE, csl_const(ctx, (csl_type)e->type, 1), e);
}

/* The two may be one call, which a lane has made for its warp: lanes of a warp in the same pass. */
static bool may_be_one_call(const csl_analysis *a, const csl_relation *r, csl_expr *const slot[2]) {
    const bool by_threads = made_by(a, slot[0]) && made_by(a, slot[1]);
    return !by_threads && r->pair != CSL_PAIR_DIFFERENT_WARPS && r->share <= CSL_SCOPE_BLOCK;
}

/* Each pass of the loop that the two differ in has calls of its own. */
static bool calls_in_passes(const csl_relation *r, const csl_node *x, const csl_node *y) {
    return r->pivot && x->loop && y->loop && csl_loop_inside(x->loop, r->pivot) &&
           csl_loop_inside(y->loop, r->pivot);
}

/* In one pass the warp has got one number. */
static void assume_one_in_pass(csl_builder *b, const csl_relation *r, csl_expr *const slot[2]) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    csl_expr *other = csl_in_other_passes(b, r, slot[0]);
    if (slot[0] == slot[1] && other)
        csl_builder_fact(b, csl_or(ctx, other,
                                   csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, slot[0]),
                                              csl_side(b, 1, slot[1]))));
}

/* What two calls say of each other. */
static void assume_disjoint(csl_builder *b, const csl_relation *r, csl_expr *const slot[2]) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    const csl_node *x = maker_of(a, slot[0]), *y = maker_of(a, slot[1]);
    const csl_target *p = x->targets, *q = y->targets;
    const bool may_be_one = may_be_one_call(a, r, slot);
    if ((may_be_one && !calls_in_passes(r, x, y)) || p->root != q->root ||
        slot[0]->type != slot[1]->type || may_be_negative(a, x) || may_be_negative(a, y) ||
        csl_scope_of(a, p->offset) < CSL_SCOPE_BLOCK ||
        csl_side(b, 0, p->offset) != csl_side(b, 1, q->offset) || counter_is_lowered(a, x, y, r))
        return;
    csl_expr *given[2], *added[2];
    for (int s = 0; s < 2; s++) {
        given[s] = csl_side(b, s, slot[s]);
        added[s] = csl_side(b, s, csl_cast(ctx, (csl_type)slot[s]->type, (s ? y : x)->value));
    }
    csl_assume_of_numbers(a, CSL_NO_WRAP);
    csl_expr *apart = csl_false(ctx);
    for (int s = 0; s < 2; s++) {
        csl_expr *end = csl_binary(ctx, CSL_OP_ADD, given[s], added[s]);
        apart = csl_or(ctx, apart, csl_binary(ctx, CSL_OP_LE, end, given[!s]));
        apart = csl_or(ctx, apart, csl_not(ctx, at_least_one(ctx, added[s])));
    }
    if (may_be_one && r->round == CSL_ROUND_FREE) {
        csl_expr *pass = csl_sym_expr(a, r->pivot->iter);
        apart = csl_or(ctx, apart,
                       csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, pass), csl_side(b, 1, pass)));
        assume_one_in_pass(b, r, slot);
    }
    csl_builder_fact(b, apart);
}

void csl_assume_slots_disjoint(csl_builder *b, const csl_pair_query *p, const csl_relation *r,
                               csl_expr *offset0, csl_expr *offset1) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_expr *const offset[2] = {offset0, offset1};
    sym_list slots[2] = {{.a = a}, {.a = a}};
    for (int s = 0; s < 2; s++) {
        csl_map(a->ctx, csl_expand(a, offset[s]), find_slot, &slots[s]);
        csl_map(a->ctx, csl_expand(a, p->side[s].node->reach), find_slot, &slots[s]);
    }
    for (uint32_t i = 0; i < slots[0].v.n; i++)
        for (uint32_t j = 0; j < slots[1].v.n; j++)
            assume_disjoint(b, r,
                            (csl_expr *[2]){csl_sym_expr(a, slots[0].v.v[i]),
                                            csl_sym_expr(a, slots[1].v.v[j])});
}

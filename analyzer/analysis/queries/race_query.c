/* The query whether two accesses of a pair overlap, with everything that is known about the two.
 *
 * Needs: csl_meet() (the pair), csl_find_uniform().
 */
#include "asker.h"

/* A warp barrier that was crossed separates the two if both are members. */
static csl_expr *not_separated(csl_analysis *a, csl_builder *b, const csl_node *sync) {
    csl_expr *both = csl_true(a->ctx);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            both = csl_and(a->ctx, both, csl_names_lane(b, sync, i, j));
    return csl_not(a->ctx, both);
}

/* ---- slots handed out by atomicAdd ----------------------------------------------------------- */

typedef struct sym_list {
    csl_analysis *a;
    CSL_VEC(uint32_t) v;
} sym_list;

/* Symbols that are results of atomicAdd(address, at least 1). */
static csl_expr *find_slot(void *user, csl_expr *leaf) {
    sym_list *l = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    const csl_sym *s = csl_sym_of(l->a, leaf);
    if (s->kind != CSL_SYM_LOAD || !s->node || s->node->stmt->kind != CSL_STMT_ACCESS ||
        s->node->stmt->access->atomic != CSL_ATOMIC_ADD || !s->node->value ||
        s->node->ntargets != 1)
        return leaf;
    if (csl_range_of(l->a, csl_expand(l->a, s->node->value)).lo >= 1)
        CSL_PUSH(l->a->ctx, &l->v, leaf->index);
    return leaf;
}

/* Something stores to the counter between the two, or once per pass of the loop they differ in. */
static bool counter_is_reset(const csl_analysis *a, const csl_node *x, const csl_node *y,
                             const csl_relation *r) {
    uint32_t from = x->order < y->order ? x->order : y->order;
    uint32_t to = x->order < y->order ? y->order : x->order;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *w = a->nodes.v[i];
        if (w->stmt->kind != CSL_STMT_ACCESS || w->stmt->access->mode == CSL_MODE_READ ||
            w->stmt->access->atomic == CSL_ATOMIC_ADD)
            continue;
        bool between =
            (from < w->order && w->order < to) || (r->pivot && csl_loop_inside(w->loop, r->pivot));
        for (uint32_t t = 0; between && t < w->ntargets; t++)
            if (w->targets[t].root == x->targets[0].root)
                return true;
    }
    return false;
}

/* atomicAdd(a, v) with v >= 1 hands out disjoint ranges [result, result + v). */
static void assume_slots_disjoint(csl_analysis *a, csl_builder *b, const csl_relation *r,
                                  csl_expr *const offset[2]) {
    csl_ctx *ctx = a->ctx;
    sym_list slots[2] = {{.a = a}, {.a = a}};
    for (int s = 0; s < 2; s++)
        csl_map(ctx, csl_expand(a, offset[s]), find_slot, &slots[s]);
    for (uint32_t i = 0; i < slots[0].v.n; i++)
        for (uint32_t j = 0; j < slots[1].v.n; j++) {
            csl_expr *e[2] = {csl_sym_expr(a, slots[0].v.v[i]), csl_sym_expr(a, slots[1].v.v[j])};
            const csl_node *x = csl_sym_of(a, e[0])->node, *y = csl_sym_of(a, e[1])->node;
            const csl_target *p = x->targets, *q = y->targets;
            if (p->root != q->root || csl_scope_of(a, p->offset) < CSL_SCOPE_BLOCK ||
                csl_side(b, 0, p->offset) != csl_side(b, 1, q->offset) ||
                counter_is_reset(a, x, y, r) || e[0]->type != e[1]->type)
                continue;
            csl_type t = (csl_type)e[0]->type;
            csl_expr *r0 = csl_side(b, 0, e[0]), *r1 = csl_side(b, 1, e[1]);
            csl_expr *v0 = csl_side(b, 0, csl_cast(ctx, t, x->value));
            csl_expr *v1 = csl_side(b, 1, csl_cast(ctx, t, y->value));
            csl_assume_of_numbers(a, CSL_NO_WRAP);
            csl_builder_fact(
                b, csl_or(ctx, csl_binary(ctx, CSL_OP_LE, csl_binary(ctx, CSL_OP_ADD, r0, v0), r1),
                          csl_binary(ctx, CSL_OP_LE, csl_binary(ctx, CSL_OP_ADD, r1, v1), r0)));
        }
}

/* Decisions already reported as divergent are taken as uniform by what stands behind them. */
static void assume_splits_uniform(csl_analysis *a, csl_builder *b, const csl_relation *r,
                                  const csl_pair_query *q) {
    for (uint32_t i = 0; i < a->split.n; i++) {
        const csl_node *d = a->split.v[i];
        if (!d->cond || (d->loop && !csl_loop_inside(r->common, d->loop)) ||
            (!csl_stands_in(q->side[0].node, d) && !csl_stands_in(q->side[1].node, d)))
            continue;
        csl_builder_fact(
            b, csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, d->cond), csl_side(b, 1, d->cond)));
    }
}

/* No block has more shared memory than this. */
#define MOST_SHARED_BYTES (227 * 1024)

csl_expr *csl_stays_inside(csl_analysis *a, const csl_node *n, const csl_target *t) {
    if (n->bounds)
        return n->bounds;
    const csl_object *o = csl_object_of_root(a, t->root);
    if (!o || (o->kind != CSL_OBJ_SHARED && o->kind != CSL_OBJ_DYNAMIC))
        return csl_true(a->ctx);
    int64_t size = o->bytes ? (int64_t)o->bytes : MOST_SHARED_BYTES;
    csl_expr *last = csl_const(a->ctx, CSL_I64, size - n->stmt->access->bytes);
    csl_expr *zero = csl_const(a->ctx, CSL_I64, 0);
    return csl_and(a->ctx, csl_binary(a->ctx, CSL_OP_LE, zero, t->offset),
                   csl_binary(a->ctx, CSL_OP_LE, t->offset, last));
}

static csl_expr *guard_of(csl_analysis *a, csl_builder *b, int side, const csl_open *o,
                          const csl_target *t) {
    csl_expr *g = csl_and(a->ctx, o->node->reach, csl_and(a->ctx, o->cond, t->when));
    return csl_side(b, side, csl_and(a->ctx, g, csl_stays_inside(a, o->node, t)));
}

/* No pass between those of the two meets a barrier. Said of the first two and the last of them. */
static void assume_no_barrier_between(csl_analysis *a, csl_builder *b, const csl_pair_query *p) {
    csl_ctx *ctx = a->ctx;
    const csl_loop *loop = p->pivot;
    csl_builder_fact(b, csl_next_pass(b, p->between));
    csl_expr *last = csl_previous_pass(a, loop, p->between);
    if (!last)
        return;
    csl_builder_fact(b, csl_side(b, 1, last));
    csl_expr *k = csl_sym_expr(a, loop->iter);
    csl_expr *after_next = csl_binary(ctx, CSL_OP_ADD, k, csl_const(ctx, CSL_I32, 2));
    csl_expr *open = csl_replace_sym(a, csl_expand(a, p->between), loop->iter, after_next);
    csl_expr *none = csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, after_next), csl_side(b, 1, k));
    csl_builder_fact(b, csl_or(ctx, none, csl_side(b, 0, open)));
}

bool csl_race_query(csl_analysis *a, const csl_pair_query *p, const csl_relation *r, uint32_t i,
                    uint32_t j, csl_query *out, csl_builder **made) {
    const csl_open *x = &p->side[0], *y = &p->side[1];
    const csl_target *s = &x->node->targets[i], *t = &y->node->targets[j];
    if (s->root != t->root)
        return false;
    csl_builder *b = csl_builder_new(a, r);
    for (int side = 0; side < 2; side++)
        for (const csl_crossing *c = p->side[side].crossings; c; c = c->next)
            csl_builder_fact(b, not_separated(a, b, c->sync));
    assume_splits_uniform(a, b, r, p);
    if (p->between && p->pivot)
        assume_no_barrier_between(a, b, p);
    assume_slots_disjoint(a, b, r, (csl_expr *[2]){s->offset, t->offset});
    const bool counted = p->in_flight && x->node->signals;
    if (a->families.n && !p->fencing)
        csl_assume_unordered(b, p);
    if (p->in_flight && !counted)
        csl_builder_fact(b, csl_still_under_way(b, p));
    csl_expr *g0 = csl_and(a->ctx, guard_of(a, b, 0, x, s), csl_stayed(b, 0));
    csl_expr *g1 = csl_and(a->ctx, guard_of(a, b, 1, y, t), csl_stayed(b, 1));
    csl_expr *o0 = csl_side(b, 0, s->offset), *o1 = csl_side(b, 1, t->offset);
    *out = csl_builder_query(b, g0, g1);
    out->offset[0] = o0, out->offset[1] = o1;
    out->bytes[0] = x->node->stmt->access->bytes;
    out->bytes[1] = y->node->stmt->access->bytes;
    csl_forget_trips(b, out);
    if (made)
        *made = b;
    return true;
}

csl_relation csl_relation_of(const csl_pair_query *q) {
    const csl_loop *common = csl_common_loop(q->side[0].node->loop, q->side[1].node->loop);
    if (q->pivot)
        common = q->pivot->parent;
    for (int s = 0; s < 2; s++)
        for (const csl_pin *p = q->side[s].pins; p; p = p->next)
            if (csl_loop_inside(common, p->loop))
                common = p->loop->parent; /* pinned from outside: no longer in step */
    return (csl_relation){
        .pair = q->scope == CSL_SCOPE_WARP     ? CSL_PAIR_SAME_WARP
                : q->scope == CSL_SCOPE_THREAD ? CSL_PAIR_BLOCK
                                               : CSL_PAIR_DIFFERENT_WARPS,
        .share = q->scope,
        .common = common,
        .pivot = q->pivot,
        .round = q->round,
        .pins = {q->side[0].pins, q->side[1].pins},
        .in_flight = q->in_flight,
        .unfenced = q->fencing != CSL_FENCED,
    };
}

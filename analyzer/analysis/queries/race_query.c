/* The query whether two accesses of a pair overlap, with everything that is known about the two.
 *
 * Needs: csl_meet() (the pair), csl_find_uniform().
 */
#include "builder.h"
#include "../../limits/limits.h"

/* A warp barrier that was crossed separates the two if both are members. */
static csl_expr *not_separated(csl_analysis *a, csl_builder *b, const csl_node *sync) {
    csl_expr *both = csl_true(a->ctx);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            both = csl_and(a->ctx, both, csl_names_lane(b, sync, i, j));
    return csl_not(a->ctx, both);
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

csl_expr *csl_stays_inside(csl_analysis *a, const csl_node *n, const csl_target *t) {
    if (n->bounds)
        return n->bounds;
    const csl_object *o = csl_object_of_root(a, t->root);
    if (!o || !csl_is_of_block(o->kind))
        return csl_true(a->ctx);
    if (csl_whose_memory(a, t) != CSL_OWN_BLOCK)
        return csl_true(a->ctx);
    int64_t size = o->bytes ? (int64_t)o->bytes : CSL_MOST_SHARED;
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

/* What lanes do together is one act: they are of two tiles, or in two passes of a loop. */
static void assume_two_acts(csl_analysis *a, csl_builder *b, const csl_pair_query *p) {
    const csl_node *n = p->side[0].node;
    const uint32_t lanes = n->stmt->access->joint;
    if (n != p->side[1].node || !lanes || p->side[0].pins != p->side[1].pins ||
        (p->round != CSL_ROUND_SAME && p->round != CSL_ROUND_FREE))
        return;
    csl_ctx *ctx = a->ctx;
    csl_expr *lane =
        csl_binary(ctx, CSL_OP_REM, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 32));
    csl_expr *tile = csl_binary(ctx, CSL_OP_DIV, lane, csl_const(ctx, CSL_U32, lanes));
    csl_expr *two = csl_binary(ctx, CSL_OP_NE, csl_side(b, 0, tile), csl_side(b, 1, tile));
    for (const csl_loop *l = n->loop; p->round == CSL_ROUND_FREE && l; l = l->parent) {
        csl_expr *k = csl_sym_expr(a, l->iter);
        two = csl_or(ctx, two, csl_binary(ctx, CSL_OP_NE, csl_side(b, 0, k), csl_side(b, 1, k)));
    }
    csl_builder_fact(b, two);
}

/* Products of one thread that have one shape and one accumulator run in the order of their issue
 * (PTX ISA, pipelined tcgen05 instructions): theirs are two. */
static void assume_two_accumulators(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                                    const csl_target *s, const csl_target *t) {
    const csl_access *x = p->side[0].node->stmt->access, *y = p->side[1].node->stmt->access;
    if (p->scope == CSL_SCOPE_THREAD && p->in_flight && x->shape && x->shape == y->shape &&
        x->shape != CSL_TENSOR_SHIFTS)
        csl_builder_fact(
            b, csl_binary(a->ctx, CSL_OP_NE, csl_side(b, 0, s->offset), csl_side(b, 1, t->offset)));
}

/* Both go through a pointer that each pass of a loop loads for all threads, from memory that
 * nothing writes: at one place of the list, as distinct pointers are assumed to point to distinct
 * memory (alias.c). */
static void assume_one_pointer(csl_analysis *a, csl_builder *b, csl_expr *root) {
    const csl_node *load = csl_steady_load(a, root);
    if (!load || a->kernel->shares_more || csl_scope_of(a, root) < CSL_SCOPE_BLOCK)
        return;
    csl_expr *place = csl_expand(a, load->targets[0].offset);
    if (!csl_is_small(place, CSL_LIMIT(brief_term)))
        return;
    csl_expr *one = csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, place), csl_side(b, 1, place));
    if (csl_is_true(one))
        return;
    csl_builder_fact(b, one);
    csl_assume_that(a, CSL_ASSUMED_LOADED_POINTERS, NULL, NULL,
                    "distinct loaded pointers point to distinct memory");
}

/* A copy that computes its size has no more bytes than it may, and with those meets the other
 * access. */
static void assume_sizes(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                         const csl_target *const target[2]) {
    for (int s = 0; s < 2; s++) {
        csl_expr *size = p->side[s].node->size;
        if (!size)
            continue;
        const csl_type type = (csl_type)target[s]->offset->type;
        size = csl_cast(a->ctx, type, size);
        csl_expr *most = csl_const(a->ctx, type, p->side[s].node->stmt->access->bytes);
        csl_expr *end = csl_binary(a->ctx, CSL_OP_ADD, target[s]->offset, size);
        csl_builder_fact(b, csl_side(b, s, csl_binary(a->ctx, CSL_OP_LE, size, most)));
        csl_builder_fact(
            b, csl_side(b, s, csl_binary(a->ctx, CSL_OP_LT, csl_const(a->ctx, type, 0), size)));
        csl_builder_fact(b, csl_binary(a->ctx, CSL_OP_LT, csl_side(b, 1 - s, target[1 - s]->offset),
                                       csl_side(b, s, end)));
    }
}

bool csl_race_query(csl_analysis *a, const csl_pair_query *p, const csl_relation *r, uint32_t i,
                    uint32_t j, csl_query *out, csl_builder **made) {
    const csl_open *x = &p->side[0], *y = &p->side[1];
    const csl_target *s = &x->node->targets[i], *t = &y->node->targets[j];
    if (s->root != t->root)
        return false;
    csl_builder *b = csl_builder_new(a, r);
    if (a->first_elected) /* so are tickets counted */
        csl_builder_elects(b);
    for (int side = 0; side < 2; side++)
        for (const csl_crossing *c = p->side[side].crossings; c; c = c->next)
            csl_builder_fact(b, not_separated(a, b, c->sync));
    assume_splits_uniform(a, b, r, p);
    if (p->scope == CSL_SCOPE_WARP)
        assume_two_acts(a, b, p);
    assume_two_accumulators(a, b, p, s, t);
    assume_one_pointer(a, b, s->root);
    assume_sizes(a, b, p, (const csl_target *const[]){s, t});
    if (p->between && p->pivot)
        assume_no_barrier_between(a, b, p);
    csl_assume_slots_disjoint(b, p, r, s->offset, t->offset);
    csl_assume_ranks(b, r, s->offset, t->offset);
    csl_assume_sums(b, r, s->offset, t->offset);
    csl_assume_sources(b, r, s->offset, t->offset);
    const bool counted = p->in_flight && csl_ends_at_object(x->node);
    if (a->families.n && r->share <= CSL_SCOPE_BLOCK)
        csl_assume_unordered(b, p);
    if (!p->fencing && r->share <= CSL_SCOPE_BLOCK)
        csl_assume_operands_read(b, p);
    if (p->in_flight && !counted)
        csl_builder_fact(b, csl_still_under_way(b, p));
    csl_expr *g0 = csl_and(a->ctx, guard_of(a, b, 0, x, s), csl_stayed(b, 0));
    csl_expr *g1 = csl_and(a->ctx, guard_of(a, b, 1, y, t), csl_stayed(b, 1));
    csl_expr *o0 = csl_side(b, 0, s->offset), *o1 = csl_side(b, 1, t->offset);
    *out = csl_builder_query(b, g0, g1);
    /* tickets of objects that a warp has of its own are told of one thread */
    out->offset[0] = o0, out->offset[1] = a->families.n ? csl_as_in_warp(b, o1) : o1;
    out->bytes[0] = x->node->stmt->access->bytes;
    out->bytes[1] = y->node->stmt->access->bytes;
    csl_forget_trips(b, out);
    if (made)
        *made = b;
    return true;
}

csl_pair csl_pair_of_block(const csl_analysis *a) {
    const csl_shapes *s = &a->shapes;
    bool one = s->n > 0 || s->max_threads == 1;
    for (uint32_t i = 0; i < s->n; i++)
        one &= s->shape[i][0] * s->shape[i][1] * s->shape[i][2] == 1;
    return one ? CSL_PAIR_ANY : CSL_PAIR_BLOCK;
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
        .tried = q->tried != NULL,
        .unfenced = q->fencing != CSL_FENCED,
    };
}

/* Loops that count up to a bound, where the loop around moves the bound: fetch what is ahead.
 *
 *     for (c = 0; c < n; c++) { for (; f < n && f < c + S; f++) fetch(f); use(c); }
 *
 * With b(c), the least of the bounds, the inner loop leaves max(f, b(c)), which is max(f0, b(c)) if
 * b never falls: so in pass c of the outer one f begins with max(f0, b(c - 1)), and whatever else
 * grows by one in every pass of the inner loop has grown by as much as f.
 */
#include "loops.h"

/* The term never falls from one pass to the next. */
bool csl_never_falls(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    if (e == csl_sym_expr(a, loop->iter) || csl_invariant(a, loop, e))
        return true;
    const bool first = e->nkids && csl_type_integer((csl_type)e->type) &&
                       csl_never_falls(a, loop, e->kids[e->op == CSL_OP_ITE]);
    switch (first ? e->op : CSL_OP_CONST) {
    case CSL_OP_CAST:
        return csl_is_exact(e) || csl_widened(e) ||
               csl_range_inside(csl_range_of(a, e->kids[0]), csl_range_of_type((csl_type)e->type));
    case CSL_OP_ADD:
        return csl_never_falls(a, loop, e->kids[1]) &&
               (csl_type_signed((csl_type)e->type) ||
                csl_range_inside(
                    csl_range_add(csl_range_of(a, e->kids[0]), csl_range_of(a, e->kids[1])),
                    csl_range_of_type((csl_type)e->type)));
    case CSL_OP_MIN:
    case CSL_OP_MAX: return csl_never_falls(a, loop, e->kids[1]);
    case CSL_OP_SUB:
        return csl_type_signed((csl_type)e->type) && csl_invariant(a, loop, e->kids[1]);
    case CSL_OP_ITE:
        return csl_invariant(a, loop, e->kids[0]) && csl_never_falls(a, loop, e->kids[2]);
    default: return false;
    }
}

/* What the variable stays below in every pass that goes on, where the loop goes on as long as it
 * does: the least of its bounds, or NULL. */
static csl_expr *bound_of(csl_analysis *a, const csl_loop *loop, const csl_expr *self) {
    uint32_t n;
    csl_expr *stay = loop->stay, *const *part = csl_conjuncts(&stay, &n), *least = NULL;
    for (uint32_t i = 0; i < n; i++) {
        csl_expr *c = csl_is_true(csl_expand(a, part[i])) ? NULL : part[i];
        if (c && (c->op != CSL_OP_LT || c->kids[0] != self || !csl_invariant(a, loop, c->kids[1])))
            return NULL;
        if (c)
            least = least ? csl_binary(a->ctx, CSL_OP_MIN, least, c->kids[1]) : c->kids[1];
    }
    return least;
}

/* The variable of the loop around that this one, of the inner loop, goes on with; or NULL. */
static csl_sym *carried_by(csl_analysis *a, csl_loop *inner, uint32_t phi) {
    const csl_expr *init = a->syms.v[phi]->init;
    csl_sym *outer = init && init->op == CSL_OP_SYM ? csl_sym_of(a, init) : NULL;
    const bool carries = outer && outer->kind == CSL_SYM_PHI && outer->loop == inner->parent &&
                         outer->next && !outer->def && outer->init->op == CSL_OP_CONST &&
                         outer->init->value >= 0;
    return carries && csl_expand(a, outer->next) ==
                          csl_expand(a, csl_exit_pass(a, inner, csl_sym_expr(a, phi)))
               ? outer
               : NULL;
}

static bool counts_by_one(csl_analysis *a, const csl_loop *loop, uint32_t phi) {
    const csl_sym *s = a->syms.v[phi];
    csl_counting c;
    return s->next && csl_type_integer(s->type) && csl_type_bytes(s->type) >= 4 &&
           csl_find_counting(a, loop, s->next, csl_sym_expr(a, phi), &c) && !c.down &&
           csl_is_const(c.by, 1) && c.in == s->type;
}

void csl_bound_fill(csl_analysis *a, csl_loop *loop) {
    for (uint32_t i = 0; i < loop->phis.n && !loop->bounded; i++) {
        const csl_sym *self = a->syms.v[loop->phis.v[i]];
        const csl_expr *init = self->init;
        const csl_sym *outer = init && init->op == CSL_OP_SYM ? csl_sym_of(a, init) : NULL;
        if (!outer || outer->kind != CSL_SYM_PHI || outer->loop != loop->parent ||
            self->type == CSL_I32 || !loop->top_tested ||
            !counts_by_one(a, loop, loop->phis.v[i]) ||
            !bound_of(a, loop, csl_sym_expr(a, loop->phis.v[i])))
            continue;
        csl_assume_of_numbers(a, CSL_FEW_PASSES);
        loop->bounded = true;
    }
}

/* The number as one of type I32: sums of the number of a pass fit, as no loop makes more passes
 * than that holds; of what does not grow only the part up to the greatest such number counts. NULL:
 * it is not known to be none less than 0. */
static csl_expr *in_few(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    csl_ctx *ctx = a->ctx;
    const csl_type t = (csl_type)e->type;
    if (t == CSL_I32)
        return e;
    if (csl_invariant(a, loop, e))
        return csl_range_of(a, e).lo < 0
                   ? NULL
                   : csl_cast(ctx, CSL_I32,
                              csl_binary(ctx, CSL_OP_MIN, e, csl_const(ctx, t, INT32_MAX)));
    if (e->op == CSL_OP_CAST)
        return e->kids[0]->type == CSL_I32 && csl_range_of(a, e->kids[0]).lo >= 0 ? e->kids[0]
                                                                                  : NULL;
    if (e->op != CSL_OP_MIN && e->op != CSL_OP_ADD)
        return NULL;
    csl_expr *x = in_few(a, loop, e->kids[0]), *y = in_few(a, loop, e->kids[1]);
    return x && y ? csl_binary(ctx, (csl_op)e->op, x, y) : NULL;
}

static csl_expr *at_least(csl_analysis *a, csl_expr *start, csl_expr *e) {
    const bool always = csl_range_of(a, start).hi <= csl_range_of(a, e).lo;
    return always ? e : csl_binary(a->ctx, CSL_OP_MAX, start, e);
}

static void note_fill(csl_analysis *a, csl_loop *inner, uint32_t phi) {
    csl_ctx *ctx = a->ctx;
    const csl_loop *loop = inner->parent;
    csl_sym *self = a->syms.v[phi];
    csl_sym *outer = counts_by_one(a, inner, phi) ? carried_by(a, inner, phi) : NULL;
    csl_expr *bound = outer ? bound_of(a, inner, csl_sym_expr(a, phi)) : NULL, *before = NULL;
    bound = bound ? csl_expand(a, bound) : NULL;
    if (!bound || !csl_never_falls(a, loop, bound) || !(bound = in_few(a, loop, bound)) ||
        !(before = csl_previous_pass(a, loop, bound)))
        return;
    csl_expr *first =
        csl_binary(ctx, CSL_OP_EQ, csl_sym_expr(a, loop->iter), csl_const(ctx, CSL_I32, 0));
    csl_expr *start = csl_cast(ctx, CSL_I32, outer->init);
    csl_expr *begins = csl_ite(ctx, first, start, at_least(a, start, before));
    inner->filled = csl_binary(ctx, CSL_OP_SUB, begins, start);
    outer->def = csl_cast(ctx, outer->type, begins);
    self->def = csl_cast(ctx, self->type,
                         csl_binary(ctx, CSL_OP_ADD, begins, csl_sym_expr(a, inner->iter)));
    a->syms.v[inner->trips]->def = csl_binary(ctx, CSL_OP_SUB, at_least(a, start, bound), begins);
    outer->closed = self->closed = true;
    csl_assume_of_numbers(a, CSL_FEW_PASSES);
}

/* ---- loops that make as many passes each time ---------------------------------------------------- */

/* It waits, or arrives, at barriers other than those of the whole block. */
static bool uses_objects(const csl_analysis *a, const csl_loop *loop) {
    for (uint32_t i = loop->node->order + 1; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_SYNC && (n->stmt->sync->object || n->stmt->sync->id) &&
            csl_loop_inside(n->loop, loop))
            return true;
    }
    return false;
}

/* x and y where the condition is `self < x && self < y`; or NULL. */
static csl_expr *least_bound(csl_analysis *a, const csl_loop *loop, const csl_expr *self,
                             csl_expr *stays) {
    csl_expr *least = NULL, *const * part;
    uint32_t n;
    part = csl_conjuncts(&stays, &n);
    for (uint32_t i = 0; i < n; i++) {
        csl_expr *bound = part[i]->op == CSL_OP_LT ? part[i]->kids[1] : NULL;
        if (!bound || part[i]->kids[0] != self || !csl_invariant(a, loop, bound) ||
            !csl_has_conjunct(loop->stay, part[i]) ||
            (n > 1 && !csl_type_signed((csl_type)bound->type)))
            return NULL;
        least = least ? csl_binary(a->ctx, CSL_OP_MIN, least, bound) : bound;
    }
    return least;
}

/* What the variable is less than in every pass that goes on, and not in the one that leaves the
 * loop, whatever else is asserted in its passes; or NULL. */
static csl_expr *tested_bound(csl_analysis *a, const csl_loop *loop, const csl_expr *self) {
    const csl_node *leaf = loop->leaves.v[0];
    csl_expr *leaves = csl_relative(a->ctx, leaf->reach, loop->entry);
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&leaves, &n);
    for (uint32_t i = 0; i < n && leaf->loop == loop; i++) {
        csl_expr *bound = least_bound(a, loop, self, csl_not(a->ctx, part[i]));
        if (bound)
            return bound;
    }
    return NULL;
}

/* ... of a minimum, said of both its parts. */
static csl_expr *each_at_least(csl_analysis *a, csl_expr *start, csl_expr *e) {
    return e->op != CSL_OP_MIN ? at_least(a, start, e)
                               : csl_binary(a->ctx, CSL_OP_MIN, each_at_least(a, start, e->kids[0]),
                                            each_at_least(a, start, e->kids[1]));
}

/* The loop counts from a constant to a bound that stays as it is in `loop`, the one around: it
 * makes as many passes in each of that, and what it counts of barriers has a form there. One that
 * is in no other counts to the lesser of two bounds. */
static void note_passes(csl_analysis *a, csl_loop *inner, uint32_t phi) {
    const csl_sym *self = a->syms.v[phi];
    const csl_loop *loop = inner->parent ? inner->parent : inner;
    const bool counts = self->init && self->init->op == CSL_OP_CONST && self->init->value >= 0 &&
                        self->init->value <= INT32_MAX && counts_by_one(a, inner, phi);
    csl_expr *bound = counts ? tested_bound(a, inner, csl_sym_expr(a, phi)) : NULL;
    bound = bound ? csl_expand(a, bound) : NULL;
    if (!bound || !csl_invariant(a, loop, bound) || !(bound = in_few(a, loop, bound)) ||
        (!inner->parent && bound->op != CSL_OP_MIN))
        return;
    csl_expr *start = csl_const(a->ctx, CSL_I32, self->init->value);
    a->syms.v[inner->trips]->def =
        csl_binary(a->ctx, CSL_OP_SUB, each_at_least(a, start, bound), start);
    csl_assume_of_numbers(a, CSL_FEW_PASSES);
}

static void note_any_passes(csl_analysis *a, csl_loop *loop) {
    for (uint32_t k = 0; k < loop->phis.n && loop->top_tested && uses_objects(a, loop); k++)
        if (!a->syms.v[loop->trips]->def)
            note_passes(a, loop, loop->phis.v[k]);
}

void csl_note_fills(csl_analysis *a, csl_loop *loop) {
    if (!loop->parent)
        note_any_passes(a, loop);
    for (uint32_t i = 0; i < a->loops.n; i++) {
        csl_loop *inner = a->loops.v[i];
        if (inner->parent != loop || !inner->top_tested || inner->filled)
            continue;
        note_any_passes(a, inner);
        for (uint32_t k = 0; k < inner->phis.n && !inner->filled; k++)
            note_fill(a, inner, inner->phis.v[k]);
    }
}

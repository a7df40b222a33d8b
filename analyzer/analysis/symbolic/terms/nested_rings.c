/* Stages and parities of a ring that several loops in each other carry on: the loop over the tiles
 * that a block works on, and in it the one over the parts of a tile.
 *
 * `if (++stage == m) { stage = 0; parity ^= 1; }` counts passes of the inner loop. With T passes of
 * it in each of the outer one, pass j of pass i is the one with number T * i + j; stage and parity
 * are its remainder and quotient by m. By induction over i and j, for both loops at once: what the
 * inner one starts with is what the outer one carries, and what it ends with is carried on. The
 * same where the inner loop fills up to a bound (fills.c): then the passes before are known as a
 * sum.
 */
#include "loops.h"
#include "../../../limits/limits.h"

static csl_expr *note_bound(void *most, csl_expr *leaf) {
    if (leaf->op == CSL_OP_CONST && leaf->value > *(int64_t *)most)
        *(int64_t *)most = leaf->value;
    return leaf;
}

int64_t csl_wraps_at(csl_analysis *a, csl_expr *next, const csl_expr *self) {
    const csl_type t = (csl_type)self->type;
    int64_t bound = 0; /* the largest constant in the term */
    csl_map(a->ctx, next, note_bound, &bound);
    if (!csl_type_integer(t) || t == CSL_PTR || t == CSL_BOOL || bound < 1 ||
        bound > CSL_LIMIT(cycle))
        return 0;
    for (int64_t m = bound; m <= bound + 1; m++) {
        bool cyclic = true;
        for (int64_t v = 0; v < m && cyclic; v++)
            cyclic = csl_is_const(csl_replace_sym(a, next, self->index, csl_const(a->ctx, t, v)),
                                  (v + 1) % m);
        if (cyclic)
            return m;
    }
    return 0;
}

bool csl_undoes_itself(const csl_expr *flipped, const csl_expr *self) {
    switch (flipped->op) {
    case CSL_OP_NOT: return flipped->kids[0] == self;
    case CSL_OP_BXOR: return flipped->kids[flipped->kids[0] == self]->op == CSL_OP_CONST;
    case CSL_OP_SUB: return flipped->kids[1] == self && flipped->kids[0]->op == CSL_OP_CONST;
    default: return false;
    }
}

/* ---- chains of variables ------------------------------------------------------------------------ */

/* What the loop around makes of the variable in a pass that comes to `loop`, where only conditions
 * that stay as they are choose it: so it was in all passes before. Else NULL. */
static csl_expr *left_behind(csl_analysis *a, const csl_loop *loop, csl_expr *next) {
    csl_expr *left = csl_chosen(a, next, loop->entry);
    for (csl_expr *e = next; e != left;) {
        if (e->op != CSL_OP_ITE || !csl_invariant(a, loop->parent, csl_expand(a, e->kids[0])))
            return NULL;
        csl_expr *then = csl_chosen(a, e->kids[1], loop->entry);
        e = e->kids[then == left ? 1 : 2];
    }
    return left;
}

/* The variable of the loop around that this one starts with and hands its last value to, or NULL.
 */
static csl_sym *carrier_of(csl_analysis *a, const csl_sym *phi, uint32_t index) {
    csl_sym *outer = phi->init->op == CSL_OP_SYM ? csl_sym_of(a, phi->init) : NULL;
    if (!outer || outer->kind != CSL_SYM_PHI || outer->loop != phi->loop->parent || !outer->next)
        return NULL;
    const csl_expr *next = left_behind(a, phi->loop, outer->next);
    const csl_sym *last = next && next->op == CSL_OP_SYM ? csl_sym_of(a, next) : NULL;
    return last && last->kind == CSL_SYM_EXIT && last->of == phi->loop && last->inner == index
               ? outer
               : NULL;
}

/* The variable is handed on by one of several roles only: it has no form that all threads share. */
static bool is_of_a_role(const csl_sym *carrier) {
    return carrier->next->op != CSL_OP_SYM;
}

/* The number of its passes, if it is the same in each pass of the loop around; or NULL. */
static csl_expr *passes_of(csl_analysis *a, const csl_loop *loop) {
    csl_expr *trips = csl_expand(a, csl_sym_expr(a, loop->trips));
    return loop->top_tested && csl_invariant(a, loop->parent, trips) ? trips : NULL;
}

/* Counted passes of the innermost loop, in a pass of this one: `step` for each pass before, or the
 * sum of all of them. */
typedef struct pace {
    csl_expr *step, *sum;
} pace;

/* ... of the loop around this one; false: it is not known. */
static bool pace_around(csl_analysis *a, const csl_loop *loop, pace *p) {
    csl_expr *passes = p->sum ? NULL : passes_of(a, loop);
    if (passes) {
        p->step = csl_binary(a->ctx, CSL_OP_MUL, passes, p->step);
        return true;
    }
    p->sum = p->sum || !csl_is_const(p->step, 1) ? NULL : loop->filled;
    return p->sum != NULL;
}

/* start + step * pass, with what the loops around add to the start; NULL: not known. The start is a
 * constant less than m. */
static csl_expr *count_of(csl_analysis *a, const csl_sym *phi, uint32_t index, pace p, int64_t m) {
    csl_ctx *ctx = a->ctx;
    csl_expr *steps =
        p.sum ? p.sum : csl_binary(ctx, CSL_OP_MUL, csl_sym_expr(a, phi->loop->iter), p.step);
    if (!p.sum && !csl_invariant(a, phi->loop, p.step))
        return NULL;
    if (phi->init->op == CSL_OP_CONST)
        return phi->init->value >= 0 && phi->init->value < m
                   ? csl_binary(ctx, CSL_OP_ADD, csl_const(ctx, CSL_I32, phi->init->value), steps)
                   : NULL;
    csl_sym *outer = carrier_of(a, phi, index);
    csl_expr *before =
        outer && pace_around(a, phi->loop, &p) ? count_of(a, outer, phi->init->index, p, m) : NULL;
    return before ? csl_binary(ctx, CSL_OP_ADD, before, steps) : NULL;
}

static pace of_innermost(csl_analysis *a) {
    return (pace){.step = csl_const(a->ctx, CSL_I32, 1)};
}

static void define(csl_sym *s, csl_expr *form) {
    s->def = form;
    s->closed = true;
}

/* The variable and those that carry it get the remainders of their counts. */
static void define_stages(csl_analysis *a, csl_sym *phi, uint32_t index, int64_t m) {
    csl_ctx *ctx = a->ctx;
    csl_expr *modulus = csl_const(ctx, CSL_I32, m);
    pace p = of_innermost(a);
    for (csl_sym *s = phi; s && (s == phi || !is_of_a_role(s));) {
        csl_sym *outer = carrier_of(a, s, index);
        csl_expr *count = count_of(a, s, index, p, m);
        if (outer)
            pace_around(a, s->loop, &p);
        index = s->init->index;
        define(s, csl_cast(ctx, s->type, csl_binary(ctx, CSL_OP_REM, count, modulus)));
        s = outer;
    }
}

/* Whether its `next` turns the variable in the pass that ends a round of the stage, and in no
 * other: what it then becomes, or NULL. */
static csl_expr *turned_with(csl_analysis *a, const csl_sym *phi, const csl_expr *self,
                             uint32_t stage, int64_t m) {
    csl_expr *turned = NULL;
    for (int64_t v = 0; v < m; v++) {
        turned = csl_replace_sym(a, phi->next, stage, csl_const(a->ctx, a->syms.v[stage]->type, v));
        if (v < m - 1 && turned != self)
            return NULL;
    }
    return csl_undoes_itself(turned, self) ? turned : NULL;
}

/* The variable turns whenever the stage of that number has gone round; those that carry it go
 * along. */
static void define_parities(csl_analysis *a, csl_sym *phi, uint32_t index, uint32_t stage,
                            int64_t m) {
    csl_ctx *ctx = a->ctx;
    csl_expr *turned = turned_with(a, phi, csl_sym_expr(a, index), stage, m), *first = phi->init;
    uint32_t inner = index;
    for (const csl_sym *s = phi; first->op != CSL_OP_CONST; first = s->init) {
        csl_sym *outer = carrier_of(a, s, inner);
        if (!outer)
            return;
        inner = s->init->index;
        s = outer;
    }
    if (!turned)
        return;
    csl_expr *other = csl_replace_sym(a, turned, index, first);
    csl_expr *modulus = csl_const(ctx, CSL_I32, m);
    pace p = of_innermost(a);
    const csl_sym *k = a->syms.v[stage];
    for (csl_sym *s = phi; s && k && (s == phi || !is_of_a_role(s));) {
        csl_sym *outer = carrier_of(a, s, index);
        csl_expr *count = count_of(a, k, stage, p, m);
        csl_expr *turns = csl_binary(ctx, CSL_OP_DIV, count, modulus);
        csl_expr *bit = csl_binary(ctx, CSL_OP_BAND, turns, csl_const(ctx, CSL_I32, 1));
        const csl_sym *carrier = carrier_of(a, k, stage);
        if (outer)
            pace_around(a, s->loop, &p);
        index = s->init->index;
        stage = k->init->index;
        define(s, csl_ite(ctx, csl_truth(ctx, bit), other, first));
        s = outer;
        k = carrier;
    }
}

/* ---- all ---------------------------------------------------------------------------------------- */

static bool is_open(const csl_sym *phi) {
    return !phi->def && phi->next && csl_type_integer(phi->type) && phi->loop->parent;
}

static void close_ring(csl_analysis *a, const csl_loop *loop, uint32_t stage) {
    csl_sym *phi = a->syms.v[stage];
    csl_expr *self = csl_sym_expr(a, stage);
    if (!is_open(phi) || !carrier_of(a, phi, stage) ||
        !csl_is_small(phi->next, CSL_LIMIT(checked_term)))
        return;
    const int64_t m = csl_wraps_at(a, phi->next, self);
    if (!m || !count_of(a, phi, stage, of_innermost(a), m))
        return;
    csl_assume_of_numbers(a, CSL_FEW_PASSES);
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        csl_sym *other = a->syms.v[loop->phis.v[i]];
        if (other != phi && is_open(other) && csl_is_small(other->next, CSL_LIMIT(checked_term)))
            define_parities(a, other, loop->phis.v[i], stage, m);
    }
    define_stages(a, phi, stage, m);
}

void csl_close_inner_loops(csl_analysis *a, const csl_loop *outermost) {
    for (uint32_t i = 0; i < a->loops.n; i++)
        if (a->loops.v[i] != outermost && csl_loop_inside(a->loops.v[i], outermost))
            csl_close_loop(a, a->loops.v[i]);
    for (uint32_t i = 0; i < a->loops.n; i++) {
        const csl_loop *l = a->loops.v[i];
        for (uint32_t k = 0; l != outermost && csl_loop_inside(l, outermost) && k < l->phis.n; k++)
            close_ring(a, l, l->phis.v[k]);
    }
}

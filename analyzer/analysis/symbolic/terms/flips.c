/* Variables that turn over each time another one comes round: the phase of a ring. */
#include "loops.h"
#include "../../../limits/limits.h"

static bool is_remainder(void *user, csl_expr *e) {
    (void)user;
    return csl_modulus_of(e) != 0;
}

/* What the value becomes, if it flips between that one and what it begins with; else NULL. */
static csl_expr *flipped_from(csl_analysis *a, csl_expr *flipped, const csl_expr *self,
                              csl_expr *start) {
    csl_expr *other = csl_replace_sym(a, flipped, self->index, start);
    const bool back = csl_replace_sym(a, flipped, self->index, other) == start;
    return back || csl_undoes_itself(flipped, self) ? other : NULL;
}

static bool fits(csl_range r, int64_t least) {
    return r.lo >= least && r.hi <= INT32_MAX;
}

csl_expr *csl_start_of_round(csl_analysis *a, const csl_sym *phi, int64_t m) {
    csl_expr *e = csl_expand(a, phi->init);
    while (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->type) &&
           csl_range_inside(csl_range_of(a, e->kids[0]), csl_range_of_type((csl_type)e->type)))
        e = e->kids[0];
    if (csl_modulus_of(e) == m && fits(csl_range_of(a, e->kids[0]), 0))
        e = e->kids[0];
    else if (!fits(csl_range_of(a, e), 0) || csl_range_of(a, e).hi >= m)
        return NULL;
    return csl_cast(a->ctx, CSL_I32, e);
}

/* The parity of how often what counts from `from` has come round when it is at `sum`, for a
 * variable that flips then: with what it begins with, where that is the parity of `from`, as a loop
 * before has left it, that of `sum`. */
static csl_expr *flipped_so_far(csl_analysis *a, const csl_sym *phi, csl_expr *flipped,
                                const csl_expr *self, csl_expr *from, csl_expr *sum, int64_t m) {
    csl_ctx *ctx = a->ctx;
    csl_expr *modulus = csl_const(ctx, CSL_I32, m), *one = csl_const(ctx, CSL_I32, 1);
    csl_expr *turns = csl_binary(ctx, CSL_OP_DIV, from, modulus);
    csl_expr *before = csl_truth(ctx, csl_binary(ctx, CSL_OP_BAND, turns, one));
    turns = csl_binary(ctx, CSL_OP_DIV, sum, modulus);
    csl_expr *now = csl_truth(ctx, csl_binary(ctx, CSL_OP_BAND, turns, one));
    csl_expr *init = csl_expand(a, phi->init);
    csl_expr *odd = csl_chosen(a, init, before), *even = csl_chosen(a, init, csl_not(ctx, before));
    if (odd->op == CSL_OP_CONST && even->op == CSL_OP_CONST &&
        csl_replace_sym(a, flipped, self->index, even) == odd &&
        csl_replace_sym(a, flipped, self->index, odd) == even)
        return csl_ite(ctx, now, odd, even);
    csl_expr *other = csl_replace_sym(a, flipped, self->index, phi->init);
    return csl_ite(ctx, csl_binary(ctx, CSL_OP_EQ, before, now), phi->init, other);
}

csl_expr *csl_flip_form(csl_analysis *a, const csl_loop *loop, const csl_sym *phi, csl_expr *next,
                        csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    if (next->op != CSL_OP_ITE || (next->kids[1] != self && next->kids[2] != self))
        return NULL;
    const bool then = next->kids[2] == self;
    csl_expr *flipped = next->kids[then ? 1 : 2];
    csl_expr *rest = csl_find_part(ctx, next->kids[0], is_remainder, NULL);
    csl_expr *other = flipped_from(a, flipped, self, csl_expand(a, phi->init));
    const int64_t m = rest ? csl_modulus_of(rest) : 0;
    if (!other || m < 1 || m > CSL_LIMIT(cycle))
        return NULL;
    /* what is divided grows by one in every pass */
    csl_expr *k = csl_sym_expr(a, loop->iter);
    csl_expr *from = csl_replace_sym(a, rest->kids[0], loop->iter, csl_const(ctx, CSL_I32, 0));
    csl_expr *sum = csl_binary(ctx, CSL_OP_ADD, csl_cast(ctx, (csl_type)from->type, k), from);
    if (sum != rest->kids[0] || !fits(csl_range_of(a, from), 0) ||
        (from->op == CSL_OP_CONST && (from->value >= m || csl_range_of(a, sum).hi > INT32_MAX)) ||
        (from->op != CSL_OP_CONST && sum->type != CSL_I32))
        return NULL;
    int64_t at = -1; /* it flips at that remainder */
    for (int64_t v = 0; v < m; v++) {
        csl_expr *c =
            csl_with_part(ctx, next->kids[0], rest, csl_const(ctx, (csl_type)rest->type, v));
        const bool flips = then ? csl_is_true(c) : csl_is_false(c);
        if ((!flips && !(then ? csl_is_false(c) : csl_is_true(c))) || (flips && at >= 0))
            return NULL;
        at = flips ? v : at;
    }
    if (at < 0 || (from->op != CSL_OP_CONST && at != m - 1))
        return NULL;
    if (from->op != CSL_OP_CONST)
        return flipped_so_far(a, phi, flipped, self, from, sum, m);
    csl_expr *turns = csl_binary(ctx, CSL_OP_DIV, rest->kids[0],
                                 csl_const(ctx, (csl_type)rest->kids[0]->type, m));
    csl_expr *bit = csl_binary(ctx, CSL_OP_BAND, turns, csl_const(ctx, (csl_type)turns->type, 1));
    csl_expr *odd_turn = from->value > at ? phi->init : other; /* the first turn began behind it */
    csl_expr *even_turn = from->value > at ? other : phi->init;
    csl_expr *before = csl_ite(ctx, csl_truth(ctx, bit), odd_turn, even_turn);
    if (at == m - 1)
        return before;
    csl_expr *past = csl_binary(ctx, CSL_OP_LT, csl_const(ctx, (csl_type)rest->type, at), rest);
    return csl_ite(ctx, past, csl_ite(ctx, csl_truth(ctx, bit), even_turn, odd_turn), before);
}

csl_expr *csl_counted_flips(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                            csl_expr *next, csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    if (next->op != CSL_OP_ITE || (next->kids[1] != self && next->kids[2] != self))
        return NULL;
    const bool then = next->kids[2] == self;
    csl_expr *c = then ? next->kids[0] : csl_not(ctx, next->kids[0]);
    csl_expr *other = flipped_from(a, next->kids[then ? 1 : 2], self, csl_expand(a, phi->init));
    csl_expr *times = other ? csl_times_held(a, loop, c) : NULL;
    if (!times)
        return NULL;
    csl_expr *bit = csl_binary(ctx, CSL_OP_BAND, times, csl_const(ctx, (csl_type)times->type, 1));
    return csl_ite(ctx, csl_truth(ctx, bit), other, phi->init);
}

csl_expr *csl_as_choice(csl_analysis *a, csl_expr *next, csl_expr *self) {
    if (next->op != CSL_OP_BXOR || (next->kids[0] != self && next->kids[1] != self))
        return next;
    csl_expr *bit = next->kids[next->kids[0] == self];
    const csl_range r = csl_range_of(a, bit);
    if (r.lo < 0 || r.hi > 1)
        return next;
    csl_expr *one = csl_const(a->ctx, (csl_type)self->type, 1);
    return csl_ite(a->ctx, csl_truth(a->ctx, bit), csl_binary(a->ctx, CSL_OP_BXOR, self, one),
                   self);
}

/* Counters: variables that a loop adds an invariant term to in every pass.
 *
 * A sum that stands in the source in a signed type does not overflow; in pass k, if it is reached,
 * start + k * step fits. The product alone need not, so it is made where it does. Sums of unsigned
 * types wrap, and so does what a conversion cuts down, `i += 1` of a short or signed char too.
 */
#include "loops.h"
#include "../../../limits/limits.h"

/* The term without conversions that keep as many bytes as `self` has. */
static const csl_expr *unconverted(const csl_expr *e, const csl_expr *self) {
    while (e != self && e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->kids[0]->type) &&
           csl_type_bytes((csl_type)e->type) >= csl_type_bytes((csl_type)self->type))
        e = e->kids[0];
    return e;
}

static bool is_self(const csl_expr *e, const csl_expr *self) {
    return unconverted(e, self) == self;
}

static bool is_step(csl_analysis *a, const csl_loop *loop, csl_expr *by) {
    return csl_type_integer((csl_type)by->type) && by->type != CSL_PTR &&
           csl_invariant(a, loop, by);
}

/* What is added to `self` in the term, all together, in type `in`, which holds it; NULL: the term
 * is no such sum. */
static csl_expr *added(csl_analysis *a, const csl_loop *loop, const csl_expr *e,
                       const csl_expr *self, csl_type in) {
    const csl_range room = csl_range_of_type(in);
    e = unconverted(e, self);
    if (e == self)
        return csl_const(a->ctx, in, 0);
    const bool sum = e->op == CSL_OP_ADD &&
                     csl_type_bytes((csl_type)e->type) >= csl_type_bytes((csl_type)self->type);
    for (int i = 0; sum && i < 2; i++) {
        csl_expr *by = e->kids[1 - i], *rest = NULL;
        if (!is_step(a, loop, by) || !(rest = added(a, loop, e->kids[i], self, in)))
            continue;
        const csl_range more = csl_range_of(a, csl_expand(a, by)), so_far = csl_range_of(a, rest);
        const bool fits =
            csl_range_inside(more, room) && csl_range_inside(csl_range_add(more, so_far), room);
        return fits ? csl_binary(a->ctx, CSL_OP_ADD, rest, csl_cast(a->ctx, in, by)) : NULL;
    }
    return NULL;
}

bool csl_find_counting(csl_analysis *a, const csl_loop *loop, csl_expr *next, const csl_expr *self,
                       csl_counting *out) {
    csl_type t = (csl_type)self->type;
    csl_expr *sum = next;
    if (!csl_type_integer(t) || t == CSL_BOOL)
        return false;
    if (sum->op == CSL_OP_CAST)
        sum = sum->kids[0];
    csl_type in = (csl_type)sum->type;
    if ((sum->op != CSL_OP_ADD && sum->op != CSL_OP_SUB) || !csl_type_integer(in) ||
        csl_type_bytes(in) < csl_type_bytes(t) || (in == CSL_PTR) != (t == CSL_PTR))
        return false;
    for (int i = 0; i < (sum->op == CSL_OP_ADD ? 2 : 1); i++) {
        csl_expr *by = sum->kids[1 - i];
        if (!is_self(sum->kids[i], self) || !is_step(a, loop, by))
            continue;
        *out = (csl_counting){.by = by, .in = in, .down = sum->op == CSL_OP_SUB};
        return true;
    }
    csl_expr *by = t == CSL_PTR ? NULL : added(a, loop, sum, self, in);
    *out = (csl_counting){.by = by, .in = in};
    return by != NULL;
}

static csl_range opposite(csl_range r) {
    return (csl_range){-r.hi, -r.lo};
}

/* How much the variable grows in a pass, as a number. A sum of a signed variable with an unsigned
 * step is meant as one of numbers. */
static csl_range growth(csl_analysis *a, const csl_counting *c) {
    csl_range by = csl_range_of(a, csl_expand(a, c->by));
    return c->down ? opposite(by) : by;
}

/* C leaves it undefined if the variable does not hold the sum. */
static bool never_wraps(const csl_sym *phi, const csl_counting *c) {
    return csl_type_signed(c->in) && c->in == phi->type;
}

/* Of a signed variable, `i += blockDim.x` is computed unsigned and converted back. */
static bool meant_not_to_wrap(const csl_sym *phi, const csl_counting *c, csl_range by) {
    return csl_type_signed(phi->type) && !csl_type_signed(c->in) &&
           csl_type_bytes(c->in) == csl_type_bytes(phi->type) && csl_type_bytes(c->in) >= 4 &&
           by.lo >= INT32_MIN && by.hi <= INT32_MAX;
}

/* An unsigned counter steps by what the launch gives up to a bound: `i < n; i += gridDim.x`. */
static bool counts_up_to(csl_analysis *a, const csl_loop *loop, const csl_sym *phi, csl_range by,
                         const csl_expr *self) {
    csl_wide last;
    return phi->type == CSL_U32 && by.lo >= 1 && by.lo < by.hi && by.hi <= INT32_MAX &&
           csl_has_test(a, loop, self, false, &last);
}

/* ---- the value in pass k --------------------------------------------------------------------- */

static csl_expr *sum_in(csl_ctx *ctx, csl_type t, csl_expr *start, csl_expr *k,
                        const csl_counting *c) {
    csl_expr *steps = csl_binary(ctx, CSL_OP_MUL, csl_cast(ctx, t, k), csl_cast(ctx, t, c->by));
    return csl_binary(ctx, c->down ? CSL_OP_SUB : CSL_OP_ADD, csl_cast(ctx, t, start), steps);
}

csl_expr *csl_counting_form(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                            const csl_counting *c) {
    csl_ctx *ctx = a->ctx;
    csl_expr *k = csl_sym_expr(a, loop->iter), *start = phi->init;
    csl_type t = phi->type;
    if (t == CSL_PTR) {
        csl_expr *steps =
            csl_binary(ctx, CSL_OP_MUL, csl_cast(ctx, CSL_I64, k), csl_cast(ctx, CSL_I64, c->by));
        return csl_binary(ctx, c->down ? CSL_OP_SUB : CSL_OP_ADD, start, steps);
    }
    unsigned bytes = csl_type_bytes(t);
    csl_type modular = bytes == 8 ? CSL_U64 : CSL_U32;
    if (bytes == 8 && !loop->bounded)
        csl_assume_of_numbers(a, CSL_FEW_PASSES);
    if (!csl_type_signed(t) && counts_up_to(a, loop, phi, growth(a, c), phi->leaf)) {
        csl_assume_of_numbers(a, CSL_NO_WRAP);
        return csl_cast_exact(ctx, t, sum_in(ctx, CSL_I64, start, k, c));
    }
    if (!csl_type_signed(t))
        return csl_cast(ctx, t, sum_in(ctx, modular, start, k, c));
    csl_type wide = bytes == 8 ? CSL_I64 : CSL_I32;
    csl_range room = csl_range_of_type(t), arithmetic = csl_range_of_type(wide);
    csl_range by = growth(a, c), from = csl_range_of(a, csl_expand(a, start));
    csl_range steps = csl_range_mul(by, csl_range_of(a, k));
    bool numbers = csl_range_inside(by, arithmetic); /* converting `by` does not change it */
    bool fits = numbers && csl_range_inside(steps, arithmetic) &&
                csl_range_inside(csl_range_add(from, steps), arithmetic);
    bool exact = never_wraps(phi, c);
    if (!fits && !exact && meant_not_to_wrap(phi, c, by)) {
        csl_assume_of_numbers(a, CSL_NO_WRAP);
        exact = true;
    }
    if (!fits && !exact)
        return csl_cast(ctx, t, sum_in(ctx, modular, start, k, c));
    /* k * step is the difference of two values, of which the first has the sign that helps. */
    bool apart = (by.lo >= 0 && from.lo >= 0) || (by.hi <= 0 && from.hi < 0);
    if (fits || (numbers && (apart || csl_range_inside(steps, room))))
        return csl_cast(ctx, t, sum_in(ctx, wide, start, k, c));
    if (bytes == 8)
        return csl_cast(ctx, t, sum_in(ctx, modular, start, k, c));
    return csl_cast_exact(ctx, t, sum_in(ctx, CSL_I64, start, k, c));
}

/* ---- the number of passes --------------------------------------------------------------------- */

static bool is_value_of(const csl_expr *e, const csl_expr *self) {
    while (e != self && csl_widened(e))
        e = csl_widened(e);
    return e == self;
}

bool csl_has_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self, bool down,
                  csl_wide *bound) {
    uint32_t n;
    csl_expr *stay = loop->stay, *const *parts = csl_conjuncts(&stay, &n);
    bool found = false;
    for (uint32_t i = 0; i < n; i++) {
        csl_expr *l = parts[i];
        if ((l->op != CSL_OP_LT && l->op != CSL_OP_LE) || !is_value_of(l->kids[down], self))
            continue;
        csl_range other = csl_range_of(a, l->kids[!down]);
        csl_wide strict = l->op == CSL_OP_LT, b = down ? other.lo + strict : other.hi - strict;
        if (!found || (down ? b > *bound : b < *bound))
            *bound = b;
        found = true;
    }
    return found;
}

csl_wide csl_counting_bound(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                            csl_expr *self, const csl_counting *c) {
    csl_range by = csl_range_of(a, c->by), from = csl_range_of(a, phi->init);
    csl_range room = csl_range_of_type(phi->type);
    if (phi->type == CSL_PTR)
        return -1;
    by = c->down ? opposite(by) : by;
    bool down = by.hi < 0, exact = never_wraps(phi, c);
    if (by.lo <= 0 && !down)
        return -1;
    csl_wide last; /* value of a pass that goes on */
    bool tested = csl_has_test(a, loop, self, down, &last);
    /* Downwards is upwards with all signs turned. */
    if (down)
        by = opposite(by), from = opposite(from), room = opposite(room), last = -last;
    if (tested && (exact || last + by.hi <= room.hi))
        return last < from.lo ? 0 : (last - from.lo) / by.lo + 1;
    if (!exact && !meant_not_to_wrap(phi, c, by))
        return -1;
    if (!exact)
        csl_assume_of_numbers(a, CSL_NO_WRAP);
    return (room.hi - from.lo) / by.lo;
}

/* ---- sums that grow with the passes ----------------------------------------------------------- */

static bool is_of_four_bytes(const csl_expr *e) {
    const csl_type t = (csl_type)e->type;
    return csl_type_integer(t) && t != CSL_BOOL && t != CSL_PTR && csl_type_bytes(t) == 4;
}

/* In arithmetic of 32 bits the term is `factor` times the number of the pass and what is the same
 * in every pass. */
static bool grows_with_passes(csl_analysis *a, const csl_loop *loop, csl_expr *e, int64_t *factor) {
    int64_t part[2] = {0, 0};
    if (e == csl_sym_expr(a, loop->iter) || csl_invariant(a, loop, e)) {
        *factor = e == csl_sym_expr(a, loop->iter);
        return true;
    }
    const bool by_constant = e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST;
    const bool scales = e->op == CSL_OP_MUL && by_constant && e->kids[1]->value > 0 &&
                        e->kids[1]->value <= INT32_MAX;
    if (!is_of_four_bytes(e) || e->nkids > 2 ||
        (e->op != CSL_OP_ADD && e->op != CSL_OP_SUB && e->op != CSL_OP_CAST && !scales))
        return false;
    for (unsigned k = 0; k < (scales ? 1u : e->nkids); k++)
        if (!is_of_four_bytes(e->kids[k]) || !grows_with_passes(a, loop, e->kids[k], &part[k]))
            return false;
    *factor = scales                ? part[0] * e->kids[1]->value
              : e->op == CSL_OP_SUB ? part[0] - part[1]
                                    : part[0] + part[1];
    return *factor >= 0 && *factor <= INT32_MAX;
}

/* Every pass that goes on has a sum of at most `last`, which grows by `factor`: from the sum of the
 * first pass on none wraps, as the sum of a pass that goes on and the factor fit. */
csl_wide csl_summed_bound(csl_analysis *a, const csl_loop *loop) {
    csl_expr *stay = csl_stays_by_pass(a, loop);
    csl_wide most = -1;
    uint32_t n;
    csl_expr *const *parts = stay ? csl_conjuncts(&stay, &n) : NULL;
    for (uint32_t i = 0; parts && i < n; i++) {
        const csl_expr *test = parts[i];
        int64_t factor;
        if ((test->op != CSL_OP_LT && test->op != CSL_OP_LE) || !is_of_four_bytes(test->kids[0]) ||
            !csl_is_small(test->kids[0], CSL_LIMIT(brief_term)) ||
            !grows_with_passes(a, loop, test->kids[0], &factor) || factor == 0)
            continue;
        csl_expr *first =
            csl_replace_sym(a, test->kids[0], loop->iter, csl_const(a->ctx, CSL_I32, 0));
        const csl_wide from = csl_range_of(a, first).lo;
        const csl_wide last = csl_range_of(a, test->kids[1]).hi - (test->op == CSL_OP_LT);
        if (last + factor > csl_range_of_type((csl_type)test->kids[0]->type).hi)
            continue;
        const csl_wide here = last < from ? 0 : (last - from) / factor + 1;
        most = most < 0 || here < most ? here : most;
    }
    return most;
}

/* Closed forms: what a loop-carried variable holds in pass k.
 *
 * The body has run once with the variable's value at its head as a PHI symbol, so its update is a
 * term over PHI symbols. Recognised (reference: solver study, "Loops"): unchanged, += c, -= c,
 * halving and doubling, ^= c, c - v, !v, counting modulo a constant, rotations (swapped buffers),
 * orbits (orbits.c) and values that only follow other closed forms. Everything else stays a PHI
 * symbol.
 */
#include "loops.h"
#include "../../../limits/limits.h"

static csl_expr *iter_as(csl_analysis *a, const csl_loop *loop, csl_type t) {
    return csl_cast(a->ctx, t, csl_sym_expr(a, loop->iter));
}

/* k is odd */
static csl_expr *odd(csl_analysis *a, const csl_loop *loop) {
    csl_expr *k = csl_sym_expr(a, loop->iter);
    csl_expr *bit = csl_binary(a->ctx, CSL_OP_BAND, k, csl_const(a->ctx, CSL_I32, 1));
    return csl_truth(a->ctx, bit);
}

/* The value after k halvings or doublings; CSL_OP_SHL or CSL_OP_SHR. A shift by the width or more
 * leaves nothing but the sign: it is written out where k is not known to be small. */
static csl_expr *shifted(csl_analysis *a, const csl_loop *loop, csl_op op, csl_expr *init,
                         int64_t step) {
    csl_ctx *ctx = a->ctx;
    csl_type t = (csl_type)init->type;
    int64_t bits = csl_type_bytes(t) * 8, most = (bits - 1) / step;
    csl_expr *k = csl_sym_expr(a, loop->iter);
    csl_expr *count = csl_binary(ctx, CSL_OP_MUL, k, csl_const(ctx, CSL_I32, step));
    csl_expr *value = csl_binary(ctx, op, init, count);
    if (csl_range_of(a, k).hi <= most)
        return value;
    csl_expr *none = csl_const(ctx, t, 0);
    if (op == CSL_OP_SHR && csl_range_of(a, init).lo < 0) /* the sign stays */
        none = csl_binary(ctx, op, init, csl_const(ctx, CSL_I32, bits - 1));
    csl_expr *in = csl_binary(ctx, CSL_OP_LE, k, csl_const(ctx, CSL_I32, most));
    return csl_ite(ctx, in, value, none);
}

/* v / c, v >> c, v * c, v << c with a constant c. */
static csl_expr *scaled_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next) {
    if (next->kids[1]->op != CSL_OP_CONST)
        return NULL;
    int64_t c = next->kids[1]->value;
    bool not_negative = csl_range_of(a, csl_expand(a, phi->init)).lo >= 0 ||
                        csl_has_lower_test(a, loop, next->kids[0]);
    switch (next->op) {
    case CSL_OP_SHR: return c > 0 ? shifted(a, loop, CSL_OP_SHR, phi->init, c) : NULL;
    case CSL_OP_DIV:
        return not_negative && csl_log2(c) > 0
                   ? shifted(a, loop, CSL_OP_SHR, phi->init, csl_log2(c))
                   : NULL;
    case CSL_OP_SHL: return c > 0 ? shifted(a, loop, CSL_OP_SHL, phi->init, c) : NULL;
    case CSL_OP_MUL:
        return csl_log2(c) > 0 ? shifted(a, loop, CSL_OP_SHL, phi->init, csl_log2(c)) : NULL;
    default: return NULL;
    }
}

/* v = (v + 1) % m, v = v + 1 == m ? 0 : v + 1 and the like, with constant m and start. */
static csl_expr *cyclic_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next) {
    csl_ctx *ctx = a->ctx;
    csl_expr *step = NULL;
    int64_t m = 0;
    if (next->op == CSL_OP_REM && next->kids[1]->op == CSL_OP_CONST) {
        m = next->kids[1]->value;
        step = next->kids[0];
    } else if (next->op == CSL_OP_BAND && next->kids[1]->op == CSL_OP_CONST) {
        m = next->kids[1]->value + 1;
        step = csl_log2(m) >= 0 ? next->kids[0] : NULL;
    }
    if (!step || m <= 0 || step->op != CSL_OP_ADD || step->kids[1]->op != CSL_OP_CONST ||
        phi->init->op != CSL_OP_CONST || phi->init->value < 0 || phi->init->value >= m ||
        step->kids[1]->value <= 0)
        return NULL;
    csl_expr *self = step->kids[0];
    csl_wide by = csl_number(phi->type, step->kids[1]->value);
    if (self->op != CSL_OP_SYM || csl_sym_of(a, self) != phi ||
        m - 1 + by > csl_range_of_type(phi->type).hi)
        return NULL;
    /* (k * by + start) % m; where that would not fit, of the remainder of k, which leaves the same.
     */
    csl_expr *k = iter_as(a, loop, phi->type);
    csl_expr *modulus = csl_const(ctx, phi->type, m);
    csl_wide most = csl_range_of_type(phi->type).hi;
    if (csl_range_of(a, k).hi * by + phi->init->value > most) {
        if (m * by + m > most)
            return NULL;
        k = csl_binary(ctx, CSL_OP_REM, k, modulus);
    }
    csl_expr *sum =
        csl_binary(ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, k, step->kids[1]), phi->init);
    return csl_binary(ctx, CSL_OP_REM, sum, modulus);
}

/* if (++v == m) v = 0, v = v == m - 1 ? 0 : v + 1 and the like, with constant m. */
static csl_expr *wrapping_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                               csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    const int64_t m = next->op == CSL_OP_ITE ? csl_wraps_at(a, next, self) : 0;
    csl_expr *start = m ? csl_start_of_round(a, phi, m) : NULL;
    if (!start)
        return NULL;
    csl_expr *modulus = csl_const(ctx, CSL_I32, m), *k = csl_sym_expr(a, loop->iter);
    if (csl_range_of(a, k).hi + csl_range_of(a, start).hi > INT32_MAX) {
        if (start->op == CSL_OP_CONST)
            k = csl_binary(ctx, CSL_OP_REM, k, modulus);
        else
            csl_assume_of_numbers(a, CSL_FEW_PASSES);
    }
    csl_expr *sum = csl_binary(ctx, CSL_OP_ADD, k, start);
    return csl_cast(ctx, phi->type, csl_binary(ctx, CSL_OP_REM, sum, modulus));
}

/* a, b = b, a (and longer rotations): pass k holds the start value of the k-th in the cycle. */
static csl_expr *rotation_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi) {
    csl_expr *start[CSL_ROOM_exchanged_values];
    csl_sym *s = phi;
    uint32_t n = 0;
    do {
        if (csl_limit_reached(CSL_LIMIT_exchanged_values, n) || !s->next ||
            s->next->op != CSL_OP_SYM)
            return NULL;
        start[n++] = s->init;
        s = csl_sym_of(a, s->next);
        if (s->kind != CSL_SYM_PHI || s->loop != loop || s->type != phi->type)
            return NULL;
    } while (s != phi);
    return csl_in_turn(a, loop, start, n);
}

/* `e` is what another variable that never falls, less a constant, becomes in this pass: then it was
 * what that variable had at the start of it in the pass before. Else NULL. */
static csl_expr *what_led_to(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        csl_sym *s = a->syms.v[loop->phis.v[i]];
        csl_expr *form = s->type == e->type && s->next ? csl_closed_form(a, s) : NULL;
        if (!form || !csl_never_falls(a, loop, csl_expand(a, form)))
            continue;
        for (int64_t less = 0; less < CSL_LIMIT(constants_less); less++) {
            csl_expr *by = csl_const(a->ctx, (csl_type)e->type, less);
            if (csl_binary(a->ctx, CSL_OP_SUB, csl_expand(a, s->next), by) == e)
                return csl_binary(a->ctx, CSL_OP_SUB, csl_expand(a, form), by);
        }
    }
    return NULL;
}

/* v = max(v, f) with an f that never falls: the last f, once there is one. */
static csl_expr *maximum_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                              csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    if (next->op != CSL_OP_MAX || (next->kids[0] != self && next->kids[1] != self))
        return NULL;
    csl_expr *f = next->kids[next->kids[0] == self];
    csl_expr *before =
        csl_never_falls(a, loop, f) ? csl_previous_pass(a, loop, f) : what_led_to(a, loop, f);
    if (!before)
        return NULL;
    csl_expr *k = csl_sym_expr(a, loop->iter),
             *last = csl_binary(ctx, CSL_OP_MAX, phi->init, before);
    csl_range start = csl_range_of(a, phi->init);
    csl_range first =
        csl_range_of(a, csl_replace_sym(a, before, loop->iter, csl_const(ctx, CSL_I32, 0)));
    if (first.hi <= start.lo) /* in pass 0 it is the start value anyway */
        return last;
    return csl_ite(ctx, csl_binary(ctx, CSL_OP_EQ, k, csl_const(ctx, CSL_I32, 0)), phi->init, last);
}

/* v = c ? v + d : v, with a condition on the number of the pass: as often as it held. */
static csl_expr *counted_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                              csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    if (next->op != CSL_OP_ITE || phi->type != CSL_I32)
        return NULL;
    const bool stays = next->kids[1] == self; /* while the condition holds */
    csl_expr *c = stays ? csl_not(ctx, next->kids[0]) : next->kids[0];
    csl_expr *by = csl_binary(ctx, CSL_OP_SUB, next->kids[stays ? 2 : 1], self);
    if (next->kids[stays ? 1 : 2] != self || by->op != CSL_OP_CONST)
        return NULL;
    csl_expr *times = csl_times_held(a, loop, c);
    return times ? csl_cast_exact(ctx, phi->type,
                                  csl_number_of(a, CSL_OP_ADD, phi->init,
                                                csl_number_of(a, CSL_OP_MUL, times, by)))
                 : NULL;
}

/* v = c ? x : v, which v || c and v && !c are, too; false: it is no such update. */
static bool find_latch(csl_ctx *ctx, csl_expr *next, const csl_expr *self, csl_expr **c,
                       csl_expr **x) {
    const bool any = next->op == CSL_OP_OR;
    if (next->op == CSL_OP_ITE) {
        const bool stays = next->kids[1] == self; /* while the condition holds */
        *c = stays ? csl_not(ctx, next->kids[0]) : next->kids[0];
        *x = next->kids[stays ? 2 : 1];
        return stays || next->kids[2] == self;
    }
    bool found = false;
    *c = csl_false(ctx);
    *x = any ? csl_true(ctx) : csl_false(ctx);
    for (uint32_t i = 0; (any || next->op == CSL_OP_AND) && i < next->nkids; i++) {
        csl_expr *kid = next->kids[i];
        found |= kid == self;
        if (kid != self)
            *c = csl_or(ctx, *c, any ? kid : csl_not(ctx, kid));
    }
    return found;
}

/* v = c ? x : v, with a condition on the number of the pass and an x that follows from it: what it
 * was when the condition held last. */
static csl_expr *latched_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                              csl_expr *self) {
    csl_expr *c, *to, *any;
    if (!find_latch(a->ctx, next, self, &c, &to) || csl_mentions_more_than_pass(a, to, loop))
        return NULL;
    csl_expr *last = csl_last_held(a, loop, c, &any);
    return last ? csl_ite(a->ctx, any, csl_replace_sym(a, to, loop->iter, last), phi->init) : NULL;
}

/* v = v op c, and c op v where that is a form, too. */
static csl_expr *operator_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                               csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    bool first = next->kids[0] == self, second = next->kids[1] == self;
    csl_expr *c = next->kids[first];
    if (first == second || !csl_invariant(a, loop, c))
        return NULL;
    switch (next->op) {
    case CSL_OP_BXOR:
        return csl_ite(ctx, odd(a, loop), csl_binary(ctx, CSL_OP_BXOR, phi->init, c), phi->init);
    case CSL_OP_SUB:
        if (!second || phi->type == CSL_PTR || c->type != phi->type)
            return NULL;
        return csl_ite(ctx, odd(a, loop), csl_binary(ctx, CSL_OP_SUB, c, phi->init), phi->init);
    case CSL_OP_SHR:
    case CSL_OP_SHL:
    case CSL_OP_DIV:
    case CSL_OP_MUL: return first ? scaled_form(a, loop, phi, next) : NULL;
    default: return NULL;
    }
}

static csl_expr *form_of(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                         csl_expr *self);

/* v += the passes of a loop in this one that counts up to a bound. */
static csl_expr *filled_form(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                             csl_expr *next, csl_expr *self) {
    for (uint32_t i = loop->id; i < a->loops.n && csl_type_integer(phi->type); i++) {
        const csl_loop *inner = a->loops.v[i];
        if (inner->parent != loop || !inner->filled)
            continue;
        csl_expr *passes =
            csl_cast(a->ctx, phi->type, csl_expand(a, csl_sym_expr(a, inner->trips)));
        if (csl_binary(a->ctx, CSL_OP_ADD, self, passes) == next)
            return csl_binary(a->ctx, CSL_OP_ADD, phi->init,
                              csl_cast(a->ctx, phi->type, inner->filled));
    }
    return NULL;
}

/* The parts of the condition that stay as they are from pass to pass; `rest`: the others. */
static csl_expr *staying_part(csl_analysis *a, const csl_loop *loop, csl_expr *c, csl_expr **rest) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&c, &n), *stays = csl_true(a->ctx);
    *rest = csl_true(a->ctx);
    for (uint32_t i = 0; i < n; i++)
        if (csl_invariant(a, loop, part[i]))
            stays = csl_and(a->ctx, stays, part[i]);
        else
            *rest = csl_and(a->ctx, *rest, part[i]);
    return stays;
}

/* v = c && d ? v + 1 : v with a condition c that stays as it is. */
static csl_expr *guarded_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                              csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    if (next->op != CSL_OP_ITE || (next->kids[1] != self && next->kids[2] != self))
        return NULL;
    const bool changes = next->kids[2] == self; /* where the condition holds */
    csl_expr *rest, *c = changes ? next->kids[0] : csl_not(ctx, next->kids[0]);
    csl_expr *stays = staying_part(a, loop, c, &rest);
    if (csl_is_true(stays))
        return NULL;
    csl_expr *then = csl_ite(ctx, rest, csl_chosen(a, next->kids[changes ? 1 : 2], stays), self);
    csl_expr *form = form_of(a, loop, phi, then, self);
    return form ? csl_ite(ctx, stays, form, phi->init) : NULL;
}

/* v = c ? (d ? x : v) : v and the like: v = c && d ? x : v. */
static csl_expr *one_choice(csl_ctx *ctx, csl_expr *next, csl_expr *self) {
    csl_expr *changes = csl_true(ctx), *to = next;
    while (to->op == CSL_OP_ITE && (to->kids[1] == self || to->kids[2] == self)) {
        const bool then = to->kids[2] == self;
        changes = csl_and(ctx, changes, then ? to->kids[0] : csl_not(ctx, to->kids[0]));
        to = to->kids[then ? 1 : 2];
    }
    return to == next ? next : csl_ite(ctx, changes, to, self);
}

/* Those of the alternatives that stay as they are from pass to pass; `rest`: the others. */
static csl_expr *staying_alternatives(csl_analysis *a, const csl_loop *loop, csl_expr *c,
                                      csl_expr **rest) {
    csl_expr *stays = csl_false(a->ctx);
    const bool any = c->op == CSL_OP_OR;
    *rest = csl_false(a->ctx);
    for (uint32_t i = 0; i < (any ? c->nkids : 1); i++) {
        csl_expr *one = any ? c->kids[i] : c;
        csl_expr **to = csl_invariant(a, loop, one) ? &stays : rest;
        *to = csl_or(a->ctx, *to, one);
    }
    return stays;
}

/* The same where conditions that stay as they are choose between values that have forms. */
static csl_expr *form_by_cases(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                               csl_expr *self) {
    csl_expr *rest, *stays = next->op == CSL_OP_ITE
                                 ? staying_alternatives(a, loop, next->kids[0], &rest)
                                 : csl_false(a->ctx);
    if (csl_is_false(stays))
        return form_of(a, loop, phi, next, self);
    csl_expr *then = form_of(a, loop, phi, next->kids[1], self);
    csl_expr *unless = csl_ite(a->ctx, rest, next->kids[1], next->kids[2]);
    csl_expr *other = then ? form_by_cases(a, loop, phi, unless, self) : NULL;
    return other ? csl_ite(a->ctx, stays, then, other) : NULL;
}

static csl_expr *find_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *self) {
    csl_expr *next = phi->next;
    if (next == self)
        return phi->init;
    csl_expr *form = rotation_form(a, loop, phi);
    if (form)
        return form;
    next = csl_expand(a, next);
    if (!a->families.n || phi->slot < a->first_ticket)
        return form_of(a, loop, phi, next, self);
    next = csl_chosen_within(a, next, csl_true(a->ctx));
    form = form_of(a, loop, phi, next, self);
    return form ? form : form_by_cases(a, loop, phi, next, self);
}

static csl_expr *form_of(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                         csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    csl_expr *form;
    next = one_choice(ctx, next, self);
    if (next == self)
        return phi->init;
    csl_counting counting;
    if (csl_find_counting(a, loop, next, self, &counting))
        return csl_counting_form(a, loop, phi, &counting);
    if (next->nkids == 2 && csl_type_integer(phi->type)) {
        form = operator_form(a, loop, phi, next, self);
        if (form)
            return form;
    }
    if (next->op == CSL_OP_NOT && next->kids[0] == self)
        return csl_ite(ctx, odd(a, loop), csl_not(ctx, phi->init), phi->init);
    next = csl_plain_turns(a, csl_as_choice(a, next, self));
    form = cyclic_form(a, loop, phi, next);
    if (!form)
        form = wrapping_form(a, loop, phi, next, self);
    if (!form)
        form = csl_flip_form(a, loop, phi, next, self);
    if (!form)
        form = maximum_form(a, loop, phi, next, self);
    if (!form)
        form = counted_form(a, loop, phi, next, self);
    if (!form)
        form = csl_counted_flips(a, loop, phi, next, self);
    if (!form)
        form = latched_form(a, loop, phi, next, self);
    if (!form)
        form = filled_form(a, loop, phi, next, self);
    if (!form)
        form = guarded_form(a, loop, phi, next, self);
    if (!form)
        form = csl_orbit_form(a, loop, self, next);
    if (form)
        return form;
    /* It follows other values: in pass k it is what they made it in pass k - 1. */
    csl_expr *before = csl_previous_pass(a, loop, next);
    if (!before)
        return NULL;
    csl_expr *zero = csl_const(ctx, CSL_I32, 0);
    if (csl_replace_sym(a, before, loop->iter, zero) == phi->init)
        return before;
    csl_expr *first = csl_binary(ctx, CSL_OP_EQ, csl_sym_expr(a, loop->iter), zero);
    return csl_ite(ctx, first, phi->init, before);
}

/* How many loops around this one are still being executed: what they change may get a form of its
 * own. */
static uint32_t open_around(const csl_loop *loop) {
    uint32_t n = 0;
    for (const csl_loop *l = loop->parent; l; l = l->parent)
        n += !l->stay;
    return n;
}

csl_expr *csl_closed_form(csl_analysis *a, csl_sym *phi) {
    if (phi->closed || !phi->loop->stay || !phi->next)
        return phi->def;
    const csl_loop *loop = phi->loop;
    uint32_t open = open_around(loop);
    if (phi->tried && open + 1 >= phi->tried)
        return NULL;    /* nothing has changed since */
    phi->closed = true; /* also ends cycles between symbols that need each other */
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        uint32_t sym = loop->phis.v[i];
        if (a->syms.v[sym] != phi)
            continue;
        csl_expr *form = find_form(a, loop, phi, csl_sym_expr(a, sym));
        phi->def = form && csl_form_holds(a, loop, sym, form) ? form : NULL;
    }
    phi->closed = phi->def || open == 0;
    phi->tried = open + 1;
    return phi->def;
}

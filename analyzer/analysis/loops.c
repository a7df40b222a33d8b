/* Closed forms: what a loop-carried variable holds in pass k.
 *
 * The body has run once with the variable's value at its head as a PHI symbol, so its update is a
 * term over PHI symbols. Recognised (reference: solver study, "Loops"): unchanged, += c, -= c,
 * halving and doubling, ^= c, c - v, !v, counting modulo a constant, rotations (swapped buffers),
 * and values that only follow other closed forms. Everything else stays a PHI symbol.
 */
#include "internal.h"

#define MAX_KIDS 8

static csl_expr *iter_as(csl_analysis *a, const csl_loop *loop, csl_type t) {
    return csl_cast(a->ctx, t, csl_sym_expr(a, loop->iter));
}

static bool invariant(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    return !csl_mentions_loop(a, e, loop);
}

/* k is odd */
static csl_expr *odd(csl_analysis *a, const csl_loop *loop) {
    csl_expr *k = csl_sym_expr(a, loop->iter);
    csl_expr *bit = csl_binary(a->ctx, CSL_OP_BAND, k, csl_const(a->ctx, CSL_I32, 1));
    return csl_truth(a->ctx, bit);
}

/* The value after `times` halvings or doublings; CSL_OP_SHL or CSL_OP_SHR. A shift count above the
 * width stands for a shift by the width: the count is capped where k is not known to be small. */
static csl_expr *shifted(csl_analysis *a, const csl_loop *loop, csl_op op, csl_expr *init,
                         int64_t step) {
    csl_ctx *ctx = a->ctx;
    int64_t bits = csl_type_bytes((csl_type)init->type) * 8, lo, hi;
    csl_expr *count = csl_sym_expr(a, loop->iter);
    csl_range(a, count, &lo, &hi);
    count = csl_binary(ctx, CSL_OP_MUL, count, csl_const(ctx, CSL_I32, step));
    if (hi > (bits - 1) / step) {
        csl_expr *in = csl_binary(ctx, CSL_OP_LT, count, csl_const(ctx, CSL_I32, bits));
        csl_expr *none = csl_const(ctx, (csl_type)init->type, 0);
        csl_range(a, init, &lo, &hi);
        if (op == CSL_OP_SHR && lo < 0) /* the sign stays */
            none = csl_binary(ctx, op, init, csl_const(ctx, CSL_I32, bits - 1));
        return csl_ite(ctx, in, csl_binary(ctx, op, init, count), none);
    }
    return csl_binary(ctx, op, init, count);
}

static int64_t log2_of(int64_t v) {
    return v > 0 && (v & (v - 1)) == 0 ? __builtin_ctzll((uint64_t)v) : -1;
}

/* That v > 0, or v >= 0, is one of the conditions of going on: whoever gets to a second pass
 * started with no negative value. */
static bool has_lower_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self) {
    csl_expr *stay = loop->stay, *one[1] = {stay};
    csl_expr *const *parts = stay->op == CSL_OP_AND ? stay->kids : one;
    uint32_t n = stay->op == CSL_OP_AND ? stay->nkids : 1;
    for (uint32_t i = 0; i < n; i++) {
        const csl_expr *l = parts[i];
        int64_t lo, hi;
        if ((l->op != CSL_OP_LT && l->op != CSL_OP_LE) || l->kids[1] != self ||
            !csl_type_signed((csl_type)l->kids[0]->type))
            continue;
        csl_range(a, l->kids[0], &lo, &hi);
        if (lo >= 0)
            return true;
    }
    return false;
}

/* v / c, v >> c, v * c, v << c with a constant c. */
static csl_expr *scaled_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next) {
    if (next->kids[1]->op != CSL_OP_CONST)
        return NULL;
    int64_t c = next->kids[1]->value, lo, hi;
    csl_range(a, csl_expand(a, phi->init), &lo, &hi);
    bool not_negative = lo >= 0 || has_lower_test(a, loop, next->kids[0]);
    switch (next->op) {
    case CSL_OP_SHR: return c > 0 ? shifted(a, loop, CSL_OP_SHR, phi->init, c) : NULL;
    case CSL_OP_DIV:
        return not_negative && log2_of(c) > 0 ? shifted(a, loop, CSL_OP_SHR, phi->init, log2_of(c))
                                              : NULL;
    case CSL_OP_SHL: return c > 0 ? shifted(a, loop, CSL_OP_SHL, phi->init, c) : NULL;
    case CSL_OP_MUL:
        return log2_of(c) > 0 ? shifted(a, loop, CSL_OP_SHL, phi->init, log2_of(c)) : NULL;
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
        step = log2_of(m) >= 0 ? next->kids[0] : NULL;
    }
    if (!step || m <= 0 || step->op != CSL_OP_ADD || step->kids[1]->op != CSL_OP_CONST ||
        phi->init->op != CSL_OP_CONST || phi->init->value < 0 || phi->init->value >= m ||
        step->kids[1]->value <= 0)
        return NULL;
    csl_expr *self = step->kids[0];
    if (self->op != CSL_OP_SYM || csl_sym_of(a, self) != phi)
        return NULL;
    csl_expr *k = iter_as(a, loop, phi->type);
    csl_expr *sum =
        csl_binary(ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, k, step->kids[1]), phi->init);
    return csl_binary(ctx, CSL_OP_REM, sum, csl_const(ctx, phi->type, m));
}

/* a, b = b, a (and longer rotations): pass k holds the start value of the k-th in the cycle. */
#define MAX_CYCLE 4
static csl_expr *rotation_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi) {
    csl_ctx *ctx = a->ctx;
    csl_expr *start[MAX_CYCLE];
    csl_sym *s = phi;
    int64_t n = 0;
    do {
        if (n == MAX_CYCLE || !s->next || s->next->op != CSL_OP_SYM)
            return NULL;
        start[n++] = s->init;
        s = csl_sym_of(a, s->next);
        if (s->kind != CSL_SYM_PHI || s->loop != loop || s->type != phi->type)
            return NULL;
    } while (s != phi);
    csl_expr *turn =
        csl_binary(ctx, CSL_OP_REM, csl_sym_expr(a, loop->iter), csl_const(ctx, CSL_I32, n));
    csl_expr *out = start[n - 1];
    for (int64_t i = n - 1; i-- > 0;)
        out = csl_ite(ctx, csl_binary(ctx, CSL_OP_EQ, turn, csl_const(ctx, CSL_I32, i)), start[i],
                      out);
    return out;
}

/* `i += blockDim.x` with a signed i is computed in unsigned arithmetic and converted back. Modulo
 * 2^n that is the signed sum, which is what the programmer meant. */
static csl_expr *without_round_trip(csl_analysis *a, csl_expr *next, const csl_expr *self) {
    csl_type t = (csl_type)self->type;
    if (next->op != CSL_OP_CAST || !csl_type_integer(t))
        return next;
    csl_expr *sum = next->kids[0];
    if ((sum->op != CSL_OP_ADD && sum->op != CSL_OP_SUB) || csl_type_float((csl_type)sum->type) ||
        csl_type_bytes((csl_type)sum->type) < csl_type_bytes(t))
        return next;
    for (int i = 0; i < 2; i++) {
        const csl_expr *k = sum->kids[i];
        if (k->op == CSL_OP_CAST && k->kids[0] == self)
            return csl_binary(a->ctx, (csl_op)sum->op, csl_cast(a->ctx, t, sum->kids[0]),
                              csl_cast(a->ctx, t, sum->kids[1]));
    }
    return next;
}

/* The term never falls from one pass to the next. */
static bool never_falls(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    if (e == csl_sym_expr(a, loop->iter) || invariant(a, loop, e))
        return true;
    switch (e->op) {
    case CSL_OP_ADD:
    case CSL_OP_MIN:
    case CSL_OP_MAX:
        return csl_type_signed((csl_type)e->type) && never_falls(a, loop, e->kids[0]) &&
               never_falls(a, loop, e->kids[1]);
    case CSL_OP_SUB:
        return csl_type_signed((csl_type)e->type) && never_falls(a, loop, e->kids[0]) &&
               invariant(a, loop, e->kids[1]);
    default: return false;
    }
}

/* `e` is what another variable that never falls, less a constant, becomes in this pass: then it was
 * what that variable had at the start of it in the pass before. Else NULL. */
static csl_expr *what_led_to(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    enum { MOST = 8 };
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        csl_sym *s = a->syms.v[loop->phis.v[i]];
        csl_expr *form = s->type == e->type && s->next ? csl_closed_form(a, s) : NULL;
        if (!form || !never_falls(a, loop, csl_expand(a, form)))
            continue;
        for (int64_t less = 0; less < MOST; less++) {
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
        never_falls(a, loop, f) ? csl_previous_pass(a, loop, f) : what_led_to(a, loop, f);
    if (!before)
        return NULL;
    csl_expr *k = csl_sym_expr(a, loop->iter),
             *last = csl_binary(ctx, CSL_OP_MAX, phi->init, before);
    int64_t start, least, most;
    csl_range(a, phi->init, &start, &most);
    csl_range(a, csl_replace_sym(a, before, loop->iter, csl_const(ctx, CSL_I32, 0)), &least, &most);
    if (most <= start) /* in pass 0 it is the start value anyway */
        return last;
    return csl_ite(ctx, csl_binary(ctx, CSL_OP_EQ, k, csl_const(ctx, CSL_I32, 0)), phi->init, last);
}

/* v = k + c < n ? v + d : v, with k the number of the pass: as often as the condition held. */
static csl_expr *counted_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *next,
                              csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    if (next->op != CSL_OP_ITE || phi->type != CSL_I32)
        return NULL;
    csl_expr *c = next->kids[0];
    bool holds = next->kids[2] == self; /* else `v` is changed as soon as it no longer holds */
    csl_expr *by = csl_binary(ctx, CSL_OP_SUB, next->kids[holds ? 1 : 2], self);
    if (!holds || by->op != CSL_OP_CONST || (c->op != CSL_OP_LT && c->op != CSL_OP_LE) ||
        c->kids[0]->type != CSL_I32 || !invariant(a, loop, c->kids[1]))
        return NULL;
    csl_expr *k = csl_sym_expr(a, loop->iter);
    csl_expr *at_first = csl_binary(ctx, CSL_OP_SUB, c->kids[0], k);
    if (!invariant(a, loop, at_first))
        return NULL;
    csl_expr *times = csl_binary(ctx, CSL_OP_SUB, c->kids[1], at_first);
    if (c->op == CSL_OP_LE)
        times = csl_binary(ctx, CSL_OP_ADD, times, csl_const(ctx, CSL_I32, 1));
    times = csl_binary(ctx, CSL_OP_MAX, times, csl_const(ctx, CSL_I32, 0));
    return csl_binary(ctx, CSL_OP_ADD, phi->init,
                      csl_binary(ctx, CSL_OP_MUL, csl_binary(ctx, CSL_OP_MIN, k, times), by));
}

static csl_expr *find_form(csl_analysis *a, const csl_loop *loop, csl_sym *phi, csl_expr *self) {
    csl_ctx *ctx = a->ctx;
    csl_expr *next = phi->next;
    if (next == self)
        return phi->init;
    csl_expr *form = rotation_form(a, loop, phi);
    if (form)
        return form;
    next = without_round_trip(a, csl_expand(a, next), self);
    if (next == self)
        return phi->init;
    if (next->nkids == 2 && next->kids[0] == self && invariant(a, loop, next->kids[1])) {
        csl_expr *c = next->kids[1];
        switch (next->op) {
        case CSL_OP_ADD:
        case CSL_OP_SUB: {
            if (csl_type_float(phi->type))
                return NULL;
            csl_type t = phi->type == CSL_PTR ? CSL_I64 : phi->type;
            csl_expr *k = csl_binary(ctx, CSL_OP_MUL, iter_as(a, loop, t), csl_cast(ctx, t, c));
            return csl_binary(ctx, (csl_op)next->op, phi->init, k);
        }
        case CSL_OP_BXOR:
            return csl_ite(ctx, odd(a, loop), csl_binary(ctx, CSL_OP_BXOR, phi->init, c),
                           phi->init);
        case CSL_OP_SHR:
        case CSL_OP_SHL:
        case CSL_OP_DIV:
        case CSL_OP_MUL: return csl_type_float(phi->type) ? NULL : scaled_form(a, loop, phi, next);
        default: break;
        }
    }
    if (next->op == CSL_OP_ADD && next->kids[1] == self && invariant(a, loop, next->kids[0]) &&
        csl_type_integer(phi->type) && phi->type != CSL_PTR) {
        csl_expr *k = csl_binary(ctx, CSL_OP_MUL, iter_as(a, loop, phi->type), next->kids[0]);
        return csl_binary(ctx, CSL_OP_ADD, phi->init, k);
    }
    if (next->op == CSL_OP_BXOR && next->kids[1] == self && invariant(a, loop, next->kids[0]))
        return csl_ite(ctx, odd(a, loop), csl_binary(ctx, CSL_OP_BXOR, phi->init, next->kids[0]),
                       phi->init);
    if (next->op == CSL_OP_SUB && next->kids[1] == self && invariant(a, loop, next->kids[0]) &&
        csl_type_integer(phi->type))
        return csl_ite(ctx, odd(a, loop), csl_binary(ctx, CSL_OP_SUB, next->kids[0], phi->init),
                       phi->init);
    if (next->op == CSL_OP_NOT && next->kids[0] == self)
        return csl_ite(ctx, odd(a, loop), csl_not(ctx, phi->init), phi->init);
    form = cyclic_form(a, loop, phi, next);
    if (!form)
        form = maximum_form(a, loop, phi, next, self);
    if (!form)
        form = counted_form(a, loop, phi, next, self);
    if (form)
        return form;
    /* It follows other values: in pass k it is what they made it in pass k - 1. */
    csl_expr *before = csl_previous_pass(a, loop, next);
    if (!before)
        return NULL;
    csl_expr *first =
        csl_binary(ctx, CSL_OP_EQ, csl_sym_expr(a, loop->iter), csl_const(ctx, CSL_I32, 0));
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
    for (uint32_t i = 0; i < loop->phis.n; i++)
        if (a->syms.v[loop->phis.v[i]] == phi)
            phi->def = find_form(a, loop, phi, csl_sym_expr(a, loop->phis.v[i]));
    phi->closed = phi->def || open == 0;
    phi->tried = open + 1;
    return phi->def;
}

/* ---- other passes ---------------------------------------------------------------------------- */

csl_expr *csl_previous_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    csl_ctx *ctx = a->ctx;
    e = csl_expand(a, e);
    csl_expr *k = csl_sym_expr(a, loop->iter);
    if (csl_mentions_more_than_pass(a, e, loop))
        return NULL; /* a value of that pass that has no closed form */
    return csl_replace_sym(a, e, loop->iter,
                           csl_binary(ctx, CSL_OP_SUB, k, csl_const(ctx, CSL_I32, 1)));
}

csl_expr *csl_went_on(csl_analysis *a, const csl_loop *loop) {
    csl_ctx *ctx = a->ctx;
    csl_expr *stay = csl_expand(a, loop->stay);
    if (csl_mentions_more_than_pass(a, stay, loop))
        return NULL;
    csl_expr *n = csl_sym_expr(a, loop->trips);
    csl_expr *none = csl_binary(ctx, CSL_OP_EQ, n, csl_const(ctx, CSL_I32, 0));
    csl_expr *before = csl_binary(ctx, CSL_OP_SUB, n, csl_const(ctx, CSL_I32, 1));
    return csl_or(ctx, none, csl_replace_sym(a, stay, loop->iter, before));
}

typedef struct pass_map {
    csl_analysis *a;
    csl_loop *loop;
} pass_map;

static csl_expr *first_leaf(void *user, csl_expr *leaf) {
    pass_map *m = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    csl_sym *s = csl_sym_of(m->a, leaf);
    if (s->kind == CSL_SYM_PHI && s->loop == m->loop)
        return s->init;
    if (leaf->index == m->loop->iter)
        return csl_const(m->a->ctx, CSL_I32, 0);
    if (leaf->index == m->loop->head)
        return csl_true(m->a->ctx);
    if (s->def && csl_mentions_loop(m->a, s->def, m->loop))
        return csl_map(m->a->ctx, s->def, first_leaf, m);
    return leaf;
}

csl_expr *csl_first_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    pass_map m = {a, (csl_loop *)(uintptr_t)loop};
    return csl_map(a->ctx, e, first_leaf, &m);
}

static csl_expr *exit_leaf(void *user, csl_expr *leaf) {
    pass_map *m = user;
    csl_analysis *a = m->a;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    csl_sym *s = csl_sym_of(a, leaf);
    if (!csl_loop_inside(s->loop, m->loop))
        return leaf;
    if (leaf->index == m->loop->iter)
        return csl_sym_expr(a, m->loop->trips);
    if (s->kind == CSL_SYM_PHI && !s->def)
        csl_closed_form(a, s);
    if (s->def)
        return csl_map(a->ctx, s->def, exit_leaf, m);
    for (uint32_t i = 0; i < m->loop->exits.n; i++)
        if (a->syms.v[m->loop->exits.v[i]]->inner == leaf->index)
            return csl_sym_expr(a, m->loop->exits.v[i]);
    uint32_t copy = csl_sym_new(a, CSL_SYM_EXIT, s->type, s->name, m->loop->parent);
    csl_sym *out = a->syms.v[copy];
    out->of = m->loop;
    out->inner = leaf->index;
    out->node = s->node;
    out->lo = s->lo, out->hi = s->hi;
    out->approx = s->approx;
    CSL_PUSH(a->ctx, &m->loop->exits, copy);
    return csl_sym_expr(a, copy);
}

csl_expr *csl_exit_pass(csl_analysis *a, csl_loop *loop, csl_expr *e) {
    pass_map m = {a, loop};
    return csl_map(a->ctx, e, exit_leaf, &m);
}

csl_expr *csl_exit_pass_again(csl_analysis *a, csl_loop *loop, csl_memo *memo, csl_expr *e) {
    pass_map m = {a, loop};
    return csl_map_again(a->ctx, memo, e, exit_leaf, &m);
}

/* What is known of `stay` in pass k - 1, if not everything: the conjuncts in which only numbers of
 * passes of inner loops are unknown. */
typedef struct before_map {
    csl_analysis *a;
    csl_loop *loop;
    csl_expr *also; /* what is known of those numbers */
    bool lost;      /* something could not be said */
} before_map;

static csl_expr *weak_before(before_map *m, csl_expr *e);

static uint32_t copy_of_before(before_map *m, uint32_t trips) {
    csl_analysis *a = m->a;
    for (uint32_t i = m->loop->first_sym; i < a->syms.n; i++)
        if (a->syms.v[i]->kind == CSL_SYM_BEFORE && a->syms.v[i]->inner == trips)
            return i;
    const csl_sym *s = a->syms.v[trips];
    uint32_t copy = csl_sym_new(a, CSL_SYM_BEFORE, s->type, s->name, m->loop);
    a->syms.v[copy]->inner = trips;
    a->syms.v[copy]->lo = s->lo, a->syms.v[copy]->hi = s->hi;
    csl_expr *went_on = csl_went_on(a, s->of);
    if (went_on)
        m->also = csl_and(a->ctx, m->also, weak_before(m, went_on));
    return copy;
}

static csl_expr *before_leaf(void *user, csl_expr *leaf) {
    before_map *m = user;
    csl_analysis *a = m->a;
    if (leaf->op != CSL_OP_SYM || !csl_loop_inside(csl_sym_of(a, leaf)->loop, m->loop))
        return leaf;
    const csl_sym *s = csl_sym_of(a, leaf);
    if (leaf->index == m->loop->iter)
        return csl_binary(a->ctx, CSL_OP_SUB, leaf, csl_const(a->ctx, CSL_I32, 1));
    if (s->kind == CSL_SYM_TRIPS && s->loop == m->loop)
        return csl_sym_expr(a, copy_of_before(m, leaf->index));
    m->lost = true;
    return leaf;
}

static csl_expr *weak_before(before_map *m, csl_expr *e) {
    csl_ctx *ctx = m->a->ctx;
    if (e->op == CSL_OP_AND || e->op == CSL_OP_OR) {
        csl_expr *out = weak_before(m, e->kids[0]);
        for (uint32_t i = 1; i < e->nkids; i++) {
            csl_expr *k = weak_before(m, e->kids[i]);
            out = e->op == CSL_OP_AND ? csl_and(ctx, out, k) : csl_or(ctx, out, k);
        }
        return out;
    }
    bool lost = m->lost;
    m->lost = false;
    csl_expr *out = csl_map(ctx, e, before_leaf, m);
    if (m->lost)
        out = csl_true(ctx);
    m->lost |= lost;
    return out;
}

/* `stay` in pass k - 1; a HEAD symbol of its own stands for what cannot be said. */
static csl_expr *stayed_before(csl_analysis *a, csl_loop *loop) {
    before_map m = {a, loop, csl_true(a->ctx), false};
    csl_expr *before = weak_before(&m, csl_expand(a, loop->stay));
    before = csl_and(a->ctx, before, m.also);
    if (!m.lost)
        return before;
    uint32_t rest = csl_sym_new(a, CSL_SYM_HEAD, CSL_BOOL, "", loop);
    return csl_and(a->ctx, before, csl_sym_expr(a, rest));
}

/* ---- the loop itself ------------------------------------------------------------------------- */

/* A variable that halves or doubles bounds the number of passes: a pass in which it is 0 (halving)
 * cannot go on. `next` is its update, already known to have the shape v op constant. */
static bool ends_at_zero(csl_analysis *a, const csl_loop *loop, uint32_t phi) {
    csl_expr *zero = csl_const(a->ctx, a->syms.v[phi]->type, 0);
    return csl_is_false(csl_replace_sym(a, loop->stay, phi, zero));
}

/* `v < bound` or `v <= bound` is one of the conditions of going on. */
static bool has_upper_test(csl_analysis *a, const csl_loop *loop, uint32_t phi) {
    csl_expr *stay = loop->stay, *self = csl_sym_expr(a, phi);
    csl_expr *one[1] = {stay};
    csl_expr *const *parts = stay->op == CSL_OP_AND ? stay->kids : one;
    uint32_t n = stay->op == CSL_OP_AND ? stay->nkids : 1;
    for (uint32_t i = 0; i < n; i++) {
        csl_expr *l = parts[i];
        if (l->op != CSL_OP_LT && l->op != CSL_OP_LE)
            continue;
        csl_expr *v = l->kids[0];
        while (v->op == CSL_OP_CAST)
            v = v->kids[0];
        if (v == self && invariant(a, loop, l->kids[1]))
            return true;
    }
    return false;
}

/* The value of a term that depends on the pass number alone; false if it depends on more. */
static bool value_in_pass(const csl_loop *loop, const csl_expr *e, int64_t k, int64_t *out) {
    if (e->op == CSL_OP_CONST || (e->op == CSL_OP_SYM && e->index == loop->iter)) {
        *out = e->op == CSL_OP_CONST ? e->value : k;
        return true;
    }
    if (e->nkids == 0 || e->nkids > MAX_KIDS || e->op == CSL_OP_PURE)
        return false;
    int64_t kid[MAX_KIDS];
    for (uint32_t i = 0; i < e->nkids; i++)
        if (!value_in_pass(loop, e->kids[i], k, &kid[i]))
            return false;
    *out = csl_eval_op(e, kid);
    return true;
}

/* A loop with one way out that depends on constants alone: the number of its passes. */
#define MAX_COUNTED 65536
static void count_passes(csl_analysis *a, csl_loop *loop) {
    if (loop->leaves.n != 1 || loop->leaves.v[0]->loop != loop)
        return;
    csl_expr *leave = csl_expand(a, csl_relative(a->ctx, loop->leaves.v[0]->reach, loop->entry));
    int64_t gone = 0, k;
    for (k = 0; k < MAX_COUNTED && !gone; k++)
        if (!value_in_pass(loop, leave, k, &gone))
            return;
    if (!gone)
        return;
    a->syms.v[loop->trips]->def = csl_const(a->ctx, CSL_I32, k - 1);
    if (k - 1 < a->syms.v[loop->iter]->hi)
        a->syms.v[loop->iter]->hi = k - 1;
}

/* The range of the value before the loop; `known`: the loops around have their closed forms. It is
 * found by walking the tree of the term. */
static void start_range(csl_analysis *a, const csl_sym *phi, bool known, int64_t *lo, int64_t *hi) {
    csl_expr *start = phi->init;
    if (known && csl_is_small(start, 40)) {
        csl_expr *whole = csl_expand(a, start);
        start = csl_is_small(whole, 200) ? whole : start;
    }
    csl_range(a, start, lo, hi);
}

/* Bounds the number of passes by the variables that halve or double. */
static void bound_passes(csl_analysis *a, csl_loop *loop, bool known) {
    csl_sym *k = a->syms.v[loop->iter];
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        csl_sym *phi = a->syms.v[loop->phis.v[i]];
        csl_expr *next = phi->next, *self = csl_sym_expr(a, loop->phis.v[i]);
        if (!next || next->nkids != 2 || next->kids[0] != self ||
            next->kids[1]->op != CSL_OP_CONST || !csl_type_integer(phi->type))
            continue;
        int64_t c = next->kids[1]->value, step = 0, lo, hi;
        bool down = next->op == CSL_OP_SHR || next->op == CSL_OP_DIV;
        if (next->op == CSL_OP_SHR || next->op == CSL_OP_SHL)
            step = c;
        else if (next->op == CSL_OP_DIV || next->op == CSL_OP_MUL)
            step = log2_of(c);
        if (step <= 0)
            continue;
        start_range(a, phi, known, &lo, &hi);
        if ((lo < 0 && !(down && has_lower_test(a, loop, self))))
            continue;
        /* The value fits into `bits` bits at the start. Doubling from `lo` or more stays within the
         * type, as far as 32 bits go: a signed value does not become negative and stay. */
        int64_t bits = 64 - (hi > 0 ? __builtin_clzll((uint64_t)hi) : 64), most = -1;
        int64_t room = csl_type_signed(phi->type) ? 31 : 32;
        if (down && ends_at_zero(a, loop, loop->phis.v[i]))
            most = (bits + step - 1) / step;
        else if (!down && lo >= 1 && has_upper_test(a, loop, loop->phis.v[i]))
            most = (room - (64 - __builtin_clzll((uint64_t)lo))) / step;
        if (most >= 0 && most < k->hi)
            k->hi = most;
    }
    a->syms.v[loop->trips]->hi = k->hi;
}

void csl_bound_loops(csl_analysis *a) {
    for (uint32_t i = 0; i < a->loops.n; i++)
        if (a->loops.v[i]->stay)
            bound_passes(a, a->loops.v[i], true);
}

/* The only way out is a test with nothing before it: whatever happens in a pass says that the pass
 * was reached, because the same test held. */
static bool only_tested_at_top(const csl_analysis *a, const csl_loop *loop) {
    if (!loop->top_tested || loop->leaves.n != 1)
        return false;
    for (uint32_t i = loop->node->order + 1; i < loop->leaves.v[0]->order; i++)
        if (a->nodes.v[i]->stmt->kind != CSL_STMT_IF)
            return false;
    return true;
}

void csl_close_loop(csl_analysis *a, csl_loop *loop) {
    csl_ctx *ctx = a->ctx;
    loop->top_tested = only_tested_at_top(a, loop);
    bound_passes(a, loop, false);

    /* Pass k > 0 is reached only if pass k - 1 stayed. A loop tested at the top tests again. */
    csl_sym *head = a->syms.v[loop->head];
    head->def = csl_true(ctx);
    count_passes(a, loop);
    csl_expr *first =
        csl_binary(ctx, CSL_OP_EQ, csl_sym_expr(a, loop->iter), csl_const(ctx, CSL_I32, 0));
    if (!loop->top_tested && !csl_is_true(loop->stay))
        head->def = csl_or(ctx, first, stayed_before(a, loop));
}

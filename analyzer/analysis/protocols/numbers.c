/* Differences of terms that are sums, and what divides them. */
#include "protocols.h"
#include "../../limits/limits.h"

/* A sum: constant + factor * part + ... */
typedef struct sum {
    csl_analysis *a;
    csl_expr *part[CSL_ROOM_number_parts];
    int64_t factor[CSL_ROOM_number_parts], constant;
    uint32_t n;
    bool failed;
} sum;

static void add_part(sum *s, csl_expr *e, int64_t factor) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->part[i] == e) {
            s->factor[i] += factor;
            return;
        }
    s->failed |= s->n == CSL_ROOM_number_parts;
    if (s->failed)
        return;
    s->part[s->n] = e;
    s->factor[s->n++] = factor;
}

static bool keeps_value(csl_analysis *a, const csl_expr *e) {
    return e->op == CSL_OP_CAST &&
           (csl_is_exact(e) ||
            csl_range_inside(csl_range_of(a, e->kids[0]), csl_range_of_type((csl_type)e->type)));
}

static void add(sum *s, csl_expr *e, int64_t factor) {
    switch (e->op) {
    case CSL_OP_CONST: s->constant += factor * e->value; break;
    case CSL_OP_CAST:
        if (keeps_value(s->a, e))
            add(s, e->kids[0], factor);
        else
            add_part(s, e, factor);
        break;
    case CSL_OP_ADD:
    case CSL_OP_SUB:
        if (!csl_type_signed((csl_type)e->type)) {
            add_part(s, e, factor);
            break;
        }
        add(s, e->kids[0], factor);
        add(s, e->kids[1], e->op == CSL_OP_ADD ? factor : -factor);
        break;
    case CSL_OP_MUL:
        if (csl_type_signed((csl_type)e->type) && e->kids[1]->op == CSL_OP_CONST)
            add(s, e->kids[0], factor * e->kids[1]->value);
        else
            add_part(s, e, factor);
        break;
    default: add_part(s, e, factor); break;
    }
}

static sum difference(csl_analysis *a, csl_expr *x, csl_expr *y) {
    sum s = {.a = a};
    add(&s, csl_plain_number(a, csl_expand(a, x)), 1);
    add(&s, csl_plain_number(a, csl_expand(a, y)), -1);
    return s;
}

bool csl_gap(csl_analysis *a, csl_expr *x, csl_expr *y, int64_t *gap) {
    sum s = difference(a, x, y);
    for (uint32_t i = 0; i < s.n; i++)
        s.failed |= s.factor[i] != 0;
    *gap = s.constant;
    return !s.failed;
}

/* The least the sum may be. */
static csl_wide least_of(const sum *s) {
    csl_wide least = s->constant;
    for (uint32_t i = 0; i < s->n; i++) {
        const csl_range r = csl_range_of(s->a, s->part[i]);
        least += s->factor[i] * (s->factor[i] > 0 ? r.lo : r.hi);
    }
    return least;
}

/* x - y is least where all that remains of it is: two barriers in a pass, and one phase. */
static bool least_of_growing(csl_analysis *a, csl_expr *x, csl_expr *y, int64_t *gap) {
    sum s = difference(a, x, y);
    for (uint32_t i = 0; i < s.n; i++)
        s.failed |= s.factor[i] < 0;
    const csl_wide least = least_of(&s);
    *gap = (int64_t)least;
    return !s.failed && least >= INT32_MIN && least <= INT32_MAX;
}

/* What the condition leaves of the values of a number: a part of it compares that, or what it
 * divides, with a constant. */
static csl_range range_where(csl_analysis *a, csl_expr *e, csl_expr *reach) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&reach, &n);
    const bool divides = e->op == CSL_OP_DIV && csl_type_signed((csl_type)e->type) &&
                         e->kids[1]->op == CSL_OP_CONST && e->kids[1]->value > 0;
    const csl_expr *of = divides ? e->kids[0] : e;
    const int64_t by = divides ? e->kids[1]->value : 1;
    csl_range r = csl_range_of(a, e);
    for (uint32_t i = 0; i < n && csl_type_signed((csl_type)of->type); i++) {
        const csl_expr *c = part[i];
        const bool strict = c->op == CSL_OP_LT;
        if (!strict && c->op != CSL_OP_LE)
            continue;
        const bool below = c->kids[0] == of && c->kids[1]->op == CSL_OP_CONST;
        const bool above = c->kids[1] == of && c->kids[0]->op == CSL_OP_CONST;
        const csl_wide least = above ? ((csl_wide)c->kids[0]->value + strict) / by : r.lo;
        const csl_wide most = below ? ((csl_wide)c->kids[1]->value - strict) / by : r.hi;
        r.lo = least > r.lo ? least : r.lo;
        r.hi = most < r.hi ? most : r.hi;
    }
    return r;
}

static csl_wide least_of_where(const sum *s, csl_expr *reach) {
    csl_wide least = s->constant;
    for (uint32_t i = 0; i < s->n; i++) {
        const csl_range r = range_where(s->a, s->part[i], reach);
        least += s->factor[i] * (s->factor[i] > 0 ? r.lo : r.hi);
    }
    return least;
}

static bool is_below(csl_analysis *a, csl_expr *x, int64_t more, csl_expr *y, csl_expr *reach);

/* The quotients of two numbers by a constant are in the order of these. */
static bool are_quotients_below(csl_analysis *a, csl_expr *x, csl_expr *y, csl_expr *reach) {
    while (keeps_value(a, y))
        y = y->kids[0];
    while (keeps_value(a, x))
        x = x->kids[0];
    return x->op == CSL_OP_DIV && y->op == CSL_OP_DIV && x->kids[1]->op == CSL_OP_CONST &&
           y->kids[1]->op == CSL_OP_CONST && x->kids[1]->value == y->kids[1]->value &&
           x->kids[1]->value > 0 && csl_type_signed((csl_type)x->type) &&
           csl_type_signed((csl_type)y->type) && is_below(a, x->kids[0], 0, y->kids[0], reach);
}

/* x + more is no more than y: always, or because a part of the condition says so. */
static bool is_below(csl_analysis *a, csl_expr *x, int64_t more, csl_expr *y, csl_expr *reach) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&reach, &n);
    sum between = {.a = a, .constant = -more};
    if (x->op == CSL_OP_MAX)
        return is_below(a, x->kids[0], more, y, reach) && is_below(a, x->kids[1], more, y, reach);
    if (y->op == CSL_OP_MAX)
        return is_below(a, x, more, y->kids[0], reach) || is_below(a, x, more, y->kids[1], reach);
    if (y->op == CSL_OP_ADD && y->kids[0]->op == CSL_OP_MAX && y->kids[1]->op == CSL_OP_CONST &&
        csl_type_signed((csl_type)y->type))
        return is_below(a, x, more - y->kids[1]->value, y->kids[0], reach);
    if (!more && are_quotients_below(a, x, y, reach))
        return true;
    add(&between, y, 1);
    add(&between, x, -1);
    if (!between.failed && least_of_where(&between, reach) >= 0)
        return true;
    for (uint32_t i = 0; i < n; i++) {
        const csl_expr *c = part[i];
        sum s = between;
        if ((c->op != CSL_OP_LT && c->op != CSL_OP_LE) ||
            !csl_type_signed((csl_type)c->kids[0]->type))
            continue;
        add(&s, c->kids[1], -1);
        add(&s, c->kids[0], 1);
        if (!s.failed && least_of(&s) + (c->op == CSL_OP_LT) >= 0)
            return true;
    }
    return false;
}

static bool is_at_most(csl_analysis *a, csl_expr *x, csl_expr *y, csl_expr *reach) {
    return is_below(a, x, 0, y, reach);
}

int64_t csl_few_passes(csl_analysis *a, const csl_loop *l) {
    const csl_expr *trips = l && l->top_tested ? csl_expand(a, csl_sym_expr(a, l->trips)) : NULL;
    const bool few = trips && trips->op == CSL_OP_CONST && trips->value > 0 &&
                     !csl_limit_exceeded(CSL_LIMIT_ring_stages, trips->value);
    return few ? trips->value : 0;
}

csl_expr *csl_in_pass(csl_analysis *a, const csl_loop *l, csl_expr *e, int64_t pass) {
    return csl_replace_sym(a, csl_expand(a, e), l->iter, csl_const(a->ctx, CSL_I32, pass));
}

csl_expr *csl_bound_of_passes(csl_analysis *a, const csl_loop *l) {
    csl_expr *stay = csl_stays_by_pass(a, l);
    stay = stay ? csl_expand(a, stay) : NULL;
    return stay && stay->op == CSL_OP_LT && stay->kids[0] == csl_sym_expr(a, l->iter) &&
                   !csl_mentions_loop(a, stay->kids[1], l)
               ? stay->kids[1]
               : NULL;
}

/* A choice that always takes the greater of its two numbers. */
static bool is_maximum(csl_analysis *a, const csl_expr *e) {
    csl_expr *c = e->kids[0], *x = e->kids[1], *y = e->kids[2];
    return csl_type_integer((csl_type)e->type) && is_at_most(a, y, x, c) &&
           is_at_most(a, x, y, csl_not(a->ctx, c));
}

/* A maximum is no less than any of its parts. */
static bool least_of_parts(csl_analysis *a, const csl_loop *l, const csl_expr *x, csl_expr *y,
                           int64_t *gap) {
    int64_t one;
    bool any = false;
    for (unsigned i = x->op == CSL_OP_ITE; i < x->nkids; i++)
        if (csl_least_gap(a, l, x->kids[i], y, &one)) {
            *gap = any && *gap > one ? *gap : one;
            any = true;
        }
    return any;
}

int64_t csl_most_passes(csl_analysis *a, const csl_loop *l) {
    const csl_wide most =
        l && l->top_tested ? csl_range_of(a, csl_expand(a, csl_sym_expr(a, l->trips))).hi : 0;
    return most < 0 || most > CSL_LIMIT(ring_stages) ? 0 : (int64_t)most;
}

bool csl_least_gap(csl_analysis *a, const csl_loop *l, csl_expr *x, csl_expr *y, int64_t *gap) {
    const int64_t passes = csl_most_passes(a, l);
    const bool greater = x->op == CSL_OP_MAX || (x->op == CSL_OP_ITE && is_maximum(a, x));
    if (csl_gap(a, x, y, gap) || (greater && least_of_parts(a, l, x, y, gap)))
        return true;
    for (int64_t pass = 0; pass < passes; pass++) {
        int64_t here;
        if (!csl_gap(a, csl_in_pass(a, l, x, pass), csl_in_pass(a, l, y, pass), &here))
            return least_of_growing(a, x, y, gap);
        *gap = pass && *gap < here ? *gap : here;
    }
    return passes > 0 || least_of_growing(a, x, y, gap);
}

/* The most that x - y is of the parts of a maximum: y is no less than any, x is one of them. */
static bool most_of_parts(csl_analysis *a, csl_expr *x, csl_expr *y, int64_t *gap) {
    const bool of_x = x->op == CSL_OP_MAX;
    const csl_expr *parts = of_x ? x : y;
    bool any = false;
    for (unsigned i = 0; i < parts->nkids; i++) {
        int64_t one;
        if (!csl_most_gap(a, of_x ? x->kids[i] : x, of_x ? y : y->kids[i], &one)) {
            if (of_x)
                return false;
            continue;
        }
        *gap = any && (of_x ? *gap > one : *gap < one) ? *gap : one;
        any = true;
    }
    return any;
}

/* A minimum is no more than any of its parts. */
static bool most_of_minimum(csl_analysis *a, const csl_expr *x, csl_expr *y, int64_t *gap) {
    bool any = false;
    for (unsigned i = 0; i < x->nkids; i++) {
        int64_t one;
        if (!csl_most_gap(a, x->kids[i], y, &one))
            continue;
        *gap = any && *gap < one ? *gap : one;
        any = true;
    }
    return any;
}

bool csl_most_gap(csl_analysis *a, csl_expr *x, csl_expr *y, int64_t *gap) {
    sum s = {.a = a};
    x = csl_plain_number(a, csl_expand(a, x));
    y = csl_plain_number(a, csl_expand(a, y));
    if (csl_gap(a, x, y, gap))
        return true;
    if (x->op == CSL_OP_MIN)
        return most_of_minimum(a, x, y, gap);
    if (x->op == CSL_OP_MAX || y->op == CSL_OP_MAX)
        return most_of_parts(a, x, y, gap);
    add(&s, y, 1);
    add(&s, x, -1);
    const csl_wide most = -least_of(&s);
    *gap = (int64_t)most;
    return !s.failed && most < INT32_MAX / 2;
}

bool csl_is_implied(csl_analysis *a, csl_expr *c, csl_expr *reach) {
    uint32_t n, known;
    csl_expr *const *part = csl_conjuncts(&c, &n), *const *has = csl_conjuncts(&reach, &known);
    bool all = true;
    for (uint32_t i = 0; i < n && all; i++) {
        csl_expr *e = part[i];
        bool there = false;
        for (uint32_t k = 0; k < known && !there; k++)
            there = has[k] == e;
        all = there || ((e->op == CSL_OP_LT || e->op == CSL_OP_LE) &&
                        csl_type_signed((csl_type)e->kids[0]->type) &&
                        is_below(a, e->kids[0], e->op == CSL_OP_LT, e->kids[1], reach));
    }
    return all;
}

static csl_expr *of_choice(csl_analysis *a, csl_expr *e, csl_expr *reach) {
    csl_expr *c = e->kids[0], *elsewhere = csl_and(a->ctx, reach, csl_not(a->ctx, c));
    csl_expr *then = csl_least_known(a, e->kids[1], csl_and(a->ctx, reach, c));
    if (csl_is_implied(a, c, reach))
        return then;
    csl_expr *other = csl_least_known(a, e->kids[2], elsewhere);
    if (csl_type_integer((csl_type)e->type) && is_at_most(a, then, other, elsewhere) &&
        is_at_most(a, other, then, elsewhere))
        return then; /* they are the same there */
    return csl_ite(a->ctx, c, then, other);
}

csl_expr *csl_least_known(csl_analysis *a, csl_expr *e, csl_expr *reach) {
    const bool sums = e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MUL;
    for (int k = 0; k < 2 && e->op == CSL_OP_MIN; k++)
        if (is_at_most(a, e->kids[k], e->kids[1 - k], reach))
            return e->kids[k];
    for (int k = 0; k < 2 && e->op == CSL_OP_MAX; k++)
        if (is_at_most(a, e->kids[k], e->kids[1 - k], reach))
            return e->kids[1 - k];
    if (e->op == CSL_OP_ITE)
        return of_choice(a, e, reach);
    if (!(sums && e->nkids == 2) && e->op != CSL_OP_CAST)
        return e;
    csl_expr *kids[2];
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = csl_least_known(a, e->kids[i], reach);
    return csl_rebuild(a->ctx, e, kids);
}

csl_expr *csl_not_negative(csl_analysis *a, csl_expr *e, csl_expr *reach) {
    const bool sums = e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MUL;
    if (!(sums && e->nkids == 2) && e->op != CSL_OP_CAST && e->op != CSL_OP_REM)
        return e;
    csl_expr *kids[2];
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = e->op == CSL_OP_REM ? e->kids[i] : csl_not_negative(a, e->kids[i], reach);
    csl_expr *zero = csl_const(a->ctx, (csl_type)e->type, 0);
    if (e->op == CSL_OP_REM && csl_range_of(a, kids[0]).lo < 0 &&
        is_at_most(a, zero, kids[0], reach))
        kids[0] = csl_binary(a->ctx, CSL_OP_MAX, kids[0], zero);
    return csl_rebuild(a->ctx, e, kids);
}

static bool fits(csl_analysis *a, csl_expr *e) {
    return csl_type_integer((csl_type)e->type) &&
           csl_range_inside(csl_range_of(a, e), csl_range_of_type(CSL_I32));
}

static bool is_arithmetic(const csl_expr *e) {
    return e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MUL ||
           e->op == CSL_OP_REM || e->op == CSL_OP_DIV || e->op == CSL_OP_BAND ||
           e->op == CSL_OP_BXOR;
}

/* The operation on numbers that all fit, none of them less than 0 but in sums. */
static csl_expr *in_i32(csl_analysis *a, csl_expr *e, csl_expr *x, csl_expr *y) {
    if (!fits(a, x) || !fits(a, y))
        return NULL;
    const csl_range rx = csl_range_of(a, x), ry = csl_range_of(a, y);
    csl_range r = e->op == CSL_OP_ADD   ? csl_range_add(rx, ry)
                  : e->op == CSL_OP_SUB ? csl_range_add(rx, (csl_range){-ry.hi, -ry.lo})
                  : e->op == CSL_OP_MUL ? csl_range_mul(rx, ry)
                                        : (csl_range){rx.lo < ry.lo ? rx.lo : ry.lo, 0};
    const bool sums = e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MUL;
    if (!csl_range_inside(r, csl_range_of_type(CSL_I32)) ||
        (r.lo < 0 && (!sums || !csl_type_signed((csl_type)e->type))))
        return NULL;
    return csl_binary(a->ctx, (csl_op)e->op, csl_cast(a->ctx, CSL_I32, x),
                      csl_cast(a->ctx, CSL_I32, y));
}

csl_expr *csl_plain_number(csl_analysis *a, csl_expr *e) {
    csl_ctx *ctx = a->ctx;
    if (!csl_type_integer((csl_type)e->type) || !e->nkids)
        return e->op == CSL_OP_CONST && fits(a, e) ? csl_const(ctx, CSL_I32, e->value) : e;
    if (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->kids[0]->type)) {
        csl_expr *in = csl_plain_number(a, e->kids[0]);
        return csl_range_inside(csl_range_of(a, in), csl_range_of_type((csl_type)e->type)) ? in : e;
    }
    if (is_arithmetic(e) && e->nkids == 2) {
        csl_expr *out =
            in_i32(a, e, csl_plain_number(a, e->kids[0]), csl_plain_number(a, e->kids[1]));
        return out ? out : e;
    }
    if (e->op == CSL_OP_ITE) {
        csl_expr *x = csl_plain_number(a, e->kids[1]), *y = csl_plain_number(a, e->kids[2]);
        return x->type == y->type ? csl_ite(ctx, e->kids[0], x, y) : e;
    }
    return e;
}

int64_t csl_common_divisor(int64_t x, int64_t y) {
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x < 0 ? -x : x;
}

/* A number that does not fit wraps by a power of two, which keeps the twos that divide all of them.
 */
static int64_t step_of_cast(const csl_expr *cast) {
    const csl_expr *from = cast->kids[0];
    if (csl_widened(cast))
        return csl_step_of(from);
    if (cast->type == CSL_BOOL || !csl_type_integer((csl_type)cast->type) ||
        !csl_type_integer((csl_type)from->type))
        return 1;
    const int64_t step = csl_step_of(from);
    return step & -step;
}

int64_t csl_step_of(const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_CONST: return 0;
    case CSL_OP_ADD:
    case CSL_OP_SUB: return csl_common_divisor(csl_step_of(e->kids[0]), csl_step_of(e->kids[1]));
    case CSL_OP_CAST: return step_of_cast(e);
    case CSL_OP_MUL:
        return e->kids[1]->op == CSL_OP_CONST ? e->kids[1]->value * csl_step_of(e->kids[0]) : 1;
    case CSL_OP_ITE: /* one of two numbers */
        return e->kids[1]->op == CSL_OP_CONST && e->kids[2]->op == CSL_OP_CONST
                   ? csl_common_divisor(e->kids[1]->value - e->kids[2]->value, 0)
                   : 1;
    default: return 1;
    }
}

/* Terms of the number of a pass alone that say which stage, and which phase, it is about: `k % 3`,
 * `k / 3 & 1`, `(k + 1) / 3 - 1`. From some pass on each comes again after a few passes, the same
 * or greater by a constant; two of them are the same always if they are so up to there and in as
 * many passes as both need to come again.
 */
#include "protocols.h"
#include "../../limits/limits.h"

/* In pass k >= since: value(k + period) = value(k) + growth, as numbers. */
typedef struct course {
    int64_t since, period, growth;
} course;

typedef struct passes {
    csl_analysis *a;
    csl_expr *number; /* of the pass, or NULL where there is none yet */
    bool others;      /* something else occurs */
} passes;

static csl_expr *note_leaf(void *user, csl_expr *leaf) {
    passes *p = user;
    if (leaf->op == CSL_OP_CONST || leaf == p->number)
        return leaf;
    p->others |= leaf->op != CSL_OP_SYM || p->number || csl_range_of(p->a, leaf).lo < 0;
    p->number = leaf;
    return leaf;
}

static int64_t value_in(const passes *p, const csl_expr *e, int64_t k) {
    int64_t kid[CSL_ROOM_counted_kids];
    if (e->op == CSL_OP_CONST)
        return e->value;
    if (e == p->number)
        return k;
    for (uint32_t i = 0; i < e->nkids; i++)
        kid[i] = value_in(p, e->kids[i], k);
    return csl_eval_op(e, kid);
}

static csl_wide number_in(const passes *p, const csl_expr *e, int64_t k) {
    return csl_number((csl_type)e->type, value_in(p, e, k));
}

static bool is_long(const course *c) {
    return csl_limit_exceeded(CSL_LIMIT_repeated_passes, c->since + c->period);
}

/* Both come again. */
static bool together(const course *x, const course *y, course *out) {
    out->since = x->since > y->since ? x->since : y->since;
    out->period = x->period / csl_common_divisor(x->period, y->period) * y->period;
    out->growth = 0;
    return !is_long(out);
}

static int64_t growth_in(const course *x, int64_t period) {
    return x->growth * (period / x->period);
}

/* The course over so many passes that it grows by a multiple of m. */
static bool until_multiple(course *c, int64_t m) {
    const int64_t by = c->growth ? m / csl_common_divisor(c->growth, m) : 1;
    c->period *= by;
    return !is_long(c) && !__builtin_mul_overflow(c->growth, by, &c->growth);
}

/* What the operation makes of numbers that grow; false: it is none that keeps them. */
static bool as_number(const csl_expr *e, csl_wide x, csl_wide y, csl_wide *out) {
    switch (e->op) {
    case CSL_OP_ADD: *out = x + y; return true;
    case CSL_OP_SUB: *out = x - y; return true;
    case CSL_OP_MUL: *out = x * y; return true;
    case CSL_OP_DIV: *out = x / y; return x >= 0;
    case CSL_OP_REM: *out = x % y; return x >= 0;
    case CSL_OP_CAST: *out = x; return true;
    default: return false;
    }
}

/* From `since` on, or a few rounds later, the operation is the one on numbers, and none of them is
 * beyond its type, or that is undefined. */
static bool find_exact(const passes *p, const csl_expr *e, course *c) {
    const csl_range type = csl_range_of_type((csl_type)e->type);
    const csl_wide most = csl_range_of(p->a, p->number).hi;
    for (; !is_long(c); c->since += c->period) {
        bool exact = true;
        for (int64_t k = c->since; k < c->since + c->period && exact; k++) {
            const csl_wide x = number_in(p, e->kids[0], k), is = number_in(p, e, k);
            csl_wide meant;
            exact = as_number(e, x, e->nkids > 1 ? number_in(p, e->kids[1], k) : 0, &meant) &&
                    meant == is;
            const csl_wide rounds = k < most ? (most - k) / c->period : 0;
            if (exact && !csl_is_strict(e) && !csl_range_holds(type, is + c->growth * rounds))
                return false;
        }
        if (exact)
            return true;
    }
    return false;
}

static bool course_of(const passes *p, const csl_expr *e, course *c);

/* x / m, x % m, of an x that grows. */
static bool of_division(const passes *p, const csl_expr *e, course *c) {
    const int64_t m = e->kids[1]->op == CSL_OP_CONST ? e->kids[1]->value : 0;
    if (m < 1 || c->growth < 0 || !until_multiple(c, m))
        return false;
    const int64_t growth = c->growth;
    c->growth = e->op == CSL_OP_DIV ? growth / m : 0;
    return find_exact(p, e, c);
}

/* The last bits of an x that grows, of which more than that many repeat. */
static bool of_bits(const csl_expr *e, course *c) {
    const int64_t mask = e->kids[1]->op == CSL_OP_CONST ? e->kids[1]->value : -1;
    int64_t m = 1;
    while (m <= mask && m < INT32_MAX)
        m *= 2;
    if (mask < 0 || m <= mask || !until_multiple(c, m))
        return false;
    c->growth = 0;
    return true;
}

/* x < y of which one grows more than the other: from some pass on it stays so. */
static bool of_comparison(const passes *p, const csl_expr *e, int64_t growth, course *c) {
    for (; !is_long(c); c->since += c->period) {
        bool beyond = true;
        for (int64_t k = c->since; k < c->since + c->period && beyond; k++) {
            const csl_wide d = number_in(p, e->kids[0], k) - number_in(p, e->kids[1], k);
            beyond = growth > 0 ? d > 0 : d < 0;
        }
        if (beyond) {
            *c = (course){c->since, 1, 0};
            return true;
        }
    }
    return false;
}

static bool of_two(const passes *p, const csl_expr *e, const course *x, const course *y,
                   course *c) {
    if (!together(x, y, c))
        return false;
    const int64_t gx = growth_in(x, c->period), gy = growth_in(y, c->period);
    switch (e->op) {
    case CSL_OP_ADD: c->growth = gx + gy; return find_exact(p, e, c);
    case CSL_OP_SUB: c->growth = gx - gy; return find_exact(p, e, c);
    case CSL_OP_MUL:
        return e->kids[1]->op == CSL_OP_CONST &&
               !__builtin_mul_overflow(gx, e->kids[1]->value, &c->growth) && find_exact(p, e, c);
    case CSL_OP_DIV:
    case CSL_OP_REM: *c = *x; return of_division(p, e, c);
    case CSL_OP_BAND: *c = *x; return of_bits(e, c);
    case CSL_OP_EQ:
    case CSL_OP_NE:
    case CSL_OP_LT:
    case CSL_OP_LE: return gx == gy || of_comparison(p, e, gx - gy, c);
    default: return false;
    }
}

/* Of what the operands come to; where none of them grows, any operation does the same again. */
static bool course_of(const passes *p, const csl_expr *e, course *c) {
    course kid[CSL_ROOM_counted_kids];
    bool grows = false;
    *c = (course){0, 1, e == p->number};
    if (!e->nkids)
        return e->op == CSL_OP_CONST || e == p->number;
    if (e->nkids > CSL_ROOM_counted_kids || e->op == CSL_OP_PURE)
        return false;
    for (uint32_t i = 0; i < e->nkids; i++) {
        if (!course_of(p, e->kids[i], &kid[i]) || !together(c, &kid[i], c))
            return false;
        grows |= kid[i].growth != 0;
    }
    if (!grows)
        return true;
    if (e->nkids == 2)
        return of_two(p, e, &kid[0], &kid[1], c);
    if (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->type) && e->type != CSL_BOOL) {
        c->growth = growth_in(&kid[0], c->period);
        return find_exact(p, e, c);
    }
    if (e->op != CSL_OP_ITE || kid[0].growth)
        return false;
    c->growth = growth_in(&kid[1], c->period);
    return c->growth == growth_in(&kid[2], c->period);
}

/* ... of nothing but the number of the pass. */
static bool find_course(passes *p, csl_expr *e, course *c) {
    csl_map(p->a->ctx, e, note_leaf, p);
    return !p->others && csl_is_small(e, CSL_LIMIT(checked_term)) && course_of(p, e, c);
}

bool csl_same_in_passes(csl_analysis *a, csl_expr *reach, csl_expr *x, csl_expr *y) {
    passes p = {.a = a};
    course cx, cy, all;
    uint32_t n, known = 0;
    csl_expr *const *part = csl_conjuncts(&reach, &n), *when[CSL_ROOM_counted_kids];
    if (!find_course(&p, x, &cx) || !find_course(&p, y, &cy) || !p.number ||
        !together(&cx, &cy, &all) || growth_in(&cx, all.period) != growth_in(&cy, all.period))
        return false;
    for (uint32_t i = 0; i < n && known < CSL_ROOM_counted_kids; i++) {
        passes of = p;
        course c, more;
        if (find_course(&of, part[i], &c) && !c.growth && together(&all, &c, &more)) {
            when[known++] = part[i];
            all = more;
        }
    }
    const csl_wide most = csl_range_of(a, p.number).hi;
    for (int64_t k = 0; k < all.since + all.period && k <= most; k++) {
        bool comes = true;
        for (uint32_t i = 0; i < known && comes; i++)
            comes = value_in(&p, when[i], k) != 0;
        if (comes && number_in(&p, x, k) != number_in(&p, y, k))
            return false;
    }
    return true;
}

/* Intervals: what each operator makes of them. */
#include "range.h"

static const csl_wide everything = (csl_wide)1 << 100;

static csl_wide min(csl_wide a, csl_wide b) {
    return a < b ? a : b;
}

static csl_wide max(csl_wide a, csl_wide b) {
    return a > b ? a : b;
}

/* Keeps bounds far from the limits of csl_wide, so that sums of a few never overflow. A bound
 * that was cut off counts as infinite. */
static csl_wide clip(csl_wide v) {
    return max(-everything, min(everything, v));
}

csl_range csl_range_of_type(csl_type t) {
    if (!csl_type_integer(t))
        return (csl_range){-everything, everything};
    if (t == CSL_BOOL)
        return (csl_range){0, 1};
    unsigned bits = csl_type_bytes(t) * 8;
    csl_wide one = 1;
    return csl_type_signed(t) ? (csl_range){-(one << (bits - 1)), (one << (bits - 1)) - 1}
                              : (csl_range){0, (one << bits) - 1};
}

csl_range csl_range_add(csl_range a, csl_range b) {
    bool below = a.lo <= -everything || b.lo <= -everything;
    bool above = a.hi >= everything || b.hi >= everything;
    return (csl_range){below ? -everything : clip(a.lo + b.lo),
                       above ? everything : clip(a.hi + b.hi)};
}

bool csl_range_unbounded(csl_range a) {
    return a.lo <= -everything || a.hi >= everything;
}

static csl_wide mul(csl_wide a, csl_wide b) {
    csl_wide r;
    if (a == (int64_t)a && b == (int64_t)b)
        return clip(a * b);
    if (__builtin_mul_overflow(a, b, &r))
        return (a < 0) == (b < 0) ? everything : -everything;
    return clip(r);
}

/* Products of two such numbers need no check for overflow, and no clipping. */
static bool modest(csl_range a) {
    return a.lo >= INT32_MIN && a.lo <= UINT32_MAX && a.hi >= INT32_MIN && a.hi <= UINT32_MAX;
}

csl_range csl_range_mul(csl_range a, csl_range b) {
    csl_wide p, q, r, s;
    if (modest(a) && modest(b))
        p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
    else
        p = mul(a.lo, b.lo), q = mul(a.lo, b.hi), r = mul(a.hi, b.lo), s = mul(a.hi, b.hi);
    return (csl_range){min(min(p, q), min(r, s)), max(max(p, q), max(r, s))};
}

static csl_wide magnitude(csl_range a) {
    return max(a.lo < 0 ? -a.lo : a.lo, a.hi < 0 ? -a.hi : a.hi);
}

static csl_range divide(csl_range a, csl_range b) {
    if (b.lo == 0)
        b.lo = 1;
    if (a.lo >= 0 && b.lo >= 1 && b.hi >= b.lo)
        return (csl_range){a.lo / b.hi, a.hi / b.lo};
    csl_wide m = magnitude(a);
    return (csl_range){-m, m};
}

static csl_range remainder_of(csl_range a, csl_range b) {
    if (a.lo >= 0 && b.lo > a.hi)
        return a;
    csl_wide m = max(magnitude(b) - 1, 0);
    csl_wide hi = a.hi < 0 ? 0 : min(a.hi, m);
    csl_wide lo = a.lo < 0 ? max(a.lo, -m) : 0;
    return (csl_range){lo, hi};
}

/* The least 2^k - 1 that is not below v >= 0. */
static csl_wide mask_over(csl_wide v) {
    csl_wide m = 0;
    while (m < v)
        m = 2 * m + 1;
    return m;
}

static csl_range bitwise(const csl_expr *e, csl_range a, csl_range b) {
    csl_range type = csl_range_of_type((csl_type)e->type);
    if (e->op == CSL_OP_BAND) {
        if (a.lo >= 0 && b.lo >= 0)
            return (csl_range){0, min(a.hi, b.hi)};
        if (a.lo >= 0 || b.lo >= 0)
            return (csl_range){0, a.lo >= 0 ? a.hi : b.hi};
        return type;
    }
    if (a.lo >= 0 && b.lo >= 0) {
        csl_wide hi = mask_over(max(a.hi, b.hi));
        return (csl_range){e->op == CSL_OP_BOR ? max(a.lo, b.lo) : 0, hi};
    }
    return type;
}

static csl_range shift(const csl_expr *e, csl_range a, csl_range count) {
    csl_wide bits = csl_type_bytes((csl_type)e->type) * 8;
    /* A negative count is a large one. From the width on everything is shifted out. */
    if (count.lo == count.hi && count.lo < 0)
        count.lo = count.hi = bits;
    else if (count.lo < 0 || count.lo > count.hi)
        count = (csl_range){0, bits};
    count = (csl_range){min(count.lo, bits), min(count.hi, bits)};
    if (e->op == CSL_OP_SHL) {
        csl_wide least = count.lo < bits ? (csl_wide)1 << count.lo : 0;
        csl_wide most = (csl_wide)1 << min(count.hi, bits - 1);
        bool gone = count.hi == bits;
        return csl_range_mul(a, (csl_range){gone ? 0 : least, least ? most : 0});
    }
    return (csl_range){a.lo >> (a.lo < 0 ? count.lo : count.hi),
                       a.hi >> (a.hi < 0 ? count.hi : count.lo)};
}

csl_range csl_range_reduce(csl_type t, csl_range exact, bool undefined) {
    csl_range type = csl_range_of_type(t);
    if (csl_range_inside(exact, type))
        return exact;
    csl_range met = csl_range_meet(exact, type);
    if (undefined)
        return met.lo <= met.hi ? met : type;
    /* All of them wrap by the same number of turns, or nothing is known. */
    csl_wide turn = type.hi - type.lo + 1;
    if (t == CSL_BOOL || !csl_type_integer(t) || csl_range_unbounded(exact) ||
        exact.hi - exact.lo >= turn)
        return type;
    csl_wide below = exact.lo - type.lo, turns = below / turn - (below % turn < 0);
    csl_range r = {exact.lo - turns * turn, exact.hi - turns * turn};
    return csl_range_inside(r, type) ? r : type;
}

/* So many bits can be set. */
static csl_wide most_bits(csl_range a) {
    csl_wide n = 64;
    while (a.lo >= 0 && n > 0 && a.hi < (csl_wide)1 << (n - 1))
        n--;
    return n;
}

static csl_range truth(bool can_be_false, bool can_be_true) {
    return (csl_range){can_be_false ? 0 : 1, can_be_true ? 1 : 0};
}

static csl_range compare(const csl_expr *e, csl_range a, csl_range b) {
    if (!csl_type_integer((csl_type)e->kids[0]->type))
        return truth(true, true);
    bool apart = a.hi < b.lo || b.hi < a.lo;
    bool same = a.lo == a.hi && b.lo == b.hi && a.lo == b.lo;
    switch (e->op) {
    case CSL_OP_EQ: return truth(!same, !apart);
    case CSL_OP_NE: return truth(!apart, !same);
    case CSL_OP_LT: return truth(!(a.hi < b.lo), a.lo < b.hi);
    default: return truth(!(a.hi <= b.lo), a.lo <= b.hi);
    }
}

static csl_range cast(const csl_expr *e, csl_range a) {
    const csl_expr *kid = e->kids[0];
    if (!csl_type_integer((csl_type)kid->type) || !csl_type_integer((csl_type)e->type))
        return csl_range_of_type((csl_type)e->type);
    if (e->type == CSL_BOOL)
        return truth(a.lo <= 0 && a.hi >= 0, a.lo != 0 || a.hi != 0);
    return a;
}

csl_range csl_range_of_op(const csl_expr *e, const csl_range *kid) {
    csl_range r;
    if (csl_type_float((csl_type)e->type))
        return csl_range_of_type((csl_type)e->type);
    switch (e->op) {
    case CSL_OP_ADD: return csl_range_add(kid[0], kid[1]);
    case CSL_OP_SUB: return csl_range_add(kid[0], (csl_range){-kid[1].hi, -kid[1].lo});
    case CSL_OP_NEG: return (csl_range){-kid[0].hi, -kid[0].lo};
    case CSL_OP_MUL: return csl_range_mul(kid[0], kid[1]);
    case CSL_OP_DIV: return divide(kid[0], kid[1]);
    case CSL_OP_REM: return remainder_of(kid[0], kid[1]);
    case CSL_OP_BAND:
    case CSL_OP_BOR:
    case CSL_OP_BXOR: return bitwise(e, kid[0], kid[1]);
    case CSL_OP_BNOT:
        r = csl_range_of_type((csl_type)e->type);
        return csl_type_signed((csl_type)e->type) ? (csl_range){-1 - kid[0].hi, -1 - kid[0].lo}
                                                  : (csl_range){r.hi - kid[0].hi, r.hi - kid[0].lo};
    case CSL_OP_SHL:
    case CSL_OP_SHR: return shift(e, kid[0], kid[1]);
    case CSL_OP_MIN: return (csl_range){min(kid[0].lo, kid[1].lo), min(kid[0].hi, kid[1].hi)};
    case CSL_OP_MAX: return (csl_range){max(kid[0].lo, kid[1].lo), max(kid[0].hi, kid[1].hi)};
    case CSL_OP_EQ:
    case CSL_OP_NE:
    case CSL_OP_LT:
    case CSL_OP_LE: return compare(e, kid[0], kid[1]);
    case CSL_OP_AND:
        r = (csl_range){1, 1};
        for (unsigned i = 0; i < e->nkids; i++)
            r = (csl_range){min(r.lo, kid[i].lo), min(r.hi, kid[i].hi)};
        return r;
    case CSL_OP_OR:
        r = (csl_range){0, 0};
        for (unsigned i = 0; i < e->nkids; i++)
            r = (csl_range){max(r.lo, kid[i].lo), max(r.hi, kid[i].hi)};
        return r;
    case CSL_OP_NOT: return (csl_range){1 - kid[0].hi, 1 - kid[0].lo};
    case CSL_OP_ITE:
        if (kid[0].lo == kid[0].hi)
            return kid[0].lo ? kid[1] : kid[2];
        return csl_range_join(kid[1], kid[2]);
    case CSL_OP_CAST: return cast(e, kid[0]);
    case CSL_OP_POPC: return (csl_range){0, most_bits(kid[0])};
    case CSL_OP_CLZ:
    case CSL_OP_FFS: return (csl_range){0, 64};
    default: return csl_range_of_type((csl_type)e->type);
    }
}

int64_t csl_gcd(int64_t a, int64_t b) {
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

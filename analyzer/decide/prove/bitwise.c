/* Masks, single bits and exclusive or as quotients and remainders. */
#include "normal.h"

static bool power_of_two(csl_wide v) {
    return v > 0 && (v & (v - 1)) == 0;
}

static const csl_poly *opaque(csl_prover *p, uint32_t i) {
    return csl_new_atom(p, p->t->node[i].range);
}

/* x mod c and x div c, rounding down; that is what two's complement masks and shifts do. */
static const csl_poly *part(csl_prover *p, const csl_poly *x, csl_wide c, bool quotient) {
    if (c >= CSL_CONSTANT_LIMIT)
        return NULL;
    csl_poly den = csl_poly_const((int64_t)c);
    const csl_poly *q, *r;
    if (!csl_divide(p, x, &den, &q, &r))
        return NULL;
    return quotient ? q : r;
}

/* a + k * b + c, or NULL. */
static const csl_poly *combine(csl_prover *p, const csl_poly *a, int64_t k, const csl_poly *b,
                               int64_t c) {
    csl_poly r, constant = csl_poly_const(c);
    if (!a || !b || !csl_poly_add(&r, a, k, b) || !csl_poly_add(&r, &r, 1, &constant))
        return NULL;
    return csl_keep(p, &r);
}

/* x & m for a constant m: low bits, high bits, or a field of adjacent bits. */
static const csl_poly *mask(csl_prover *p, uint32_t i, const csl_poly *x, csl_wide m) {
    csl_type type = (csl_type)p->t->node[i].e->type;
    const csl_poly zero = {.n = 0};
    csl_wide high = csl_type_signed(type) ? -m : csl_range_of_type(type).hi + 1 - m;
    if (m >= 0 && power_of_two(m + 1))
        return part(p, x, m + 1, false);
    if (power_of_two(high)) /* all but the bits below `high` */
        return combine(p, x, -1, part(p, x, high, false), 0);
    csl_wide lowest = m & -m;
    if (m > 0 && lowest < CSL_CONSTANT_LIMIT && power_of_two(m / lowest + 1)) {
        const csl_poly *shifted = part(p, x, lowest, true);
        return combine(p, &zero, (int64_t)lowest,
                       shifted ? part(p, shifted, m / lowest + 1, false) : NULL, 0);
    }
    return NULL;
}

/* Bit k of x, as 0 or 1. */
static const csl_poly *bit(csl_prover *p, const csl_poly *x, csl_wide power) {
    const csl_poly *shifted = part(p, x, power, true);
    return shifted ? part(p, shifted, 2, false) : NULL;
}

/* x | m and x ^ m for a constant m with few bits; x ^ m for low bits 1..1. */
static const csl_poly *set_bits(csl_prover *p, uint32_t i, const csl_poly *x, csl_wide m) {
    bool flip = p->t->node[i].e->op == CSL_OP_BXOR;
    if (m < 0 || m >= CSL_CONSTANT_LIMIT || csl_kid_range(p->t, i, 0).lo < 0 ||
        csl_kid_range(p->t, i, 1).lo < 0)
        return NULL;
    if (flip && power_of_two(m + 1)) /* the remainder r becomes m - r */
        return combine(p, x, -2, part(p, x, m + 1, false), (int64_t)m);
    if ((unsigned)__builtin_popcountll((uint64_t)m) > CSL_LIMIT(mask_bits))
        return NULL;
    const csl_poly *r = x;
    for (csl_wide power = 1; power <= m && r; power *= 2)
        if (m & power) /* a bit b becomes 1 - b, or 1 */
            r = combine(p, r, -(int64_t)power * (flip ? 2 : 1), bit(p, x, power), (int64_t)power);
    return r;
}

/* a | b and a ^ b are a + b if a is a multiple of 2^k and 0 <= b < 2^k. */
static const csl_poly *join(csl_prover *p, const csl_poly *a, const csl_poly *b) {
    int64_t bits = csl_poly_constant(a);
    for (uint32_t k = 0; k < a->n; k++)
        bits |= a->mono[k].coef;
    csl_poly unit = csl_poly_const(bits & -bits);
    if (bits == 0 || bits == INT64_MIN || !csl_prove(p, b) || !csl_prove_less(p, b, &unit, 1))
        return NULL;
    return combine(p, a, 1, b, 0);
}

/* 2^n for an n that may be anything, as in `512 >> pass` and `1 << pass`, or nothing of it is left:
 * 0, or the sign. */
static bool is_power_or_none(const csl_prover *p, uint32_t i) {
    const csl_term *node = &p->t->node[i];
    while (node->e->op == CSL_OP_CAST && csl_term_exact(p->t, i)) {
        i = node->kid[0];
        node = &p->t->node[i];
    }
    const bool shift = node->e->op == CSL_OP_SHL || node->e->op == CSL_OP_SHR;
    const csl_range of = shift ? csl_kid_range(p->t, i, 0) : (csl_range){0, 0};
    return of.lo == of.hi && power_of_two(of.lo);
}

/* It is at least 1, and its range says so from now on. */
static bool is_positive(csl_prover *p, const csl_poly *w) {
    const csl_poly none = {.n = 0};
    if (!csl_prove_less(p, &none, w, 1))
        return false;
    if (w->n == 1 && w->mono[0].degree == 1 && w->mono[0].coef == 1) {
        csl_range *atom = &p->atom[w->mono[0].atom[0]];
        atom->lo = atom->lo < 1 ? 1 : atom->lo;
    }
    return csl_poly_range(p, w).lo >= 1;
}

/* The power of two w of a mask w - 1; NULL: it is none such. */
static const csl_poly *mask_of_low_bits(csl_prover *p, uint32_t mask) {
    const csl_term *node = &p->t->node[mask];
    const csl_expr *e = node->e;
    if ((e->op != CSL_OP_ADD && e->op != CSL_OP_SUB) || e->nkids != 2)
        return NULL;
    const csl_range one = csl_kid_range(p->t, mask, 1);
    const csl_wide minus =
        csl_type_signed((csl_type)e->type) ? -1 : csl_range_of_type((csl_type)e->type).hi;
    if (one.lo != one.hi || one.lo != (e->op == CSL_OP_SUB ? 1 : minus) ||
        !is_power_or_none(p, node->kid[0]))
        return NULL;
    const csl_poly *w = csl_normal(p, node->kid[0]);
    return w && is_positive(p, w) ? w : NULL;
}

/* x & (w - 1), which is x mod w. */
static const csl_poly *low_bits(csl_prover *p, const csl_poly *x, uint32_t mask) {
    const csl_poly *w = mask_of_low_bits(p, mask), *q, *r;
    return w && csl_divide(p, x, w, &q, &r) ? r : NULL;
}

const csl_poly *csl_zero_bit_put_in(csl_prover *p, const csl_poly *twice, uint32_t i) {
    while (p->t->node[i].e->op == CSL_OP_CAST && csl_term_exact(p->t, i))
        i = p->t->node[i].kid[0];
    const csl_term *node = &p->t->node[i];
    for (unsigned k = 0; k < 2 && node->e->op == CSL_OP_BAND && node->e->nkids == 2; k++) {
        const csl_poly *x = csl_normal(p, node->kid[1 - k]);
        const csl_poly *w = x ? mask_of_low_bits(p, node->kid[k]) : NULL, *q, *r;
        csl_poly rest, sum;
        if (w && csl_poly_add(&rest, twice, -2, x) && rest.n == 0 && csl_divide(p, x, w, &q, &r) &&
            csl_poly_mul(&sum, w, q) && csl_poly_add(&sum, r, 2, &sum))
            return csl_keep(p, &sum);
    }
    return NULL;
}

static const csl_poly *remember_xor(csl_prover *p, uint32_t i, const csl_poly *a,
                                    const csl_poly *b) {
    const csl_poly *v = opaque(p, i);
    if (v && p->nxors < CSL_ROOM_xors)
        p->xors[p->nxors++] = (csl_xor){v, a, b};
    return v;
}

const csl_poly *csl_bitwise(csl_prover *p, uint32_t i, const csl_poly *a, const csl_poly *b) {
    csl_op op = (csl_op)p->t->node[i].e->op;
    const csl_poly *r = NULL;
    for (unsigned k = 0; k < 2 && !r; k++) { /* either operand may be the constant */
        csl_range m = csl_kid_range(p->t, i, k);
        const csl_poly *x = k == 0 ? b : a;
        if (m.lo == m.hi)
            r = op == CSL_OP_BAND ? mask(p, i, x, m.lo) : set_bits(p, i, x, m.lo);
    }
    for (unsigned k = 0; k < 2 && !r && op == CSL_OP_BAND; k++)
        r = low_bits(p, k == 0 ? b : a, p->t->node[i].kid[k]);
    if (!r && op != CSL_OP_BAND) {
        r = join(p, a, b);
        r = r ? r : join(p, b, a);
    }
    if (r)
        return r;
    if (op == CSL_OP_BXOR)
        return remember_xor(p, i, a, b);
    r = opaque(p, i);
    for (unsigned k = 0; k < 2 && r && op == CSL_OP_BAND; k++) {
        csl_poly slack;
        if (csl_kid_range(p->t, i, k).lo >= 0 && csl_poly_add(&slack, k == 0 ? a : b, -1, r))
            csl_add_fact(p, &slack); /* masking makes no value larger */
    }
    return r;
}

const csl_poly *csl_power_of_two(csl_prover *p, uint32_t i) {
    const csl_term *node = &p->t->node[i];
    /* 2^(k + c) is 2^c * 2^k, so that shifts by k and by k + 1 have an atom in common. */
    while (node->e->op == CSL_OP_CAST && csl_term_exact(p->t, i)) {
        i = node->kid[0];
        node = &p->t->node[i];
    }
    if (node->e->op == CSL_OP_ADD && csl_term_exact(p->t, i)) {
        csl_range c = csl_kid_range(p->t, i, 1);
        if (c.lo == c.hi && c.lo >= 0 && c.lo < 61 && csl_kid_range(p->t, i, 0).lo >= 0) {
            const csl_poly *rest = csl_power_of_two(p, node->kid[0]);
            const csl_poly zero = {.n = 0};
            return combine(p, &zero, (int64_t)1 << (int)c.lo, rest, 0); /* NULL if rest is */
        }
    }
    csl_range r = node->range;
    if (r.lo < 0 || r.hi > 61)
        return NULL;
    if (!p->power[i]) {
        csl_range power = {(csl_wide)1 << (int)r.lo, (csl_wide)1 << (int)r.hi};
        p->power[i] = csl_new_atom(p, power);
    }
    return p->power[i];
}

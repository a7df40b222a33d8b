/* Terms to polynomials. */
#include "normal.h"

/* The value of a node is the exact-integer result of its operator: by its ranges, or because the
 * facts so far show that an unsigned result does not leave its type. */
static bool exact(csl_prover *p, uint32_t i, const csl_poly *result) {
    csl_range type = csl_range_of_type((csl_type)p->t->node[i].e->type);
    csl_range r = csl_poly_range(p, result);
    return csl_term_exact(p->t, i) || csl_range_inside(r, type) ||
           (type.lo == 0 && r.hi <= type.hi && csl_prove(p, result));
}

static bool constant(csl_range r) {
    return r.lo == r.hi && r.lo > -CSL_CONSTANT_LIMIT && r.hi < CSL_CONSTANT_LIMIT;
}

static const csl_poly *opaque(csl_prover *p, uint32_t i) {
    return csl_new_atom(p, p->t->node[i].range);
}

/* A result that wraps: the remainder modulo 2^width, moved to where a signed type has its values.
 * So two wrapped terms are equal if what was wrapped differs by a multiple of 2^width. */
static const csl_poly *wrapped(csl_prover *p, uint32_t i, const csl_poly *value) {
    csl_type type = (csl_type)p->t->node[i].e->type;
    csl_range all = csl_range_of_type(type);
    const csl_poly *q, *r;
    if (type == CSL_BOOL || csl_type_bytes(type) > 4)
        return opaque(p, i);
    csl_poly modulus = csl_poly_const((int64_t)(all.hi - all.lo + 1));
    csl_poly shift = csl_poly_const((int64_t)all.lo), moved;
    if (!csl_poly_add(&moved, value, -1, &shift) || !csl_divide(p, &moved, &modulus, &q, &r) ||
        !csl_poly_add(&moved, r, 1, &shift))
        return opaque(p, i);
    return csl_keep(p, &moved);
}

static const csl_poly *sum(csl_prover *p, uint32_t i, const csl_poly *a, int64_t k,
                           const csl_poly *b) {
    const csl_expr *e = p->t->node[i].e;
    csl_type type = (csl_type)e->type;
    const csl_poly *spread =
        k < 0 && e->nkids == 2 ? csl_zero_bit_put_in(p, a, p->t->node[i].kid[1]) : NULL;
    csl_poly r;
    if (spread && exact(p, i, spread))
        return spread;
    if (!csl_poly_add(&r, a, k, b))
        return opaque(p, i);
    /* Adding an unsigned constant of the upper half means subtracting: x + 0xffffffff = x - 1,
     * as long as x >= 1. */
    csl_range kid = e->nkids == 2 ? csl_kid_range(p->t, i, 1) : (csl_range){0, 0};
    csl_range all = csl_range_of_type(type);
    if (e->op == CSL_OP_ADD && type == CSL_U32 && kid.lo == kid.hi && kid.lo > all.hi / 2) {
        csl_poly modulus = csl_poly_const((int64_t)(all.hi + 1)), lower;
        if (csl_poly_add(&lower, &r, -1, &modulus) && csl_prove(p, &lower))
            return csl_keep(p, &lower);
    }
    return exact(p, i, &r) ? csl_keep(p, &r) : wrapped(p, i, &r);
}

static const csl_poly *product(csl_prover *p, uint32_t i, const csl_poly *a, const csl_poly *b) {
    csl_poly r;
    if (!csl_poly_mul(&r, a, b))
        return opaque(p, i);
    return exact(p, i, &r) ? csl_keep(p, &r) : wrapped(p, i, &r);
}

static const csl_poly *division(csl_prover *p, uint32_t i, const csl_poly *a, const csl_poly *b) {
    const csl_poly *q, *r;
    if (csl_kid_range(p->t, i, 1).lo < 0 || csl_type_float((csl_type)p->t->node[i].e->type))
        return opaque(p, i);
    /* C rounds towards zero, csl_divide down: the same for a dividend that is not negative. The
     * divisor is not 0, or the term would be undefined. */
    if (b->n == 1 && b->mono[0].degree == 1 && b->mono[0].coef == 1) {
        csl_range *d = &p->atom[b->mono[0].atom[0]];
        d->lo = d->lo < 1 ? 1 : d->lo;
    }
    if (csl_poly_range(p, b).lo < 1 || !csl_prove(p, a) || !csl_divide(p, a, b, &q, &r))
        return opaque(p, i);
    return p->t->node[i].e->op == CSL_OP_DIV ? q : r;
}

static bool point(csl_range r, csl_wide *v) {
    *v = r.lo;
    return r.lo == r.hi;
}

static const csl_poly *shift_left(csl_prover *p, uint32_t i, const csl_poly *a) {
    csl_wide count;
    csl_range range = csl_kid_range(p->t, i, 1);
    csl_wide width = csl_type_bytes((csl_type)p->t->node[i].e->type) * 8;
    if (range.lo < 0 || range.hi >= width || range.hi > 61)
        return opaque(p, i); /* counts are taken modulo the width */
    csl_poly power = csl_poly_const((int64_t)1 << (int)range.lo), r;
    if (!point(range, &count)) {
        const csl_poly *atom = csl_power_of_two(p, p->t->node[i].kid[1]);
        if (!atom)
            return opaque(p, i);
        csl_poly_copy(&power, atom);
    }
    if (!csl_poly_mul(&r, a, &power))
        return opaque(p, i);
    return exact(p, i, &r) ? csl_keep(p, &r) : wrapped(p, i, &r);
}

static const csl_poly *shift_right(csl_prover *p, uint32_t i, const csl_poly *a) {
    csl_wide count;
    csl_range range = csl_kid_range(p->t, i, 1);
    int width = (int)csl_type_bytes((csl_type)p->t->node[i].e->type) * 8;
    if (range.lo < 0 || range.hi >= width)
        return opaque(p, i);
    csl_poly den = csl_poly_const((int64_t)1 << (int)(range.lo < 61 ? range.lo : 61));
    if (point(range, &count) && count <= 61) {
        const csl_poly *q, *r;
        return csl_divide(p, a, &den, &q, &r) ? q : opaque(p, i);
    }
    const csl_poly *v = opaque(p, i);
    csl_poly slack;
    if (v && csl_kid_range(p->t, i, 0).lo >= 0 && csl_poly_mul(&slack, &den, v) &&
        csl_poly_add(&slack, a, -1, &slack))
        csl_add_fact(p, &slack); /* x >> k is at most x / 2^least k */
    return v;
}

/* MIN and MAX: no larger (smaller) than both operands. */
static const csl_poly *extreme(csl_prover *p, uint32_t i, const csl_poly *a, const csl_poly *b,
                               bool min) {
    if (csl_prove_less(p, a, b, 0))
        return min ? a : b;
    if (csl_prove_less(p, b, a, 0))
        return min ? b : a;
    const csl_poly *v = opaque(p, i);
    const csl_poly *operand[2] = {a, b};
    for (unsigned k = 0; v && k < 2; k++) {
        csl_poly d;
        if (csl_poly_add(&d, min ? operand[k] : v, -1, min ? v : operand[k]))
            csl_add_fact(p, &d);
    }
    return v;
}

static const csl_poly *cast(csl_prover *p, uint32_t i) {
    const csl_poly *a = csl_normal(p, p->t->node[i].kid[0]);
    if (!a)
        return opaque(p, i);
    return exact(p, i, a) ? a : wrapped(p, i, a);
}

/* One of two constants: the condition is an unknown of 0 and 1, the same one wherever it stands. */
static const csl_poly *one_of_two(csl_prover *p, uint32_t i) {
    csl_range yes = csl_kid_range(p->t, i, 1), no = csl_kid_range(p->t, i, 2);
    csl_poly none, r;
    if (!constant(yes) || !constant(no))
        return opaque(p, i);
    const csl_poly *holds = csl_normal(p, p->t->node[i].kid[0]);
    none = csl_poly_const((int64_t)no.lo);
    if (!holds || !csl_poly_add(&r, &none, (int64_t)(yes.lo - no.lo), holds))
        return opaque(p, i);
    return csl_keep(p, &r);
}

/* x < y ? x : y and the like. */
static bool is_extreme(const csl_prover *p, uint32_t i, bool *min) {
    const csl_term *node = &p->t->node[i], *c = &p->t->node[node->kid[0]];
    if ((c->e->op != CSL_OP_LT && c->e->op != CSL_OP_LE) ||
        !csl_type_integer((csl_type)node->e->type))
        return false;
    *min = node->kid[1] == c->kid[0] && node->kid[2] == c->kid[1];
    return *min || (node->kid[1] == c->kid[1] && node->kid[2] == c->kid[0]);
}

/* The arm that is taken, if that is settled. The other is not looked at: it may be undefined. */
static const csl_poly *choice(csl_prover *p, uint32_t i) {
    const uint32_t *kid = p->t->node[i].kid;
    csl_range c = csl_kid_range(p->t, i, 0);
    bool min;
    if (c.lo != c.hi && is_extreme(p, i, &min)) {
        const csl_poly *a = csl_normal(p, kid[1]), *b = csl_normal(p, kid[2]);
        return a && b ? extreme(p, i, a, b, min) : opaque(p, i);
    }
    return c.lo == c.hi ? csl_normal(p, p->t->node[i].kid[c.lo ? 1 : 2]) : one_of_two(p, i);
}

static const csl_poly *convert(csl_prover *p, uint32_t i) {
    const csl_term *node = &p->t->node[i];
    const csl_expr *e = node->e;
    if (!csl_type_integer((csl_type)e->type) || e->type == CSL_BOOL ||
        (e->nkids > 0 && !csl_type_integer((csl_type)e->kids[0]->type)))
        return opaque(p, i);
    bool binary = e->op >= CSL_OP_ADD && e->op <= CSL_OP_MAX && e->nkids == 2;
    const csl_poly *a = NULL, *b = NULL;
    if (binary || e->op == CSL_OP_NEG || e->op == CSL_OP_BNOT) {
        a = csl_normal(p, node->kid[0]);
        b = binary ? csl_normal(p, node->kid[1]) : a;
        if (!a || !b)
            return opaque(p, i);
    }
    csl_poly none = {.n = 0}, top;
    switch (e->op) {
    case CSL_OP_ADD: return sum(p, i, a, 1, b);
    case CSL_OP_SUB: return sum(p, i, a, -1, b);
    case CSL_OP_NEG: return sum(p, i, &none, -1, a);
    case CSL_OP_BNOT:
        top = csl_poly_const(csl_type_signed((csl_type)e->type) ? -1 : (int64_t)UINT32_MAX);
        return csl_type_bytes((csl_type)e->type) == 4 ? sum(p, i, &top, -1, a) : opaque(p, i);
    case CSL_OP_MUL: return product(p, i, a, b);
    case CSL_OP_DIV:
    case CSL_OP_REM: return division(p, i, a, b);
    case CSL_OP_SHL: return shift_left(p, i, a);
    case CSL_OP_SHR: return shift_right(p, i, a);
    case CSL_OP_MIN:
    case CSL_OP_MAX: return extreme(p, i, a, b, e->op == CSL_OP_MIN);
    case CSL_OP_BAND:
    case CSL_OP_BOR:
    case CSL_OP_BXOR: return csl_bitwise(p, i, a, b);
    case CSL_OP_CAST: return cast(p, i);
    case CSL_OP_ITE: return choice(p, i);
    default: return opaque(p, i);
    }
}

const csl_poly *csl_normal(csl_prover *p, uint32_t i) {
    if (p->of_node[i] || p->tried[i])
        return p->of_node[i]; /* or NULL again */
    p->tried[i] = true;
    const csl_term *node = &p->t->node[i];
    csl_poly value = csl_poly_const(constant(node->range) ? (int64_t)node->range.lo : 0);
    bool settled = constant(node->range) && csl_type_integer((csl_type)node->e->type);
    bool by_kids = true;
    for (unsigned k = 0; k < node->e->nkids; k++)
        by_kids = by_kids && constant(p->t->node[node->kid[k]].range);
    if (settled && by_kids) {
        for (unsigned k = 0; k < node->e->nkids && node->e->op != CSL_OP_ITE; k++)
            csl_normal(p, node->kid[k]); /* that a condition made it constant is told below */
        return p->of_node[i] = csl_keep(p, &value);
    }
    const csl_poly *r = convert(p, i);
    if (settled && r) { /* a condition says so; that tells about the operands */
        csl_poly e;
        if (csl_poly_add(&e, r, -1, &value))
            csl_add_equal(p, &e);
        r = csl_keep(p, &value);
    }
    return p->of_node[i] = r;
}

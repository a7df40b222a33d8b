/* Terms of a query as terms of Z3, operator by operator. */
#ifdef CSL_WITH_Z3

#include "z3_terms.h"
#include "../../limits/limits.h"

/* ---- small pieces ---------------------------------------------------------------------------- */

unsigned csl_z3_width(csl_range r) {
    unsigned w = 1;
    while (w < 120 && (r.lo < -((csl_wide)1 << (w - 1)) || r.hi > ((csl_wide)1 << (w - 1)) - 1))
        w++;
    return w;
}

Z3_ast csl_z3_number(csl_z3_terms *e, csl_wide v, unsigned width) {
    Z3_sort sort = Z3_mk_bv_sort(e->c, width);
    char digits[48], *at = digits + sizeof digits;
    csl_wide rest = v < 0 ? -v : v;
    *--at = '\0';
    do {
        *--at = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest > 0);
    Z3_ast n = Z3_mk_numeral(e->c, at, sort);
    return v < 0 ? Z3_mk_bvneg(e->c, n) : n;
}

Z3_ast csl_z3_resize(csl_z3_terms *e, Z3_ast a, unsigned from, unsigned to) {
    if (from == to)
        return a;
    return from < to ? Z3_mk_sign_ext(e->c, to - from, a) : Z3_mk_extract(e->c, to - 1, 0, a);
}

Z3_ast csl_z3_both(csl_z3_terms *e, Z3_ast a, Z3_ast b) {
    return Z3_mk_and(e->c, 2, (Z3_ast[]){a, b});
}

Z3_ast csl_z3_either(csl_z3_terms *e, Z3_ast a, Z3_ast b) {
    if (!a || !b)
        return a ? a : b;
    return Z3_mk_or(e->c, 2, (Z3_ast[]){a, b});
}

void csl_z3_require(csl_z3_terms *e, Z3_ast a) {
    Z3_ast_vector_push(e->c, e->assertions, a);
}

Z3_ast csl_z3_inside(csl_z3_terms *e, Z3_ast v, unsigned width, csl_range r) {
    return csl_z3_both(e, Z3_mk_bvsle(e->c, csl_z3_number(e, r.lo, width), v),
                       Z3_mk_bvsle(e->c, v, csl_z3_number(e, r.hi, width)));
}

static Z3_ast fresh(csl_z3_terms *e, Z3_sort sort) {
    Z3_symbol name = Z3_mk_int_symbol(e->c, (int)e->fresh++);
    return Z3_mk_const(e->c, name, sort);
}

csl_z3_term csl_z3_integer(csl_z3_terms *e, csl_range r) {
    csl_z3_term v = {.width = csl_z3_width(r)};
    if (r.lo >= 0 && v.width > 1)
        v.bits = Z3_mk_zero_ext(e->c, 1, fresh(e, Z3_mk_bv_sort(e->c, v.width - 1)));
    else
        v.bits = fresh(e, Z3_mk_bv_sort(e->c, v.width));
    csl_z3_require(e, csl_z3_inside(e, v.bits, v.width, r));
    return v;
}

Z3_ast csl_z3_value(csl_z3_terms *e, uint32_t node, unsigned width) {
    csl_z3_term *v = &e->term[node];
    if (!v->bits) {
        v->width = 2;
        v->bits = Z3_mk_ite(e->c, v->truth, csl_z3_number(e, 1, 2), csl_z3_number(e, 0, 2));
    }
    return csl_z3_resize(e, v->bits, v->width, width);
}

/* ---- operators ------------------------------------------------------------------------------- */

static unsigned max(unsigned a, unsigned b) {
    return a > b ? a : b;
}

static unsigned kid_width(const csl_z3_terms *e, uint32_t i, unsigned k) {
    return csl_z3_width(csl_kid_range(e->t, i, k));
}

/* The exact-integer result of an operation, in `width` bits. */
static Z3_ast operation(csl_z3_terms *e, uint32_t i, unsigned width) {
    const csl_term *node = &e->t->node[i];
    Z3_context c = e->c;
    Z3_ast a = csl_z3_value(e, node->kid[0], width);
    Z3_ast b = node->e->nkids > 1 ? csl_z3_value(e, node->kid[1], width) : a;
    csl_range count = node->e->nkids > 1 ? csl_kid_range(e->t, i, 1) : (csl_range){0, 0};
    csl_wide bits = csl_type_bytes((csl_type)node->e->type) * 8;
    bool natural = csl_kid_range(e->t, i, 0).lo >= 0 && count.lo >= 0;
    switch (node->e->op) {
    case CSL_OP_ADD: return Z3_mk_bvadd(c, a, b);
    case CSL_OP_SUB: return Z3_mk_bvsub(c, a, b);
    case CSL_OP_MUL: return Z3_mk_bvmul(c, a, b);
    case CSL_OP_NEG: return Z3_mk_bvneg(c, a);
    case CSL_OP_DIV: return natural ? Z3_mk_bvudiv(c, a, b) : Z3_mk_bvsdiv(c, a, b);
    case CSL_OP_REM: return natural ? Z3_mk_bvurem(c, a, b) : Z3_mk_bvsrem(c, a, b);
    case CSL_OP_BAND: return Z3_mk_bvand(c, a, b);
    case CSL_OP_BOR: return Z3_mk_bvor(c, a, b);
    case CSL_OP_BXOR: return Z3_mk_bvxor(c, a, b);
    case CSL_OP_BNOT:
        return csl_type_signed((csl_type)node->e->type)
                   ? Z3_mk_bvnot(c, a)
                   : Z3_mk_bvsub(c, csl_z3_number(e, ((csl_wide)1 << bits) - 1, width), a);
    case CSL_OP_SHL:
        if (count.lo < 0 || count.hi >= bits) { /* all is shifted out, whatever `width` holds */
            Z3_ast within = Z3_mk_bvult(c, b, csl_z3_number(e, bits, width));
            return Z3_mk_ite(c, within, Z3_mk_bvshl(c, a, b), csl_z3_number(e, 0, width));
        }
        return Z3_mk_bvshl(c, a, b);
    case CSL_OP_SHR: return Z3_mk_bvashr(c, a, b);
    case CSL_OP_MIN: return Z3_mk_ite(c, Z3_mk_bvsle(c, a, b), a, b);
    case CSL_OP_MAX: return Z3_mk_ite(c, Z3_mk_bvsle(c, a, b), b, a);
    default: return a; /* CAST */
    }
}

static Z3_ast relation(csl_z3_terms *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    unsigned w = max(max(kid_width(e, i, 0), kid_width(e, i, 1)), 2);
    Z3_ast a = csl_z3_value(e, node->kid[0], w), b = csl_z3_value(e, node->kid[1], w);
    switch (node->e->op) {
    case CSL_OP_EQ: return Z3_mk_eq(e->c, a, b);
    case CSL_OP_NE: return Z3_mk_not(e->c, Z3_mk_eq(e->c, a, b));
    case CSL_OP_LT: return Z3_mk_bvslt(e->c, a, b);
    default: return Z3_mk_bvsle(e->c, a, b);
    }
}

/* Conjunction or disjunction; undefined unless one defined kid settles it. */
static void junction(csl_z3_terms *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    bool conjunction = node->e->op == CSL_OP_AND;
    Z3_ast settled = NULL, doubt = NULL, all = NULL;
    for (unsigned k = 0; k < node->e->nkids; k++) {
        csl_z3_term kid = e->term[node->kid[k]];
        Z3_ast decides = conjunction ? Z3_mk_not(e->c, kid.truth) : kid.truth;
        all = !all          ? kid.truth
              : conjunction ? csl_z3_both(e, all, kid.truth)
                            : csl_z3_either(e, all, kid.truth);
        doubt = csl_z3_either(e, doubt, kid.undefined);
        if (kid.undefined)
            decides = csl_z3_both(e, decides, Z3_mk_not(e->c, kid.undefined));
        settled = csl_z3_either(e, settled, decides);
    }
    e->term[i].truth = all;
    e->term[i].undefined = doubt ? csl_z3_both(e, doubt, Z3_mk_not(e->c, settled)) : NULL;
}

static void selection(csl_z3_terms *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    csl_z3_term c = e->term[node->kid[0]], a = e->term[node->kid[1]], b = e->term[node->kid[2]];
    csl_z3_term *r = &e->term[i];
    if (node->e->type == CSL_BOOL) {
        r->truth = Z3_mk_ite(e->c, c.truth, a.truth, b.truth);
    } else {
        r->width = max(kid_width(e, i, 1), kid_width(e, i, 2));
        r->bits = Z3_mk_ite(e->c, c.truth, csl_z3_value(e, node->kid[1], r->width),
                            csl_z3_value(e, node->kid[2], r->width));
    }
    if (a.undefined || b.undefined) {
        Z3_ast never = Z3_mk_false(e->c);
        r->undefined = Z3_mk_ite(e->c, c.truth, a.undefined ? a.undefined : never,
                                 b.undefined ? b.undefined : never);
    }
    r->undefined = csl_z3_either(e, r->undefined, c.undefined);
}

/* What it takes to compute a node. */
typedef struct sizes {
    csl_range kid[2], all; /* of the operands, of the type */
    bool fits;             /* the exact result is one of the type */
    unsigned width;
    unsigned gates; /* of a multiplier or divider */
} sizes;

static sizes sizes_of(const csl_tape *t, uint32_t i) {
    const csl_term *node = &t->node[i];
    const csl_op op = (csl_op)node->e->op;
    const csl_type type = (csl_type)node->e->type;
    sizes s = {.kid = {csl_kid_range(t, i, 0), {0, 0}}, .all = csl_range_of_type(type)};
    unsigned w = csl_z3_width(s.kid[0]);
    if (node->e->nkids > 1) {
        s.kid[1] = csl_kid_range(t, i, 1);
        w = max(w, csl_z3_width(s.kid[1]));
    }
    const csl_range exact = csl_range_of_op(node->e, s.kid);
    const unsigned bits = csl_type_bytes(type) * 8;
    s.fits = csl_range_inside(exact, s.all);
    /* One bit to spare: INT_MIN / -1 and widths of types need it. */
    w = max(w, csl_z3_width(exact)) + 1;
    if (!s.fits && node->strict) {
        w = max(w, csl_z3_width(s.all)); /* the test for overflow needs the bounds of the type */
    } else if (!s.fits && w > bits + 1) {
        w = bits + 1; /* only the low bits count, and sums and products need no others */
        if (op == CSL_OP_SHL || op == CSL_OP_CAST || op == CSL_OP_BNOT)
            w = max(w, max(csl_z3_width(s.kid[0]), csl_z3_width(s.kid[1])) + 1);
    }
    s.width = w < 8 ? 8 : w; /* room for the width of a type */
    const bool nonlinear = op == CSL_OP_MUL || op == CSL_OP_DIV || op == CSL_OP_REM;
    if (nonlinear && s.kid[0].lo != s.kid[0].hi && s.kid[1].lo != s.kid[1].hi)
        s.gates = csl_z3_width(s.kid[0]) * csl_z3_width(s.kid[1]) * (op == CSL_OP_MUL ? 1 : 2);
    return s;
}

/* Arithmetic: exactly in enough bits, then undefined or reduced where the type is too small. */
static void arithmetic(csl_z3_terms *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    const sizes s = sizes_of(e->t, i);
    const unsigned w = s.width, bits = csl_type_bytes((csl_type)node->e->type) * 8;
    const csl_range *kid = s.kid, all = s.all;
    csl_z3_term *r = &e->term[i];
    e->gates += s.gates;
    r->bits = operation(e, i, w);
    r->width = w;
    if (node->e->op == CSL_OP_DIV || node->e->op == CSL_OP_REM) {
        Z3_ast divisor = csl_z3_value(e, node->kid[1], w);
        if (kid[1].lo <= 0 && kid[1].hi >= 0)
            r->undefined = Z3_mk_eq(e->c, divisor, csl_z3_number(e, 0, w));
        if (all.lo < 0 && kid[0].lo == all.lo && kid[1].lo <= -1 && kid[1].hi >= -1) {
            Z3_ast least =
                Z3_mk_eq(e->c, csl_z3_value(e, node->kid[0], w), csl_z3_number(e, all.lo, w));
            Z3_ast minus = Z3_mk_eq(e->c, divisor, csl_z3_number(e, -1, w));
            r->undefined = csl_z3_either(e, r->undefined, csl_z3_both(e, least, minus));
        }
    } else if (node->strict && !s.fits) {
        r->undefined = Z3_mk_not(e->c, csl_z3_inside(e, r->bits, w, all));
    } else if (!s.fits) { /* wraps */
        Z3_ast low = csl_z3_resize(e, r->bits, w, bits);
        r->bits = all.lo < 0 ? low : Z3_mk_zero_ext(e->c, 1, low);
        r->width = all.lo < 0 ? bits : bits + 1;
    }
    unsigned narrow = csl_z3_width(node->range);
    r->bits = csl_z3_resize(e, r->bits, r->width, narrow);
    r->width = narrow;
}

/* POPC, CLZ, FFS and BREV look at the single bits of the operand. */
static void bit_count(csl_z3_terms *e, uint32_t i) {
    enum { COUNT = 8 }; /* bits of a count; 64 fits */
    const csl_term *node = &e->t->node[i];
    const csl_expr *x = node->e;
    unsigned bits = csl_type_bytes((csl_type)x->kids[0]->type) * 8;
    csl_z3_term *r = &e->term[i];
    Z3_ast operand = csl_z3_value(e, node->kid[0], bits), bit[64];
    for (unsigned k = 0; k < bits; k++)
        bit[k] = Z3_mk_extract(e->c, k, k, operand);
    r->width = COUNT;
    r->bits = csl_z3_number(e, x->op == CSL_OP_CLZ ? (csl_wide)bits : 0, COUNT);
    for (unsigned k = 0; k < bits; k++) {
        unsigned at = x->op == CSL_OP_FFS ? bits - 1 - k : k; /* the last one that is set decides */
        Z3_ast set = Z3_mk_eq(e->c, bit[at], csl_z3_number(e, 1, 1));
        csl_wide count = x->op == CSL_OP_FFS ? at + 1 : bits - 1 - at;
        if (x->op == CSL_OP_POPC)
            r->bits = Z3_mk_bvadd(e->c, r->bits, Z3_mk_zero_ext(e->c, COUNT - 1, bit[k]));
        else if (x->op != CSL_OP_BREV)
            r->bits = Z3_mk_ite(e->c, set, csl_z3_number(e, count, COUNT), r->bits);
        else
            r->bits = k == 0 ? bit[0] : Z3_mk_concat(e->c, r->bits, bit[k]);
    }
    if (x->op == CSL_OP_BREV) {
        bool is_signed = csl_type_signed((csl_type)x->type);
        r->bits = is_signed ? r->bits : Z3_mk_zero_ext(e->c, 1, r->bits);
        r->width = bits + !is_signed;
    }
    unsigned narrow = csl_z3_width(node->range);
    r->bits = csl_z3_resize(e, r->bits, r->width, narrow);
    r->width = narrow;
}

/* The result has the width of the operand, or is a count. */
static bool is_bit_count(const csl_expr *x) {
    unsigned bits = csl_type_bytes((csl_type)x->kids[0]->type) * 8;
    bool reversal = x->op == CSL_OP_BREV;
    return x->op >= CSL_OP_POPC && (bits == 32 || bits == 64) &&
           (!reversal || csl_type_bytes((csl_type)x->type) * 8 == bits);
}

/* Anything Z3 is not told the meaning of. */
static void unknown(csl_z3_terms *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    e->has_fresh = true;
    if (node->e->type == CSL_BOOL)
        e->term[i].truth = fresh(e, Z3_mk_bool_sort(e->c));
    else if (csl_type_integer((csl_type)node->e->type))
        e->term[i] = csl_z3_integer(e, node->range);
}

static bool known_operands(const csl_expr *x) {
    bool known = csl_type_integer((csl_type)x->type);
    for (unsigned k = 0; k < x->nkids; k++)
        known = known && csl_type_integer((csl_type)x->kids[k]->type);
    return known;
}

void csl_z3_encode(csl_z3_terms *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    const csl_expr *x = node->e;
    csl_z3_term *r = &e->term[i];
    if (x->op == CSL_OP_SYM && csl_type_integer((csl_type)x->type)) {
        *r = e->row[x->index];
        if (x->type == CSL_BOOL)
            r->truth = Z3_mk_not(e->c, Z3_mk_eq(e->c, r->bits, csl_z3_number(e, 0, r->width)));
    } else if (!known_operands(x) || x->op == CSL_OP_PURE) {
        unknown(e, i);
    } else if (x->op >= CSL_OP_POPC) {
        if (is_bit_count(x))
            bit_count(e, i);
        else
            unknown(e, i);
    } else if (x->op == CSL_OP_CONST && x->type == CSL_BOOL) {
        r->truth = x->value ? Z3_mk_true(e->c) : Z3_mk_false(e->c);
    } else if (x->op == CSL_OP_CONST) {
        r->width = csl_z3_width(node->range);
        r->bits = csl_z3_number(e, node->range.lo, r->width);
    } else if (x->op == CSL_OP_AND || x->op == CSL_OP_OR) {
        junction(e, i);
        return;
    } else if (x->op == CSL_OP_ITE) {
        selection(e, i);
        return;
    } else if (x->op == CSL_OP_NOT) {
        r->truth = Z3_mk_not(e->c, e->term[node->kid[0]].truth);
    } else if (x->op >= CSL_OP_EQ && x->op <= CSL_OP_LE) {
        r->truth = relation(e, i);
    } else if (x->type == CSL_BOOL) { /* cast to BOOL, or bitwise operators on BOOL */
        if (x->op != CSL_OP_CAST) {
            unknown(e, i);
        } else {
            unsigned w = max(kid_width(e, i, 0), 2);
            Z3_ast v = csl_z3_value(e, node->kid[0], w);
            r->truth = Z3_mk_not(e->c, Z3_mk_eq(e->c, v, csl_z3_number(e, 0, w)));
        }
    } else {
        arithmetic(e, i);
    }
    for (unsigned k = 0; k < x->nkids; k++)
        r->undefined = csl_z3_either(e, r->undefined, e->term[node->kid[k]].undefined);
}

static bool is_arithmetic(const csl_expr *x) {
    const bool logic = x->op == CSL_OP_AND || x->op == CSL_OP_OR || x->op == CSL_OP_NOT ||
                       (x->op >= CSL_OP_EQ && x->op <= CSL_OP_LE);
    return x->nkids > 0 && known_operands(x) && x->type != CSL_BOOL && !logic &&
           x->op != CSL_OP_PURE && x->op != CSL_OP_ITE && x->op < CSL_OP_POPC;
}

bool csl_z3_too_large(const csl_tape *t) {
    unsigned gates = 0;
    bool wide = false;
    for (uint32_t i = 0; i < t->n; i++) {
        if (!is_arithmetic(t->node[i].e))
            continue;
        const sizes s = sizes_of(t, i);
        wide |= csl_limit_exceeded(CSL_LIMIT_solver_width, s.width);
        gates += s.gates;
    }
    return wide || csl_limit_exceeded(CSL_LIMIT_solver_gates, gates);
}

#endif

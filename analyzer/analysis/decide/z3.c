/* Z3 on bit-vectors, for what rules and enumeration leave. The only file that knows Z3.
 *
 * Every integer term is a signed bit-vector just wide enough for its range, so nothing wraps but
 * what wraps in C, and a 64-bit offset into a small array costs a dozen bits. Each term also has a
 * condition under which it is undefined (see csl_term). Floating point and unknown functions are
 * fresh variables: unsatisfiable stays unsatisfiable, and a model is replayed before it counts.
 *
 * A fresh solver for every query makes answers independent of the order of queries; `rlimit`
 * bounds the work by count. */
#include "decider.h"

#ifndef CSL_WITH_Z3

csl_answer csl_z3_decide(csl_decider *d, const csl_query *q) {
    (void)d;
    (void)q;
    return (csl_answer){.verdict = CSL_UNDECIDED, .by = "no solver"};
}

void csl_z3_free(csl_z3 *z3) {
    (void)z3;
}

const char *csl_solver_version(void) {
    return "none";
}

#else

#include <stdlib.h>
#include <z3.h>

enum {
    MAX_WIDTH = 80,       /* of a bit-vector; wider queries are left alone */
    MAX_CHECKS = 40,      /* to make one witness small */
    SMALL_RLIMIT = 30000, /* for each of them */
    MAX_GATES = 6000,
    MAX_NODES = 4000
};

struct csl_z3 {
    Z3_context c;
};

static bool failed; /* the error handler has no user pointer; the default one ends the process */

static void on_error(Z3_context c, Z3_error_code code) {
    (void)c;
    (void)code;
    failed = true;
}

/* A term in Z3: `bits` for integers, `truth` for BOOL; `undefined` is NULL for never. */
typedef struct term {
    Z3_ast bits, truth, undefined;
    unsigned width;
} term;

typedef struct encoder {
    Z3_context c;
    const csl_tape *t;
    term *term;              /* of each node */
    Z3_ast var[CSL_DV_FREE]; /* of the fixed rows, at their own widths */
    unsigned var_width[CSL_DV_FREE];
    term *row; /* of every variable */
    Z3_ast_vector assertions;
    unsigned fresh;
    bool has_fresh; /* a model need not be a witness */
    unsigned gates; /* of multipliers and dividers: what makes bit-vectors slow */
    bool too_wide;
} encoder;

/* ---- small pieces ---------------------------------------------------------------------------- */

/* Bits of a signed number with this range. */
static unsigned width_of(csl_range r) {
    unsigned w = 1;
    while (w < 120 && (r.lo < -((csl_wide)1 << (w - 1)) || r.hi > ((csl_wide)1 << (w - 1)) - 1)) {
        w++;
    }
    return w;
}

static Z3_ast number(encoder *e, csl_wide v, unsigned width) {
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

/* Sign-extends, or cuts off high bits. */
static Z3_ast resize(encoder *e, Z3_ast a, unsigned from, unsigned to) {
    if (from == to) {
        return a;
    }
    return from < to ? Z3_mk_sign_ext(e->c, to - from, a) : Z3_mk_extract(e->c, to - 1, 0, a);
}

static Z3_ast both(encoder *e, Z3_ast a, Z3_ast b) {
    return Z3_mk_and(e->c, 2, (Z3_ast[]){a, b});
}

static Z3_ast either(encoder *e, Z3_ast a, Z3_ast b) {
    if (!a || !b) {
        return a ? a : b;
    }
    return Z3_mk_or(e->c, 2, (Z3_ast[]){a, b});
}

static void require(encoder *e, Z3_ast a) {
    Z3_ast_vector_push(e->c, e->assertions, a);
}

/* v lies in a range; the bounds fit the width. */
static Z3_ast inside(encoder *e, Z3_ast v, unsigned width, csl_range r) {
    return both(e, Z3_mk_bvsle(e->c, number(e, r.lo, width), v),
                Z3_mk_bvsle(e->c, v, number(e, r.hi, width)));
}

static Z3_ast fresh(encoder *e, Z3_sort sort) {
    Z3_symbol name = Z3_mk_int_symbol(e->c, (int)e->fresh++);
    return Z3_mk_const(e->c, name, sort);
}

/* A new integer in a range. */
static term integer(encoder *e, csl_range r) {
    term v = {.width = width_of(r)};
    if (v.width > MAX_WIDTH) {
        e->too_wide = true;
        v.width = 1;
        r = (csl_range){0, 0};
    }
    if (r.lo >= 0 && v.width > 1) {
        v.bits = Z3_mk_zero_ext(e->c, 1, fresh(e, Z3_mk_bv_sort(e->c, v.width - 1)));
    } else {
        v.bits = fresh(e, Z3_mk_bv_sort(e->c, v.width));
    }
    require(e, inside(e, v.bits, v.width, r));
    return v;
}

/* The value of an integer or BOOL term in `width` bits. */
static Z3_ast value(encoder *e, uint32_t node, unsigned width) {
    term *v = &e->term[node];
    if (!v->bits) {
        v->width = 2;
        v->bits = Z3_mk_ite(e->c, v->truth, number(e, 1, 2), number(e, 0, 2));
    }
    return resize(e, v->bits, v->width, width);
}

/* ---- operators ------------------------------------------------------------------------------- */

static unsigned max(unsigned a, unsigned b) {
    return a > b ? a : b;
}

static unsigned kid_width(const encoder *e, uint32_t i, unsigned k) {
    return width_of(csl_kid_range(e->t, i, k));
}

/* The exact-integer result of an operation, in `width` bits. */
static Z3_ast operation(encoder *e, uint32_t i, unsigned width) {
    const csl_term *node = &e->t->node[i];
    Z3_context c = e->c;
    Z3_ast a = value(e, node->kid[0], width);
    Z3_ast b = node->e->nkids > 1 ? value(e, node->kid[1], width) : a;
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
                   : Z3_mk_bvsub(c, number(e, ((csl_wide)1 << bits) - 1, width), a);
    case CSL_OP_SHL:
        if (count.lo < 0 || count.hi >= bits) { /* all is shifted out, whatever `width` holds */
            Z3_ast within = Z3_mk_bvult(c, b, number(e, bits, width));
            return Z3_mk_ite(c, within, Z3_mk_bvshl(c, a, b), number(e, 0, width));
        }
        return Z3_mk_bvshl(c, a, b);
    case CSL_OP_SHR: return Z3_mk_bvashr(c, a, b);
    case CSL_OP_MIN: return Z3_mk_ite(c, Z3_mk_bvsle(c, a, b), a, b);
    case CSL_OP_MAX: return Z3_mk_ite(c, Z3_mk_bvsle(c, a, b), b, a);
    default: return a; /* CAST */
    }
}

static Z3_ast relation(encoder *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    unsigned w = max(max(kid_width(e, i, 0), kid_width(e, i, 1)), 2);
    Z3_ast a = value(e, node->kid[0], w), b = value(e, node->kid[1], w);
    switch (node->e->op) {
    case CSL_OP_EQ: return Z3_mk_eq(e->c, a, b);
    case CSL_OP_NE: return Z3_mk_not(e->c, Z3_mk_eq(e->c, a, b));
    case CSL_OP_LT: return Z3_mk_bvslt(e->c, a, b);
    default: return Z3_mk_bvsle(e->c, a, b);
    }
}

/* Conjunction or disjunction; undefined unless one defined kid settles it. */
static void junction(encoder *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    bool conjunction = node->e->op == CSL_OP_AND;
    Z3_ast settled = NULL, doubt = NULL, all = NULL;
    for (unsigned k = 0; k < node->e->nkids; k++) {
        term kid = e->term[node->kid[k]];
        Z3_ast decides = conjunction ? Z3_mk_not(e->c, kid.truth) : kid.truth;
        all = !all ? kid.truth : conjunction ? both(e, all, kid.truth) : either(e, all, kid.truth);
        doubt = either(e, doubt, kid.undefined);
        if (kid.undefined) {
            decides = both(e, decides, Z3_mk_not(e->c, kid.undefined));
        }
        settled = either(e, settled, decides);
    }
    e->term[i].truth = all;
    e->term[i].undefined = doubt ? both(e, doubt, Z3_mk_not(e->c, settled)) : NULL;
}

static void selection(encoder *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    term c = e->term[node->kid[0]], a = e->term[node->kid[1]], b = e->term[node->kid[2]];
    term *r = &e->term[i];
    if (node->e->type == CSL_BOOL) {
        r->truth = Z3_mk_ite(e->c, c.truth, a.truth, b.truth);
    } else {
        r->width = max(kid_width(e, i, 1), kid_width(e, i, 2));
        r->bits = Z3_mk_ite(e->c, c.truth, value(e, node->kid[1], r->width),
                            value(e, node->kid[2], r->width));
    }
    if (a.undefined || b.undefined) {
        Z3_ast never = Z3_mk_false(e->c);
        r->undefined = Z3_mk_ite(e->c, c.truth, a.undefined ? a.undefined : never,
                                 b.undefined ? b.undefined : never);
    }
    r->undefined = either(e, r->undefined, c.undefined);
}

/* Arithmetic: exactly in enough bits, then undefined or reduced where the type is too small. */
static void arithmetic(encoder *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    csl_type type = (csl_type)node->e->type;
    csl_range kid[2] = {csl_kid_range(e->t, i, 0), {0, 0}};
    unsigned w = width_of(kid[0]);
    if (node->e->nkids > 1) {
        kid[1] = csl_kid_range(e->t, i, 1);
        w = max(w, width_of(kid[1]));
    }
    csl_range exact = csl_range_of_op(node->e, kid), all = csl_range_of_type(type);
    bool fits = csl_range_inside(exact, all);
    unsigned bits = csl_type_bytes(type) * 8;
    term *r = &e->term[i];
    /* One bit to spare: INT_MIN / -1 and widths of types need it. */
    w = max(w, width_of(exact)) + 1;
    if (!fits && node->strict) {
        w = max(w, width_of(all)); /* the test for overflow needs the bounds of the type */
    } else if (!fits && w > bits + 1) {
        w = bits + 1; /* only the low bits count, and sums and products need no others */
        if (node->e->op == CSL_OP_SHL || node->e->op == CSL_OP_CAST || node->e->op == CSL_OP_BNOT) {
            w = max(w, max(width_of(kid[0]), width_of(kid[1])) + 1);
        }
    }
    if (w > MAX_WIDTH) {
        e->too_wide = true;
        w = MAX_WIDTH;
    }
    if (w < 8) {
        w = 8; /* room for the width of a type */
    }
    bool nonlinear =
        node->e->op == CSL_OP_MUL || node->e->op == CSL_OP_DIV || node->e->op == CSL_OP_REM;
    if (nonlinear && kid[0].lo != kid[0].hi && kid[1].lo != kid[1].hi) {
        e->gates += width_of(kid[0]) * width_of(kid[1]) * (node->e->op == CSL_OP_MUL ? 1 : 2);
    }
    r->bits = operation(e, i, w);
    r->width = w;
    if (node->e->op == CSL_OP_DIV || node->e->op == CSL_OP_REM) {
        Z3_ast divisor = value(e, node->kid[1], w);
        if (kid[1].lo <= 0 && kid[1].hi >= 0) {
            r->undefined = Z3_mk_eq(e->c, divisor, number(e, 0, w));
        }
        if (all.lo < 0 && kid[0].lo == all.lo && kid[1].lo <= -1 && kid[1].hi >= -1) {
            Z3_ast least = Z3_mk_eq(e->c, value(e, node->kid[0], w), number(e, all.lo, w));
            Z3_ast minus = Z3_mk_eq(e->c, divisor, number(e, -1, w));
            r->undefined = either(e, r->undefined, both(e, least, minus));
        }
    } else if (node->strict && !fits) {
        r->undefined = Z3_mk_not(e->c, inside(e, r->bits, w, all));
    } else if (!fits) { /* wraps */
        Z3_ast low = resize(e, r->bits, w, bits);
        r->bits = all.lo < 0 ? low : Z3_mk_zero_ext(e->c, 1, low);
        r->width = all.lo < 0 ? bits : bits + 1;
    }
    unsigned narrow = width_of(node->range);
    r->bits = resize(e, r->bits, r->width, narrow);
    r->width = narrow;
}

/* POPC, CLZ, FFS and BREV look at the single bits of the operand. */
static void bit_count(encoder *e, uint32_t i) {
    enum { COUNT = 8 }; /* bits of a count; 64 fits */
    const csl_term *node = &e->t->node[i];
    const csl_expr *x = node->e;
    unsigned bits = csl_type_bytes((csl_type)x->kids[0]->type) * 8;
    term *r = &e->term[i];
    Z3_ast operand = value(e, node->kid[0], bits), bit[64];
    for (unsigned k = 0; k < bits; k++) {
        bit[k] = Z3_mk_extract(e->c, k, k, operand);
    }
    r->width = COUNT;
    r->bits = number(e, x->op == CSL_OP_CLZ ? (csl_wide)bits : 0, COUNT);
    for (unsigned k = 0; k < bits; k++) {
        unsigned at = x->op == CSL_OP_FFS ? bits - 1 - k : k; /* the last one that is set decides */
        Z3_ast set = Z3_mk_eq(e->c, bit[at], number(e, 1, 1));
        csl_wide count = x->op == CSL_OP_FFS ? at + 1 : bits - 1 - at;
        if (x->op == CSL_OP_POPC) {
            r->bits = Z3_mk_bvadd(e->c, r->bits, Z3_mk_zero_ext(e->c, COUNT - 1, bit[k]));
        } else if (x->op != CSL_OP_BREV) {
            r->bits = Z3_mk_ite(e->c, set, number(e, count, COUNT), r->bits);
        } else {
            r->bits = k == 0 ? bit[0] : Z3_mk_concat(e->c, r->bits, bit[k]);
        }
    }
    if (x->op == CSL_OP_BREV) {
        bool is_signed = csl_type_signed((csl_type)x->type);
        r->bits = is_signed ? r->bits : Z3_mk_zero_ext(e->c, 1, r->bits);
        r->width = bits + !is_signed;
    }
    unsigned narrow = width_of(node->range);
    r->bits = resize(e, r->bits, r->width, narrow);
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
static void unknown(encoder *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    e->has_fresh = true;
    if (node->e->type == CSL_BOOL) {
        e->term[i].truth = fresh(e, Z3_mk_bool_sort(e->c));
    } else if (csl_type_integer((csl_type)node->e->type)) {
        e->term[i] = integer(e, node->range);
    }
}

static bool known_operands(const csl_expr *x) {
    bool known = csl_type_integer((csl_type)x->type);
    for (unsigned k = 0; k < x->nkids; k++) {
        known = known && csl_type_integer((csl_type)x->kids[k]->type);
    }
    return known;
}

static void encode(encoder *e, uint32_t i) {
    const csl_term *node = &e->t->node[i];
    const csl_expr *x = node->e;
    term *r = &e->term[i];
    if (x->op == CSL_OP_SYM && csl_type_integer((csl_type)x->type)) {
        *r = e->row[x->index];
        if (x->type == CSL_BOOL) {
            r->truth = Z3_mk_not(e->c, Z3_mk_eq(e->c, r->bits, number(e, 0, r->width)));
        }
    } else if (!known_operands(x) || x->op == CSL_OP_PURE) {
        unknown(e, i);
    } else if (x->op >= CSL_OP_POPC) {
        if (is_bit_count(x)) {
            bit_count(e, i);
        } else {
            unknown(e, i);
        }
    } else if (x->op == CSL_OP_CONST && x->type == CSL_BOOL) {
        r->truth = x->value ? Z3_mk_true(e->c) : Z3_mk_false(e->c);
    } else if (x->op == CSL_OP_CONST) {
        r->width = width_of(node->range);
        r->bits = number(e, node->range.lo, r->width);
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
            Z3_ast v = value(e, node->kid[0], w);
            r->truth = Z3_mk_not(e->c, Z3_mk_eq(e->c, v, number(e, 0, w)));
        }
    } else {
        arithmetic(e, i);
    }
    for (unsigned k = 0; k < x->nkids; k++) {
        r->undefined = either(e, r->undefined, e->term[node->kid[k]].undefined);
    }
}

/* ---- the query ------------------------------------------------------------------------------- */

static void variables(encoder *e, csl_pool *pool) {
    const csl_tape *t = e->t;
    e->row = CSL_POOL_ARRAY(pool, term, t->q->nvars);
    for (uint32_t v = 0; v < t->q->nvars; v++) {
        if (csl_type_integer(t->q->vars[v].type)) {
            csl_range r = t->var[v] == CSL_NO_NODE
                              ? t->var_range[v]
                              : csl_range_meet(t->var_range[v], t->node[t->var[v]].range);
            e->row[v] = integer(e, r);
        }
    }
}

static Z3_ast fixed(encoder *e, uint32_t v, unsigned width) {
    return resize(e, e->row[v].bits, e->row[v].width, width);
}

/* Thread ids inside the block, an allowed shape, and two threads of the right kind. */
static void threads(encoder *e) {
    enum { W = 36 }; /* the product of three dimensions, and linear thread numbers */
    const csl_shapes *s = e->t->q->shapes;
    Z3_context c = e->c;
    Z3_ast linear[2], dim[3], same = NULL, allowed = NULL;
    for (unsigned d = 0; d < 3; d++) {
        dim[d] = fixed(e, CSL_DV_BDIM + d, W);
        Z3_ast a = fixed(e, CSL_DV_TID1 + d, W), b = fixed(e, CSL_DV_TID2 + d, W);
        require(e, both(e, Z3_mk_bvslt(c, a, dim[d]), Z3_mk_bvslt(c, b, dim[d])));
        Z3_ast equal = Z3_mk_eq(c, a, b);
        same = same ? both(e, same, equal) : equal;
    }
    require(e, Z3_mk_not(c, same));
    for (uint32_t i = 0; i < s->n; i++) {
        Z3_ast one = NULL;
        for (unsigned d = 0; d < 3; d++) {
            Z3_ast equal = Z3_mk_eq(c, dim[d], number(e, s->shape[i][d], W));
            one = one ? both(e, one, equal) : equal;
        }
        allowed = either(e, allowed, one);
    }
    if (s->n == 0) {
        Z3_ast product = Z3_mk_bvmul(c, Z3_mk_bvmul(c, dim[0], dim[1]), dim[2]);
        allowed = Z3_mk_bvsle(c, product, number(e, s->max_threads, W));
    }
    require(e, allowed);
    if (e->t->q->pair == CSL_PAIR_BLOCK) {
        return;
    }
    for (unsigned side = 0; side < 2; side++) {
        uint32_t first = side == 0 ? CSL_DV_TID1 : CSL_DV_TID2;
        Z3_ast n =
            Z3_mk_bvadd(c, Z3_mk_bvmul(c, fixed(e, first + 2, W), dim[1]), fixed(e, first + 1, W));
        n = Z3_mk_bvadd(c, Z3_mk_bvmul(c, n, dim[0]), fixed(e, first, W));
        linear[side] = Z3_mk_bvlshr(c, n, number(e, 5, W));
    }
    Z3_ast one_warp = Z3_mk_eq(c, linear[0], linear[1]);
    require(e, e->t->q->pair == CSL_PAIR_SAME_WARP ? one_warp : Z3_mk_not(c, one_warp));
}

static void conditions(encoder *e) {
    const csl_tape *t = e->t;
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        term v = e->term[t->conjunct[i]];
        require(e, v.truth);
        if (v.undefined) {
            require(e, Z3_mk_not(e->c, v.undefined));
        }
    }
    if (t->offset[0] == CSL_NO_NODE) {
        return;
    }
    unsigned w = 34; /* at least what sizes of accesses need */
    for (unsigned s = 0; s < 2; s++) {
        Z3_ast undefined = e->term[t->offset[s]].undefined;
        if (undefined) {
            require(e, Z3_mk_not(e->c, undefined));
        }
        w = max(w, width_of(t->node[t->offset[s]].range));
    }
    w++;
    Z3_ast distance = Z3_mk_bvsub(e->c, value(e, t->offset[0], w), value(e, t->offset[1], w));
    csl_range overlap = {1 - (csl_wide)t->q->bytes[0], (csl_wide)t->q->bytes[1] - 1};
    require(e, inside(e, distance, w, overlap));
}

/* ---- solving --------------------------------------------------------------------------------- */

static void set_limit(Z3_context c, Z3_solver s, uint32_t rlimit) {
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "rlimit"), rlimit);
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "random_seed"), 0);
    Z3_solver_set_params(c, s, p);
    Z3_params_dec_ref(c, p);
}

static Z3_solver new_solver(Z3_context c, uint32_t rlimit) {
    Z3_solver s = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_BV"));
    Z3_solver_inc_ref(c, s);
    set_limit(c, s, rlimit);
    return s;
}

/* Reads the model of the last satisfiable check; false on any trouble. */
static bool read_model(encoder *e, Z3_solver s, int64_t *out) {
    Z3_model m = Z3_solver_get_model(e->c, s);
    bool good = m != NULL && !failed;
    if (!good) {
        return false;
    }
    Z3_model_inc_ref(e->c, m);
    for (uint32_t v = 0; v < e->t->q->nvars && good; v++) {
        Z3_ast n;
        uint64_t bits = 0;
        out[v] = e->t->q->vars[v].lo;
        if (!e->row[v].bits) {
            continue;
        }
        unsigned w = e->row[v].width < 64 ? e->row[v].width : 64;
        Z3_ast low = resize(e, e->row[v].bits, e->row[v].width, w);
        good = Z3_model_eval(e->c, m, low, true, &n) && Z3_get_numeral_uint64(e->c, n, &bits);
        /* The sign bit of a width below 64 is carried up. */
        out[v] = w < 64 ? (int64_t)(bits << (64 - w)) >> (64 - w) : (int64_t)bits;
    }
    Z3_model_dec_ref(e->c, m);
    return good && !failed;
}

/* Adds a condition for good if the query stays satisfiable with it. */
static bool try(encoder *e, Z3_solver s, Z3_ast condition, int64_t *value, unsigned *checks) {
    if (*checks == 0) {
        return false;
    }
    --*checks;
    Z3_solver_push(e->c, s);
    Z3_solver_assert(e->c, s, condition);
    bool good = Z3_solver_check(e->c, s) == Z3_L_TRUE && read_model(e, s, value);
    if (!good) {
        Z3_solver_pop(e->c, s, 1);
    }
    return good;
}

/* Makes a witness readable: a well-known shape, then small thread ids, pass numbers, the rest. */
static void make_small(encoder *e, Z3_solver s, int64_t *value) {
    static const csl_role order[] = {CSL_ROLE_TID,  CSL_ROLE_ITER, CSL_ROLE_PARAM, CSL_ROLE_BID,
                                     CSL_ROLE_GDIM, CSL_ROLE_DATA, CSL_ROLE_APPROX};
    unsigned checks = MAX_CHECKS;
    uint32_t shape[CSL_MAX_TRIED][3];
    bool complete;
    uint32_t n = csl_shapes_to_try(e->t->q->shapes, shape, &complete);
    for (uint32_t i = 0; i < n && i < 8; i++) {
        Z3_ast all = Z3_mk_true(e->c);
        for (unsigned d = 0; d < 3; d++) {
            Z3_ast dim = fixed(e, CSL_DV_BDIM + d, 32);
            all = both(e, all, Z3_mk_eq(e->c, dim, number(e, shape[i][d], 32)));
        }
        if (try(e, s, all, value, &checks)) {
            break;
        }
    }
    for (unsigned o = 0; o < sizeof order / sizeof *order; o++) {
        for (uint32_t v = 0; v < e->t->q->nvars; v++) {
            const csl_dvar *var = &e->t->q->vars[v];
            if (var->role != order[o] || !e->row[v].bits) {
                continue;
            }
            unsigned w = e->row[v].width + 1;
            Z3_ast bits = resize(e, e->row[v].bits, e->row[v].width, w);
            csl_wide lo = var->lo > 0 || var->hi < 0 ? var->lo : 0;
            csl_wide hi = value[v];
            while (lo < hi && checks > 0 && !failed) {
                csl_wide middle = lo + (hi - lo) / 2;
                Z3_ast small = Z3_mk_bvsle(e->c, bits, number(e, middle, w));
                if (try(e, s, small, value, &checks)) {
                    hi = value[v];
                } else {
                    lo = middle + 1;
                }
            }
        }
    }
}

static csl_answer solve(encoder *e, uint32_t rlimit) {
    const csl_query *q = e->t->q;
    csl_answer a = {.verdict = CSL_UNDECIDED, .by = "z3"};
    Z3_solver s = new_solver(e->c, rlimit);
    for (unsigned i = 0; i < Z3_ast_vector_size(e->c, e->assertions); i++) {
        Z3_solver_assert(e->c, s, Z3_ast_vector_get(e->c, e->assertions, i));
    }
    Z3_lbool found = failed ? Z3_L_UNDEF : Z3_solver_check(e->c, s);
    if (found == Z3_L_FALSE && !failed) {
        a.verdict = CSL_SAFE;
    } else if (found == Z3_L_TRUE) {
        int64_t *value = csl_alloc(q->ctx, q->nvars * sizeof *value);
        if (read_model(e, s, value)) {
            if (!e->has_fresh) {
                set_limit(e->c, s, rlimit < SMALL_RLIMIT ? rlimit : SMALL_RLIMIT);
                make_small(e, s, value);
            }
            a.verdict = csl_query_holds(q, value) ? CSL_POSSIBLE : CSL_UNDECIDED;
            a.value = a.verdict == CSL_POSSIBLE ? value : NULL;
            if (a.verdict == CSL_UNDECIDED && !e->has_fresh && !failed) {
                csl_replay_failed("z3");
            }
        }
    }
    Z3_solver_dec_ref(e->c, s);
    return a;
}

static void open_context(csl_decider *d) {
    if (d->z3) {
        return;
    }
    d->z3 = calloc(1, sizeof *d->z3);
    if (!d->z3) {
        abort();
    }
    Z3_config config = Z3_mk_config();
    d->z3->c = Z3_mk_context(config); /* not reference-counted: terms live as long as it does */
    Z3_del_config(config);
    Z3_set_error_handler(d->z3->c, on_error);
}

csl_answer csl_z3_decide(csl_decider *d, const csl_query *q) {
    csl_pool pool = {0};
    csl_answer a = {.verdict = CSL_UNDECIDED, .by = "z3"};
    csl_tape *t = csl_tape_new(&pool, q, true);
    if (t->contradiction) {
        a.verdict = CSL_SAFE;
    } else if (t->n <= MAX_NODES) {
        failed = false;
        open_context(d);
        csl_tape_widen(t);
        encoder e = {.c = d->z3->c, .t = t};
        e.term = CSL_POOL_ARRAY(&pool, term, t->n);
        e.assertions = Z3_mk_ast_vector(e.c);
        Z3_ast_vector_inc_ref(e.c, e.assertions);
        variables(&e, &pool);
        for (uint32_t i = 0; i < t->n; i++) {
            encode(&e, i);
        }
        threads(&e);
        conditions(&e);
        if (!e.too_wide && e.gates <= MAX_GATES) {
            a = solve(&e, d->options.solver_rlimit);
        }
        Z3_ast_vector_dec_ref(e.c, e.assertions);
    }
    csl_pool_free(&pool);
    return a;
}

void csl_z3_free(csl_z3 *z3) {
    if (z3) {
        Z3_del_context(z3->c);
        free(z3);
    }
}

const char *csl_solver_version(void) {
    return Z3_get_full_version();
}

#endif

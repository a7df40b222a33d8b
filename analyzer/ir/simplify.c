/* Constructors of arithmetic, casts and ITE: they fold constants and apply identities.
 *
 * Every rule keeps the value for all operand values (wrapping included). Rules that regroup a sum
 * or product of a signed type must also not create an intermediate result that can overflow where
 * the original could not, because the analysis may assume that signed operations do not overflow.
 *
 * Canonical form: constants on the right of commutative operators, other operands by id; 0 - x is
 * NEG x. Signed x - c is x + (-c); unsigned x + c is x - (-c) if that constant is the smaller one,
 * so `threadIdx.x - 1` stays what it is.
 */
#include "internal.h"

#include <assert.h>

static csl_expr *node1(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a) {
    return csl_node_of(ctx, op, type, 1, &a);
}

static csl_expr *node2(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a, csl_expr *b) {
    return csl_node_of(ctx, op, type, 2, (csl_expr *[]){a, b});
}

static bool is_constant(const csl_expr *e) {
    return e->op == CSL_OP_CONST;
}

static bool has_constant_right(const csl_expr *e, csl_op op) {
    return e->op == op && is_constant(e->kids[1]);
}

static bool commutes(csl_op op) {
    switch (op) {
    case CSL_OP_ADD:
    case CSL_OP_MUL:
    case CSL_OP_BAND:
    case CSL_OP_BOR:
    case CSL_OP_BXOR:
    case CSL_OP_MIN:
    case CSL_OP_MAX: return true;
    default: return false;
    }
}

/* ---- unary --------------------------------------------------------------------------------- */

csl_expr *csl_unary(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a) {
    if (op == CSL_OP_NOT)
        return csl_not(ctx, a);
    if (op == CSL_OP_CAST)
        return csl_cast(ctx, type, a);
    if (is_constant(a))
        return csl_fold(ctx, op, type, 1, &a);
    bool own_inverse = op == CSL_OP_NEG || op == CSL_OP_BNOT ||
                       (op == CSL_OP_BREV && csl_type_bytes(type) == csl_type_bytes(a->type));
    if (own_inverse && a->op == op && a->type == type && a->kids[0]->type == type)
        return a->kids[0];
    return node1(ctx, op, type, a);
}

/* ---- binary -------------------------------------------------------------------------------- */

/* c1 + c2 or c1 * c2, if grouping constants that way is allowed in `type` (see the head). */
static bool group_constants(csl_op op, csl_type type, int64_t c1, int64_t c2, int64_t *grouped) {
    bool overflow = op == CSL_OP_ADD ? __builtin_add_overflow(c1, c2, grouped)
                                     : __builtin_mul_overflow(c1, c2, grouped);
    if (!csl_type_signed(type)) { /* wraps; unsigned 64-bit values are the same bits */
        uint64_t u1 = (uint64_t)c1, u2 = (uint64_t)c2;
        *grouped = csl_normalise(type, (int64_t)(op == CSL_OP_ADD ? u1 + u2 : u1 * u2));
        return true;
    }
    return !overflow && csl_normalise(type, *grouped) == *grouped;
}

/* x + c, where x may itself be a sum or difference with a constant. */
static csl_expr *add_constant(csl_ctx *ctx, csl_type type, csl_expr *x, int64_t c) {
    bool is_signed = csl_type_signed(type);
    int64_t sum;
    if (has_constant_right(x, CSL_OP_ADD) &&
        group_constants(CSL_OP_ADD, type, x->kids[1]->value, c, &sum))
        return add_constant(ctx, type, x->kids[0], sum);
    if (has_constant_right(x, CSL_OP_SUB) && !is_signed)
        return add_constant(
            ctx, type, x->kids[0],
            csl_normalise(type, (int64_t)((uint64_t)c - (uint64_t)x->kids[1]->value)));
    if (c == 0)
        return x;
    if (!is_signed && (uint64_t)c > (uint64_t)csl_type_max(type) / 2)
        return node2(ctx, CSL_OP_SUB, type, x, csl_const(ctx, type, (int64_t)(0 - (uint64_t)c)));
    return node2(ctx, CSL_OP_ADD, type, x, csl_const(ctx, type, c));
}

/* ---- a number from its parts ----------------------------------------------------------------- */

/* c + q * (x / k) + r * (x % k) */
typedef struct in_parts {
    csl_expr *x;
    int64_t k, c, q, r;
} in_parts;

/* Adds `times` the term, in which the condition `cond` (or NULL) holds or does not; false if it is
 * made of something else. */
static bool take_apart(const csl_expr *e, int64_t times, const csl_expr *cond, bool holds,
                       unsigned *left, in_parts *to) {
    if (*left == 0 || times > INT32_MAX || times < -INT32_MAX)
        return false;
    --*left;
    if (is_constant(e)) {
        int64_t product;
        return !__builtin_mul_overflow(e->value, times, &product) &&
               !__builtin_add_overflow(to->c, product, &to->c);
    }
    if ((e->op == CSL_OP_ADD || e->op == CSL_OP_SUB) && e->kids[0]->type == e->type)
        return take_apart(e->kids[0], times, cond, holds, left, to) &&
               take_apart(e->kids[1], e->op == CSL_OP_SUB ? -times : times, cond, holds, left, to);
    if (has_constant_right(e, CSL_OP_MUL) && e->kids[1]->value > 0 &&
        e->kids[1]->value <= INT16_MAX)
        return take_apart(e->kids[0], times * e->kids[1]->value, cond, holds, left, to);
    if (e->op == CSL_OP_ITE && e->kids[0] == cond)
        return take_apart(e->kids[holds ? 1 : 2], times, cond, holds, left, to);
    const bool quotient = has_constant_right(e, CSL_OP_DIV);
    if ((!quotient && !has_constant_right(e, CSL_OP_REM)) || e->kids[1]->value < 1 ||
        (to->x && (to->x != e->kids[0] || to->k != e->kids[1]->value)))
        return false;
    to->x = e->kids[0];
    to->k = e->kids[1]->value;
    *(quotient ? &to->q : &to->r) += times;
    return true;
}

/* x + c, where the parts make that: x / k * k + x % k, or x / k * k where nothing remains. */
static csl_expr *put_together(csl_ctx *ctx, csl_type type, csl_expr *a, csl_expr *b,
                              const csl_expr *cond, bool holds) {
    unsigned left = 24;
    in_parts p = {.x = NULL};
    if (!take_apart(a, 1, cond, holds, &left, &p) || !take_apart(b, 1, cond, holds, &left, &p) ||
        !p.x || p.q != p.k || p.c != csl_normalise(type, p.c))
        return NULL;
    const bool even = cond && holds && cond->op == CSL_OP_EQ && csl_is_const(cond->kids[1], 0) &&
                      has_constant_right(cond->kids[0], CSL_OP_REM) &&
                      cond->kids[0]->kids[0] == p.x && cond->kids[0]->kids[1]->value == p.k;
    return p.r == 1 || even ? add_constant(ctx, type, p.x, p.c) : NULL;
}

/* A choice in a product or sum with constants. */
static const csl_expr *choice_in(const csl_expr *e) {
    while ((e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MUL) &&
           is_constant(e->kids[1]))
        e = e->kids[0];
    return e->op == CSL_OP_ITE ? e->kids[0] : NULL;
}

/* The sum a + b, where it is a number that was taken apart (rows and columns, from 0 or from 1), as
 * that number and a constant; NULL: it is not. */
static csl_expr *join(csl_ctx *ctx, csl_type type, csl_expr *a, csl_expr *b) {
    if (!has_constant_right(a, CSL_OP_MUL) && !has_constant_right(b, CSL_OP_MUL))
        return NULL;
    const csl_expr *cond = choice_in(a), *other = choice_in(b);
    if (cond && other && cond != other)
        return NULL;
    cond = cond ? cond : other;
    csl_expr *e = put_together(ctx, type, a, b, cond, false);
    return e && (!cond || put_together(ctx, type, a, b, cond, true) == e) ? e : NULL;
}

static csl_expr *add(csl_ctx *ctx, csl_type type, csl_expr *a, csl_expr *b) {
    if (csl_is_const(b, 0))
        return a;
    if (type == CSL_PTR && b->type == CSL_I64) {
        /* (p + x) + y = p + (x + y): both sums stay inside one object, so neither overflows. */
        if (a->op == CSL_OP_ADD && a->kids[1]->type == CSL_I64)
            return csl_binary(ctx, CSL_OP_ADD, a->kids[0],
                              csl_binary(ctx, CSL_OP_ADD, a->kids[1], b));
        return node2(ctx, CSL_OP_ADD, type, a, b);
    }
    if (a->op == CSL_OP_NEG)
        return csl_binary(ctx, CSL_OP_SUB, b, a->kids[0]);
    if (is_constant(b))
        return add_constant(ctx, type, a, b->value);
    if (b->op == CSL_OP_NEG)
        return csl_binary(ctx, CSL_OP_SUB, a, b->kids[0]);
    if (a->op == CSL_OP_SUB && a->kids[1] == b)
        return a->kids[0];
    if (b->op == CSL_OP_SUB && b->kids[1] == a)
        return b->kids[0];
    csl_expr *whole = join(ctx, type, a, b);
    return whole ? whole : node2(ctx, CSL_OP_ADD, type, a, b);
}

/* p + x is (p, x), any other pointer (p, 0). */
static csl_expr *split_pointer(csl_ctx *ctx, csl_expr *p, csl_expr **offset) {
    bool sum = p->op == CSL_OP_ADD && p->kids[1]->type == CSL_I64;
    *offset = sum ? p->kids[1] : csl_const(ctx, CSL_I64, 0);
    return sum ? p->kids[0] : p;
}

static csl_expr *subtract(csl_ctx *ctx, csl_type type, csl_expr *a, csl_expr *b) {
    if (a == b)
        return csl_const(ctx, type, 0);
    if (csl_is_const(b, 0) && a->type == type)
        return a;
    if (a->type == CSL_PTR) {
        if (b->type != CSL_PTR)
            return csl_binary(ctx, CSL_OP_ADD, a, csl_unary(ctx, CSL_OP_NEG, CSL_I64, b));
        csl_expr *x, *y;
        if (split_pointer(ctx, a, &x) == split_pointer(ctx, b, &y))
            return csl_binary(ctx, CSL_OP_SUB, x, y);
        return node2(ctx, CSL_OP_SUB, type, a, b);
    }
    if (csl_is_const(a, 0))
        return csl_unary(ctx, CSL_OP_NEG, type, b);
    if (is_constant(b) && !(csl_type_signed(type) && b->value == csl_type_min(type)))
        return add_constant(ctx, type, a, csl_normalise(type, (int64_t)(0 - (uint64_t)b->value)));
    if (b->op == CSL_OP_NEG)
        return csl_binary(ctx, CSL_OP_ADD, a, b->kids[0]);
    if (a->op == CSL_OP_ADD && a->kids[0] == b)
        return a->kids[1];
    if (a->op == CSL_OP_ADD && a->kids[1] == b)
        return a->kids[0];
    return node2(ctx, CSL_OP_SUB, type, a, b);
}

static csl_expr *multiply(csl_ctx *ctx, csl_type type, csl_expr *a, csl_expr *b) {
    if (csl_is_const(b, 0))
        return b;
    if (csl_is_const(b, 1))
        return a;
    int64_t product;
    if (is_constant(b) && has_constant_right(a, CSL_OP_MUL) &&
        group_constants(CSL_OP_MUL, type, a->kids[1]->value, b->value, &product))
        return csl_binary(ctx, CSL_OP_MUL, a->kids[0], csl_const(ctx, type, product));
    return node2(ctx, CSL_OP_MUL, type, a, b);
}

static csl_expr *divide(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a, csl_expr *b) {
    bool remainder = op == CSL_OP_REM;
    if (csl_is_const(b, 1))
        return remainder ? csl_const(ctx, type, 0) : a;
    if (csl_is_const(a, 0) || csl_is_const(b, 0)) /* x / 0 evaluates to 0 */
        return csl_const(ctx, type, 0);
    if (remainder && a->op == CSL_OP_REM && a->kids[1] == b)
        return a;
    return node2(ctx, op, type, a, b);
}

static csl_expr *bitwise(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a, csl_expr *b) {
    int64_t ones = csl_normalise(type, -1);
    if (a == b)
        return op == CSL_OP_BXOR ? csl_const(ctx, type, 0) : a;
    if (csl_is_const(b, 0))
        return op == CSL_OP_BAND ? b : a;
    if (csl_is_const(b, ones)) {
        if (op == CSL_OP_BXOR)
            return csl_unary(ctx, CSL_OP_BNOT, type, a);
        return op == CSL_OP_BAND ? a : b;
    }
    for (int k = 0; op == CSL_OP_BXOR && a->type == b->type && k < 2; k++) { /* x ^ (x ^ y) */
        if (a->op == op && a->kids[k] == b && a->kids[!k]->type == type)
            return a->kids[!k];
        if (b->op == op && b->kids[k] == a && b->kids[!k]->type == type)
            return b->kids[!k];
    }
    if (is_constant(b) && has_constant_right(a, op)) {
        csl_expr *constants[] = {a->kids[1], b};
        return csl_binary(ctx, op, a->kids[0], csl_fold(ctx, op, type, 2, constants));
    }
    csl_expr *truth = csl_bits_of_truths(ctx, op, type, a, b);
    return truth ? truth : node2(ctx, op, type, a, b);
}

static csl_expr *shift(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a, csl_expr *b) {
    if (csl_is_const(a, 0))
        return a;
    if (is_constant(b)) {
        int64_t bits = 8 * (int64_t)csl_type_bytes(type);
        bool all = b->value < 0 || b->value >= bits;
        if (all && (op == CSL_OP_SHL || !csl_type_signed(type)))
            return csl_const(ctx, type, 0);
        if (b->value == 0)
            return a;
        if (all)
            b = csl_const(ctx, b->type, bits - 1);
    }
    return node2(ctx, op, type, a, b);
}

static csl_expr *extreme(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a, csl_expr *b) {
    if (a == b)
        return a;
    if (is_constant(b) && has_constant_right(a, op)) {
        csl_expr *constants[] = {a->kids[1], b};
        return csl_binary(ctx, op, a->kids[0], csl_fold(ctx, op, type, 2, constants));
    }
    return node2(ctx, op, type, a, b);
}

/* The result type: the left operand's, which for + - with a pointer is the pointer's. */
static csl_type result_type(csl_op op, const csl_expr *a, const csl_expr *b) {
    return op == CSL_OP_SUB && a->type == CSL_PTR && b->type == CSL_PTR ? CSL_I64 : a->type;
}

csl_expr *csl_binary(csl_ctx *ctx, csl_op op, csl_expr *a, csl_expr *b) {
    switch (op) {
    case CSL_OP_EQ:
    case CSL_OP_NE:
    case CSL_OP_LT:
    case CSL_OP_LE: return csl_compare(ctx, op, a, b);
    case CSL_OP_AND: return csl_and(ctx, a, b);
    case CSL_OP_OR: return csl_or(ctx, a, b);
    default: break;
    }
    bool pointer_sum = op == CSL_OP_ADD && (a->type == CSL_PTR) != (b->type == CSL_PTR);
    bool swap = pointer_sum ? b->type == CSL_PTR
                            : commutes(op) && (is_constant(a) != is_constant(b) ? is_constant(a)
                                                                                : a->id > b->id);
    if (swap) {
        csl_expr *t = a;
        a = b;
        b = t;
    }
    csl_type type = result_type(op, a, b);
    if (is_constant(a) && is_constant(b))
        return csl_fold(ctx, op, type, 2, (csl_expr *[]){a, b});
    if (csl_type_float(type)) /* rounding, NaN and -0 leave no identity worth having */
        return node2(ctx, op, type, a, b);
    switch (op) {
    case CSL_OP_ADD: return add(ctx, type, a, b);
    case CSL_OP_SUB: return subtract(ctx, type, a, b);
    case CSL_OP_MUL: return multiply(ctx, type, a, b);
    case CSL_OP_DIV:
    case CSL_OP_REM: return divide(ctx, op, type, a, b);
    case CSL_OP_BAND:
    case CSL_OP_BOR:
    case CSL_OP_BXOR: return bitwise(ctx, op, type, a, b);
    case CSL_OP_SHL:
    case CSL_OP_SHR: return shift(ctx, op, type, a, b);
    default: return extreme(ctx, op, type, a, b);
    }
}

/* ---- casts and ITE ------------------------------------------------------------------------- */

/* Every value of integer type `from` is a value of integer type `to`. */
static bool widens(csl_type to, csl_type from) {
    unsigned more = csl_type_bytes(to), fewer = csl_type_bytes(from);
    if (csl_type_signed(from) == csl_type_signed(to))
        return more >= fewer;
    return csl_type_signed(to) && more > fewer;
}

csl_expr *csl_widened(const csl_expr *cast) {
    if (cast->op != CSL_OP_CAST)
        return NULL;
    csl_expr *kid = cast->kids[0];
    csl_type to = cast->type, from = kid->type;
    bool builtin = kid->op == CSL_OP_TID || kid->op == CSL_OP_BID || kid->op == CSL_OP_BDIM ||
                   kid->op == CSL_OP_GDIM;
    if (!csl_type_integer(to) || !csl_type_integer(from) || to == CSL_BOOL)
        return NULL;
    return widens(to, from) || (builtin && to == CSL_I32) ? kid : NULL;
}

csl_expr *csl_cast(csl_ctx *ctx, csl_type type, csl_expr *a) {
    csl_type from = a->type;
    if (type == from)
        return a;
    if (is_constant(a))
        return csl_fold(ctx, CSL_OP_CAST, type, 1, &a);
    if (type == CSL_BOOL)
        return csl_compare(ctx, CSL_OP_NE, a, csl_const(ctx, from, 0));
    if (from == CSL_BOOL)
        return csl_ite(ctx, a, csl_cast(ctx, type, csl_true(ctx)),
                       csl_cast(ctx, type, csl_false(ctx)));
    if (a->op == CSL_OP_ITE && is_constant(a->kids[1]) && is_constant(a->kids[2]))
        return csl_ite(ctx, a->kids[0], csl_cast(ctx, type, a->kids[1]),
                       csl_cast(ctx, type, a->kids[2]));
    if (a->op == CSL_OP_CAST) {
        csl_expr *inner = a->kids[0];
        bool integers =
            csl_type_integer(type) && csl_type_integer(from) && csl_type_integer(inner->type);
        /* The outer cast looks at low bits that the inner one keeps, or the inner one keeps all. */
        bool low_bits = csl_type_bytes(type) <= csl_type_bytes(from) && !a->index;
        bool all = csl_widened(a) || (a->index && type == inner->type && widens(type, from));
        if (integers && (low_bits || all))
            return csl_cast(ctx, type, inner);
        if (csl_type_float(type) && from == CSL_F64 && inner->type == CSL_F32)
            return csl_cast(ctx, type, inner);
    }
    return node1(ctx, CSL_OP_CAST, type, a);
}

csl_expr *csl_cast_exact(csl_ctx *ctx, csl_type type, csl_expr *a) {
    csl_expr *plain = csl_cast(ctx, type, a);
    if (plain->op != CSL_OP_CAST || plain->kids[0] != a || csl_widened(plain))
        return plain;
    csl_payload exact = {.value = 0};
    exact.index = 1;
    return csl_make_node(ctx, CSL_OP_CAST, type, exact, 1, &a);
}

/* ITE of type BOOL with a constant arm, or an arm that is the condition, is AND or OR. */
static csl_expr *ite_bool(csl_ctx *ctx, csl_expr *c, csl_expr *a, csl_expr *b) {
    if (csl_is_true(a) || a == c)
        return csl_or(ctx, c, b);
    if (csl_is_false(a))
        return csl_and(ctx, csl_not(ctx, c), b);
    if (csl_is_true(b))
        return csl_or(ctx, csl_not(ctx, c), a);
    if (csl_is_false(b) || b == c)
        return csl_and(ctx, c, a);
    return NULL;
}

/* What `arm` is where `c` has the given truth value: ite(c, x, y) loses one arm. */
static csl_expr *arm_under(csl_ctx *ctx, csl_expr *arm, csl_expr *c, bool holds) {
    while (arm->op == CSL_OP_ITE)
        if (arm->kids[0] == c)
            arm = holds ? arm->kids[1] : arm->kids[2];
        else if (arm->kids[0] == csl_not(ctx, c))
            arm = holds ? arm->kids[2] : arm->kids[1];
        else
            break;
    return arm;
}

csl_expr *csl_ite(csl_ctx *ctx, csl_expr *c, csl_expr *a, csl_expr *b) {
    assert(c->type == CSL_BOOL && a->type == b->type);
    if (is_constant(c))
        return c->value ? a : b;
    if (c->op == CSL_OP_NOT)
        return csl_ite(ctx, c->kids[0], b, a);
    a = arm_under(ctx, a, c, true);
    b = arm_under(ctx, b, c, false);
    if (a == b)
        return a;
    if (a->type == CSL_BOOL) {
        csl_expr *e = ite_bool(ctx, c, a, b);
        if (e)
            return e;
    }
    return csl_node_of(ctx, CSL_OP_ITE, a->type, 3, (csl_expr *[]){c, a, b});
}

/* Constructors of EQ, NE, LT and LE.
 *
 * Canonical form for integers: a comparison with a constant is EQ, NE or LT (x <= 5 is x < 6,
 * 5 <= x is 4 < x), constants of EQ and NE on the right. So the complement of a comparison is
 * again one, and csl_not() of csl_not() is the same pointer.
 */
#include "internal.h"

#include <assert.h>
#include <string.h>

static bool is_constant(const csl_expr *e) {
    return e->op == CSL_OP_CONST;
}

static csl_expr *node(csl_ctx *ctx, csl_op op, csl_expr *a, csl_expr *b) {
    return csl_node_of(ctx, op, CSL_BOOL, 2, (csl_expr *[]){a, b});
}

static csl_expr *boolean(csl_ctx *ctx, bool value) {
    return csl_const(ctx, CSL_BOOL, value);
}

/* An ITE (or nested ones) whose leaves are all constants, of at most *budget nodes as a tree. */
static bool selects_constants(const csl_expr *e, unsigned *budget) {
    if (*budget == 0)
        return false;
    --*budget;
    if (is_constant(e))
        return true;
    return e->op == CSL_OP_ITE && selects_constants(e->kids[1], budget) &&
           selects_constants(e->kids[2], budget);
}

/* A comparison of such an ITE with a constant moves into the arms and becomes a condition. */
static csl_expr *compare_selection(csl_ctx *ctx, csl_op op, csl_expr *a, csl_expr *b) {
    unsigned budget = 64;
    csl_expr *ite = is_constant(b) ? a : b;
    if (ite->op != CSL_OP_ITE || is_constant(a) == is_constant(b) ||
        !selects_constants(ite, &budget))
        return NULL;
    csl_expr *arms[2];
    for (int i = 0; i < 2; i++)
        arms[i] =
            csl_compare(ctx, op, ite == a ? ite->kids[1 + i] : a, ite == b ? ite->kids[1 + i] : b);
    return csl_ite(ctx, ite->kids[0], arms[0], arms[1]);
}

/* The least number without a sign of which a division by the constant, or a shift, leaves more than
 * 0; 0: it is no such thing. */
static int64_t least_left(const csl_expr *x) {
    if ((x->op != CSL_OP_DIV && x->op != CSL_OP_SHR) || !is_constant(x->kids[1]) ||
        x->kids[0]->type != x->type || csl_type_signed((csl_type)x->type))
        return 0;
    const int64_t by = x->kids[1]->value;
    if (x->op == CSL_OP_DIV)
        return by;
    return by >= 0 && by < 31 && csl_type_bytes((csl_type)x->type) >= 4 ? INT64_C(1) << by : 0;
}

/* A conversion between integers of one size. */
static bool keeps_bits(const csl_expr *x) {
    if (x->op != CSL_OP_CAST || !csl_type_integer((csl_type)x->type))
        return false;
    const csl_type from = (csl_type)x->kids[0]->type, to = (csl_type)x->type;
    return csl_type_integer(from) && from != CSL_BOOL && to != CSL_BOOL && from != CSL_PTR &&
           to != CSL_PTR && csl_type_bytes(from) == csl_type_bytes(to);
}

/* The number has bits that the mask leaves none of, or is none that a division by the constant
 * leaves. */
static bool is_never_left(const csl_expr *x, int64_t value) {
    if ((x->op != CSL_OP_BAND && x->op != CSL_OP_REM) || !is_constant(x->kids[1]) ||
        !csl_type_integer((csl_type)x->type))
        return false;
    const int64_t by = x->kids[1]->value;
    if (x->op == CSL_OP_BAND)
        return (value & ~by) != 0;
    return by > 0 && (value >= by || value <= -by);
}

/* x == c with x of an integer type. */
static csl_expr *equals_constant(csl_ctx *ctx, csl_expr *x, csl_expr *c) {
    if (x->type == CSL_BOOL)
        return c->value ? x : csl_not(ctx, x);
    csl_expr *narrow = csl_widened(x);
    if (narrow) {
        if (csl_normalise(narrow->type, c->value) != c->value)
            return csl_false(ctx);
        return csl_compare(ctx, CSL_OP_EQ, narrow, csl_const(ctx, narrow->type, c->value));
    }
    if ((x->op == CSL_OP_ADD || x->op == CSL_OP_SUB) && is_constant(x->kids[1]) &&
        x->kids[0]->type == x->type) {
        uint64_t value = (uint64_t)c->value, addend = (uint64_t)x->kids[1]->value;
        uint64_t rest = x->op == CSL_OP_ADD ? value - addend : value + addend;
        return csl_compare(ctx, CSL_OP_EQ, x->kids[0], csl_const(ctx, x->type, (int64_t)rest));
    }
    if (x->op == CSL_OP_SUB && is_constant(x->kids[0]) && x->kids[1]->type == x->type) {
        const uint64_t rest = (uint64_t)x->kids[0]->value - (uint64_t)c->value;
        return csl_compare(ctx, CSL_OP_EQ, x->kids[1], csl_const(ctx, x->type, (int64_t)rest));
    }
    if ((x->op == CSL_OP_SUB || x->op == CSL_OP_BXOR) && c->value == 0 &&
        x->kids[0]->type == x->kids[1]->type)
        return csl_compare(ctx, CSL_OP_EQ, x->kids[0], x->kids[1]);
    if (keeps_bits(x))
        return csl_compare(ctx, CSL_OP_EQ, x->kids[0],
                           csl_const(ctx, (csl_type)x->kids[0]->type, c->value));
    if (c->value == 0 && least_left(x))
        return csl_compare(ctx, CSL_OP_LT, x->kids[0],
                           csl_const(ctx, (csl_type)x->type, least_left(x)));
    if (is_never_left(x, c->value))
        return csl_false(ctx);
    if (x->op == CSL_OP_BAND && csl_is_const(x->kids[1], 1) && c->value == 1)
        return csl_not(ctx, node(ctx, CSL_OP_EQ, x, csl_const(ctx, (csl_type)x->type, 0)));
    return node(ctx, CSL_OP_EQ, x, c);
}

/* The address of a string literal, which is never null. */
static bool is_string(const csl_expr *e) {
    return e->op == CSL_OP_PURE && e->type == CSL_PTR && strcmp(e->name, CSL_STRING_LITERAL) == 0;
}

static csl_expr *equality(csl_ctx *ctx, csl_expr *a, csl_expr *b) {
    if (keeps_bits(a) && keeps_bits(b) && a->kids[0]->type == b->kids[0]->type &&
        !csl_is_exact(a) && !csl_is_exact(b))
        return csl_compare(ctx, CSL_OP_EQ, a->kids[0], b->kids[0]);
    if (is_constant(a) || (!is_constant(b) && a->id > b->id)) {
        csl_expr *t = a;
        a = b;
        b = t;
    }
    if (csl_type_float(a->type))
        return node(ctx, CSL_OP_EQ, a, b);
    if (a == b)
        return csl_true(ctx);
    if (is_string(a) && csl_is_const(b, 0))
        return csl_false(ctx);
    return is_constant(b) ? equals_constant(ctx, a, b) : node(ctx, CSL_OP_EQ, a, b);
}

/* x < c (constant_right) or c < x, with x of an integer type. */
static csl_expr *less_constant(csl_ctx *ctx, csl_expr *x, csl_expr *c, bool constant_right) {
    csl_type type = x->type;
    int64_t low = csl_type_min(type), high = csl_type_max(type), value = c->value;
    /* Nothing is below `low` or above `high`; one step further only one value is. */
    int64_t none = constant_right ? low : high;
    int64_t only = constant_right ? (int64_t)((uint64_t)low + 1) : (int64_t)((uint64_t)high - 1);
    int64_t all_but_one = constant_right ? high : low;
    if (value == none)
        return csl_false(ctx);
    if (value == only)
        return csl_compare(ctx, CSL_OP_EQ, x, csl_const(ctx, type, none));
    if (value == all_but_one)
        return csl_compare(ctx, CSL_OP_NE, x, c);
    csl_expr *narrow = csl_widened(x);
    if (narrow) {
        csl_type small = narrow->type;
        if (csl_normalise(small, value) == value) {
            csl_expr *same = csl_const(ctx, small, value);
            return constant_right ? csl_compare(ctx, CSL_OP_LT, narrow, same)
                                  : csl_compare(ctx, CSL_OP_LT, same, narrow);
        }
        /* Outside the narrow type: below or above all of its values. */
        return boolean(ctx, csl_less(type, value, csl_type_min(small)) != constant_right);
    }
    return constant_right ? node(ctx, CSL_OP_LT, x, c) : node(ctx, CSL_OP_LT, c, x);
}

/* a <= b where one side is a constant: the same as a strict comparison with its neighbour. */
static csl_expr *less_equal_constant(csl_ctx *ctx, csl_expr *a, csl_expr *b) {
    csl_type type = a->type;
    if (is_constant(b)) {
        if (b->value == csl_type_max(type))
            return csl_true(ctx);
        csl_expr *above = csl_const(ctx, type, (int64_t)((uint64_t)b->value + 1));
        return less_constant(ctx, a, above, true);
    }
    if (a->value == csl_type_min(type))
        return csl_true(ctx);
    csl_expr *below = csl_const(ctx, type, (int64_t)((uint64_t)a->value - 1));
    return less_constant(ctx, b, below, false);
}

csl_expr *csl_compare(csl_ctx *ctx, csl_op op, csl_expr *a, csl_expr *b) {
    assert(a->type == b->type);
    if (is_constant(a) && is_constant(b))
        return csl_fold(ctx, op, CSL_BOOL, 2, (csl_expr *[]){a, b});
    csl_expr *selection = compare_selection(ctx, op, a, b);
    if (selection)
        return selection;
    csl_expr *narrow_a = csl_widened(a), *narrow_b = csl_widened(b);
    if (narrow_a && narrow_b && narrow_a->type == narrow_b->type)
        return csl_compare(ctx, op, narrow_a, narrow_b);
    if (op == CSL_OP_EQ)
        return equality(ctx, a, b);
    if (op == CSL_OP_NE)
        return csl_not(ctx, equality(ctx, a, b));
    if (csl_type_float(a->type))
        return node(ctx, op, a, b);
    if (a == b)
        return boolean(ctx, op == CSL_OP_LE);
    if (!is_constant(a) && !is_constant(b))
        return node(ctx, op, a, b);
    if (op == CSL_OP_LE)
        return less_equal_constant(ctx, a, b);
    return is_constant(b) ? less_constant(ctx, a, b, true) : less_constant(ctx, b, a, false);
}

csl_expr *csl_truth(csl_ctx *ctx, csl_expr *a) {
    return csl_cast(ctx, CSL_BOOL, a);
}

/* Sums that lanes make in pairs: `for (d = 16; d > 0; d /= 2) v += __shfl_xor_sync(full, v, d);`.
 *
 * Let lanes l and l ^ s have the same value for all s of a set that is closed under XOR. After each
 * lane l has made its value x one of x and that of lane l ^ d, by an operation for which the order
 * of the two does not matter, the same holds of l and l ^ d, and so of the set with d in it. Once
 * the set holds all 32 numbers, all lanes have the same value, to the bit.
 *
 * That the order does not matter is true of sums of floats, too, but not of x * y + z, which a
 * compiler may make one operation: it rounds once, where the value that the other lane gets was
 * rounded before. So a sum of floats must not start with a product. Numbers of 16 bits are the
 * same, with operations that have names (shim/include/csl/half.h).
 */
#include "exec.h"

#include <string.h>

enum { LANES = 32 };

/* Whether the name is one of the list, which NULL ends. */
static bool is_one_of(const char *name, const char *const *list) {
    while (*list && strcmp(name, *list) != 0)
        list++;
    return *list;
}

/* The larger or the smaller of two: nothing is rounded. */
static bool has_extreme_name(const char *name) {
    static const char *const extreme[] = {"fmaxf",
                                          "fminf",
                                          "fmax",
                                          "fmin",
                                          "__hmax.bits",
                                          "__hmin.bits",
                                          "__hmax2.bits",
                                          "__hmin2.bits",
                                          "__hmax_nan.bits",
                                          "__hmin_nan.bits",
                                          "__hmax2_nan.bits",
                                          "__hmin2_nan.bits",
                                          NULL};
    return is_one_of(name, extreme);
}

/* Sums and products of numbers of 16 bits. */
static bool has_symmetric_name(const char *name) {
    static const char *const symmetric[] = {"operator+.bits",
                                            "operator+=.bits",
                                            "operator*.bits",
                                            "operator*=.bits",
                                            "__hadd.bits",
                                            "__hadd_rn.bits",
                                            "__hadd_sat.bits",
                                            "__hadd2.bits",
                                            "__hmul.bits",
                                            "__hmul_rn.bits",
                                            "__hmul_sat.bits",
                                            "__hmul2.bits",
                                            NULL};
    return is_one_of(name, symmetric);
}

/* Products of numbers of 16 bits, which a compiler may make one operation with a sum. */
static bool has_product_name(const char *name) {
    static const char *const product[] = {"operator*.bits", "operator*=.bits", "__hmul.bits",
                                          "__hmul2.bits", NULL};
    return is_one_of(name, product);
}

/* The order of the operands does not matter. ITE makes a maximum of floats, where it does: of NaN,
 * and of the two zeros. */
static bool is_symmetric(const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_ADD:
    case CSL_OP_MUL:
    case CSL_OP_BAND:
    case CSL_OP_BOR:
    case CSL_OP_BXOR:
    case CSL_OP_AND:
    case CSL_OP_OR: return e->nkids == 2;
    case CSL_OP_MIN:
    case CSL_OP_MAX: return !csl_type_float((csl_type)e->type);
    case CSL_OP_PURE:
        return e->nkids == 2 && (has_extreme_name(e->name) || has_symmetric_name(e->name));
    default: return false;
    }
}

/* The two operands, or those of an ITE that chooses the larger or the smaller of two integers. */
static bool combines(const csl_expr *e, const csl_expr *pair[2]) {
    csl_expr *const *kids = e->kids;
    if (e->op == CSL_OP_ITE) {
        const csl_expr *c = kids[0];
        if (csl_type_float((csl_type)e->type) || (c->op != CSL_OP_LT && c->op != CSL_OP_LE) ||
            !((c->kids[0] == kids[1] && c->kids[1] == kids[2]) ||
              (c->kids[0] == kids[2] && c->kids[1] == kids[1])))
            return false;
        pair[0] = kids[1], pair[1] = kids[2];
        return true;
    }
    if (!is_symmetric(e))
        return false;
    pair[0] = kids[0], pair[1] = kids[1];
    return true;
}

/* All 32 lanes swap: the shuffle whose result the term is, or NULL. */
static csl_node *swap_of(const csl_analysis *a, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    if (!s || s->kind != CSL_SYM_SYNC || s->node->stmt->sync->kind != CSL_SYNC_SHUFFLE)
        return NULL;
    const csl_sync *y = s->node->stmt->sync;
    const csl_expr *mask = s->node->mask;
    const bool all =
        y->tile == LANES || (mask && mask->op == CSL_OP_CONST && (int32_t)mask->value == -1);
    return all && y->width == LANES && y->swaps && s->node->apart ? s->node : NULL;
}

/* The shuffle that makes the next value of `phi` one of it and that of another lane. */
static csl_node *swap_in_pass(csl_analysis *a, uint32_t phi) {
    const csl_sym *s = a->syms.v[phi];
    const csl_expr *value = csl_sym_expr(a, phi), *pair[2];
    if (s->kind != CSL_SYM_PHI || s->def || !s->next || !combines(csl_expand(a, s->next), pair))
        return NULL;
    csl_node *n = swap_of(a, pair[pair[0] == value]);
    return n && n->loop == s->loop && pair[pair[0] != value] == value &&
                   csl_expand(a, n->offered) == value
               ? n
               : NULL;
}

/* A compiler may make one operation of the term and a sum that it is in. */
static bool may_be_product(csl_analysis *a, const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_CONST:
    case CSL_OP_PARAM:
    case CSL_OP_ADD:
    case CSL_OP_SUB: return false;
    case CSL_OP_ITE: return may_be_product(a, e->kids[1]) || may_be_product(a, e->kids[2]);
    case CSL_OP_CAST: return csl_type_float((csl_type)e->kids[0]->type);
    case CSL_OP_PURE: return csl_type_float((csl_type)e->type) || has_product_name(e->name);
    case CSL_OP_SYM: {
        const csl_sym *s = csl_sym_of(a, e);
        while (s->kind == CSL_SYM_EXIT)
            s = a->syms.v[s->inner];
        const bool read = s->kind == CSL_SYM_HAVOC && s->node &&
                          s->node->stmt->kind == CSL_STMT_HAVOC &&
                          s->node->stmt->havoc.of; /* a part of what memory holds */
        if (read || s->kind == CSL_SYM_LOAD || s->kind == CSL_SYM_SYNC)
            return false;
        if (s->kind != CSL_SYM_PHI || !s->next)
            return true;
        const csl_expr *next = csl_expand(a, s->next);
        return (next->op != CSL_OP_ADD && next->op != CSL_OP_PURE) ||
               (next->op == CSL_OP_PURE && may_be_product(a, next)) ||
               may_be_product(a, csl_expand(a, s->init));
    }
    default: return true;
    }
}

/* Bit s of `alike` says that lanes l and l ^ s have the same value. The same when each lane has
 * combined its value with that of lane l ^ d; 0: that is not known. */
static uint32_t alike_after(uint32_t alike, const csl_expr *d) {
    if (d->op != CSL_OP_CONST || d->value < 0 || d->value >= LANES)
        return 0;
    uint32_t more = alike;
    for (int64_t s = 0; s < LANES; s++)
        if (alike >> s & 1)
            more |= UINT32_C(1) << (s ^ d->value);
    return more;
}

static bool is_extreme(const csl_expr *e) {
    return e->op == CSL_OP_PURE && has_extreme_name(e->name);
}

/* Values may start with the term, and each step takes the `extreme` of two, or not. */
static bool may_start(csl_analysis *a, const csl_expr *e, bool extreme) {
    const bool rounds = csl_type_float((csl_type)e->type) || e->type == CSL_U16;
    return !rounds || extreme || !may_be_product(a, e);
}

bool csl_swapped_with_all(csl_analysis *a, const csl_sym *last) {
    const csl_loop *loop = last->of;
    csl_node *swap = swap_in_pass(a, last->inner);
    const csl_expr *passes = csl_expand(a, csl_sym_expr(a, loop->trips));
    if (!swap || swap->loop != loop || passes->op != CSL_OP_CONST || passes->value > LANES ||
        !may_start(a, csl_expand(a, a->syms.v[last->inner]->init),
                   is_extreme(csl_expand(a, a->syms.v[last->inner]->next))))
        return false;
    uint32_t alike = 1;
    csl_expr *apart = csl_expand(a, swap->apart);
    for (int64_t pass = 0; pass < passes->value; pass++) {
        csl_expr *number = csl_const(a->ctx, CSL_I32, pass);
        alike = alike_after(alike, csl_replace_sym(a, apart, loop->iter, number));
    }
    return alike == UINT32_MAX;
}

csl_expr *csl_combined_with_all(csl_exec *x, csl_expr *value) {
    const csl_expr *at = value, *pair[2];
    csl_node *last = NULL;
    uint32_t alike = 1;
    bool extreme = true;
    while (combines(at, pair)) {
        const unsigned other = swap_of(x->a, pair[1]) && pair[0] == swap_of(x->a, pair[1])->offered;
        csl_node *n = swap_of(x->a, pair[other]);
        if (!n || n->loop != x->loop || n->offered != pair[!other])
            break;
        last = last ? last : n;
        alike = alike_after(alike, n->apart);
        extreme &= is_extreme(at);
        at = pair[!other];
    }
    if (alike != UINT32_MAX || !may_start(x->a, at, extreme))
        return value;
    uint32_t sym = csl_sym_new(x->a, CSL_SYM_SYNC, (csl_type)value->type,
                               csl_name_of_result(last->stmt->sync->name), x->loop);
    x->a->syms.v[sym]->node = last;
    x->a->syms.v[sym]->of_all = true;
    x->a->syms.v[sym]->init = (csl_expr *)at;
    return csl_sym_expr(x->a, sym);
}

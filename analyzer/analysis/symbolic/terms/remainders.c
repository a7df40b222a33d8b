/* Remainders that say whose turn it is, written as one of the number of the pass: what follows a
 * stage that goes round, `stage = (stage + 1) % m; if (stage == 0) phase ^= 1`, asks for the
 * remainder of a remainder. */
#include "loops.h"
#include "../../../limits/limits.h"

int64_t csl_modulus_of(const csl_expr *e) {
    if (e->nkids != 2 || e->kids[1]->op != CSL_OP_CONST)
        return 0;
    const int64_t c = e->kids[1]->value;
    if (e->op == CSL_OP_REM)
        return c;
    return e->op == CSL_OP_BAND && c > 0 && c < INT32_MAX && csl_log2(c + 1) > 0 ? c + 1 : 0;
}

static csl_expr *without_casts(csl_expr *e) {
    while (e->op == CSL_OP_CAST && csl_is_exact(e))
        e = e->kids[0];
    return e;
}

/* x + c with an x that is not negative, and a sum that fits; c may be 0. */
static csl_expr *first_part(csl_analysis *a, csl_expr *sum, int64_t *c) {
    csl_expr *x = sum;
    *c = 0;
    if (sum->op == CSL_OP_ADD && sum->kids[1]->op == CSL_OP_CONST) {
        x = sum->kids[0];
        *c = sum->kids[1]->value;
    }
    const csl_range r = csl_range_of(a, x);
    return *c >= 0 && r.lo >= 0 && r.hi + *c <= INT32_MAX ? x : NULL;
}

/* (x % n + c) % m, where m divides n: x, or NULL. */
static csl_expr *inner_number(csl_analysis *a, csl_expr *e, int64_t *c) {
    const int64_t m = csl_modulus_of(e);
    csl_expr *inner = m > 0 ? first_part(a, e->kids[0], c) : NULL;
    inner = inner ? without_casts(inner) : NULL;
    const int64_t n = inner ? csl_modulus_of(inner) : 0;
    if (n < 1 || n % m)
        return NULL;
    const csl_range r = csl_range_of(a, inner->kids[0]);
    return r.lo >= 0 && r.hi + *c <= INT32_MAX ? inner->kids[0] : NULL;
}

/* (x + c) % m == r, or != r, with a c that is not 0: the remainder of x it asks for; else -1. */
static int64_t asks_for(csl_analysis *a, const csl_expr *e, csl_expr **x) {
    int64_t c;
    if ((e->op != CSL_OP_EQ && e->op != CSL_OP_NE) || e->kids[1]->op != CSL_OP_CONST)
        return -1;
    csl_expr *rest = without_casts(e->kids[0]);
    const int64_t m = csl_modulus_of(rest), r = e->kids[1]->value;
    *x = m > 0 && r >= 0 && r < m ? first_part(a, rest->kids[0], &c) : NULL;
    return *x && c > 0 ? (r + m - c % m) % m : -1;
}

static bool is_turn(void *user, csl_expr *e) {
    int64_t c;
    csl_expr *x;
    return inner_number(user, e, &c) || asks_for(user, e, &x) >= 0;
}

static bool is_remainder(void *user, csl_expr *e) {
    (void)user;
    return csl_modulus_of(e) > 0;
}

/* A condition on a remainder that holds for one, or for all but one: as a comparison with that. */
static csl_expr *plain_condition(csl_analysis *a, csl_expr *c) {
    csl_expr *rest = csl_find_part(a->ctx, c, is_remainder, NULL);
    const int64_t m = rest ? csl_modulus_of(rest) : 0;
    int64_t number = 0, holds = -1, fails = -1;
    if (m < 2 || m > CSL_LIMIT(cycle) || csl_range_of(a, rest).lo < 0)
        return c;
    for (int64_t v = 0; v < m; v++) {
        csl_expr *is = csl_const(a->ctx, (csl_type)rest->type, v);
        const csl_expr *then = csl_with_part(a->ctx, c, rest, is);
        if (then->op != CSL_OP_CONST)
            return c;
        number += csl_is_true(then);
        *(csl_is_true(then) ? &holds : &fails) = v;
    }
    if (number != 1 && number != m - 1)
        return c;
    csl_expr *one = csl_const(a->ctx, (csl_type)rest->type, number == 1 ? holds : fails);
    return csl_binary(a->ctx, number == 1 ? CSL_OP_EQ : CSL_OP_NE, rest, one);
}

static csl_expr *without_nesting(csl_analysis *a, csl_expr *e) {
    csl_ctx *ctx = a->ctx;
    for (csl_expr *part; (part = csl_find_part(ctx, e, is_turn, a));) {
        int64_t c = 0;
        csl_expr *x, *by;
        const int64_t r = asks_for(a, part, &x);
        if (r >= 0) {
            csl_expr *modulus =
                csl_const(ctx, CSL_I32, csl_modulus_of(without_casts(part->kids[0])));
            csl_expr *rest = csl_binary(ctx, CSL_OP_REM, csl_cast(ctx, CSL_I32, x), modulus);
            by = csl_binary(ctx, (csl_op)part->op, rest, csl_const(ctx, CSL_I32, r));
        } else {
            x = csl_cast(ctx, CSL_I32, inner_number(a, part, &c));
            csl_expr *modulus = csl_const(ctx, CSL_I32, csl_modulus_of(part));
            by = csl_binary(ctx, CSL_OP_ADD, x, csl_const(ctx, CSL_I32, c));
            by = csl_cast(ctx, (csl_type)part->type, csl_binary(ctx, CSL_OP_REM, by, modulus));
        }
        e = csl_with_part(ctx, e, part, by);
    }
    return e;
}

csl_expr *csl_plain_turns(csl_analysis *a, csl_expr *e) {
    e = without_nesting(a, e);
    if (e->op != CSL_OP_ITE)
        return e;
    return csl_ite(a->ctx, plain_condition(a, e->kids[0]), e->kids[1], e->kids[2]);
}

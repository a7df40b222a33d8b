/* Addends that both sides of a comparison have, taken out of it: start + i < start + n is i < n.
 * Signed sums do not overflow, so nothing is lost, and what is left often says nothing of the
 * thread any more: then it is decided once for all threads. What is left of a sum is none that
 * stands in the source, so it is added up in 64 bits.
 */
#include "symbolic.h"
#include "../../limits/limits.h"

typedef struct sum {
    csl_expr *part[CSL_ROOM_addends];
    uint32_t n;
} sum;

/* By number, so that equal sums are one term. False if there are more than fit. */
static bool add_parts(sum *s, csl_expr *e) {
    if (e->op == CSL_OP_ADD)
        return add_parts(s, e->kids[0]) && add_parts(s, e->kids[1]);
    if (csl_limit_reached(CSL_LIMIT_addends, s->n))
        return false;
    uint32_t at = s->n++;
    for (; at > 0 && s->part[at - 1]->id > e->id; at--)
        s->part[at] = s->part[at - 1];
    s->part[at] = e;
    return true;
}

static csl_expr *total(csl_ctx *ctx, csl_type type, const sum *s) {
    csl_expr *e = csl_const(ctx, type, 0);
    for (uint32_t i = 0; i < s->n; i++)
        if (s->part[i])
            e = csl_binary(ctx, CSL_OP_ADD, e, csl_cast(ctx, type, s->part[i]));
    return e;
}

static uint32_t left_of(const sum *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++)
        n += s->part[i] != NULL;
    return n;
}

static csl_expr *shorter(csl_ctx *ctx, csl_expr *e) {
    sum x = {.n = 0}, y = {.n = 0};
    csl_expr *a = e->kids[0], *b = e->kids[1];
    csl_type type = (csl_type)a->type;
    bool any = false;
    if ((type != CSL_I32 && type != CSL_I64) || (a->op != CSL_OP_ADD && b->op != CSL_OP_ADD) ||
        !add_parts(&x, a) || !add_parts(&y, b))
        return e;
    for (uint32_t i = 0; i < x.n; i++)
        for (uint32_t j = 0; j < y.n && x.part[i]; j++)
            if (x.part[i] == y.part[j]) {
                x.part[i] = y.part[j] = NULL;
                any = true;
            }
    bool sums = left_of(&x) > 1 || left_of(&y) > 1;
    if (!any || (sums && type == CSL_I64))
        return e;
    type = sums ? CSL_I64 : type;
    return csl_binary(ctx, (csl_op)e->op, total(ctx, type, &x), total(ctx, type, &y));
}

csl_expr *csl_without_common(csl_ctx *ctx, csl_expr *condition) {
    if (condition->op == CSL_OP_LT || condition->op == CSL_OP_LE)
        return shorter(ctx, condition);
    if (condition->op != CSL_OP_AND)
        return condition;
    csl_expr *out = condition;
    for (uint32_t i = 0; i < condition->nkids && out == condition; i++)
        if (csl_without_common(ctx, condition->kids[i]) != condition->kids[i])
            out = NULL;
    if (out)
        return out;
    out = csl_true(ctx);
    for (uint32_t i = 0; i < condition->nkids; i++)
        out = csl_and(ctx, out, csl_without_common(ctx, condition->kids[i]));
    return out;
}

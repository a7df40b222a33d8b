/* What a block of known shape says of parameters: of `blockDim.x == n + 32` that n is 96. */
#include "caveats.h"

#include <string.h>

/* The term is the value: what its one variable is then. Takes the term apart along what can be
 * turned round. */
static bool solve(const csl_query *q, const csl_expr *e, int64_t value, uint32_t *var,
                  int64_t *is) {
    while (e->op != CSL_OP_SYM) {
        const csl_expr *by = e->nkids == 2 ? e->kids[1] : NULL;
        if (e->op == CSL_OP_ADD && by->op == CSL_OP_CONST)
            value -= by->value;
        else if (e->op == CSL_OP_MUL && by->op == CSL_OP_CONST && by->value > 0 &&
                 value % by->value == 0)
            value /= by->value;
        else if (e->op != CSL_OP_CAST || !csl_type_integer((csl_type)e->kids[0]->type))
            return false;
        e = e->kids[0];
    }
    *var = e->index;
    *is = value;
    return *var >= CSL_DV_FREE && value >= q->vars[*var].lo && value <= q->vars[*var].hi;
}

void csl_fix_by_shape(csl_analysis *a, csl_query *q, const uint32_t shape[3]) {
    const uint64_t dims = UINT64_C(7) << CSL_DV_BDIM;
    csl_expr *fact = q->fact;
    uint32_t n, var;
    csl_expr *const *part = csl_conjuncts(&fact, &n);
    int64_t value[64] = {0}, is;
    for (int d = 0; d < 3; d++)
        value[CSL_DV_BDIM + d] = shape[d];
    csl_dvar *vars = NULL;
    for (uint32_t i = 0; i < 2 * n && q->nvars <= 64; i++) {
        const csl_expr *p = part[i / 2];
        csl_expr *known = p->op == CSL_OP_EQ ? p->kids[i % 2] : NULL;
        if (!known || !known->syms || known->syms & ~dims ||
            !solve(q, p->kids[1 - i % 2], csl_query_eval(q, known, value), &var, &is))
            continue;
        if (!vars) {
            vars = csl_alloc(a->ctx, q->nvars * sizeof *vars);
            memcpy(vars, q->vars, q->nvars * sizeof *vars);
        }
        vars[var].lo = vars[var].hi = is;
    }
    q->vars = vars ? vars : q->vars;
}

/* ---- one block -------------------------------------------------------------------------------- */

void csl_ask_of_block(csl_analysis *a, csl_query *q, const uint32_t shape[3]) {
    uint32_t(*block)[3] = csl_alloc(a->ctx, sizeof *block);
    csl_shapes *one = CSL_NEW(a->ctx, csl_shapes);
    memcpy(*block, shape, sizeof *block);
    *one = a->shapes;
    one->shape = (const uint32_t(*)[3])block;
    one->n = 1;
    q->shapes = one;
}

/* What answered the query for another block answers it for this one, too. */
static bool known_holds(csl_analysis *a, const csl_query *q, const csl_query *fixed) {
    const int64_t *known = csl_known_witness(a, q);
    if (!known)
        return false;
    int64_t *value = csl_alloc(a->ctx, q->nvars * sizeof *value);
    memcpy(value, known, q->nvars * sizeof *value);
    for (uint32_t i = 0; i < q->nvars; i++)
        if (i >= CSL_DV_BDIM && i < CSL_DV_BDIM + 3)
            value[i] = fixed->shapes->shape[0][i - CSL_DV_BDIM];
        else if (fixed->vars[i].lo == fixed->vars[i].hi)
            value[i] = (int64_t)fixed->vars[i].lo;
    return csl_query_holds(fixed, value) && !csl_contradicted(fixed, value);
}

csl_verdict csl_verdict_in_block(csl_analysis *a, const csl_query *q, const uint32_t (*shape)[3]) {
    csl_query fixed = *q;
    csl_ask_of_block(a, &fixed, *shape);
    csl_fix_by_shape(a, &fixed, *shape);
    return known_holds(a, q, &fixed) ? CSL_POSSIBLE : csl_ask(a, &fixed, CSL_USE_RATING).verdict;
}

bool csl_excludes_block(csl_analysis *a, const csl_query *q, const uint32_t (*shape)[3]) {
    csl_query facts = *q;
    for (int s = 0; s < 2; s++)
        facts.guard[s] = csl_true(a->ctx), facts.offset[s] = NULL;
    return csl_is_safe(csl_verdict_in_block(a, &facts, shape));
}

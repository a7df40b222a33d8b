/* Whether a part of the values of a query leaves it nothing, by the ranges of its terms alone. */
#include "search.h"

/* The range of a term whose operands lie in those. What is left out of an operand that is not
 * needed may leave nothing: then the term's own range counts. */
static csl_range range_of(const csl_term *node, const csl_range *range, csl_range *kid) {
    const csl_expr *e = node->e;
    for (unsigned k = 0; k < e->nkids; k++)
        kid[k] = range[node->kid[k]];
    const csl_range now =
        csl_range_reduce((csl_type)e->type, csl_range_of_op(e, kid), node->strict);
    const csl_range met = csl_range_meet(node->range, now);
    return met.lo <= met.hi ? met : node->range;
}

/* A condition is narrowed to be true: what it is now decides. */
static bool never_true(const csl_tape *t, uint32_t i, const csl_range *range, csl_range *kid) {
    const csl_term *node = &t->node[i];
    if (node->e->nkids == 0)
        return range[i].hi == 0;
    for (unsigned k = 0; k < node->e->nkids; k++)
        kid[k] = range[node->kid[k]];
    return csl_range_of_op(node->e, kid).hi == 0;
}

bool csl_refuted_within(csl_pool *pool, const csl_tape *t, const csl_range *within) {
    csl_range *range = CSL_POOL_ROOM(pool, csl_range, t->n);
    csl_range *kid = CSL_POOL_ROOM(pool, csl_range, t->max_kids);
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        const bool given = node->e->op == CSL_OP_SYM && node->e->index >= CSL_DV_FREE;
        range[i] = node->range;
        if (given)
            range[i] = csl_range_meet(node->range, within[node->e->index]);
        else if (node->e->nkids > 0)
            range[i] = range_of(node, range, kid);
        if (given && range[i].lo > range[i].hi)
            return true;
    }
    for (uint32_t i = 0; i < t->nconjuncts; i++)
        if (never_true(t, t->conjunct[i], range, kid))
            return true;
    if (t->offset[0] == CSL_NO_NODE)
        return false;
    const csl_range a = range[t->offset[0]], b = range[t->offset[1]];
    return a.lo >= b.hi + t->q->bytes[1] || b.lo >= a.hi + t->q->bytes[0];
}

/* Exact enumeration of less than the whole query: conditions on unknowns that are too many to
 * list, or that no offset depends on, are left out. What has no solution without them has none
 * with them. Their effect on ranges is kept. */
#include "candidates.h"
#include "search.h"

/* Marks the nodes that mention an unknown to be got rid of. */
static bool *find_unwanted(csl_pool *pool, const csl_tape *t, bool all_but_offsets) {
    bool *unwanted = CSL_POOL_ARRAY(pool, bool, t->n);
    bool *in_offset = CSL_POOL_ARRAY(pool, bool, t->n);
    for (unsigned s = 0; s < 2 && t->offset[0] != CSL_NO_NODE; s++)
        in_offset[t->offset[s]] = true;
    for (uint32_t i = t->n; i-- > 0;)
        for (unsigned k = 0; k < t->node[i].e->nkids && in_offset[i]; k++)
            in_offset[t->node[i].kid[k]] = true;
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        if (node->e->op == CSL_OP_SYM && node->e->index >= CSL_DV_FREE) {
            csl_range r = csl_var_range(t, node->e->index);
            bool listed =
                csl_type_integer((csl_type)node->e->type) && r.hi - r.lo < CSL_ROOM_listed_values;
            unwanted[i] = !listed || (all_but_offsets && !in_offset[i]);
        }
        unwanted[i] |= node->e->op == CSL_OP_PURE;
        for (unsigned k = 0; k < node->e->nkids; k++)
            unwanted[i] |= unwanted[node->kid[k]];
    }
    return unwanted;
}

/* How many values the unknowns have that stay. */
static double count_kept(const csl_tape *t, const bool *unwanted) {
    double count = 1;
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        if (node->e->op == CSL_OP_SYM && node->e->index >= CSL_DV_FREE && !unwanted[i])
            count *= (double)(node->range.hi - node->range.lo + 1);
    }
    return count;
}

static csl_answer try(csl_pool *pool, const csl_tape *t, uint64_t budget, bool few,
                      bool all_but_offsets) {
    const bool *unwanted = find_unwanted(pool, t, all_but_offsets);
    csl_query q = *t->q;
    csl_answer no = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    bool dropped = false;
    if (few && count_kept(t, unwanted) > (double)budget)
        return no;
    for (unsigned s = 0; s < 2 && q.offset[0]; s++)
        if (unwanted[t->offset[s]])
            return no;
    q.fact = q.guard[0] = q.guard[1] = csl_true(q.ctx);
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        uint32_t c = t->conjunct[i];
        dropped |= unwanted[c];
        if (!unwanted[c])
            q.fact = csl_and(q.ctx, q.fact, (csl_expr *)t->node[c].e);
    }
    if (!dropped)
        return no; /* the whole query; others take care of that */
    csl_dvar *vars = CSL_POOL_ARRAY(pool, csl_dvar, q.nvars);
    for (uint32_t v = 0; v < q.nvars; v++) {
        csl_range r = csl_var_range(t, v);
        vars[v] = q.vars[v];
        if (csl_type_integer(vars[v].type)) {
            vars[v].lo = r.lo;
            vars[v].hi = r.hi;
        }
    }
    q.vars = vars;
    csl_answer a = csl_enumerate_all(pool, csl_tape_new(pool, &q, true), budget, few);
    return a.verdict == CSL_SAFE ? a : no; /* a witness of less is no witness */
}

csl_answer csl_enumerate_relaxed(csl_pool *pool, const csl_tape *t, uint64_t budget, bool few) {
    csl_answer a = try(pool, t, budget, few, false);
    return a.verdict == CSL_SAFE ? a : try(pool, t, budget, few, true);
}

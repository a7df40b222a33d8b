/* How sure is a race whose indices come from data? */
#include "caveats.h"

/* Each thread sweeps its own part of the array, whatever the data, and stores at places that it has
 * loaded: `a[i] = 0; a[list[i]] = 1;`. A list of nothing but own places would serve no purpose. */
static bool sweeps_and_scatters(csl_builder *b, const csl_pair_query *p, const csl_query *q,
                                const bool data[2]) {
    int own = data[0];
    bool by_thread = false, own_places = false;
    for (uint32_t i = 0; i < q->nvars; i++) {
        by_thread |= i < CSL_DV_BDIM && csl_term_has(b, q->offset[own], i);
        own_places |= q->vars[i].role == CSL_ROLE_DATA && q->vars[i].side != 0 &&
                      csl_term_has(b, q->offset[!own], i);
    }
    return data[0] != data[1] && by_thread && own_places &&
           p->side[!own].node->stmt->access->mode != CSL_MODE_READ &&
           !csl_has_role(b, q->guard[own], CSL_ROLE_DATA, NULL);
}

/* One thread goes to the place that was loaded for all, `x[target]`, while the threads go through
 * the array between them: one of them comes there, whatever was loaded. */
static bool sweeps_over(csl_builder *b, const csl_query *q, const bool data[2]) {
    int own = data[0];
    bool by_thread = false, for_all = true;
    for (uint32_t i = 0; i < q->nvars; i++) {
        by_thread |= i < CSL_DV_BDIM && csl_term_has(b, q->offset[own], i);
        for_all &= q->vars[i].role != CSL_ROLE_DATA || q->vars[i].side == 0 ||
                   !csl_term_has(b, q->offset[!own], i);
    }
    return data[0] != data[1] && by_thread && for_all &&
           !csl_has_role(b, q->guard[own], CSL_ROLE_DATA, NULL);
}

bool csl_scattered(csl_analysis *a, csl_builder *b, const csl_pair_query *p, const csl_query *q,
                   const csl_object *o) {
    bool data[2];
    for (int s = 0; s < 2; s++)
        data[s] = csl_has_role(b, q->offset[s], CSL_ROLE_DATA, NULL);
    const csl_node *x = p->side[0].node, *y = p->side[1].node;
    bool both_write =
        x->stmt->access->mode != CSL_MODE_READ && y->stmt->access->mode != CSL_MODE_READ;
    bool in_place = csl_expand(a, x->address) == csl_expand(a, y->address) && !both_write;
    bool shared = o && o->kind != CSL_OBJ_GLOBAL;
    if (shared)
        return data[0] && data[1] && !in_place;
    bool counts = in_place && !csl_type_float((csl_type)x->stmt->access->type);
    return (data[0] || data[1]) && !counts && !sweeps_and_scatters(b, p, q, data) &&
           !sweeps_over(b, q, data);
}

/* A list of threads or slots of the block names its own: with `s[list[i] + blockDim.x * half]`, one
 * half is not meant to reach into the other. */
bool csl_needs_far_index(csl_analysis *a, csl_builder *b, const csl_query *q, const csl_object *o) {
    csl_ctx *ctx = a->ctx;
    csl_query with = *q;
    bool any = false;
    uint64_t row = o && o->ndims > 1 ? o->dims[o->ndims - 1] : 0;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_dvar *v = &q->vars[i];
        csl_expr *x = csl_leaf(ctx, CSL_OP_SYM, v->type, i);
        if (v->role == CSL_ROLE_BID) { /* the list may hold numbers of the whole grid */
            with.fact =
                csl_and(ctx, with.fact, csl_binary(ctx, CSL_OP_EQ, x, csl_const(ctx, v->type, 0)));
            continue;
        }
        if (v->role != CSL_ROLE_DATA || !csl_type_integer(v->type) || v->type == CSL_PTR ||
            csl_type_bytes(v->type) < 4 ||
            !(csl_term_has(b, q->offset[0], i) || csl_term_has(b, q->offset[1], i)))
            continue;
        csl_expr *dim = csl_leaf(ctx, CSL_OP_SYM, CSL_U32, CSL_DV_BDIM);
        csl_expr *from = csl_binary(ctx, CSL_OP_LE, csl_const(ctx, v->type, 0), x);
        csl_expr *below = csl_binary(ctx, CSL_OP_LT, x, csl_cast(ctx, v->type, dim));
        with.fact = csl_and(ctx, with.fact, csl_and(ctx, from, below));
        if (row && row < INT32_MAX) { /* nor out of the row of the array that it points into */
            csl_expr *end = csl_const(ctx, v->type, (int64_t)row);
            with.fact = csl_and(ctx, with.fact, csl_binary(ctx, CSL_OP_LT, x, end));
        }
        any = true;
    }
    return any && csl_ask(a, &with, 0).verdict != CSL_POSSIBLE;
}

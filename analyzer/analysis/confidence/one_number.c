/* Places behind one number that all threads of the block load from one place, `s[*count + i]`:
 * where a row begins, or a queue.
 */
#include "caveats.h"

/* It is read from an array that each thread has of its own. */
static bool is_of_own_memory(const csl_analysis *a, const csl_node *load) {
    for (uint32_t i = 0; i < load->ntargets; i++) {
        const csl_object *o = csl_object_of_root(a, load->targets[i].root);
        if (!o || o->kind != CSL_OBJ_LOCAL)
            return false;
    }
    return load->ntargets > 0;
}

static bool is_index(csl_builder *b, const csl_query *q, uint32_t var) {
    return q->vars[var].role == CSL_ROLE_DATA &&
           (csl_term_has(b, q->offset[0], var) || csl_term_has(b, q->offset[1], var));
}

bool csl_places_behind_one(csl_analysis *a, csl_builder *b, const csl_query *q) {
    const csl_expr *from = NULL;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        if (!is_index(b, q, i))
            continue;
        const csl_node *load = csl_loaded_by(b, i);
        csl_expr *address = load && load->address ? csl_expand(a, load->address) : NULL;
        if (!address || load->stmt->access->mode != CSL_MODE_READ || (from && from != address) ||
            csl_scope_of(a, address) < CSL_SCOPE_BLOCK || is_of_own_memory(a, load))
            return false; /* an atomic gives each its own */
        from = address;
    }
    return from != NULL;
}

/* The number is loaded once, or nothing changes it. */
static bool is_one_number(const csl_analysis *a, const csl_node *load, const csl_node **only) {
    const csl_expr *root = load->ntargets == 1 ? load->targets[0].root : NULL;
    if (root && root->op == CSL_OP_BASE && csl_never_written(a, root->index))
        return true;
    *only = *only ? *only : load;
    return !load->loop && *only == load;
}

bool csl_meet_behind_one(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    csl_ctx *ctx = q->ctx;
    csl_expr *first = NULL;
    const csl_node *only = NULL;
    bool by_thread = false;
    for (uint32_t i = 0; i < CSL_DV_BDIM; i++)
        by_thread |= csl_term_has(b, q->offset[0], i) || csl_term_has(b, q->offset[1], i);
    if (!by_thread || !csl_places_behind_one(a, b, q))
        return false;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        if (!is_index(b, q, i))
            continue;
        const csl_node *load = csl_loaded_by(b, i);
        if (!is_one_number(a, load, &only))
            return false;
        csl_expr *x = csl_leaf(ctx, CSL_OP_SYM, q->vars[i].type, i);
        first = first ? first : x;
        if (x->type == first->type)
            with.fact = csl_and(ctx, with.fact, csl_binary(ctx, CSL_OP_EQ, first, x));
        csl_expr *from[2] = {csl_side(b, 0, load->address), csl_side(b, 1, load->address)};
        with.fact = csl_and(ctx, with.fact, csl_binary(ctx, CSL_OP_EQ, from[0], from[1]));
    }
    const csl_query all = csl_builder_query(b, q->guard[0], q->guard[1]);
    with.vars = all.vars; /* the addresses may have brought some */
    with.nvars = all.nvars;
    return csl_ask(a, &with, CSL_USE_RATING).verdict == CSL_POSSIBLE;
}

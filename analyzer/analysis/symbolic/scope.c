/* The threads that agree on a term, from what its symbols are marked with (csl_sym.uniform). */
#include "symbolic.h"

typedef struct lowest {
    csl_analysis *a;
    csl_scope scope;
} lowest;

/* Every block that counts has rows of whole warps: all lanes of one are in one row. */
static bool has_whole_rows(const csl_shapes *s) {
    bool whole = s->n > 0;
    for (uint32_t i = 0; i < s->n && whole; i++)
        whole = s->shape[i][0] % 32 == 0;
    return whole;
}

/* The lanes of a warp agree on the row that they are in. */
static csl_scope scope_of_number(const csl_analysis *a, uint32_t dim) {
    if (csl_single_in(&a->shapes, dim))
        return CSL_SCOPE_GRID;
    return dim > 0 && has_whole_rows(&a->shapes) ? CSL_SCOPE_WARP : CSL_SCOPE_THREAD;
}

static csl_expr *lower_leaf(void *user, csl_expr *leaf) {
    lowest *l = user;
    csl_scope s = CSL_SCOPE_GRID;
    if (leaf->op == CSL_OP_TID)
        s = scope_of_number(l->a, leaf->index);
    else if (leaf->op == CSL_OP_BID)
        s = l->a->kernel->cluster[leaf->index] == 1 ? CSL_SCOPE_CLUSTER : CSL_SCOPE_BLOCK;
    else if (leaf->op == CSL_OP_BASE) /* shared and local memory: one address per owner */
        s = CSL_SCOPE_GRID;
    else if (leaf->op == CSL_OP_SYM)
        s = csl_sym_of(l->a, leaf)->uniform;
    if (s < l->scope)
        l->scope = s;
    return leaf;
}

csl_scope csl_scope_of(csl_analysis *a, csl_expr *e) {
    lowest l = {a, CSL_SCOPE_GRID};
    if (e)
        csl_map(a->ctx, csl_expand(a, e), lower_leaf, &l);
    return l.scope;
}

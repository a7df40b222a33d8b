/* The threads that agree on a term, from what its symbols are marked with (csl_sym.uniform). */
#include "symbolic.h"

typedef struct lowest {
    csl_analysis *a;
    csl_scope scope;
} lowest;

static csl_expr *lower_leaf(void *user, csl_expr *leaf) {
    lowest *l = user;
    csl_scope s = CSL_SCOPE_GRID;
    if (leaf->op == CSL_OP_TID)
        s = csl_single_in(&l->a->shapes, leaf->index) ? CSL_SCOPE_GRID : CSL_SCOPE_THREAD;
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

/* Objects of a thread's own that are the same for all threads: the parameters of the kernel in a
 * struct that was handed on by value, a list of numbers that all work out alike.
 *
 * Needs: csl_execute(), csl_find_aliases().
 */
#include "parts.h"

/* Which threads make the store, of the same value at the same place, in the same passes. */
static csl_scope scope_of_store(csl_analysis *a, const csl_node *n, const csl_target *t) {
    if (n->stmt->access->mode != CSL_MODE_WRITE || n->stmt->access->is_async || !n->value)
        return CSL_SCOPE_THREAD;
    csl_expr *const part[] = {n->value, n->reach, t->offset, t->when};
    csl_scope scope = CSL_SCOPE_GRID;
    for (uint32_t i = 0; i < sizeof part / sizeof *part; i++)
        scope = csl_least_scope(scope, csl_scope_of(a, part[i]));
    for (const csl_loop *l = n->loop; l; l = l->parent)
        scope = csl_least_scope(scope, a->syms.v[l->trips]->uniform);
    return scope;
}

csl_scope csl_scope_of_private(csl_analysis *a, uint32_t object) {
    csl_scope scope = CSL_SCOPE_GRID;
    uint32_t stores = 0;
    for (uint32_t i = 0; i < a->nodes.n && !a->given[object]; i++) {
        const csl_node *n = a->nodes.v[i];
        bool found = false;
        for (uint32_t t = 0; t < n->ntargets && n->stmt->access->mode != CSL_MODE_READ; t++) {
            const csl_expr *root = n->targets[t].root;
            if (root->op != CSL_OP_BASE || root->index != object)
                continue;
            found = true;
            scope = csl_least_scope(scope, scope_of_store(a, n, &n->targets[t]));
            if (scope == CSL_SCOPE_THREAD)
                return scope;
        }
        stores += found;
    }
    /* otherwise a pointer that was loaded leads there, or a store is never executed */
    return stores && stores == a->writers[object] ? scope : CSL_SCOPE_THREAD;
}

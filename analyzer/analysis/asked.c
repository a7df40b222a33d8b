/* What the kernel holds that a concern is about: a concern of nothing is not proved.
 *
 * Needs: csl_execute(), csl_find_unpublished().
 */
#include "asked.h"
#include "publishing/publishing.h"

/* Of memory that some thread writes: else there is nothing to be in conflict with. */
static csl_concerns of_access(const csl_analysis *a, const csl_node *n) {
    csl_concerns about = n->stmt->access->launched   ? CSL_ABOUT(GRID)
                         : n->stmt->access->is_async ? CSL_ABOUT(ASYNC)
                                                     : 0;
    if (n->stmt->access->is_state)
        return CSL_ABOUT(ASYNC);
    for (uint32_t i = 0; i < n->ntargets; i++) {
        const csl_expr *root = n->targets[i].root;
        const csl_object *o = csl_object_of_root(a, root);
        if (o && (o->kind == CSL_OBJ_LOCAL || o->kind == CSL_OBJ_CONSTANT ||
                  o->kind == CSL_OBJ_ARGUMENT))
            continue;
        if (n->stmt->access->mode != CSL_MODE_READ || (o && a->written[root->index]))
            about |= csl_about_root(a, root);
    }
    return about;
}

/* Its blocks are launched to be there together: they wait for each other, or were meant to. */
static bool is_cooperative(const csl_kernel *k) {
    for (uint32_t i = 0; i < k->nlaunches; i++)
        if (k->launches[i].cooperative)
            return true;
    return false;
}

csl_concerns csl_find_concerns(const csl_analysis *a) {
    const uint32_t of_blocks = a->asked[CSL_CONCERN_GRID].safe +
                               a->asked[CSL_CONCERN_GRID].undecided +
                               a->asked[CSL_CONCERN_GRID].racing;
    csl_concerns about = of_blocks || a->kernel->maps_blocks || is_cooperative(a->kernel) ||
                                 (a->gates && a->gates->list.n)
                             ? CSL_ABOUT(GRID)
                             : 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        switch (n->stmt->kind) {
        case CSL_STMT_ACCESS: about |= of_access(a, n); break;
        case CSL_STMT_SYNC:
            if (n->stmt->sync->makes != CSL_MASK_ACTIVE)
                about |= 1u << csl_concern_of_sync(n->stmt->sync);
            break;
        case CSL_STMT_FENCE:
            if (!n->stmt->fence.proxy && n->stmt->fence.scope == CSL_SCOPE_GRID)
                about |= CSL_ABOUT(GRID);
            break;
        case CSL_STMT_ASYNC: about |= CSL_ABOUT(ASYNC); break;
        default: break;
        }
    }
    return about;
}

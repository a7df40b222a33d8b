/* What stands against a proof about the grid: memory of other blocks of a cluster, and what the
 * kernel launched before has written, are not modelled.
 */
#include "blocks.h"

static bool is_of_blocks(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->scope > CSL_SCOPE_BLOCK;
}

/* A copy of memory that the kernel writes: it may go on behind a barrier of the grid. */
static bool copies_for_all(const csl_analysis *a, const csl_node *n) {
    if (n->stmt->kind != CSL_STMT_ACCESS || !n->stmt->access->is_async || !csl_races_at_all(a, n))
        return false;
    for (uint32_t i = 0; i < n->ntargets; i++)
        if (csl_about_root(a, n->targets[i].root) & CSL_ABOUT(GLOBAL))
            return true;
    return false;
}

void csl_check_grid(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (copies_for_all(a, n))
            csl_obstruct(a, CSL_ABOUT(GRID), n,
                         "a copy of memory that other blocks touch may go on behind a barrier of "
                         "the grid");
        if (is_of_blocks(n->stmt) && n->stmt->sync->scope == CSL_SCOPE_CLUSTER)
            csl_obstruct(a, CSL_ABOUT(GRID), n,
                         "memory of other blocks of a cluster is not modelled");
        if (is_of_blocks(n->stmt) && n->stmt->sync->scope == CSL_SCOPE_GRID &&
            !n->stmt->sync->orders)
            csl_obstruct(a, CSL_ABOUT(GRID), n,
                         "what the kernel launched before has written is not modelled");
    }
}

/* What stands against a proof about the grid. That two blocks touch the same memory is asked only
 * where one tells the other of a store (publishing.c); races of blocks otherwise, memory of other
 * blocks of a cluster, and what the kernel launched before has written, are not.
 */
#include "checks.h"

static bool is_of_blocks(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->scope > CSL_SCOPE_BLOCK;
}

static bool is_single_block(const csl_analysis *a) {
    return a->grid_most[0] == 1 && a->grid_most[1] == 1 && a->grid_most[2] == 1;
}

static bool writes_for_all(const csl_analysis *a, const csl_node *n) {
    if (n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode == CSL_MODE_READ ||
        n->stmt->access->is_state)
        return false;
    for (uint32_t i = 0; i < n->ntargets; i++)
        if (csl_about_root(a, n->targets[i].root) & CSL_ABOUT(GLOBAL))
            return true;
    return false;
}

void csl_check_grid(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (is_of_blocks(n->stmt) && n->stmt->sync->scope == CSL_SCOPE_CLUSTER)
            csl_obstruct(a, CSL_ABOUT(GRID), n,
                         "memory of other blocks of a cluster is not modelled");
        if (is_of_blocks(n->stmt) && n->stmt->sync->scope == CSL_SCOPE_GRID &&
            !n->stmt->sync->orders)
            csl_obstruct(a, CSL_ABOUT(GRID), n,
                         "what the kernel launched before has written is not modelled");
        if (!is_single_block(a) && writes_for_all(a, n)) {
            csl_obstruct(a, CSL_ABOUT(GRID), n, "races between blocks are not decided");
            return;
        }
    }
}

/* What stands against a proof about the grid: copies that others are told of too early, and
 * pointers that may be to memory of another block of the cluster.
 */
#include "blocks.h"

static bool is_of_blocks(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->scope > CSL_SCOPE_BLOCK;
}

/* Blocks may learn there what others have done. */
static bool tells_blocks(const csl_stmt *s) {
    switch (s->kind) {
    case CSL_STMT_SYNC: return is_of_blocks(s);
    case CSL_STMT_FENCE: return !s->fence.proxy && s->fence.scope > CSL_SCOPE_BLOCK;
    case CSL_STMT_ACCESS:
        return !s->access->is_state && !s->access->is_async && !csl_is_plain(s->access);
    default: return csl_may_do_anything(s);
    }
}

/* A copy of memory that the kernel writes: it may go on when others are told that it is done. */
static bool copies_for_all(const csl_analysis *a, const csl_node *n) {
    if (n->stmt->kind != CSL_STMT_ACCESS || !n->stmt->access->is_async || !csl_races_at_all(a, n))
        return false;
    for (uint32_t i = 0; i < n->ntargets; i++)
        if (csl_about_root(a, n->targets[i].root) & CSL_ABOUT(GLOBAL))
            return true;
    return false;
}

static bool is_of_cluster(const csl_stmt *s) {
    return is_of_blocks(s) && s->sync->scope == CSL_SCOPE_CLUSTER;
}

/* A pointer of unknown origin. */
static bool is_of_anywhere(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; n->stmt->kind == CSL_STMT_ACCESS && i < n->ntargets; i++)
        if (!csl_object_of_root(a, n->targets[i].root))
            return true;
    return false;
}

bool csl_barriers_are_missed(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->divergences.n; i++)
        if (a->divergences.v[i].concern == CSL_CONCERN_GRID)
            return true;
    return false;
}

/* Who tells other blocks, or waits for them, does not wait for copies. */
static void check_copies(csl_analysis *a) {
    bool tells = false;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        tells |= tells_blocks(a->nodes.v[i]->stmt);
    for (uint32_t i = 0; tells && !csl_is_single_block(a) && i < a->nodes.n; i++)
        if (copies_for_all(a, a->nodes.v[i]))
            csl_obstruct(a, CSL_ABOUT(GRID), a->nodes.v[i],
                         "a copy of memory that other blocks touch may go on when they are told "
                         "that it is done");
}

void csl_check_grid(csl_analysis *a) {
    bool clusters = false;
    check_copies(a);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (is_of_cluster(n->stmt))
            clusters = true;
    }
    for (uint32_t i = 0; clusters && i < a->nodes.n; i++)
        if (is_of_anywhere(a, a->nodes.v[i]))
            csl_obstruct(a, CSL_ABOUT(GRID), a->nodes.v[i],
                         "a pointer of unknown origin may be to memory of another block");
}

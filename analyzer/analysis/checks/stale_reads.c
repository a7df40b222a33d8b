/* Loads through the cache of read-only data (`__ldg`, ld.global.nc) of what the kernel itself
 * writes: they may give what was there before (CUDA Programming Guide, 5.4.11), whatever barriers
 * lie between. Accesses are compared when they have one root, as everywhere: that others are other
 * memory is assumed, or keeps the kernel from being proved (alias.c).
 *
 * Needs: csl_execute().
 */
#include "checks.h"

static bool is_written(const csl_analysis *a, const csl_expr *root) {
    if (root->op == CSL_OP_BASE)
        return a->written[root->index];
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const bool writes =
            n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->mode != CSL_MODE_READ;
        if (csl_may_do_anything(n->stmt) || (writes && (!n->address || csl_has_target(n, root))))
            return true;
    }
    return false;
}

static bool may_be_written(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < n->ntargets; i++)
        if (is_written(a, n->targets[i].root))
            return true;
    return false;
}

void csl_check_stale_reads(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->is_read_only &&
            may_be_written(a, n))
            csl_obstruct(a, CSL_ABOUT(GLOBAL), n,
                         "a load through the cache of read-only data, which the kernel writes");
    }
}

/* Loads through the cache of read-only data (`__ldg`, ld.global.nc) of what the kernel itself
 * writes: they may give what was there before (CUDA Programming Guide, 5.4.11), whatever barriers
 * lie between. Needs: csl_execute().
 */
#include "checks.h"

static bool may_be_written(const csl_analysis *a, const csl_node *n) {
    bool any = a->writes_unknown;
    for (uint32_t i = 0; i < n->ntargets; i++) {
        const csl_expr *root = n->targets[i].root;
        any |= root->op == CSL_OP_BASE && a->written[root->index];
    }
    return any;
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

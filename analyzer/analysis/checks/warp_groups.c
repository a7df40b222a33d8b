/* Instructions of a warp group (wgmma, setmaxnreg) need all four warps of it: that those of them
 * that there are come together is asked like of lanes (divergence.c); here that there are four,
 * which is assumed of blocks that are not known. */
#include "checks.h"

/* In blocks of the shape, whole warp groups come to the node. */
static bool is_whole(csl_analysis *a, const csl_node *n, const uint32_t shape[3]) {
    csl_expr *own, *shared;
    if (shape[0] * shape[1] * shape[2] % CSL_WARP_GROUP == 0)
        return true;
    return csl_split_by_thread(a, n->reach, &own, &shared) &&
           csl_count_coming(a, own, shape, 1) == csl_count_coming(a, own, shape, CSL_WARP_GROUP);
}

void csl_check_warp_groups(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_SYNC || n->stmt->sync->tile != CSL_WARP_GROUP ||
            n->stmt->sync->scope != CSL_SCOPE_WARP)
            continue;
        bool whole = true;
        for (uint32_t s = 0; s < a->shapes.n; s++)
            whole &= is_whole(a, n, a->shapes.shape[s]);
        if (!a->shapes.n)
            csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, n->stmt->place,
                            csl_format(a->ctx, "the block has a multiple of %u threads",
                                       (unsigned)CSL_WARP_GROUP));
        else if (!whole)
            csl_obstruct(a, CSL_ABOUT(WARPS) | CSL_ABOUT(ASYNC) | CSL_ABOUT(SHARED), n,
                         "an instruction of a warp group, in blocks that may hold a part of one");
    }
}

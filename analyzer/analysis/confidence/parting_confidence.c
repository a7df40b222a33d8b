/* The confidence that a barrier is missed by a thread that parts before it. */
#include "confidence.h"

/* Each arm has a barrier of the warp and both name the same lanes. The lanes of such a mask wait
 * for "a corresponding __syncwarp() with the same mask" (CUDA Programming Guide, 5.4.6), and only
 * before sm_70 this had to be the same instruction (PTX ISA, bar.warp.sync). */
static bool may_meet(const csl_sync *one, const csl_sync *other) {
    return one->scope == CSL_SCOPE_WARP && other->scope == CSL_SCOPE_WARP && one->orders &&
           other->orders && one->mask == other->mask && one->tile == other->tile;
}

csl_rating csl_rate_parting(csl_analysis *a, csl_builder *b, const csl_query *q,
                            const csl_node *barrier, const csl_stmt *other_arm,
                            csl_expr *const deciding[2], csl_expr *const reaching[2]) {
    const csl_sync *sync = barrier->stmt->sync, *twin = other_arm ? other_arm->sync : NULL;
    const csl_node *maker = sync->scope == CSL_SCOPE_WARP ? csl_maker_of_mask(a, barrier) : NULL;
    if (maker && maker->stmt->sync->makes == CSL_MASK_ACTIVE)
        return (csl_rating){CSL_LOW, "if the lanes happen to run together"};
    if (twin && may_meet(sync, twin))
        return (csl_rating){CSL_LOW, "since sm_70 lanes meet at any barrier of the same mask"};
    csl_rating rating = csl_rate(a, b, q, deciding, reaching);
    if (twin && rating.level == CSL_HIGH && !sync->object && !twin->object)
        return (csl_rating){CSL_MEDIUM, "both arms hold a barrier"}; /* an object counts threads */
    return rating;
}

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
    csl_rating r = csl_no_caveat();
    if (maker && maker->stmt->sync->makes == CSL_MASK_ACTIVE)
        csl_hold(a, &r,
                 csl_scope_of(a, maker->reach) < CSL_SCOPE_WARP ? CSL_CAVEAT_together_by_chance
                                                                : CSL_CAVEAT_together_as_usual,
                 NULL);
    if (twin && may_meet(sync, twin))
        csl_hold(a, &r, CSL_CAVEAT_same_mask, NULL);
    if (twin && !sync->object && !twin->object) /* an object counts threads */
        csl_hold(a, &r, CSL_CAVEAT_both_arms, NULL);
    if (!csl_worth_asking(a, &r))
        return r;
    return csl_lesser_rating(csl_rate(a, b, q, deciding, reaching), r);
}

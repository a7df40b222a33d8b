/* The confidence that a barrier is missed by a thread that parts before it. */
#include "caveats.h"

/* Each arm has a barrier of the warp and both name the same lanes. The lanes of such a mask wait
 * for "a corresponding __syncwarp() with the same mask" (CUDA Programming Guide, 5.4.6), and only
 * before sm_70 this had to be the same instruction (PTX ISA, bar.warp.sync). */
static bool may_meet(const csl_sync *one, const csl_sync *other) {
    return one->scope == CSL_SCOPE_WARP && other->scope == CSL_SCOPE_WARP && one->orders &&
           other->orders && one->mask == other->mask && one->tile == other->tile;
}

/* Clusters of that size part only if a number that is passed is none of its multiples: its name. */
static const char *needs_remainder(csl_analysis *a, csl_builder *b, const csl_query *q,
                                   const uint32_t size[3]) {
    csl_query with = *q;
    const char *name = NULL;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        if (!csl_is_open_number(q, i))
            continue;
        const csl_type type = q->vars[i].type;
        csl_expr *blocks = csl_const(a->ctx, type, (int64_t)size[0] * size[1] * size[2]);
        csl_expr *rest =
            csl_binary(a->ctx, CSL_OP_REM, csl_leaf(a->ctx, CSL_OP_SYM, type, i), blocks);
        with.fact = csl_and(
            a->ctx, with.fact,
            csl_binary(a->ctx, CSL_OP_EQ, rest, csl_const(a->ctx, (csl_type)rest->type, 0)));
        name = q->vars[i].name;
    }
    if (!name)
        return NULL;
    with.fact = csl_and(a->ctx, with.fact, csl_in_one_cluster(a, b, size));
    const csl_verdict v = csl_ask(a, &with, CSL_USE_PROOF | CSL_USE_SOLVER).verdict;
    return csl_is_safe(v) ? name : NULL;
}

/* ... of the kernel's size, or of any along x where that is not known. */
static const char *splits_cluster(csl_analysis *a, csl_builder *b, const csl_query *q) {
    if (a->kernel->cluster[0])
        return needs_remainder(a, b, q, a->kernel->cluster);
    const char *name = NULL;
    for (uint32_t size = 2; size <= CSL_CLUSTER_BLOCKS; size *= 2) {
        name = needs_remainder(a, b, q, (uint32_t[3]){size, 1, 1});
        if (!name)
            return NULL;
    }
    return name;
}

/* Threads part only if they load different values from one place, where another one has stored
 * meanwhile as it did in other places. That is a race, and told as one where it is one. */
static const char *needs_other_value(csl_analysis *a, csl_builder *b, const csl_query *q,
                                     csl_scope scope, csl_expr *const deciding[2]) {
    csl_query with;
    const char *name = csl_if_places_agree(b, q, deciding, scope, &with);
    return name && csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict) ? name : NULL;
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
    const char *number = sync->scope == CSL_SCOPE_CLUSTER ? splits_cluster(a, b, q) : NULL;
    if (number)
        csl_hold(a, &r, CSL_CAVEAT_split_cluster, number);
    r = csl_lesser_rating(csl_rate(a, b, q, deciding, reaching), r);
    if (csl_worth_asking(a, &r) && csl_stores_keep_test(a, b, q, deciding))
        csl_hold(a, &r, CSL_CAVEAT_kept_test, NULL);
    if (csl_worth_asking(a, &r) && (number = needs_other_value(a, b, q, sync->scope, deciding)))
        csl_hold(a, &r, CSL_CAVEAT_one_place, number);
    return r;
}

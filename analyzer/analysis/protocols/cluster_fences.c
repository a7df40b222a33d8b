/* Arrivals at the barrier of a cluster that order nothing, behind a fence of the thread.
 *
 * PTX ISA, barrier.cluster: `.relaxed` gives no ordering, a fence before it does. Those who begin
 * barrier objects write `fence.mbarrier_init.release.cluster` behind it, and CUTLASS calls that
 * pipeline_init_arrive_relaxed().
 */
#include "protocols.h"

static bool is_half(const csl_node *n, csl_sync_kind kind) {
    const csl_sync *s = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
    return s && s->scope == CSL_SCOPE_CLUSTER && s->kind == kind && !s->object && !s->id;
}

static bool is_fence(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_FENCE && n->stmt->fence.scope >= CSL_SCOPE_CLUSTER &&
           n->stmt->fence.proxy == CSL_PROXY_NONE;
}

/* The arrival that the wait is for: the last one before it. */
static const csl_node *arrival_of(const csl_analysis *a, const csl_node *wait) {
    for (uint32_t i = wait->order; i-- > 0;)
        if (is_half(a->nodes.v[i], CSL_SYNC_ARRIVE))
            return a->nodes.v[i];
    return NULL;
}

bool csl_waits_for_fenced(const csl_analysis *a, const csl_node *what, const csl_node *wait) {
    if (!is_half(wait, CSL_SYNC_WAIT) || !wait->stmt->sync->orders || wait->loop)
        return false;
    const csl_node *arrival = arrival_of(a, wait);
    if (!arrival || arrival->loop || (what && !csl_always_follows(arrival, what)))
        return false;
    for (uint32_t i = what ? what->order + 1 : 0; i < arrival->order; i++)
        if (is_fence(a->nodes.v[i]) && (!what || csl_always_follows(a->nodes.v[i], what)))
            return true;
    return false;
}

/* Asynchronous copies. An access is placed where the copy is issued, but the bytes may change until
 * the thread that issued it waits. That is exact as long as the wait comes in the same barrier
 * interval: other threads then race with the copy no matter when it happens. Where that is not
 * certain the kernel is not proved.
 *
 * Needs: csl_execute(), loops marked with their barriers.
 */
#include "internal.h"

static bool among(const csl_parting *list, const csl_parting *wanted, bool same_arm) {
    for (; list; list = list->before)
        if (list->node == wanted->node && (!same_arm || list->arm == wanted->arm))
            return true;
    return false;
}

/* Every thread that comes to `from` comes to `to` afterwards, in the same pass of its loops. */
static bool always_follows(const csl_node *to, const csl_node *from) {
    if (to->order <= from->order || (to->loop && !csl_loop_inside(from->loop, to->loop)))
        return false;
    for (const csl_parting *p = to->arms; p; p = p->before)
        if (!among(from->arms, p, true))
            return false;
    for (const csl_parting *p = to->jumps; p; p = p->before)
        if (!among(from->jumps, p, false))
            return false;
    return true;
}

/* A barrier may be met on the way; also in a loop around `from` that the way leaves. */
static bool barrier_between(const csl_analysis *a, const csl_node *from, const csl_node *to) {
    for (const csl_loop *l = from->loop; l && l != to->loop; l = l->parent)
        if (l->syncs || l->warp_syncs)
            return true;
    for (uint32_t i = from->order; i < to->order; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        if (csl_sync_counts(s, CSL_SCOPE_WARP) || (s->kind == CSL_STMT_SYNC && s->sync->orders))
            return true;
    }
    return false;
}

/* The copy is in a group that was committed, and the thread waits for all groups. */
static bool is_awaited(const csl_analysis *a, const csl_node *copy) {
    bool committed = false;
    for (uint32_t i = copy->order; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ASYNC || !always_follows(n, copy))
            continue;
        committed |= !n->stmt->async.wait;
        if (committed && n->stmt->async.wait && n->stmt->async.pending &&
            csl_is_const(n->stmt->async.pending, 0))
            return !barrier_between(a, copy, n);
    }
    return false;
}

void csl_check_copies(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->is_async && !is_awaited(a, n))
            csl_doubt(a, n, "an asynchronous copy: only its start is modelled");
    }
}

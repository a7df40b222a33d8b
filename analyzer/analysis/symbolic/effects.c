/* What a statement may do to other threads: order them, write, be seen by them. */
#include "symbolic.h"

bool csl_sync_counts(const csl_stmt *s, csl_scope scope) {
    if (s->kind != CSL_STMT_SYNC)
        return false;
    const csl_sync *y = s->sync;
    if (!y->orders || (y->id && !y->full) || y->scope < scope)
        return false;
    return y->full ? y->kind != CSL_SYNC_ARRIVE : y->kind == CSL_SYNC_BARRIER && !y->object;
}

bool csl_has_block_barrier(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_BLOCK))
            return true;
    return false;
}

bool csl_is_unmodelled(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && !s->sync->full && !s->sync->settled &&
           (s->sync->orders || s->sync->scope < CSL_SCOPE_GRID) &&
           (s->sync->id || s->sync->object || s->sync->kind == CSL_SYNC_ARRIVE ||
            s->sync->kind == CSL_SYNC_WAIT);
}

bool csl_is_of_lanes(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->scope == CSL_SCOPE_WARP &&
           s->sync->kind != CSL_SYNC_ARRIVE && s->sync->kind != CSL_SYNC_WAIT &&
           s->sync->makes != CSL_MASK_ACTIVE;
}

bool csl_may_do_anything(const csl_stmt *s) {
    return s->kind == CSL_STMT_OPAQUE || (s->kind == CSL_STMT_CALL && !s->call.plain);
}

bool csl_races_at_all(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < n->ntargets; i++) {
        const csl_object *o = csl_object_of_root(a, n->targets[i].root);
        if (!o || csl_is_of_block(o->kind))
            return true;
        if (o->kind == CSL_OBJ_GLOBAL && a->written[n->targets[i].root->index])
            return true;
    }
    return false;
}

void csl_mark_loops_with_barriers(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        for (csl_loop *l = a->nodes.v[i]->loop; l; l = l->parent) {
            l->syncs |= csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_BLOCK);
            l->warp_syncs |= csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_WARP);
        }
}

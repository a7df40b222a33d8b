/* What orders two blocks of a cluster by a barrier object at which one of them signals and for
 * which the other waits. Only first phases are followed (protocols/crossing.c).
 */
#include "crossed.h"

const csl_family *csl_crossed_by(csl_analysis *a, const csl_node *n) {
    const csl_target *t = n->signals ? n->signalled : n->targets;
    if ((n->signals ? n->nsignalled : n->ntargets) != 1)
        return NULL;
    const csl_family *f = csl_family_at(a, t);
    return f && f->crossed ? f : NULL;
}

/* Some thread of the block waits there, and a barrier of the block lies between that and `n`. */
static bool is_behind_barrier(csl_analysis *a, const csl_node *wait, const csl_node *n) {
    csl_expr *own, *shared;
    if (!csl_split_by_thread(a, wait->reach, CSL_SCOPE_BLOCK, &own, &shared) ||
        !csl_is_true(shared))
        return false;
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (!csl_count_coming(a, own, a->shapes.shape[s], 1))
            return false;
    for (uint32_t i = wait->order; a->shapes.n && i < n->order; i++) {
        const csl_node *b = a->nodes.v[i];
        if (csl_sync_counts(b->stmt, CSL_SCOPE_BLOCK) && csl_always_follows(b, wait) &&
            csl_comes_too(b, n))
            return true;
    }
    return false;
}

static bool waits_at(csl_analysis *a, const csl_node *wait, const csl_node *n) {
    return wait->stmt->sync->kind == CSL_SYNC_WAIT && wait->order < n->order &&
           (csl_comes_too(wait, n) || is_behind_barrier(a, wait, n));
}

bool csl_has_waited(csl_analysis *a, const csl_family *f, const csl_node *n) {
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (waits_at(a, f->uses.v[i], n))
            return true;
    return false;
}

static bool is_in_own_block(csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < n->ntargets; i++)
        if (csl_whose_memory(a, &n->targets[i]) != CSL_OWN_BLOCK)
            return false;
    return true;
}

bool csl_copy_is_over(csl_analysis *a, const csl_node *copy, const csl_node *other) {
    const csl_family *f = copy->signals ? csl_crossed_by(a, copy) : NULL;
    return f && is_in_own_block(a, other) && csl_has_waited(a, f, other);
}

csl_expr *csl_arrival_tells(csl_builder *b, int side, const csl_node *x, const csl_node *y) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_expr *any = csl_false(a->ctx);
    for (uint32_t i = 0; i < a->families.n && !x->stmt->access->is_async; i++) {
        const csl_family *f = &a->families.v[i];
        bool waits = false;
        for (uint32_t k = 0; f->crossed && k < f->uses.n; k++)
            waits |= waits_at(a, f->uses.v[k], y) && f->uses.v[k]->stmt->sync->of_cluster;
        for (uint32_t k = 0; waits && k < f->uses.n; k++) {
            const csl_node *u = f->uses.v[k];
            csl_expr *place = NULL;
            if (u->stmt->sync->kind != CSL_SYNC_ARRIVE || !csl_is_arrival(u->stmt->sync) ||
                !u->stmt->sync->of_cluster || !u->stmt->sync->orders || !csl_always_follows(u, x))
                continue;
            csl_offset_in_block(a, csl_expand(a, u->targets[0].offset), &place);
            csl_expr *to = place ? place : csl_own_place(a);
            any = csl_or(a->ctx, any,
                         csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, side, to),
                                    csl_side(b, !side, csl_own_place(a))));
        }
    }
    return any;
}

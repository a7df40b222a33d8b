/* Flags, counters and locks: single places of memory, and what one thread does before and after
 * it touches one.
 *
 * Needs: csl_find_uniform().
 */
#include "gates.h"

/* ---- accesses --------------------------------------------------------------------------------- */

bool csl_is_data_access(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS && !n->stmt->access->is_state;
}

bool csl_changes(const csl_node *n) {
    return n->stmt->access->mode != CSL_MODE_READ && !csl_adds_nothing(n);
}

bool csl_is_strong(const csl_node *n, csl_scope scope) {
    const csl_access *x = n->stmt->access;
    return !x->is_async &&
           (x->is_volatile || (x->atomic != CSL_ATOMIC_NONE && x->atomic_scope >= scope));
}

bool csl_spot_of(csl_analysis *a, const csl_node *n, csl_spot *p) {
    if (!csl_is_data_access(n) || n->ntargets != 1 || !csl_object_of_root(a, n->targets[0].root))
        return false;
    csl_expr *offset = csl_expand(a, n->targets[0].offset);
    *p = (csl_spot){n->targets[0].root, offset->value, n->stmt->access->bytes};
    return offset->op == CSL_OP_CONST && p->bytes <= 8 && p->offset % p->bytes == 0;
}

csl_overlap csl_relate(csl_analysis *a, const csl_node *n, const csl_spot *p) {
    csl_spot q;
    if (csl_spot_of(a, n, &q) && q.root == p->root && q.offset == p->offset && q.bytes == p->bytes)
        return CSL_SAME_SPOT;
    for (uint32_t i = 0; i < n->ntargets; i++) {
        const csl_range r = csl_range_of(a, csl_expand(a, n->targets[i].offset));
        if (n->targets[i].root == p->root && r.lo < p->offset + p->bytes &&
            r.hi + n->stmt->access->bytes > p->offset)
            return CSL_MAY_OVERLAP;
    }
    return CSL_APART;
}

/* ---- order in one thread ------------------------------------------------------------------------ */

bool csl_is_fence(const csl_node *n, csl_scope scope) {
    return n->stmt->kind == CSL_STMT_FENCE && !n->stmt->fence.proxy &&
           n->stmt->fence.scope >= scope;
}

bool csl_is_released(const csl_analysis *a, const csl_node *before, const csl_node *signal,
                     csl_scope scope) {
    const csl_access *s = signal->stmt->access;
    if (s->atomic != CSL_ATOMIC_NONE && s->order >= CSL_ORDER_RELEASE)
        return true;
    for (uint32_t i = before->order + 1; i < signal->order; i++)
        if (csl_is_fence(a->nodes.v[i], scope) && csl_always_follows(a->nodes.v[i], before))
            return true;
    return false;
}

bool csl_acquires(const csl_node *gate) {
    const csl_access *g = gate->stmt->access;
    return g->atomic != CSL_ATOMIC_NONE &&
           (g->order == CSL_ORDER_ACQUIRE || g->order >= CSL_ORDER_ACQ_REL);
}

bool csl_is_acquired(const csl_analysis *a, const csl_node *gate, const csl_node *after,
                     csl_scope scope) {
    if (csl_acquires(gate))
        return true;
    for (uint32_t i = gate->order + 1; i < after->order; i++)
        if (csl_is_fence(a->nodes.v[i], scope) &&
            !csl_loop_inside(a->nodes.v[i]->loop, gate->loop) &&
            csl_comes_too(a->nodes.v[i], after))
            return true;
    return false;
}

bool csl_is_behind(const csl_node *n, const csl_loop *loop) {
    return n->order > loop->node->order && !csl_loop_inside(n->loop, loop) &&
           csl_comes_too(loop->node, n);
}

csl_expr *csl_first_thread(void *user, csl_expr *leaf) {
    return leaf->op == CSL_OP_TID ? csl_const(((csl_analysis *)user)->ctx, (csl_type)leaf->type, 0)
                                  : leaf;
}

bool csl_all_pass(const csl_node *n) {
    return csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK) && !n->arms && !n->jumps && !n->loop;
}

bool csl_by_one_thread(csl_analysis *a, const csl_node *n) {
    csl_relation r = {.pair = CSL_PAIR_BLOCK, .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_query q = csl_builder_query(b, csl_side(b, 0, n->reach), csl_side(b, 1, n->reach));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v == CSL_SAFE;
}

/* ---- before a signal, and behind a gate ---------------------------------------------------------- */

/* Every thread that comes to `n` comes to `f` as well; both stand outside of loops, or in one pass.
 */
static bool comes_along(csl_analysis *a, const csl_node *f, const csl_node *n) {
    if (csl_comes_too(f, n))
        return true;
    csl_expr *away = csl_not(a->ctx, csl_expand(a, f->reach));
    return !f->loop && csl_is_false(csl_and(a->ctx, csl_expand(a, n->reach), away));
}

bool csl_meet_there(const csl_node *barrier, const csl_node *before, const csl_node *behind) {
    return csl_all_pass(barrier) ||
           (csl_sync_counts(barrier->stmt, CSL_SCOPE_BLOCK) && !barrier->loop &&
            csl_always_follows(barrier, before) && csl_comes_too(barrier, behind));
}

bool csl_is_told_by(csl_analysis *a, const csl_node *before, const csl_node *signal) {
    const bool releases = signal->stmt->access->order >= CSL_ORDER_RELEASE;
    const bool itself = csl_always_follows(signal, before);
    for (uint32_t i = before->order + 1; i <= signal->order; i++) {
        const csl_node *barrier = a->nodes.v[i];
        if (barrier == signal ? !itself : !csl_meet_there(barrier, before, signal))
            continue;
        bool fenced = releases;
        for (uint32_t k = before->order + 1; k < signal->order && !fenced; k++) {
            const csl_node *f = a->nodes.v[k];
            fenced = csl_is_fence(f, CSL_SCOPE_GRID) &&
                     (k < i ? csl_always_follows(f, before) : comes_along(a, f, signal));
        }
        return fenced;
    }
    return false;
}

bool csl_is_fenced_behind(csl_analysis *a, const csl_node *gate, const csl_node *barrier,
                          const csl_node *after) {
    if (csl_acquires(gate) || after->stmt->access->is_volatile)
        return true;
    for (uint32_t i = gate->order + 1; i < after->order; i++) {
        const csl_node *f = a->nodes.v[i];
        if (!csl_is_fence(f, CSL_SCOPE_GRID) ||
            (gate->loop && csl_loop_inside(f->loop, gate->loop)))
            continue;
        if (barrier && i < barrier->order ? csl_always_follows(f, gate) : comes_along(a, f, after))
            return true;
    }
    return false;
}

csl_hearing csl_hears(csl_analysis *a, const csl_node *gate, const csl_node *after,
                      bool *by_first) {
    const csl_loop *loop = gate->loop;
    const csl_node *barrier = NULL;
    *by_first = !csl_is_behind(after, loop);
    for (uint32_t i = loop->node->order + 1; *by_first && !barrier && i < after->order; i++)
        barrier = csl_meet_there(a->nodes.v[i], loop->node, after) ? a->nodes.v[i] : NULL;
    if (*by_first && !barrier)
        return CSL_DOES_NOT_HEAR;
    return csl_is_fenced_behind(a, gate, barrier, after) ? CSL_HEARS : CSL_HEARS_UNFENCED;
}

bool csl_waits_before(csl_analysis *a, const csl_node *gate, const csl_node *after,
                      bool *by_first) {
    return csl_hears(a, gate, after, by_first) == CSL_HEARS;
}

bool csl_may_acquire_between(const csl_analysis *a, const csl_node *gate, const csl_node *after) {
    for (uint32_t i = gate->loop ? gate->loop->node->order : gate->order; i < after->order; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        const bool wide =
            s->kind == CSL_STMT_SYNC && s->sync->orders && s->sync->scope > CSL_SCOPE_BLOCK;
        if (csl_is_fence(a->nodes.v[i], CSL_SCOPE_CLUSTER) || wide || csl_may_do_anything(s) ||
            (s->kind == CSL_STMT_ACCESS && csl_acquires(a->nodes.v[i])))
            return true;
    }
    return false;
}

/* Threads of the block may meet there. */
static bool may_meet_between(const csl_analysis *a, const csl_node *gate, const csl_node *after) {
    for (uint32_t i = gate->loop->node->order; i < after->order; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        if ((s->kind == CSL_STMT_SYNC && s->sync->orders) || csl_may_do_anything(s))
            return true;
    }
    return false;
}

csl_lack csl_lacks_behind(csl_analysis *a, const csl_node *gate, const csl_node *after,
                          bool *by_first) {
    if (after->order <= gate->loop->node->order || !csl_is_plain(after->stmt->access))
        return CSL_LACKS_NOTHING;
    switch (csl_hears(a, gate, after, by_first)) {
    case CSL_HEARS: return CSL_LACKS_NOTHING;
    case CSL_HEARS_UNFENCED:
        return csl_may_acquire_between(a, gate, after) ? CSL_LACKS_NOTHING : CSL_LACKS_FENCE;
    case CSL_DOES_NOT_HEAR:
        return may_meet_between(a, gate, after) ? CSL_LACKS_NOTHING : CSL_LACKS_BARRIER;
    }
    return CSL_LACKS_NOTHING;
}

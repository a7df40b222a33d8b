/* What threads write and the copy engine reads.
 *
 * The engine reads through a proxy of its own (the async proxy). That a barrier orders a write
 * before the issue of a copy is not enough: a fence between the proxies has to lie between the two
 * as well, behind the write in the thread that writes, or before the copy in the one that issues it
 * (PTX ISA, "Proxies", fence.proxy.async and cp.async.bulk). The first is the documented form. Of
 * the second the ISA says that the fence composes along the way; a proof lists that.
 *
 * Needs: csl_find_uniform().
 */
#include "races.h"

static bool is_access(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS;
}

/* Between the two in the program, or in a loop around `inner` that does not hold `outer`. */
static bool lies_between(const csl_node *n, const csl_node *inner, const csl_node *outer) {
    const uint32_t from = inner->order < outer->order ? inner->order : outer->order;
    const uint32_t to = inner->order < outer->order ? outer->order : inner->order;
    if (from < n->order && n->order < to)
        return true;
    for (const csl_loop *l = inner->loop; l && !csl_loop_inside(outer->loop, l); l = l->parent)
        if (csl_loop_inside(n->loop, l))
            return true;
    return false;
}

bool csl_may_hand_over(const csl_stmt *s) {
    if (s->kind == CSL_STMT_SYNC)
        return s->sync->orders;
    if (s->kind == CSL_STMT_ACCESS)
        return !csl_is_plain(s->access);
    return csl_may_do_anything(s);
}

bool csl_handed_over_between(const csl_analysis *a, const csl_node *inner, const csl_node *outer) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (csl_may_hand_over(a->nodes.v[i]->stmt) && lies_between(a->nodes.v[i], inner, outer))
            return true;
    return false;
}

/* It is a fence for the memory that the copy reads. */
static bool is_for(csl_analysis *a, const csl_node *fence, const csl_node *copy) {
    if (fence->stmt->kind != CSL_STMT_FENCE)
        return false;
    const csl_proxy proxy = fence->stmt->fence.proxy;
    if (proxy != CSL_PROXY_SHARED && proxy != CSL_PROXY_GLOBAL)
        return proxy == CSL_PROXY_ASYNC;
    for (uint32_t i = 0; i < copy->ntargets; i++) {
        const csl_object *o = csl_object_of_root(a, copy->targets[i].root);
        if (!o || (o->kind == CSL_OBJ_GLOBAL) != (proxy == CSL_PROXY_GLOBAL))
            return false;
    }
    return true;
}

/* A barrier of the block stands behind the fence that all who have fenced come to, and the copy is
 * issued behind that. */
static bool barrier_after(const csl_analysis *a, const csl_node *write, const csl_node *fence,
                          const csl_node *copy) {
    const csl_loop *common = csl_common_loop(write->loop, copy->loop);
    for (uint32_t i = fence->order; i < a->nodes.n; i++) {
        const csl_node *b = a->nodes.v[i];
        if (!csl_sync_counts(b->stmt, CSL_SCOPE_BLOCK) || !csl_always_follows(b, fence) ||
            !csl_comes_too(b, copy))
            continue;
        if (copy->order > b->order)
            return true;
        if (copy->order < write->order && common && b->loop && csl_loop_inside(b->loop, common))
            return true; /* in a later pass */
    }
    return false;
}

/* What the thread has begun to copy by cp.async has come when it comes to the fence: it has waited
 * for all of it. */
static bool has_come(const csl_analysis *a, const csl_node *write, const csl_node *fence) {
    bool committed = false;
    for (uint32_t i = write->order + 1; i < fence->order; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ASYNC || n->stmt->async.bulk || n->stmt->async.tensor ||
            n->stmt->async.lanes || !csl_always_follows(n, write))
            continue;
        committed |= !n->stmt->async.wait;
        if (n->stmt->async.wait && committed && csl_is_const(n->stmt->async.pending, 0))
            return true;
    }
    return false;
}

/* The thread that writes fences before any other can know of it. */
static bool writer_fences(const csl_analysis *a, const csl_node *write, const csl_node *fence,
                          const csl_node *copy) {
    const csl_access *x = write->stmt->access;
    if (!csl_always_follows(fence, write) || lies_between(copy, write, fence) ||
        (x->is_async && (x->is_lanes || x->is_tracked || !has_come(a, write, fence))))
        return false;
    return !csl_handed_over_between(a, write, fence) || barrier_after(a, write, fence, copy);
}

/* The thread that issues the copy fences when all that it knows of the write is known. */
static bool issuer_fences(const csl_analysis *a, const csl_node *write, const csl_node *fence,
                          const csl_node *copy) {
    return fence->order < copy->order && csl_comes_too(fence, copy) &&
           !lies_between(write, copy, fence) && !csl_handed_over_between(a, copy, fence);
}

/* The two stand one behind the other, in the same pass of the loops around both. */
static bool is_straight(const csl_node *write, const csl_node *copy) {
    return write->order < copy->order && !csl_in_other_arms(write, copy);
}

/* Who comes to the fence may know there what others did. */
static bool may_know_of_others(const csl_analysis *a, const csl_node *fence) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (csl_may_hand_over(n->stmt) &&
            (n->order < fence->order || csl_common_loop(n->loop, fence->loop)))
            return true;
    }
    return false;
}

/* The fence may lie on some way from the write to the copy, in this or in a later pass. */
static bool may_lie_between(const csl_analysis *a, const csl_node *write, const csl_node *fence,
                            const csl_node *copy, bool later) {
    if (later || !is_straight(write, copy))
        return true;
    return lies_between(fence, write, copy) || lies_between(fence, copy, write) ||
           (!csl_comes_too(fence, write) && !csl_comes_too(fence, copy) &&
            may_know_of_others(a, fence)); /* of threads between the two */
}

static csl_fencing fencing_of_copy(csl_analysis *a, const csl_node *write, const csl_node *copy,
                                   bool later) {
    bool maybe = false, by_issuer = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        maybe |= csl_may_do_anything(n->stmt);
        if (!is_for(a, n, copy))
            continue;
        if (writer_fences(a, write, n, copy))
            return CSL_FENCED;
        by_issuer |= issuer_fences(a, write, n, copy);
        maybe |= may_lie_between(a, write, n, copy, later);
    }
    if (by_issuer) {
        csl_assume_that(
            a, CSL_ASSUMED_PROXY, NULL, copy->stmt->place,
            "a proxy fence of the thread that issues a copy is one for what others wrote");
        return CSL_FENCED;
    }
    return maybe ? CSL_MAYBE_FENCED : CSL_UNFENCED;
}

/* ---- descriptions of tensors ------------------------------------------------------------------ */

/* A copy reads the description through another proxy. The thread that writes has to release it to
 * that proxy, before any other thread can know of the write, and the one that issues the copy to
 * acquire it there, when all that it knows of others is known (PTX ISA, fence.proxy.tensormap).
 * Both are needed in one thread, too: in that order. */

static bool is_release(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_FENCE && n->stmt->fence.proxy == CSL_PROXY_MAP;
}

static bool is_acquire(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->is_map &&
           !n->stmt->access->is_async;
}

/* The thread may learn here what others have done; by arriving it does not. */
static bool may_receive(const csl_stmt *s) {
    if (s->kind == CSL_STMT_SYNC)
        return s->sync->orders && s->sync->kind != CSL_SYNC_ARRIVE;
    if (s->kind == CSL_STMT_ACCESS)
        return !csl_is_plain(s->access) && !s->access->is_state;
    return csl_may_do_anything(s);
}

static bool receives_between(const csl_analysis *a, const csl_node *acquire, const csl_node *copy) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (may_receive(a->nodes.v[i]->stmt) && lies_between(a->nodes.v[i], copy, acquire))
            return true;
    return false;
}

static bool releases(const csl_analysis *a, const csl_node *write, const csl_node *n,
                     const csl_node *copy) {
    return is_release(n) && n->order > write->order && csl_always_follows(n, write) &&
           !csl_handed_over_between(a, write, n) && !lies_between(copy, write, n);
}

static bool acquires(csl_analysis *a, const csl_node *write, const csl_node *n,
                     const csl_node *copy) {
    return is_acquire(n) && n->order < copy->order && csl_comes_too(n, copy) &&
           csl_expand(a, n->address) == csl_expand(a, copy->address) &&
           !lies_between(write, copy, n) && !receives_between(a, n, copy);
}

static csl_fencing fencing_of_map(csl_analysis *a, const csl_node *write, const csl_node *copy) {
    const csl_node *release = NULL, *acquire = NULL;
    bool may_release = false, may_acquire = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const bool anything = csl_may_do_anything(n->stmt);
        may_release |= anything || is_release(n);
        may_acquire |= anything || is_acquire(n);
        release = !release && releases(a, write, n, copy) ? n : release;
        acquire = acquires(a, write, n, copy) ? n : acquire;
    }
    if (release && acquire && !lies_between(acquire, write, release))
        return CSL_FENCED;
    return may_release && may_acquire ? CSL_MAYBE_FENCED : CSL_UNFENCED;
}

/* ---- pairs ------------------------------------------------------------------------------------ */

static csl_fencing fencing_of(csl_analysis *a, const csl_node *write, const csl_node *copy,
                              bool later) {
    return copy->stmt->access->is_map ? fencing_of_map(a, write, copy)
                                      : fencing_of_copy(a, write, copy, later);
}

static void add(csl_analysis *a, csl_met *met, csl_node *write, csl_node *copy, csl_scope scope,
                const csl_loop *pivot, csl_round round) {
    const csl_fencing fencing = copy->stmt->access->is_bulk
                                    ? fencing_of(a, write, copy, round != CSL_ROUND_SAME)
                                    : CSL_UNFENCED;
    if (fencing != CSL_FENCED)
        csl_push_pair(a, met, write, copy, scope, pivot, round)->fencing = fencing;
}

/* Every way in which the write can come before the copy. */
static void pair_with(csl_analysis *a, csl_met *met, csl_node *write, csl_node *copy) {
    for (csl_scope scope = CSL_SCOPE_THREAD; scope <= CSL_SCOPE_BLOCK; scope++) {
        if (scope == CSL_SCOPE_TILE)
            continue;
        if (is_straight(write, copy) || csl_in_other_arms(write, copy))
            add(a, met, write, copy, scope, NULL, CSL_ROUND_SAME);
        for (const csl_loop *l = csl_common_loop(write->loop, copy->loop); l; l = l->parent) {
            add(a, met, write, copy, scope, l, CSL_ROUND_NEXT);
            add(a, met, write, copy, scope, l, CSL_ROUND_LATER);
        }
    }
}

bool csl_are_apart(csl_analysis *a, const csl_node *x, const csl_target *t, const csl_node *y,
                   const csl_target *u) {
    const csl_range one = csl_range_of(a, csl_expand(a, t->offset));
    const csl_range other = csl_range_of(a, csl_expand(a, u->offset));
    return one.lo >= other.hi + (int64_t)y->stmt->access->bytes ||
           other.lo >= one.hi + (int64_t)x->stmt->access->bytes;
}

static bool at_other_bytes(csl_analysis *a, const csl_node *x, const csl_node *y) {
    return x->ntargets == 1 && y->ntargets == 1 && csl_are_apart(a, x, x->targets, y, y->targets);
}

static bool is_plain_write(const csl_node *n) {
    return is_access(n) && n->stmt->access->mode != CSL_MODE_READ && !n->stmt->access->is_async &&
           !n->stmt->access->is_state;
}

/* Strictly a fence is needed there, too; but the bytes of the first are dead, unless they arrive
 * last. */
void csl_assume_dead_writes(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *copy = a->nodes.v[i];
        if (!is_access(copy) || !copy->stmt->access->is_bulk ||
            copy->stmt->access->mode != CSL_MODE_WRITE || copy->stmt->access->is_tensor)
            continue;
        for (uint32_t k = 0; k < a->nodes.n; k++) {
            const csl_node *write = a->nodes.v[k];
            const bool later = csl_common_loop(write->loop, copy->loop) != NULL;
            if (!is_plain_write(write) || !csl_of_one_root(copy, write) ||
                (write->order > copy->order && !later) || at_other_bytes(a, write, copy) ||
                fencing_of_copy(a, write, copy, later) == CSL_FENCED)
                continue;
            csl_assume_that(a, CSL_ASSUMED_PROXY, NULL, copy->stmt->place,
                            "what threads wrote before, without a proxy fence, is not seen over "
                            "what a copy in bulk writes");
            return;
        }
    }
}

/* `fence.mbarrier_init` (of the cluster) or a proxy fence, by which the copy engine knows of it. */
static bool makes_known(const csl_node *fence, const csl_node *init) {
    if (fence->stmt->kind != CSL_STMT_FENCE || !csl_always_follows(fence, init))
        return false;
    const csl_proxy proxy = fence->stmt->fence.proxy;
    return proxy == CSL_PROXY_ASYNC || proxy == CSL_PROXY_SHARED ||
           (proxy == CSL_PROXY_NONE && fence->stmt->fence.scope == CSL_SCOPE_CLUSTER);
}

/* The first copy in bulk behind the node that a barrier object counts; the number of nodes: none.
 */
static uint32_t next_counted(const csl_analysis *a, uint32_t from) {
    while (from < a->nodes.n &&
           !(is_access(a->nodes.v[from]) && a->nodes.v[from]->stmt->access->is_bulk &&
             a->nodes.v[from]->signals))
        from++;
    return from;
}

/* mbarrier.init is a write like others, and what counts copies in bulk is of the other proxy. */
void csl_assume_known_objects(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *init = a->nodes.v[i];
        if (!csl_begins_object(init))
            continue;
        const uint32_t copy = next_counted(a, i);
        bool known = copy == a->nodes.n;
        for (uint32_t k = i + 1; k < copy && !known; k++)
            known = makes_known(a->nodes.v[k], init) || csl_may_do_anything(a->nodes.v[k]->stmt);
        if (known)
            continue;
        csl_assume_that(a, CSL_ASSUMED_PROXY, NULL, init->stmt->place,
                        "the copy engine knows of initialised barrier objects without a fence");
        return;
    }
}

bool csl_is_stale(const csl_pair_query *q) {
    return q->fencing && q->side[1].node->stmt->access->is_read_only;
}

csl_met csl_meet_unfenced(csl_analysis *a) {
    csl_met met = {0};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *copy = a->nodes.v[i];
        if (!is_access(copy) || copy->stmt->access->mode == CSL_MODE_WRITE ||
            (!copy->stmt->access->is_bulk && !copy->stmt->access->is_read_only))
            continue;
        for (uint32_t k = 0; k < a->nodes.n; k++) {
            csl_node *write = a->nodes.v[k];
            if (is_access(write) && write->stmt->access->mode != CSL_MODE_READ &&
                !write->stmt->access->is_bulk && !write->stmt->access->is_state &&
                csl_of_one_root(copy, write))
                pair_with(a, &met, write, copy);
        }
    }
    return met;
}

/* Asynchronous copies, and kernels that threads launch. An access is placed where the copy is
 * issued, but the bytes may change until the thread that issued it has waited for its group, and
 * others may only rely on them after a barrier behind that wait. So a copy races, besides with what
 * shares its interval (intervals.c), with whatever comes later while its group is under way:
 * accesses of other threads that have not passed a barrier behind the wait, and those of the thread
 * itself before the wait. Which groups are under way is told by numbers (copy_groups.c): the copy
 * is in the group with the number of those committed before it.
 *
 * Needs: csl_find_uniform(), loops marked with their barriers.
 */
#include "races.h"
#include "../../limits/limits.h"

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
        if (n->stmt->kind != CSL_STMT_ASYNC || !csl_always_follows(n, copy))
            continue;
        if (csl_groups_of_wait(n->stmt) != csl_groups_of_copy(copy) ||
            (n->stmt->async.reads && copy->stmt->access->mode != CSL_MODE_READ))
            continue;
        committed |= !n->stmt->async.wait;
        if (committed && n->stmt->async.wait && n->stmt->async.pending &&
            csl_is_const(n->stmt->async.pending, 0))
            return !barrier_between(a, copy, n);
    }
    return false;
}

/* ---- operations of the tensor core ------------------------------------------------------------ */

static bool shifts(const csl_access *x) {
    return x->shape == CSL_TENSOR_SHIFTS;
}

/* Of one thread those run in the order of their issue: a copy to tensor memory and a product behind
 * it, products and shifts (PTX ISA, pipelined tcgen05 instructions). Of a product what it writes.
 */
static bool is_pipelined(const csl_node *first, const csl_node *then) {
    const csl_access *x = first->stmt->access;
    const csl_access *y = then->stmt ? then->stmt->access : NULL; /* not at the end of the block */
    if (!x->is_tracked || !y || !y->is_tracked || x->mode != CSL_MODE_WRITE ||
        y->mode != CSL_MODE_WRITE || y->is_bulk)
        return false;
    return x->is_bulk ? !shifts(y) : shifts(x) != shifts(y);
}

bool csl_may_be_committed(const csl_analysis *a, const csl_node *copy) {
    const bool tracked = copy->stmt->access->is_tracked && !copy->tracked;
    for (uint32_t i = 0; i < a->nodes.n && tracked; i++)
        if (a->nodes.v[i]->stmt->kind == CSL_STMT_SYNC && a->nodes.v[i]->stmt->sync->commits &&
            (i > copy->order || csl_common_loop(a->nodes.v[i]->loop, copy->loop)))
            return true;
    for (uint32_t i = 0; i < copy->commits.n; i++)
        if (!copy->commits.v[i].commit->stmt->sync->settled)
            return true;
    return false;
}

static bool is_left_open(const csl_analysis *a, const csl_node *n) {
    return n->stmt->access->is_tracked && csl_may_be_committed(a, n);
}

bool csl_is_order_untold(const csl_analysis *a, const csl_pair_query *q) {
    const csl_node *first = q->side[0].node, *then = q->side[1].node;
    if (is_left_open(a, first) || is_left_open(a, then))
        return true;
    return q->in_flight && q->scope == CSL_SCOPE_THREAD && first->stmt->access->is_tracked &&
           then->stmt->access->is_tracked;
}

/* ---- pairs ---------------------------------------------------------------------------------- */

typedef struct differing {
    csl_analysis *a;
    bool any;
} differing;

static csl_expr *differing_leaf(void *user, csl_expr *leaf) {
    differing *d = user;
    d->any |= leaf->op == CSL_OP_SYM && csl_scope_of(d->a, leaf) < CSL_SCOPE_BLOCK;
    return leaf;
}

/* What the copying thread had waited for at the last barrier before the other node is known. */
static bool knows_groups(csl_analysis *a, const csl_node *copy, const csl_node *other) {
    differing d = {.a = a};
    for (csl_scope scope = CSL_SCOPE_WARP; scope <= CSL_SCOPE_BLOCK; scope++) {
        csl_expr *e = other->groups[csl_groups_known(copy, scope)];
        csl_find_uniform_value(a, e);
        csl_map(a->ctx, csl_expand(a, e), differing_leaf, &d);
    }
    return !d.any;
}

bool csl_of_one_root(const csl_node *x, const csl_node *y) {
    for (uint32_t i = 0; i < x->ntargets; i++)
        for (uint32_t j = 0; j < y->ntargets; j++)
            if (x->targets[i].root == y->targets[j].root)
                return true;
    return false;
}

csl_pair_query *csl_push_pair(csl_analysis *a, csl_met *met, csl_node *first, csl_node *second,
                              csl_scope scope, const csl_loop *pivot, csl_round round) {
    csl_pair_query *q = CSL_NEW(a->pairs, csl_pair_query);
    *q = (csl_pair_query){.side = {{.node = first, .cond = csl_true(a->ctx)},
                                   {.node = second, .cond = csl_true(a->ctx)}},
                          .pivot = pivot,
                          .round = round,
                          .scope = scope};
    CSL_PUSH(a->pairs, met, q);
    return q;
}

static void add(csl_analysis *a, csl_met *met, csl_node *copy, csl_node *other, csl_scope scope,
                const csl_loop *pivot, csl_round round) {
    if (csl_limit_reached(CSL_LIMIT_pairs, met->n)) {
        met->cut = true;
        return;
    }
    csl_push_pair(a, met, copy, other, scope, pivot, round)->in_flight = true;
}

/* Every way in which `other` can come after the copy: in the same pass of the loops around both, or
 * in a later one. */
static void pair_with(csl_analysis *a, csl_met *met, csl_node *copy, csl_node *other,
                      bool awaited) {
    bool known = awaited || csl_ends_at_object(copy) || copy->stmt->access->launched ||
                 knows_groups(a, copy, other);
    if (!known)
        csl_obstruct(a, CSL_ABOUT(ASYNC), copy,
                     "asynchronous copies whose groups threads count differently");
    const csl_scope least = is_pipelined(copy, other) ? CSL_SCOPE_WARP : CSL_SCOPE_THREAD;
    for (csl_scope scope = least; scope <= CSL_SCOPE_BLOCK; scope++) {
        if (scope == CSL_SCOPE_TILE || (scope > CSL_SCOPE_THREAD && (awaited || !known)))
            continue;
        const bool one_operation = other->stmt && copy->stmt->access->is_tracked &&
                                   scope == CSL_SCOPE_THREAD &&
                                   copy->stmt->place == other->stmt->place;
        if ((other->order > copy->order && !one_operation) || csl_in_other_arms(copy, other))
            add(a, met, copy, other, scope, NULL, CSL_ROUND_SAME);
        for (const csl_loop *l = csl_common_loop(copy->loop, other->loop); l; l = l->parent) {
            add(a, met, copy, other, scope, l, CSL_ROUND_NEXT);
            add(a, met, copy, other, scope, l, CSL_ROUND_LATER);
        }
    }
}

/* Nothing in the kernel waits for what is launched, and what its threads know of groups of copies
 * has nothing to do with it. */
static void pair_with_launched(csl_analysis *a, csl_met *met, csl_node *launched) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *other = a->nodes.v[i];
        if (other->stmt->kind != CSL_STMT_ACCESS || other->stmt->access->launched ||
            !csl_of_one_root(launched, other) || other->stmt->access->is_state)
            continue;
        const csl_access *x = launched->stmt->access, *y = other->stmt->access;
        if ((x->mode == CSL_MODE_READ && y->mode == CSL_MODE_READ) ||
            (x->atomic != CSL_ATOMIC_NONE && y->atomic != CSL_ATOMIC_NONE))
            continue;
        pair_with(a, met, launched, other, false);
    }
}

/* ---- the end of the block ----------------------------------------------------------------------- */

/* Who comes to the one comes to the other in the same pass of the loops around that, all of which
 * are around the first as well. */
static bool leads_to(csl_analysis *a, const csl_node *n, const csl_node *to) {
    csl_expr *from = csl_expand(a, n->reach), *reach = csl_expand(a, to->reach);
    uint32_t nfrom, nreach;
    csl_expr *const *had = csl_conjuncts(&from, &nfrom), *const *asked =
                                                             csl_conjuncts(&reach, &nreach);
    bool all = n->order < to->order && csl_loop_inside(n->loop, to->loop);
    for (uint32_t i = 0; i < nreach && all; i++) {
        uint32_t k = 0;
        while (k < nfrom && had[k] != asked[i])
            k++;
        all = k < nfrom;
    }
    return all;
}

/* Behind the copy its thread commits the group and waits for all that it has committed. */
static bool is_awaited_behind(csl_analysis *a, const csl_node *copy) {
    const uint32_t kind = csl_groups_of_copy(copy);
    const csl_node *commit = NULL;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ASYNC || csl_groups_of_wait(n->stmt) != kind ||
            !leads_to(a, copy, n))
            continue;
        if (!n->stmt->async.wait)
            commit = n;
        else if (commit && commit->order < n->order && n->count && csl_is_const(n->count, 0))
            return true;
    }
    return false;
}

/* The copy may be under way when its thread has come to the end of the kernel; `end` also stands
 * for later passes of loops around both. `around`: a loop of which the thread makes so many passes
 * at least; or NULL. */
static bool outlives(csl_analysis *a, csl_node *copy, csl_node *end, const csl_loop *around,
                     int64_t passes) {
    csl_met met = {0};
    pair_with(a, &met, copy, end, true);
    bool safe = !met.cut;
    for (uint32_t i = 0; i < met.n && safe; i++) {
        const csl_relation r = csl_relation_of(met.v[i]);
        csl_builder *b = csl_builder_new(a, &r);
        csl_expr *reads =
            csl_and(a->ctx, csl_side(b, 0, copy->reach), csl_still_under_way(b, met.v[i]));
        if (around)
            csl_builder_fact(b, csl_makes_passes(a, b, around, passes));
        csl_query q = csl_builder_query(b, reads, csl_side(b, 1, end->reach));
        safe = csl_ask(a, &q, CSL_USE_PROOF).verdict == CSL_SAFE;
        csl_builder_done(b);
    }
    return !safe;
}

static bool outlives_thread(csl_analysis *a, csl_node *copy, const csl_loop *around,
                            int64_t passes) {
    bool late = a->end && outlives(a, copy, a->end, around, passes);
    for (uint32_t i = 0; i < a->nodes.n && !late; i++)
        late = a->nodes.v[i]->stmt->kind == CSL_STMT_EXIT &&
               outlives(a, copy, a->nodes.v[i], around, passes);
    return late;
}

/* Loops behind the copy wait for it if they make a few passes. */
static bool is_awaited_in_loop(csl_analysis *a, csl_node *copy) {
    const csl_loop *tried = NULL;
    for (uint32_t i = copy->order; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const csl_loop *around = csl_outermost(n->loop);
        csl_expr *own;
        if (n->stmt->kind != CSL_STMT_ASYNC || !n->stmt->async.wait || !around || around == tried ||
            csl_groups_of_wait(n->stmt) != csl_groups_of_copy(copy) ||
            csl_loop_inside(copy->loop, around) || !csl_own_condition(a, n, &own))
            continue;
        tried = around;
        for (int64_t passes = 1; !csl_limit_exceeded(CSL_LIMIT_awaited_passes, passes); passes++)
            if (!outlives_thread(a, copy, around, passes))
                return csl_assume_passes(a, n, own, passes);
    }
    return false;
}

/* Shared memory is gone when the block has ended: what a copy in bulk reads there it has to have
 * read before. */
static void check_end(csl_analysis *a, csl_node *copy) {
    const csl_object *o = copy->ntargets ? csl_object_of_root(a, copy->targets[0].root) : NULL;
    const csl_access *x = copy->stmt->access;
    if (x->is_bulk && !x->is_tracked && !x->is_map && x->mode == CSL_MODE_READ &&
        !(o && o->kind == CSL_OBJ_GLOBAL) && !is_awaited_behind(a, copy) &&
        outlives_thread(a, copy, NULL, 0)) {
        a->leaves_copies = true;
        csl_obstruct(a, CSL_ABOUT(ASYNC), copy,
                     "a copy in bulk may still read shared memory when the block ends");
    }
}

/* What is written into shared memory has to be waited for (protocols/awaited.c). */
static void check_awaited(csl_analysis *a, csl_node *copy) {
    if (copy->stmt->access->mode == CSL_MODE_WRITE && !copy->stmt->access->is_tracked &&
        !csl_is_awaited_at_end(a, copy))
        csl_obstruct(a, CSL_ABOUT(ASYNC) | CSL_ABOUT(SHARED), copy,
                     "no thread waits for a copy into shared memory before the block ends");
}

bool csl_both_reduce(const csl_access *x, const csl_access *y) {
    return x->is_bulk && y->is_bulk && x->atomic != CSL_ATOMIC_NONE && y->atomic != CSL_ATOMIC_NONE;
}

/* A copy to another block reads its source until its end, which the thread's own block is not told
 * of. What it writes there is asked with the cluster (blocks/cluster.c). */
static void check_crossing(csl_analysis *a, csl_node *copy) {
    if (copy->stmt->access->mode != CSL_MODE_READ)
        return;
    for (uint32_t k = 0; k < a->nodes.n; k++) {
        const csl_node *other = a->nodes.v[k];
        if (other->stmt->kind == CSL_STMT_ACCESS && other->stmt->access->mode != CSL_MODE_READ &&
            (other->order > copy->order || csl_common_loop(other->loop, copy->loop)) &&
            csl_of_one_root(copy, other) && !csl_is_remote_signal(a, other)) {
            csl_obstruct(a, CSL_ABOUT(ASYNC) | CSL_ABOUT(SHARED), copy,
                         "a copy to another block may still read what is written again");
            return;
        }
    }
}

csl_met csl_meet_copies(csl_analysis *a) {
    csl_met met = {0};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *copy = a->nodes.v[i];
        if (copy->stmt->kind != CSL_STMT_ACCESS || !copy->stmt->access->is_async)
            continue;
        if (copy->stmt->access->launched) {
            pair_with_launched(a, &met, copy);
            continue;
        }
        const bool counted = csl_ends_at_object(copy);
        if (copy->family && a->families.v[copy->family - 1].crossed) {
            check_crossing(a, copy);
            continue;
        }
        if (csl_may_be_committed(a, copy) ||
            (counted && !(copy->family && a->families.v[copy->family - 1].settled))) {
            csl_obstruct(a, CSL_ABOUT(ASYNC) | CSL_ABOUT(SHARED), copy,
                         "a copy whose barrier object is not followed");
            continue;
        }
        if (a->vague_waits && !counted)
            csl_obstruct(a, CSL_ABOUT(ASYNC), copy, "an asynchronous copy whose end is not known");
        bool awaited = !counted && is_awaited(a, copy);
        if (counted)
            check_awaited(a, copy);
        check_end(a, copy);
        for (uint32_t k = 0; k < a->nodes.n; k++) {
            csl_node *other = a->nodes.v[k];
            if (other->stmt->kind == CSL_STMT_ACCESS && other->groups &&
                csl_of_one_root(copy, other) &&
                !csl_both_reduce(copy->stmt->access, other->stmt->access) &&
                (copy->stmt->access->mode != CSL_MODE_READ ||
                 other->stmt->access->mode != CSL_MODE_READ) &&
                !other->stmt->access->is_state)
                pair_with(a, &met, copy, other, awaited);
        }
    }
    return met;
}

/* Of what a copy writes into shared memory no document says what becomes of it when the block ends,
 * whether the copy belongs to a group or to a barrier object (check_awaited). */
void csl_find_abandoned(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *copy = a->nodes.v[i];
        const csl_access *x = copy->stmt->access;
        if (copy->stmt->kind == CSL_STMT_ACCESS && x->is_async && x->mode != CSL_MODE_READ &&
            !x->launched && !x->is_bulk && !x->is_lanes && !x->is_tracked &&
            !csl_ends_at_object(copy) && !is_awaited(a, copy) && !is_awaited_behind(a, copy) &&
            outlives_thread(a, copy, NULL, 0) && !is_awaited_in_loop(a, copy)) {
            a->leaves_copies = true;
            csl_obstruct(a, CSL_ABOUT(ASYNC) | CSL_ABOUT(SHARED), copy,
                         "no thread waits for a copy into shared memory before the block ends");
        }
    }
}

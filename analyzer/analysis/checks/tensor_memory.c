/* Tensor memory, beyond what is said of all memory.
 *
 * That two threads synchronise orders what they do to tensor memory only together with the fences
 * for it: tcgen05.fence::before_thread_sync in front of the barrier, in the thread that came first,
 * and tcgen05.fence::after_thread_sync behind it, in the other one (PTX ISA, canonical
 * synchronization patterns of tcgen05). A tcgen05.commit is the first of the two for what it tells
 * of. Threads of one warp load and store together; allocating and freeing is synchronous.
 *
 * Needs: csl_find_uniform().
 */
#include "../protocols/protocols.h"
#include "races.h"

static bool is_of_tensor_memory(const csl_analysis *a, const csl_node *n) {
    const csl_object *o = n->stmt->kind == CSL_STMT_ACCESS && n->ntargets == 1
                              ? csl_object_of_root(a, n->targets[0].root)
                              : NULL;
    return o && o->kind == CSL_OBJ_TENSOR;
}

/* ---- fences ---------------------------------------------------------------------------------- */

static bool is_fence(const csl_node *n, csl_proxy proxy) {
    return n->stmt->kind == CSL_STMT_FENCE && n->stmt->fence.proxy == proxy;
}

static csl_fencing either(bool fenced, bool maybe) {
    return fenced ? CSL_FENCED : maybe ? CSL_MAYBE_FENCED : CSL_UNFENCED;
}

/* Behind the access, before any other thread can know of it. */
static csl_fencing fenced_behind(csl_analysis *a, const csl_node *first) {
    bool fenced = first->tracked != NULL;
    bool maybe = csl_may_be_committed(a, first);
    for (uint32_t i = 0; i < a->nodes.n && !fenced; i++) {
        const csl_node *n = a->nodes.v[i];
        maybe |= csl_may_do_anything(n->stmt);
        if (!is_fence(n, CSL_PROXY_BEFORE))
            continue;
        const bool handed = csl_handed_over_between(a, first, n);
        fenced |= csl_always_follows(n, first) && !handed;
        maybe |= (n->order > first->order || csl_common_loop(n->loop, first->loop)) &&
                 csl_share_threads(a, n, first);
    }
    return either(fenced, maybe);
}

/* The thread may learn of others at a node of which the place lies so. */
static bool handed_over_within(const csl_analysis *a, uint32_t after, uint32_t before) {
    for (uint32_t i = after + 1; i < before; i++)
        if (csl_may_hand_over(a->nodes.v[i]->stmt))
            return true;
    return false;
}

/* One fence stands at the end of each pass of the loop around the access, another before the loop:
 * one of them in front of the access, in whatever pass. */
static bool fenced_around(const csl_analysis *a, const csl_node *then) {
    const csl_loop *l = then->loop;
    if (!l || !l->top_tested)
        return false;
    const csl_node *first = a->nodes.v[l->leaves.v[0]->order + 1]; /* behind the test */
    bool before = false, at_end = false;
    uint32_t end = first->order; /* of the loop */
    while (end < a->nodes.n && csl_loop_inside(a->nodes.v[end]->loop, l))
        end++;
    for (uint32_t i = 0; i < end; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!is_fence(n, CSL_PROXY_AFTER))
            continue;
        before |= n->loop == l->parent && csl_comes_too(n, then) &&
                  !handed_over_within(a, i, then->order);
        at_end |= n->loop == l && i > then->order && csl_comes_too(n, first) &&
                  !handed_over_within(a, i, end) &&
                  !handed_over_within(a, l->node->order, then->order);
    }
    return before && at_end;
}

/* In front of the access, where all that its thread knows of others is known. */
static csl_fencing fenced_before(csl_analysis *a, const csl_node *then) {
    bool fenced = fenced_around(a, then), maybe = false;
    for (uint32_t i = 0; i < a->nodes.n && !fenced; i++) {
        const csl_node *n = a->nodes.v[i];
        maybe |= csl_may_do_anything(n->stmt);
        if (!is_fence(n, CSL_PROXY_AFTER))
            continue;
        fenced |= n->order < then->order && csl_comes_too(n, then) &&
                  !csl_handed_over_between(a, then, n);
        maybe |= (n->order < then->order || csl_common_loop(n->loop, then->loop)) &&
                 csl_share_threads(a, n, then);
    }
    return either(fenced, maybe);
}

/* Every way in which the second can come behind the first, in another thread. */
static void pair_with(csl_analysis *a, csl_met *met, csl_node *first, csl_node *then) {
    const csl_fencing one = fenced_behind(a, first), other = fenced_before(a, then);
    const csl_fencing fencing = one == CSL_UNFENCED ? one : other == CSL_FENCED ? one : other;
    const bool warps = first->stmt->access->is_lanes && then->stmt->access->is_lanes;
    if (fencing == CSL_FENCED)
        return;
    for (csl_scope scope = warps ? CSL_SCOPE_BLOCK : CSL_SCOPE_WARP; scope <= CSL_SCOPE_BLOCK;
         scope++) {
        if (first->order < then->order || csl_in_other_arms(first, then))
            csl_push_pair(a, met, first, then, scope, NULL, CSL_ROUND_SAME)->fencing = fencing;
        for (const csl_loop *l = csl_common_loop(first->loop, then->loop); l; l = l->parent) {
            csl_push_pair(a, met, first, then, scope, l, CSL_ROUND_NEXT)->fencing = fencing;
            csl_push_pair(a, met, first, then, scope, l, CSL_ROUND_LATER)->fencing = fencing;
        }
    }
}

csl_met csl_meet_unfenced_in_tensor_memory(csl_analysis *a) {
    csl_met met = {0};
    for (uint32_t i = 0; i < a->nodes.n; i++)
        for (uint32_t k = 0; k < a->nodes.n && is_of_tensor_memory(a, a->nodes.v[i]); k++) {
            csl_node *first = a->nodes.v[i], *then = a->nodes.v[k];
            if (is_of_tensor_memory(a, then) && first->stmt->access->is_async &&
                then->stmt->access->is_async &&
                (first->stmt->access->mode != CSL_MODE_READ ||
                 then->stmt->access->mode != CSL_MODE_READ))
                pair_with(a, &met, first, then);
        }
    return met;
}

/* ---- what is loaded, and the end ------------------------------------------------------------- */

typedef struct mention {
    const csl_analysis *a;
    const csl_node *load;
    bool any;
} mention;

/* The value is one that the load brings: these stand behind it, in its place. */
static csl_expr *note_leaf(void *user, csl_expr *leaf) {
    mention *m = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(m->a, leaf) : NULL;
    m->any |= s && s->kind == CSL_SYM_HAVOC && s->node && s->node->stmt->kind == CSL_STMT_HAVOC &&
              s->node->stmt->place == m->load->stmt->place;
    return leaf;
}

static bool uses(csl_analysis *a, const csl_node *n, const csl_node *load) {
    mention m = {a, load, false};
    csl_expr *const parts[] = {n->address, n->value, n->cond, n->mask,  n->offered,
                               n->id,      n->count, n->lane, n->apart, n->reach};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i])
            csl_map(a->ctx, csl_expand(a, parts[i]), note_leaf, &m);
    return m.any;
}

/* It only moves the value, to memory of the thread's own; or reads what stands there. */
static bool is_own(const csl_analysis *a, const csl_node *n, csl_mode mode) {
    const csl_object *o =
        n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->mode == mode && n->ntargets == 1
            ? csl_object_of_root(a, n->targets[0].root)
            : NULL;
    return o && o->kind == CSL_OBJ_LOCAL;
}

static bool ends_loads(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ASYNC && n->stmt->async.lanes && n->stmt->async.reads &&
           n->stmt->async.wait;
}

/* Registers that are loaded may be used when the thread has waited for the load. `moved`: where its
 * values went before, any if there are several places. */
static void check_use(csl_analysis *a, csl_node *load) {
    const csl_node *wait = NULL;
    for (uint32_t i = load->order; i < a->nodes.n && !wait; i++)
        wait = ends_loads(a->nodes.v[i]) && csl_always_follows(a->nodes.v[i], load) ? a->nodes.v[i]
                                                                                    : NULL;
    const csl_expr *moved = NULL;
    for (uint32_t i = load->order; i < a->nodes.n && (!wait || i < wait->order); i++) {
        const csl_node *n = a->nodes.v[i];
        if (is_own(a, n, CSL_MODE_WRITE) && uses(a, n, load)) {
            moved = moved && moved != n->targets[0].root ? load->address : n->targets[0].root;
        } else if (uses(a, n, load) || (moved && is_own(a, n, CSL_MODE_READ) &&
                                        (moved == n->targets[0].root || moved == load->address))) {
            csl_obstruct(a, CSL_ABOUT(ASYNC), n,
                         "a value loaded from tensor memory that is not waited for here");
            return;
        }
    }
}

void csl_check_tensor_memory(csl_analysis *a) {
    const csl_node *used = NULL;
    bool freed = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (!is_of_tensor_memory(a, n))
            continue;
        used = used ? used : n;
        freed |= !n->stmt->access->is_async;
        if (n->stmt->access->is_lanes && n->stmt->access->mode == CSL_MODE_READ)
            check_use(a, n);
    }
    if (used && !freed)
        csl_obstruct(a, CSL_ABOUT(ASYNC), used, "tensor memory that the kernel does not free");
}

/* What keeps a store and a later signal of the same block in order for other blocks.
 *
 * If one thread does both, a fence of the device has to come between, or the signal has to release.
 * If another thread of the block signals, a barrier has to come between as well: the fence may
 * stand on either side of it, in the thread that stores before or in the one that signals after.
 * What counts is only what every thread passes that stores, or every thread that signals.
 *
 * Needs: csl_find_uniform().
 */
#include "gates.h"

static bool among(const csl_parting *list, const csl_parting *wanted, bool same_arm) {
    for (; list; list = list->before)
        if (list->node == wanted->node && (!same_arm || list->arm == wanted->arm))
            return true;
    return false;
}

/* A thread that comes to `known` passes `n` as well, in the same pass of the loops around `n`, if
 * `given` holds for his block. */
static bool passes(csl_analysis *a, const csl_node *n, const csl_node *known, csl_expr *given) {
    if (n->loop && !csl_loop_inside(known->loop, n->loop))
        return false;
    bool all = true;
    for (const csl_parting *p = n->arms; p && all; p = p->before)
        all = among(known->arms, p, true);
    for (const csl_parting *p = n->jumps; p && all; p = p->before)
        all = among(known->jumps, p, false);
    if (all)
        return true;
    csl_expr *away = csl_not(a->ctx, csl_expand(a, n->reach));
    csl_expr *comes = csl_and(a->ctx, csl_expand(a, known->reach), given);
    return csl_is_false(csl_and(a->ctx, comes, away));
}

typedef struct way {
    csl_analysis *a;
    csl_node *store, *signal;
    bool back;
    const csl_loop *common;
    csl_expr *given; /* of the conditions for the signal those on which the whole block agrees */
} way;

/* The node lies on the way from the store to the signal. */
static bool after_store(const way *w, const csl_node *n) {
    return n->order > w->store->order && (w->back || n->order < w->signal->order) &&
           (!w->back || csl_loop_inside(n->loop, w->common));
}

static bool before_signal(const way *w, const csl_node *n) {
    return n->order < w->signal->order && (w->back || n->order > w->store->order) &&
           (!w->back || csl_loop_inside(n->loop, w->common));
}

static bool binds_store(const way *w, const csl_node *n) {
    return after_store(w, n) && passes(w->a, n, w->store, w->given);
}

static bool binds_signal(const way *w, const csl_node *n) {
    return before_signal(w, n) && passes(w->a, n, w->signal, csl_true(w->a->ctx));
}

/* Comes later on the way. */
static bool behind(const way *w, const csl_node *x, const csl_node *y) {
    bool wrapped_x = w->back && x->order < w->signal->order;
    bool wrapped_y = w->back && y->order < w->signal->order;
    return wrapped_x != wrapped_y ? wrapped_x : x->order > y->order;
}

/* ---- fences and barriers --------------------------------------------------------------------- */

/* A barrier of the grid is a fence of the device as well. */
static bool is_fence(const csl_stmt *s, bool wide) {
    if (s->kind == CSL_STMT_SYNC)
        return wide && s->sync->orders && s->sync->scope == CSL_SCOPE_GRID;
    return s->kind == CSL_STMT_FENCE && !s->fence.proxy &&
           (s->fence.scope >= CSL_SCOPE_CLUSTER) == wide;
}

static bool releases(const csl_access *x) {
    return x->atomic != CSL_ATOMIC_NONE && x->order >= CSL_ORDER_RELEASE &&
           x->atomic_scope >= CSL_SCOPE_CLUSTER;
}

/* Any barrier of which the two may be members: which of the named ones separate whom is not asked.
 */
static bool is_barrier(const csl_stmt *s, bool of_warp) {
    return s->kind == CSL_STMT_SYNC && s->sync->orders &&
           (s->sync->scope >= CSL_SCOPE_BLOCK || of_warp);
}

/* The thread that signals has passed a fence or releases. */
static bool is_fenced(const way *w) {
    if (releases(w->signal->stmt->access))
        return true;
    for (uint32_t i = 0; i < w->a->nodes.n; i++) {
        const csl_node *f = w->a->nodes.v[i];
        if (is_fence(f->stmt, true) && (binds_store(w, f) || binds_signal(w, f)))
            return true;
    }
    return false;
}

/* A barrier all pass between store and signal, with a fence before it in the thread that stores or
 * behind it in the one that signals. */
static bool is_fenced_at(const way *w, const csl_node *barrier) {
    if (releases(w->signal->stmt->access))
        return true;
    for (uint32_t i = 0; i < w->a->nodes.n; i++) {
        const csl_node *f = w->a->nodes.v[i];
        if (is_fence(f->stmt, true) && ((binds_store(w, f) && behind(w, barrier, f)) ||
                                        (binds_signal(w, f) && behind(w, f, barrier))))
            return true;
    }
    return false;
}

static void cross_barriers(const way *w, csl_chain *c, bool of_warp) {
    bool barrier = false, fenced = false;
    for (uint32_t i = 0; i < w->a->nodes.n && !fenced; i++) {
        const csl_node *b = w->a->nodes.v[i];
        if (!is_barrier(b->stmt, of_warp) || (!binds_store(w, b) && !binds_signal(w, b)))
            continue;
        barrier = true;
        fenced = is_fenced_at(w, b);
    }
    c->barrier = !barrier;
    c->fence |= barrier ? !fenced : !is_fenced(w);
    c->other_thread = true;
}

/* ---- who signals ----------------------------------------------------------------------------- */

/* The decision is made once in each pass of the loops around store and signal. */
static bool is_common(const way *w, const csl_node *n) {
    return csl_loop_inside(w->common, n->loop) || !n->loop;
}

/* What decides that a thread comes to the node, of that which is said in symbols of the loops
 * around both: the arms it stands in. */
static csl_expr *arms_of(const way *w, const csl_node *n) {
    csl_ctx *ctx = w->a->ctx;
    csl_expr *all = csl_true(ctx);
    for (const csl_parting *p = n->arms; p; p = p->before)
        if (is_common(w, p->node))
            all = csl_and(ctx, all, p->arm ? p->node->cond : csl_not(ctx, p->node->cond));
    return all;
}

/* Necessary for a thread to signal: it has not gone another way, nor jumped past. How it has left
 * the loops before does not matter. */
static csl_expr *comes_to_signal(const way *w) {
    csl_ctx *ctx = w->a->ctx;
    csl_expr *comes = arms_of(w, w->signal);
    for (const csl_parting *p = w->signal->jumps; p; p = p->before) {
        csl_expr *jumps = is_common(w, p->node) ? arms_of(w, p->node) : csl_false(ctx);
        if (!csl_is_true(jumps))
            comes = csl_and(ctx, comes, csl_not(ctx, jumps));
    }
    return comes;
}

static csl_expr *see_builtin(void *user, csl_expr *leaf) {
    *(bool *)user &= leaf->op == CSL_OP_CONST || leaf->op == CSL_OP_TID || leaf->op == CSL_OP_BID ||
                     leaf->op == CSL_OP_BDIM || leaf->op == CSL_OP_GDIM;
    return leaf;
}

csl_expr *csl_of_place(csl_analysis *a, csl_expr *e) {
    e = csl_expand(a, e);
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&e, &n), *out = csl_true(a->ctx);
    for (uint32_t i = 0; i < n; i++) {
        bool builtin = true;
        csl_map(a->ctx, part[i], see_builtin, &builtin);
        if (builtin)
            out = csl_and(a->ctx, out, part[i]);
    }
    return out;
}

/* Two threads of that kind, in the same pass of the loops around both, of which one and the other
 * hold. */
static csl_verdict ask(const way *w, csl_pair pair, csl_expr *one, csl_expr *other) {
    if (csl_is_false(one) || csl_is_false(other))
        return CSL_SAFE;
    csl_relation r = {.pair = pair, .share = CSL_SCOPE_BLOCK, .common = w->common};
    csl_builder *b = csl_builder_new(w->a, &r);
    csl_expr *guard[2] = {csl_side(b, 0, one), csl_side(b, 1, other)};
    csl_query q = csl_builder_query(b, guard[0], guard[1]);
    csl_verdict v = csl_ask(w->a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v;
}

/* One thread stores and signals. Where conditions are too much, those on its place in the block
 * decide. */
static bool signals_himself(const way *w, csl_expr *comes) {
    csl_analysis *a = w->a;
    csl_expr *yes = csl_true(a->ctx);
    csl_verdict v = ask(w, CSL_PAIR_ANY, csl_and(a->ctx, w->store->reach, comes), yes);
    if (v == CSL_UNDECIDED)
        v = ask(w, CSL_PAIR_ANY,
                csl_and(a->ctx, csl_of_place(a, w->store->reach), csl_of_place(a, comes)), yes);
    return v == CSL_POSSIBLE;
}

/* Who stores there leaves the loop. */
static bool leaves(const csl_loop *l, const csl_node *store) {
    for (uint32_t i = 0; i < l->leaves.n; i++)
        if (l->leaves.v[i]->order > store->order && csl_always_follows(l->leaves.v[i], store))
            return true;
    return false;
}

/* Who stores there goes another way than to the signal: it jumps past, and round no loop to it. */
static bool goes_elsewhere(const way *w) {
    bool comes = !w->back;
    for (const csl_parting *p = w->signal->jumps; p && comes; p = p->before)
        comes = p->node->order < w->store->order || !csl_always_follows(p->node, w->store);
    for (const csl_loop *l = w->common; l && !comes; l = l->parent)
        comes = !leaves(l, w->store);
    return !comes;
}

/* One thread stores and does not signal, another one of that kind does. */
static bool signals_for_others(const way *w, csl_expr *comes, csl_pair pair) {
    csl_analysis *a = w->a;
    csl_expr *stores = w->store->reach;
    csl_verdict v = ask(w, pair, csl_and(a->ctx, stores, csl_not(a->ctx, comes)), comes);
    if (v == CSL_UNDECIDED) {
        csl_expr *place = csl_of_place(a, comes);
        v = ask(w, pair, csl_and(a->ctx, csl_of_place(a, stores), csl_not(a->ctx, place)), place);
    }
    return v == CSL_POSSIBLE;
}

static csl_expr *see_data(void *user, csl_expr *leaf) {
    void **of = user;
    *(bool *)of[1] |= leaf->op == CSL_OP_SYM && csl_sym_of(of[0], leaf)->kind != CSL_SYM_ITER;
    return leaf;
}

/* What the whole block agrees on of the condition goes to w->given. False if data that differ
 * between threads have a part in it: then each thread signals for itself. */
static bool split(way *w, csl_expr *comes) {
    csl_analysis *a = w->a;
    comes = csl_expand(a, comes);
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&comes, &n);
    bool data = false;
    void *user[2] = {a, &data};
    w->given = csl_true(a->ctx);
    for (uint32_t i = 0; i < n; i++)
        if (csl_scope_of(a, part[i]) >= CSL_SCOPE_BLOCK)
            w->given = csl_and(a->ctx, w->given, part[i]);
        else
            csl_map(a->ctx, part[i], see_data, user);
    return !data;
}

/* All threads of the block signal at one place, so one of them may speak for the others. */
static bool speaks_for_block(csl_analysis *a, const csl_node *signal) {
    for (uint32_t i = 0; i < signal->ntargets; i++)
        if (csl_scope_of(a, signal->targets[i].root) < CSL_SCOPE_BLOCK ||
            csl_scope_of(a, signal->targets[i].offset) < CSL_SCOPE_BLOCK)
            return false;
    return true;
}

static const csl_stmt *fence_in_vain(const way *w) {
    const csl_stmt *narrow = NULL;
    for (uint32_t i = 0; i < w->a->nodes.n; i++) {
        const csl_node *f = w->a->nodes.v[i];
        if (f->stmt->kind != CSL_STMT_FENCE || (!after_store(w, f) && !before_signal(w, f)))
            continue;
        if (is_fence(f->stmt, true))
            return f->stmt;
        if (is_fence(f->stmt, false) && !narrow)
            narrow = f->stmt;
    }
    return narrow;
}

/* Something that is not modelled may do what seems missing. */
static bool is_obscure(const way *w) {
    for (uint32_t i = 0; i < w->a->nodes.n; i++) {
        const csl_node *n = w->a->nodes.v[i];
        if ((n->stmt->kind == CSL_STMT_CALL || n->stmt->kind == CSL_STMT_OPAQUE) &&
            (after_store(w, n) || before_signal(w, n)))
            return true;
    }
    return false;
}

bool csl_grid_meets(csl_analysis *a, const csl_node *store, const csl_node *reader) {
    for (uint32_t i = store->order; i < reader->order; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_SYNC && is_fence(n->stmt, true) &&
            passes(a, n, reader, csl_true(a->ctx)))
            return true;
    }
    return false;
}

csl_chain csl_follow_store(csl_analysis *a, csl_node *store, csl_node *signal, bool back) {
    way w = {a, store, signal, back, csl_common_loop(store->loop, signal->loop), NULL};
    csl_chain c = {0};
    if (is_obscure(&w))
        return c;
    csl_expr *comes = comes_to_signal(&w);
    bool known = split(&w, comes);
    bool himself = !goes_elsewhere(&w) && signals_himself(&w, comes);
    if (himself)
        c.fence = !is_fenced(&w);
    bool others = !back && known && speaks_for_block(a, signal);
    /* if several warps signal, each does so for itself */
    bool far = others && ask(&w, CSL_PAIR_DIFFERENT_WARPS, comes, comes) != CSL_POSSIBLE &&
               signals_for_others(&w, comes, CSL_PAIR_DIFFERENT_WARPS);
    bool near = others && !far && signals_for_others(&w, comes, CSL_PAIR_SAME_WARP);
    if (far || near)
        cross_barriers(&w, &c, near);
    c.holds = (himself || far || near) && !c.fence && !c.barrier;
    if (c.fence)
        c.vain = fence_in_vain(&w);
    return c;
}

/* Barrier objects (cuda::barrier, mbarrier), and barriers in two halves, arrive and wait.
 *
 * An object ends a phase when as many arrivals have come as it was initialised with. Where that is
 * the number of threads of the block, each arrival stands for the thread that makes it, and who
 * arrives waits for that phase, it is a barrier of the block: a thread that does not come is waited
 * for, and memory is ordered as by __syncthreads(). What a thread does between its arrival and its
 * wait is kept apart from neither side (intervals.c). For other objects the arrivals of the threads
 * of a block are counted, as for named barriers.
 */
#include "intervals.h"

/* ---- which objects there are ----------------------------------------------------------------- */

static bool is_shared(const csl_analysis *a, const csl_expr *root) {
    const csl_object *o = csl_object_of_root(a, root);
    return o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC);
}

static csl_expr *offset_of(csl_analysis *a, const csl_node *n) {
    return csl_expand(a, n->targets[0].offset);
}

static csl_barrier_object *object_at(csl_barrier_objects *f, csl_expr *root, int64_t offset) {
    for (uint32_t i = 0; i < f->objects.n; i++)
        if (f->objects.v[i].root == root && f->objects.v[i].offset == offset)
            return &f->objects.v[i];
    csl_barrier_object o = {.root = root, .offset = offset};
    CSL_PUSH(f->a->ctx, &f->objects, o);
    return &f->objects.v[f->objects.n - 1];
}

static void add_use(csl_barrier_objects *f, csl_node *n) {
    csl_analysis *a = f->a;
    if (n->ntargets != 1 || !csl_object_of_root(a, n->targets[0].root)) {
        f->unclear = true;
        return;
    }
    csl_expr *root = n->targets[0].root, *offset = offset_of(a, n);
    if (offset->op == CSL_OP_CONST) {
        CSL_PUSH(a->ctx, &object_at(f, root, offset->value)->uses, n);
        return;
    }
    for (uint32_t i = 0; i < a->nodes.n; i++) /* one of several: any of them */
        if (a->nodes.v[i]->ntargets == 1 && a->nodes.v[i]->targets[0].root == root) {
            csl_expr *other = offset_of(a, a->nodes.v[i]);
            if (other->op == CSL_OP_CONST)
                object_at(f, root, other->value)->unclear = true;
        }
}

/* `init(&bar[i], n)` may be that of any object of the array. */
static void find_expected(csl_barrier_objects *f, csl_barrier_object *o) {
    csl_analysis *a = f->a;
    o->unclear |= !is_shared(a, o->root);
    for (uint32_t i = 0; i < f->inits.n; i++) {
        csl_node *n = f->inits.v[i];
        if (n->ntargets != 1 || !csl_object_of_root(a, n->targets[0].root)) {
            o->unclear = true;
            continue;
        }
        csl_expr *offset = offset_of(a, n);
        if (n->targets[0].root != o->root ||
            (offset->op == CSL_OP_CONST && offset->value != o->offset))
            continue;
        csl_expr *expects = csl_expand(a, n->value);
        o->unclear |= o->expects && o->expects != expects;
        o->expects = expects;
    }
    o->unclear |= !o->expects;
}

csl_barrier_objects csl_find_barrier_objects(csl_analysis *a) {
    csl_barrier_objects f = {.a = a};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_stmt *s = n->stmt;
        f.unclear |= csl_may_do_anything(s);
        if (s->kind == CSL_STMT_SYNC && s->sync->object)
            add_use(&f, n);
        else if (csl_begins_object(n))
            CSL_PUSH(a->ctx, &f.inits, n);
    }
    for (uint32_t i = 0; i < f.objects.n; i++) {
        find_expected(&f, &f.objects.v[i]);
        f.objects.v[i].unclear |= f.unclear;
    }
    return f;
}

/* ---- the two halves of a barrier ------------------------------------------------------------- */

/* The thread waits for the phase of that arrival, with everything in between on the way from the
 * one to the other. */
static bool waits_for(const csl_node *wait, const csl_node *arrival) {
    const csl_sync *w = wait->stmt->sync, *y = arrival->stmt->sync;
    if (w->scope != y->scope || !y->orders || !w->orders || w->id || y->id ||
        w->result != CSL_NO_VAR || wait->jumps != arrival->jumps)
        return false;
    if (!w->object && !y->object)
        return true;
    return w->object && y->object && arrival->sym != CSL_NO_VAR && wait->offered &&
           wait->offered->op == CSL_OP_SYM && wait->offered->index == arrival->sym;
}

static bool is_half(const csl_node *n, csl_sync_kind kind) {
    return n->stmt->kind == CSL_STMT_SYNC && n->stmt->sync->kind == kind;
}

/* Finds the pairs in a sequence and all that it holds. Of barriers without an object only one can
 * be under way. */
static void pair_halves(csl_node *first) {
    csl_node *open = NULL;
    for (csl_node *n = first; n; n = n->next) {
        pair_halves(n->body);
        pair_halves(n->other);
        if (is_half(n, CSL_SYNC_ARRIVE) && !n->stmt->sync->object)
            open = n;
        if (!is_half(n, CSL_SYNC_WAIT))
            continue;
        if (!n->stmt->sync->object) {
            n->arrival = open && waits_for(n, open) ? open : NULL;
            open = NULL;
            continue;
        }
        for (csl_node *x = first; x != n; x = x->next)
            if (is_half(x, CSL_SYNC_ARRIVE) && waits_for(n, x))
                n->arrival = x;
    }
}

csl_node *csl_wait_of(const csl_nodes *uses, const csl_node *arrival) {
    for (uint32_t i = 0; i < uses->n; i++)
        if (uses->v[i]->arrival == arrival)
            return uses->v[i];
    return NULL;
}

/* A barrier of the cluster of which one half orders nothing, and to which all come, is none as far
 * as memory goes. */
static void settle_relaxed(csl_analysis *a) {
    csl_node *open = NULL;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_SYNC || n->stmt->sync->scope != CSL_SCOPE_CLUSTER ||
            n->stmt->sync->object || n->stmt->sync->id)
            continue;
        const bool all = !n->loop && csl_is_true(csl_expand(a, n->reach));
        if (is_half(n, CSL_SYNC_WAIT) && all && open &&
            (!open->stmt->sync->orders || !n->stmt->sync->orders))
            open->stmt->sync->settled = n->stmt->sync->settled = true;
        open = is_half(n, CSL_SYNC_ARRIVE) && all ? n : NULL;
    }
}

/* ---- objects that are a barrier of the block ------------------------------------------------- */

static csl_expr *varying_leaf(void *user, csl_expr *leaf) {
    csl_analysis *a = ((void **)user)[0];
    bool *varies = ((void **)user)[1];
    *varies |= leaf->op == CSL_OP_TID;
    if (leaf->op == CSL_OP_SYM) {
        const csl_sym *s = csl_sym_of(a, leaf);
        *varies |= s->kind != CSL_SYM_ITER && s->kind != CSL_SYM_TRIPS && s->kind != CSL_SYM_HEAD;
    }
    return leaf;
}

/* Nothing threads could see differently decides who comes. How often they go round loops is asked
 * later (divergence.c). */
static bool comes_to_all(csl_analysis *a, const csl_node *n) {
    bool varies = false;
    void *user[2] = {a, &varies};
    csl_map(a->ctx, csl_expand(a, n->reach), varying_leaf, user);
    return !varies;
}

/* The count is proved to be that of the block's threads. */
static bool is_block(csl_analysis *a, csl_expr *count) {
    if (!csl_is_of_thread(a->ctx, count))
        return false;
    csl_ctx *ctx = a->ctx;
    csl_expr *threads = csl_const(ctx, CSL_U64, 1);
    for (uint32_t d = 0; d < 3; d++)
        threads = csl_binary(ctx, CSL_OP_MUL, threads,
                             csl_cast(ctx, CSL_U64, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, d)));
    csl_expr *other =
        csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, threads, csl_cast(ctx, CSL_U64, count)));
    csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_query q = csl_builder_query(b, csl_side(b, 0, other), csl_true(ctx));
    csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v == CSL_SAFE;
}

/* Every arrival is that of the thread that makes it, and it waits before it arrives again. If
 * several places share the object, those who come to one may be waited for at another, unless all
 * come. */
static bool is_full(csl_analysis *a, const csl_barrier_object *o) {
    uint32_t arrivals = 0;
    for (uint32_t i = 0; i < o->uses.n; i++) {
        const csl_node *n = o->uses.v[i];
        const csl_sync *s = n->stmt->sync;
        if (s->kind == CSL_SYNC_WAIT) {
            if (!n->arrival)
                return false;
            continue;
        }
        arrivals++;
        if (s->count || s->drops || (s->kind == CSL_SYNC_ARRIVE && !csl_wait_of(&o->uses, n)))
            return false;
    }
    for (uint32_t i = 0; i < o->uses.n && arrivals > 1; i++)
        if (!comes_to_all(a, o->uses.v[i]))
            return false;
    return arrivals > 0 && is_block(a, o->expects);
}

/* A named barrier that waits for all threads of the block wherever it is used (PTX: that is what a
 * barrier without a count does) is one of the block, if all come to every place: those who come to
 * one may be waited for at another, and whether enough come is a question of its own
 * (checks/named_barriers.c). */
static void find_whole_named(csl_analysis *a) {
    csl_nodes uses[CSL_BARRIER_NUMBERS] = {0};
    bool partial[CSL_BARRIER_NUMBERS] = {false};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_sync *y = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
        if (!y || !y->id || y->object || (a->families.n && y->family))
            continue;
        if (n->id->op != CSL_OP_CONST || (uint64_t)n->id->value >= CSL_BARRIER_NUMBERS)
            return;
        CSL_PUSH(a->ctx, &uses[n->id->value], n);
        partial[n->id->value] |=
            y->kind != CSL_SYNC_BARRIER || !y->orders || (n->count && !is_block(a, n->count));
    }
    for (uint32_t k = 0; k < CSL_BARRIER_NUMBERS; k++) {
        for (uint32_t i = 0; i < uses[k].n; i++)
            partial[k] |= !comes_to_all(a, uses[k].v[i]);
        for (uint32_t i = 0; i < uses[k].n; i++)
            uses[k].v[i]->stmt->sync->full = !partial[k];
    }
}

void csl_mark_full_barriers(csl_analysis *a) {
    pair_halves(a->root);
    settle_relaxed(a);
    find_whole_named(a);
    csl_barrier_objects f = csl_find_barrier_objects(a);
    for (uint32_t i = 0; i < f.objects.n; i++) {
        const csl_barrier_object *o = &f.objects.v[i];
        bool full = !o->unclear && is_full(a, o);
        for (uint32_t k = 0; k < o->uses.n; k++)
            o->uses.v[k]->stmt->sync->full = full;
    }
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->arrival && !n->stmt->sync->object)
            n->stmt->sync->full = n->arrival->stmt->sync->full = true;
    }
}

void csl_obstruct_barriers(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (csl_is_unmodelled(n->stmt) && !n->stmt->sync->family)
            csl_obstruct(a, 1u << csl_concern_of_sync(n->stmt->sync), n,
                         "a barrier of a kind that is not modelled");
    }
}

/* ---- counting ------------------------------------------------------------------------------- */

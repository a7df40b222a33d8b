/* Barrier intervals: which pairs of accesses can happen with no barrier in between.
 *
 * Compositional over the structured nodes (docs/how-it-works.md). For a scope, a piece of code has
 *   in       accesses reachable from its start with no barrier before them
 *   out[L]   accesses still open where it is left by way L (falling through, a label, thread exit)
 *   through[L]  the conditions under which it is left by L with no barrier met: terms, since a
 *            barrier may be conditional; each with the warp barriers on the way that separate only
 *            some lanes
 *   beside   accesses of threads that jumped away, as long as those who go on meet no barrier
 * and every time two pieces are put together, what is open at the end of the first meets what is
 * reachable in the second. A loop that holds a barrier shares its pass number between the threads;
 * the end of pass k meets the start of pass k + 1. A loop without one gives each thread its own.
 *
 * Every approximation here adds pairs or drops conditions of pairs, never the other way round.
 *
 * Needs: csl_execute().
 */
#include "walk.h"

/* ---- pairs ----------------------------------------------------------------------------------- */

static bool conflict(const csl_node *x, const csl_node *y, csl_scope scope) {
    const csl_access *p = x->stmt->access, *q = y->stmt->access;
    if (p->mode == CSL_MODE_READ && q->mode == CSL_MODE_READ)
        return false;
    if (p->atomic != CSL_ATOMIC_NONE && q->atomic != CSL_ATOMIC_NONE && p->atomic_scope >= scope &&
        q->atomic_scope >= scope && p->is_bulk == q->is_bulk)
        return false;
    for (uint32_t i = 0; i < x->ntargets; i++)
        for (uint32_t j = 0; j < y->ntargets; j++)
            if (x->targets[i].root == y->targets[j].root)
                return true;
    return false;
}

/* The operation may leave less there than it finds. */
static bool may_lower(csl_analysis *a, const csl_node *n) {
    const csl_access *acc = n->stmt->access;
    if (acc->mode == CSL_MODE_READ || acc->atomic == CSL_ATOMIC_MAX)
        return false;
    return acc->atomic != CSL_ATOMIC_ADD || !n->value ||
           csl_range_of(a, csl_expand(a, n->value)).lo < 0;
}

/* Two atomic operations are no conflict, but one may take back what the other has counted. */
static void note_contest(csl_analysis *a, csl_node *x, csl_node *y) {
    if (x->stmt->access->atomic == CSL_ATOMIC_NONE || y->stmt->access->atomic == CSL_ATOMIC_NONE ||
        (x->contested && y->contested))
        return;
    for (uint32_t i = 0; i < x->ntargets; i++)
        for (uint32_t j = 0; j < y->ntargets; j++)
            if (x->targets[i].root == y->targets[j].root && (may_lower(a, x) || may_lower(a, y)))
                x->contested = y->contested = true;
}

static void meet_one(csl_interval_walk *p, const csl_open *x, const csl_open *y,
                     const csl_loop *pivot, csl_round round, csl_expr *between) {
    if (p->scope == CSL_SCOPE_BLOCK)
        note_contest(p->a, x->node, y->node);
    if (p->quiet || p->met.cut || !conflict(x->node, y->node, p->scope))
        return;
    if (csl_limit_reached(CSL_LIMIT_pairs, p->met.n)) {
        p->met.cut = true;
        return;
    }
    csl_pair_query *q = CSL_NEW(p->a->pairs, csl_pair_query);
    *q = (csl_pair_query){
        .side = {*x, *y}, .pivot = pivot, .round = round, .scope = p->scope, .between = between};
    CSL_PUSH(p->a->pairs, &p->met, q);
}

static void meet(csl_interval_walk *p, const csl_open_list *x, const csl_open_list *y,
                 const csl_loop *pivot, csl_round round, csl_expr *between) {
    if (p->free_loop)
        return;
    for (uint32_t i = 0; i < x->n && !p->met.cut; i++)
        for (uint32_t j = 0; j < y->n; j++)
            meet_one(p, &x->v[i], &y->v[j], pivot, round, between);
}

/* ---- composition ----------------------------------------------------------------------------- */

static csl_flow flow_of(csl_interval_walk *p, csl_node *first);

/* Threads that leave this way are beside those who go on. For a warp, those that have ended are
 * kept apart: no barrier of the warp separates them from the others. */
static bool stays_beside(const csl_interval_walk *p, const csl_way *w) {
    return w->label != CSL_WAY_FALL && (w->label != CSL_WAY_EXIT || p->scope != CSL_SCOPE_WARP);
}

/* Nothing that comes to the piece of code stays or meets a barrier there. */
static bool passes_all(const csl_way *w) {
    return w->through.n == 1 && csl_is_true(w->through.v[0].cond) && !w->through.v[0].crossings;
}

/* Takes the lists of `f`, which grow with every step of a sequence. */
static csl_flow sequence(csl_interval_walk *p, csl_flow *f, csl_flow *g) {
    csl_flow out = {0};
    const csl_way *fall = csl_find_way(f, CSL_WAY_FALL);
    meet(p, &f->beside, &g->in, NULL, CSL_ROUND_SAME, NULL);
    const csl_way *ended = p->scope == CSL_SCOPE_WARP ? csl_find_way(f, CSL_WAY_EXIT) : NULL;
    if (ended) /* a warp barrier does not wait for them, nor publish what they did */
        meet(p, &ended->out, &g->in, NULL, CSL_ROUND_SAME, NULL);
    out.in = f->in;
    if (fall) {
        meet(p, &fall->out, &g->in, NULL, CSL_ROUND_SAME, NULL);
        csl_add_across(p, &out.in, &g->in, fall);
    }
    csl_expr *passed = csl_false(p->ctx); /* the second piece, by any way, with no barrier */
    for (uint32_t i = 0; i < g->ways.n; i++) {
        csl_expr *by = csl_through(p, &g->ways.v[i]);
        passed = csl_or(p->ctx, passed, by);
        if (fall && stays_beside(p, &g->ways.v[i]))
            csl_add_if(p, &out.beside, &fall->out, by);
    }
    csl_add_if(p, &out.beside, &f->beside, passed);
    csl_add_all(p, &out.beside, &g->beside);
    for (uint32_t i = 0; i < f->ways.n; i++) {
        const csl_way *w = &f->ways.v[i];
        if (w->label == CSL_WAY_FALL)
            continue;
        csl_way *to = csl_way_of(p, &out, w->label);
        csl_add_all(p, &to->out, &w->out);
        for (uint32_t k = 0; k < w->through.n; k++)
            csl_add_passage(p, to, w->through.v[k].cond, w->through.v[k].crossings);
    }
    for (uint32_t i = 0; i < g->ways.n; i++) {
        const csl_way *w = &g->ways.v[i];
        csl_way *to = csl_way_of(p, &out, w->label);
        bool takes = fall && w->label == CSL_WAY_FALL && passes_all(w);
        if (takes)
            to->out = fall->out;
        else
            csl_reserve_open(p, &to->out, w->out.n + (fall ? fall->out.n : 0));
        csl_add_all(p, &to->out, &w->out);
        if (!fall)
            continue;
        if (!takes)
            csl_add_across(p, &to->out, &fall->out, w);
        for (uint32_t j = 0; j < fall->through.n; j++)
            for (uint32_t k = 0; k < w->through.n; k++)
                csl_add_passage(p, to,
                                csl_and(p->ctx, fall->through.v[j].cond, w->through.v[k].cond),
                                csl_append_crossings(p, fall->through.v[j].crossings,
                                                     w->through.v[k].crossings));
    }
    return out;
}

static csl_flow nothing(csl_interval_walk *p) {
    csl_flow f = {0};
    csl_add_passage(p, csl_way_of(p, &f, CSL_WAY_FALL), csl_true(p->ctx), NULL);
    return f;
}

static csl_flow flow_of_access(csl_interval_walk *p, csl_node *n) {
    csl_flow f = nothing(p);
    if (!csl_races_at_all(p->a, n))
        return f;
    csl_open o = {n, csl_true(p->ctx), NULL, NULL};
    CSL_PUSH(p->lists, &f.in, o);
    csl_way *fall = csl_way_of(p, &f, CSL_WAY_FALL);
    CSL_PUSH(p->lists, &fall->out, o);
    if (n->stmt->access->mode != CSL_MODE_READ && !p->free_loop)
        meet_one(p, &o, &o, NULL, CSL_ROUND_SAME, NULL); /* the same write by two threads */
    return f;
}

static csl_flow flow_of_if(csl_interval_walk *p, csl_node *n) {
    csl_flow t = flow_of(p, n->body), e = flow_of(p, n->other), out = {0};
    csl_expr *c = n->cond, *not_c = csl_not(p->ctx, c);
    meet(p, &t.in, &e.in, NULL, CSL_ROUND_SAME, NULL);
    csl_add_all(p, &out.in, &t.in);
    csl_add_all(p, &out.in, &e.in);
    csl_add_all(p, &out.beside, &t.beside);
    csl_add_all(p, &out.beside, &e.beside);
    for (uint32_t arm = 0; arm < 2; arm++) {
        csl_flow *f = arm ? &e : &t;
        for (uint32_t i = 0; i < f->ways.n; i++) {
            csl_way *to = csl_way_of(p, &out, f->ways.v[i].label);
            csl_add_all(p, &to->out, &f->ways.v[i].out);
            for (uint32_t k = 0; k < f->ways.v[i].through.n; k++) {
                const csl_passage *by = &f->ways.v[i].through.v[k];
                csl_add_passage(p, to, csl_and(p->ctx, arm ? not_c : c, by->cond), by->crossings);
            }
        }
    }
    return out;
}

static csl_flow flow_of_block(csl_interval_walk *p, csl_node *n) {
    csl_flow f = flow_of(p, n->body), out = {.in = f.in, .beside = f.beside};
    for (uint32_t i = 0; i < f.ways.n; i++) {
        csl_way *w = &f.ways.v[i];
        csl_way *to =
            csl_way_of(p, &out, w->label == n->stmt->block.label ? CSL_WAY_FALL : w->label);
        csl_add_all(p, &to->out, &w->out);
        for (uint32_t k = 0; k < w->through.n; k++)
            csl_add_passage(p, to, w->through.v[k].cond, w->through.v[k].crossings);
    }
    return out;
}

static bool holds_barrier(csl_interval_walk *p, const csl_node *n) {
    for (; n; n = n->next) {
        if (n->stmt != p->skip && csl_sync_counts(n->stmt, p->scope))
            return true;
        if (holds_barrier(p, n->body) || holds_barrier(p, n->other))
            return true;
    }
    return false;
}

/* Do the threads of the scope go round together? A warp barrier keeps a warp together only if its
 * lanes agree on the number of passes; for a block barrier anything else is a finding. */
static bool in_step(csl_interval_walk *p, const csl_node *n) {
    if (!holds_barrier(p, n->body))
        return false;
    if (p->scope > CSL_SCOPE_WARP || n->own->syncs)
        return true;
    return p->a->syms.v[n->own->trips]->uniform >= CSL_SCOPE_WARP;
}

/* Every access of the body is open everywhere, in every pass. */
static csl_flow flow_of_free_loop(csl_interval_walk *p, csl_node *n) {
    const csl_loop *outer = p->free_loop;
    if (!outer)
        p->free_loop = n->own;
    csl_flow f = flow_of(p, n->body), out = {0};
    p->free_loop = outer;
    csl_open_list all = f.in;
    if (!outer)
        for (uint32_t i = 0; i < all.n && !p->met.cut; i++)
            for (uint32_t j = i; j < all.n; j++) {
                /* told as the write of one pass and the read of the next */
                bool reads_first = all.v[i].node->stmt->access->mode == CSL_MODE_READ;
                const csl_open *x = &all.v[reads_first ? j : i], *y = &all.v[reads_first ? i : j];
                meet_one(p, x, y, n->own, CSL_ROUND_FREE, NULL);
            }
    out.in = all;
    for (uint32_t i = 0; i < f.ways.n; i++) {
        if (f.ways.v[i].label == CSL_WAY_FALL)
            continue; /* the back edge */
        csl_way *to = csl_way_of(p, &out, f.ways.v[i].label);
        to->out = all;
        csl_add_passage(p, to, csl_true(p->ctx), NULL);
        out.beside = f.beside;
    }
    return out;
}

static csl_flow flow_of_barrier_loop(csl_interval_walk *p, csl_node *n) {
    csl_loop *loop = n->own;
    csl_flow f = flow_of(p, n->body), out = {0};
    const csl_way *back = csl_find_way(&f, CSL_WAY_FALL);
    csl_expr *went = back ? csl_through(p, back) : csl_false(p->ctx);
    csl_expr *open = csl_expand(p->a, went);
    bool may_pass = !csl_is_false(open); /* a pass can end without having met a barrier */
    /* ... so can several: the first of them, the last (seen one pass later), and all */
    csl_expr *first_open = csl_weaken(p, loop, csl_first_pass(p->a, loop, went));
    csl_expr *last_open = csl_one_before(p, loop, open), *all_open = csl_weaken(p, loop, went);
    csl_expr *rest_open = NULL, *none_met = NULL;

    if (back) {
        meet(p, &back->out, &f.in, loop, CSL_ROUND_NEXT, NULL);
        if (may_pass)
            meet(p, &back->out, &f.in, loop, CSL_ROUND_LATER, went);
    }
    csl_open_list first = {0}, later = {0};
    csl_add_all(p, &first, &f.in);
    csl_pin_all(p, &first, loop, CSL_PIN_FIRST);
    csl_add_all(p, &out.in, &first);
    if (may_pass) {
        csl_expr *so_far = csl_and(p->ctx, csl_and(p->ctx, first_open, last_open),
                                   csl_counted_open(p, loop, went, CSL_PASSES_BEFORE));
        csl_add_if(p, &later, &f.in, csl_and(p->ctx, all_open, so_far));
        csl_pin_all(p, &later, loop, CSL_PIN_LATER);
        csl_add_all(p, &out.in, &later);
        rest_open = csl_counted_open(p, loop, went, CSL_PASSES_AFTER);
        none_met = csl_counted_open(p, loop, went, CSL_ALL_PASSES);
    }
    for (uint32_t i = 0; i < f.ways.n; i++) {
        csl_way *w = &f.ways.v[i];
        if (w->label == CSL_WAY_FALL)
            continue;
        csl_way *to = csl_way_of(p, &out, w->label);
        csl_expr *leaves = csl_through(p, w);
        csl_open_list leaving = {0}, last = {0};
        csl_add_all(p, &leaving, &w->out);
        csl_pin_all(p, &leaving, loop, CSL_PIN_EXIT);
        csl_add_all(p, &to->out, &leaving);
        if (stays_beside(p, w))
            csl_add_all(p, &out.beside, &leaving);
        if (back) {
            /* the tail of the last whole pass, if the leaving pass met no barrier */
            csl_expr *gone = csl_exit_pass(p->a, loop, leaves);
            csl_add_if(p, &last, &back->out, gone);
            csl_pin_all(p, &last, loop, CSL_PIN_LAST);
            csl_add_all(p, &to->out, &last);
            if (may_pass) {
                csl_open_list early = {0};
                csl_expr *since = csl_exit_pass(p->a, loop, last_open);
                csl_expr *rest = csl_and(p->ctx, since, rest_open);
                csl_add_if(p, &early, &back->out,
                           csl_and(p->ctx, gone, csl_and(p->ctx, all_open, rest)));
                csl_add_all(p, &to->out, &early);
            }
        }
        csl_expr *zero = csl_first_pass(p->a, loop, leaves);
        if (csl_mentions_loop(p->a, csl_expand(p->a, zero), loop)) /* the pass that leaves is it */
            zero =
                csl_and(p->ctx, csl_exit_pass(p->a, loop, leaves), csl_makes_no_pass(p->a, loop));
        if (may_pass) { /* several passes, none with a barrier, nor the one that leaves */
            csl_expr *leaving_open = csl_exit_pass(p->a, loop, csl_and(p->ctx, leaves, last_open));
            csl_expr *none = csl_and(p->ctx, csl_and(p->ctx, all_open, first_open), none_met);
            zero = csl_or(p->ctx, zero, csl_and(p->ctx, none, leaving_open));
        }
        csl_add_passage(p, to, zero, NULL);
    }
    return out;
}

static csl_flow flow_of_node(csl_interval_walk *p, csl_node *n) {
    csl_flow f = {0};
    switch (n->stmt->kind) {
    case CSL_STMT_ACCESS: return flow_of_access(p, n);
    case CSL_STMT_IF: return flow_of_if(p, n);
    case CSL_STMT_BLOCK: return flow_of_block(p, n);
    case CSL_STMT_LOOP:
        if (!p->free_loop && in_step(p, n))
            return flow_of_barrier_loop(p, n);
        return flow_of_free_loop(p, n);
    case CSL_STMT_BR:
        csl_add_passage(p, csl_way_of(p, &f, n->stmt->label), csl_true(p->ctx), NULL);
        return f;
    case CSL_STMT_EXIT:
        csl_add_passage(p, csl_way_of(p, &f, CSL_WAY_EXIT), csl_true(p->ctx), NULL);
        return f;
    default: return nothing(p);
    }
}

/* A warp barrier separates its members only: accesses cross it, and the query asks later whether
 * both threads took part. */
static bool partial(const csl_node *n) {
    const csl_sync *s = n->stmt->sync;
    if (s->scope != CSL_SCOPE_WARP)
        return false;
    if (s->tile)
        return s->tile < 32;
    return n->mask && !csl_is_const(n->mask, UINT32_MAX) && !csl_is_const(n->mask, -1);
}

/* Nothing passes it, or what passes has crossed it. */
static csl_flow flow_of_barrier(csl_interval_walk *p, csl_node *n) {
    csl_flow f = {0};
    csl_way *fall = csl_way_of(p, &f, CSL_WAY_FALL);
    if (partial(n)) {
        csl_crossing *mark = CSL_NEW(p->ctx, csl_crossing);
        mark->sync = n;
        csl_add_passage(p, fall, csl_true(p->ctx), mark);
    }
    return f;
}

static csl_flow flow_until(csl_interval_walk *p, csl_node *first, const csl_node *end);

/* What this thread does between its arrival and its wait: others may not have arrived yet, or may
 * have gone on. */
static void add_halfway(csl_interval_walk *p, csl_flow *sum, const csl_node *wait) {
    bool quiet = p->quiet;
    p->quiet = true;
    csl_flow half = flow_until(p, wait->arrival->next, wait);
    p->quiet = quiet;
    csl_add_all(p, &csl_way_of(p, sum, CSL_WAY_FALL)->out,
                &csl_way_of(p, &half, CSL_WAY_FALL)->out);
}

/* The sequence from `first` on, up to `end`, or as far as there is room for pairs. */
static csl_flow flow_until(csl_interval_walk *p, csl_node *first, const csl_node *end) {
    csl_flow sum = nothing(p);
    for (csl_node *n = first; n && n != end && !p->met.cut; n = n->next) {
        /* In a loop that threads go through each at their own pace a barrier separates nothing. */
        bool barrier = !p->free_loop && n->stmt != p->skip && csl_sync_counts(n->stmt, p->scope);
        csl_flow next = barrier ? flow_of_barrier(p, n) : flow_of_node(p, n);
        sum = sequence(p, &sum, &next);
        if (barrier && n->arrival)
            add_halfway(p, &sum, n);
        if (barrier && csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK))
            csl_way_of(p, &sum, CSL_WAY_EXIT)->out.n = 0; /* told as an early exit */
    }
    return sum;
}

static csl_flow flow_of(csl_interval_walk *p, csl_node *first) {
    return flow_until(p, first, NULL);
}

csl_met csl_meet(csl_analysis *a, csl_scope scope, const csl_stmt *skip) {
    csl_interval_walk p = {
        .a = a, .ctx = a->ctx, .lists = csl_ctx_new(), .scope = scope, .skip = skip};
    flow_of(&p, a->root);
    csl_ctx_free(p.lists);
    return p.met;
}

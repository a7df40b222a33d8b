/* Publishing to other blocks: one thread stores, then it (or another one of its block) signals
 * through an atomic or a flag; a thread of another block sees the signal and reads. That works if a
 * fence of the device, and a barrier if one thread signals for others, stand between the store and
 * the signal.
 *
 * What is looked for is that shape, complete: a store, a later signal of the same block with no
 * such chain between (fences.c), a gate in which another block may find that signal, and a
 * read behind the gate (gates.c) that may touch the bytes of the store. Where one thread makes a
 * release for its block, whose reader need not be in the kernel, the first half is enough. Blocks
 * that touch the same bytes without any signal are not looked for, so nothing is proved here.
 *
 * Needs: csl_find_uniform().
 */
#include "blocks.h"
#include "../checks/races.h"
#include "../../limits/limits.h"

static csl_verdict touch(csl_finder *f, csl_node *x, csl_node *y) {
    csl_clash unused;
    return csl_share_memory(f->a, x, y) ? csl_of_two_blocks(f, x, y, &unused) : CSL_SAFE;
}

/* ---- findings -------------------------------------------------------------------------------- */

typedef struct loss {
    csl_analysis *a;
    const csl_gate *g;
    bool found;
} loss;

/* A value the analysis gave up on. What a block reads to learn of other blocks is not such a value
 * here, although other blocks change it. */
static csl_expr *find_loss(void *user, csl_expr *leaf) {
    loss *l = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(l->a, leaf) : NULL;
    if (!s || l->g->made.has[leaf->index])
        return leaf;
    while (s->kind == CSL_SYM_EXIT || s->kind == CSL_SYM_BEFORE)
        s = l->a->syms.v[s->inner];
    bool looks = s->kind == CSL_SYM_LOAD && s->node && s->node->stmt->kind == CSL_STMT_ACCESS &&
                 !csl_is_plain(s->node->stmt->access);
    l->found |= s->lost && !looks;
    return leaf;
}

static bool is_lost(csl_analysis *a, const csl_gate *g, csl_expr *e) {
    loss l = {a, g, false};
    csl_map(a->ctx, csl_expand(a, e), find_loss, &l);
    return l.found;
}

static csl_rating rate(csl_analysis *a, const csl_gate *g, const csl_clash *c, bool back) {
    csl_expr *deciding[2] = {c->query.offset[0], c->query.offset[1]};
    csl_expr *reaching[2] = {csl_true(a->ctx), csl_true(a->ctx)}; /* what gates say is data */
    csl_rating rating = csl_rate(a, c->builder, &c->query, deciding, reaching);
    bool lost = is_lost(a, g, c->pair->side[0].node->reach);
    for (int s = 0; s < 2; s++)
        lost |= is_lost(a, g, c->pair->side[s].node->address);
    if (lost)
        csl_hold(a, &rating, CSL_CAVEAT_lost_publishing, NULL);
    if (back || g->kind == CSL_GATE_FLAG)
        csl_hold(a, &rating, CSL_CAVEAT_this_signal, NULL);
    return rating;
}

static csl_unpublished *reported(csl_analysis *a, csl_unpublished_kind kind,
                                 const csl_stmt *signal) {
    for (uint32_t i = 0; i < a->unpublished.n; i++)
        if (a->unpublished.v[i].kind == kind && a->unpublished.v[i].signal == signal)
            return &a->unpublished.v[i];
    return NULL;
}

/* One more store before a signal that is reported already. */
static void add_store(csl_analysis *a, csl_unpublished *u, const csl_stmt *store) {
    bool known = u->store == store || csl_limit_reached(CSL_LIMIT_related_pairs, u->nalso);
    for (uint32_t i = 0; i < u->nalso; i++)
        known |= u->also[i] == store;
    if (known)
        return;
    if (!u->also)
        u->also = csl_alloc(a->ctx, CSL_LIMIT(related_pairs) * sizeof *u->also);
    u->also[u->nalso++] = store;
}

/* It was not found out with which values the two touch the same bytes, or that they never do. */
static void report_roughly(csl_analysis *a, csl_unpublished u, const csl_gate *g,
                           csl_node *const end[2]) {
    const csl_access *x = end[0]->stmt->access;
    const csl_object *o = csl_object_of_root(a, end[0]->targets[0].root);
    if (is_lost(a, g, end[0]->reach) || is_lost(a, g, end[0]->address) ||
        is_lost(a, g, end[1]->address))
        return;
    u.object_name = x->through ? x->through : o ? o->name : "memory";
    u.element = end[1]->stmt->text ? end[1]->stmt->text : u.object_name;
    u.rating = csl_no_caveat();
    csl_hold(a, &u.rating, CSL_CAVEAT_this_read, NULL);
    CSL_PUSH(a->ctx, &a->unpublished, u);
}

static void report(csl_analysis *a, csl_unpublished u, const csl_gate *g, const csl_clash *c,
                   bool back) {
    const csl_object *o = csl_object_of_root(a, c->target->root);
    csl_ending end[2];
    for (int s = 0; s < 2; s++) {
        csl_node *n = c->pair->side[s].node;
        const csl_access *x = n->stmt->access;
        const char *name = x->through ? x->through : o ? o->name : n->stmt->text;
        int64_t offset = csl_query_eval(&c->query, c->query.offset[s], c->value);
        const char *element = csl_element_at(a, o, name ? name : "memory", offset);
        end[s] = (csl_ending){
            n, csl_format(a->ctx, "%s %s", x->mode == CSL_MODE_READ ? "reads" : "writes", element)};
        if (s == 0) {
            u.object_name = name ? name : "memory";
            u.element = element;
        }
    }
    u.rating = csl_lesser_rating(u.rating, rate(a, g, c, back));
    if (u.rating.level == CSL_LOW)
        return;
    csl_solution solution = {a, c->builder, &c->relation, &c->query, c->value, false};
    u.witness = csl_tell_best(&solution, end, &u.rating);
    if (u.witness)
        CSL_PUSH(a->ctx, &a->unpublished, u);
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Not both are atomic: those collide with nothing. */
static bool is_data(const csl_node *store, const csl_node *reader) {
    const csl_access *x = store->stmt->access, *y = reader->stmt->access;
    return x->mode != CSL_MODE_READ && y->mode != CSL_MODE_WRITE &&
           (x->atomic == CSL_ATOMIC_NONE || y->atomic == CSL_ATOMIC_NONE);
}

/* The access is one of the flag or the counter itself. */
static bool is_of_gate(csl_finder *f, csl_node *n, const csl_gate *g, const csl_node *signal) {
    csl_analysis *a = f->a;
    csl_expr *at = csl_expand(a, n->address);
    return at == csl_expand(a, g->node->address) || at == csl_expand(a, signal->address) ||
           (n->stmt->access->atomic != CSL_ATOMIC_NONE && csl_share_memory(a, n, g->node)) ||
           touch(f, n, g->node) == CSL_POSSIBLE;
}

/* Each block reads where it has stored itself: the same index, made of the number of the block. */
static bool is_own(const csl_finder *f, const csl_node *store, const csl_node *reader) {
    csl_analysis *a = f->a;
    csl_expr *at = csl_expand(a, store->address);
    bool blocks[3] = {false, false, false};
    csl_map(a->ctx, at, csl_see_block, blocks);
    bool every = true;
    for (int d = 0; d < 3; d++)
        every &= blocks[d] || !f->blocks[d];
    return every && at == csl_expand(a, reader->address);
}

/* The first read behind the gate that another block's store may have to be seen by; a certain one,
 * if there is any. *certain: it is, with the values in *c. */
static csl_node *find_reader(csl_finder *f, const csl_gate *g, csl_node *signal, csl_node *store,
                             csl_clash *c, bool *certain) {
    csl_analysis *a = f->a;
    csl_node *likely = NULL;
    *certain = false;
    for (uint32_t i = g->node->order + 1; i < a->nodes.n; i++) {
        csl_node *r = a->nodes.v[i];
        if (!csl_is_memory_access(r) || r == g->node || !is_data(store, r) ||
            !csl_share_memory(a, store, r) || csl_grid_meets(a, store, r) ||
            !csl_is_gated(a, g, signal, r) || is_of_gate(f, r, g, signal))
            continue;
        csl_verdict v = csl_of_two_blocks(f, store, r, c);
        *certain = v == CSL_POSSIBLE;
        if (*certain)
            return r;
        if (v == CSL_UNDECIDED && !likely && !is_own(f, store, r))
            likely = r;
    }
    return likely;
}

/* Nothing behind the gate makes a thread see what came before the signal, and the read is an
 * ordinary one. A counter that says who is last is not asked: as a rule what is read then was never
 * read before. */
static bool never_acquires(const csl_analysis *a, const csl_gate *g, const csl_node *reader) {
    return g->kind == CSL_GATE_FLAG && g->loop && !csl_acquires(g->node) &&
           csl_is_plain(reader->stmt->access) && !reader->stmt->access->is_async &&
           !csl_may_acquire_between(a, g->node, reader);
}

static void judge_store(csl_finder *f, const csl_gate *g, csl_node *signal, csl_node *store) {
    csl_analysis *a = f->a;
    bool back = store->order > signal->order;
    if (csl_limit_reached(CSL_LIMIT_publish_questions, f->questions++))
        return;
    csl_clash c;
    csl_chain chain = csl_follow_store(a, store, signal, back);
    bool narrow = signal->stmt->access->atomic != CSL_ATOMIC_NONE &&
                  signal->stmt->access->atomic_scope < CSL_SCOPE_CLUSTER;
    csl_unpublished u = {.kind = narrow        ? CSL_UNPUBLISHED_SCOPE
                                 : chain.fence ? CSL_UNPUBLISHED_FENCE
                                               : CSL_UNPUBLISHED_BARRIER,
                         .store = store->stmt,
                         .signal = signal->stmt,
                         .gate = g->node->stmt,
                         .vain = chain.vain,
                         .barrier_too = chain.fence && chain.barrier,
                         .other_thread = chain.other_thread};
    /* Atomics go to one place and are seldom overtaken, but they have to be made. */
    if (store->stmt->access->atomic != CSL_ATOMIC_NONE && (narrow || chain.fence))
        return;
    const bool sent = !narrow && !chain.fence && !chain.barrier;
    if (sent)
        u.kind = CSL_UNPUBLISHED_ACQUIRE;
    csl_unpublished *known = reported(a, u.kind, signal->stmt);
    if (is_of_gate(f, store, g, signal))
        return;
    bool certain;
    csl_node *reader = find_reader(f, g, signal, store, &c, &certain);
    if (!reader || (sent && (!certain || !never_acquires(a, g, reader))))
        return;
    u.reader = reader->stmt;
    if (known)
        add_store(a, known, store->stmt);
    else if (certain)
        report(a, u, g, &c, back);
    else
        report_roughly(a, u, g, (csl_node *const[2]){store, reader});
}

/* A loop that waits for a flag which the compiler may load once: told by who sets it. */
static void judge_spin(csl_analysis *a, const csl_gate *g, const csl_node *signal,
                       const csl_clash *c) {
    csl_unpublished u = {.kind = CSL_UNPUBLISHED_SPIN,
                         .signal = signal->stmt,
                         .gate = g->node->stmt,
                         .rating = csl_no_caveat()};
    csl_hold(a, &u.rating, CSL_CAVEAT_compiler, NULL);
    for (uint32_t i = 0; i < a->unpublished.n; i++)
        if (a->unpublished.v[i].kind == u.kind && a->unpublished.v[i].gate == u.gate)
            return;
    report(a, u, g, c, false);
}

static void judge_gate(csl_finder *f, const csl_gate *g) {
    csl_analysis *a = f->a;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *signal = a->nodes.v[i];
        csl_clash c;
        if (!csl_is_memory_access(signal) || !csl_share_memory(a, signal, g->node) ||
            !csl_may_open(a, g, signal))
            continue;
        csl_verdict reaches = csl_of_two_blocks(f, signal, g->node, &c);
        if (reaches == CSL_SAFE)
            continue;
        if (g->once && reaches == CSL_POSSIBLE)
            judge_spin(a, g, signal, &c);
        for (uint32_t k = 0; k < a->nodes.n; k++) {
            csl_node *store = a->nodes.v[k];
            if (store != signal && store != g->node && csl_is_memory_access(store) &&
                csl_is_for_all(a, &store->targets[0]) &&
                store->stmt->access->mode != CSL_MODE_READ && csl_comes_before(store, signal))
                judge_store(f, g, signal, store);
        }
    }
}

/* ---- signals to another place ----------------------------------------------------------------- */

/* Made to let others see what came before: a release, of which the reader may be in another kernel,
 * on another device or on the host. */
static bool is_release(csl_analysis *a, const csl_node *n) {
    if (n->stmt->kind != CSL_STMT_ACCESS || !csl_is_memory_access(n) || !n->ntargets)
        return false;
    const csl_access *x = n->stmt->access;
    return x->mode != CSL_MODE_READ && x->atomic != CSL_ATOMIC_NONE &&
           (x->order == CSL_ORDER_RELEASE || x->order == CSL_ORDER_ACQ_REL) &&
           x->atomic_scope >= CSL_SCOPE_CLUSTER && csl_is_for_all(a, &n->targets[0]);
}

/* A thread of one warp stores and one of another signals. */
static csl_witness *tell_release(csl_analysis *a, csl_node *store, csl_node *signal,
                                 const char *element, csl_rating *rating) {
    csl_relation r = {.pair = CSL_PAIR_DIFFERENT_WARPS,
                      .share = CSL_SCOPE_BLOCK,
                      .common = csl_common_loop(store->loop, signal->loop)};
    csl_builder *b = csl_builder_new(a, &r);
    csl_query q = csl_builder_query(b, csl_side(b, 0, store->reach), csl_side(b, 1, signal->reach));
    csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS);
    csl_ending end[2] = {{store, csl_format(a->ctx, "writes `%s`, perhaps later", element)},
                         {signal, "signals"}};
    csl_solution solution = {a, b, &r, &q, answer.value, false};
    csl_witness *told = answer.verdict == CSL_POSSIBLE ? csl_tell(&solution, end, rating) : NULL;
    csl_builder_done(b);
    return told;
}

/* All threads store, one releases for them, and no barrier of the block comes between. */
static void judge_release(csl_finder *f, csl_node *signal) {
    csl_analysis *a = f->a;
    csl_unpublished u = {.kind = CSL_UNPUBLISHED_BARRIER,
                         .signal = signal->stmt,
                         .other_thread = true,
                         .rating = {CSL_MEDIUM, "if that is what the signal announces", 0}};
    if (reported(a, u.kind, signal->stmt))
        return;
    for (uint32_t k = 0; k < a->nodes.n; k++) {
        csl_node *store = a->nodes.v[k];
        if (store->order >= signal->order || !csl_is_memory_access(store) || !store->ntargets ||
            store->stmt->access->mode != CSL_MODE_WRITE ||
            store->stmt->access->atomic != CSL_ATOMIC_NONE ||
            !csl_is_for_all(a, &store->targets[0]) || !csl_comes_before(store, signal))
            continue;
        if (csl_limit_reached(CSL_LIMIT_publish_questions, f->questions++))
            return;
        csl_chain chain = csl_follow_store(a, store, signal, false);
        if (!chain.barrier || !chain.other_thread || touch(f, store, signal) == CSL_POSSIBLE)
            continue;
        csl_unpublished *known = reported(a, u.kind, signal->stmt);
        if (known) {
            add_store(a, known, store->stmt);
            continue;
        }
        const csl_object *o = csl_object_of_root(a, store->targets[0].root);
        u.store = store->stmt;
        u.object_name = o ? o->name : "memory";
        u.element = store->stmt->text ? store->stmt->text : u.object_name;
        u.witness = tell_release(a, store, signal, u.element, &u.rating);
        CSL_PUSH(a->ctx, &a->unpublished, u);
    }
}

void csl_report_unheard(csl_analysis *a, const csl_unheard *heard, const csl_clash *c) {
    const csl_gates *gates = csl_gates_of(a);
    csl_unpublished u = {.kind = heard->lack == CSL_LACKS_FENCE ? CSL_UNPUBLISHED_ACQUIRE
                                                                : CSL_UNPUBLISHED_UNMET,
                         .store = c->pair->side[1 - heard->told].node->stmt,
                         .signal = heard->signal->stmt,
                         .gate = heard->gate->stmt,
                         .reader = c->pair->side[heard->told].node->stmt,
                         .rating = csl_no_caveat()};
    if (u.kind == CSL_UNPUBLISHED_ACQUIRE)
        csl_hold(a, &u.rating, CSL_CAVEAT_cached_read, NULL);
    csl_unpublished *known = reported(a, u.kind, u.signal);
    for (uint32_t i = 0; !known && i < gates->list.n; i++)
        if (gates->list.v[i].node == heard->gate)
            report(a, u, &gates->list.v[i], c, false);
    if (known)
        add_store(a, known, u.store);
}

void csl_find_unpublished(csl_analysis *a) {
    if (a->kernel->helper)
        return; /* who signals and who reads is up to the caller */
    const csl_gates *gates = csl_gates_of(a);
    csl_finder f = {.a = a};
    bool any = gates->list.n > 0;
    for (uint32_t i = 0; i < a->nodes.n && !any; i++)
        any = is_release(a, a->nodes.v[i]);
    if (!any)
        return;
    csl_find_blocks(&f);
    csl_ask_afresh(a);
    for (uint32_t i = 0; i < gates->list.n; i++)
        judge_gate(&f, &gates->list.v[i]);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_release(a, a->nodes.v[i]))
            judge_release(&f, a->nodes.v[i]);
}

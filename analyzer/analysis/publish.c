/* Publishing to other blocks: one thread stores, then it (or another one of its block) signals
 * through an atomic or a flag; a thread of another block sees the signal and reads. That works if a
 * fence of the device, and a barrier if one thread signals for others, stand between the store and
 * the signal.
 *
 * What is looked for is that shape, complete: a store, a later signal of the same block with no
 * such chain between (publish_chain.c), a gate in which another block may find that signal, and a
 * read behind the gate (publish_gate.c) that may touch the bytes of the store. Blocks that touch
 * the same bytes without any signal are not looked for, so nothing is proved here.
 *
 * Needs: csl_find_uniform().
 */
#include "publish.h"

#include "races.h"

#define MOST_QUESTIONS 200 /* about pairs of accesses, per kernel */
#define MOST_ALSO 20

typedef struct finder {
    csl_analysis *a;
    uint32_t questions;
} finder;

static bool is_access(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS && !n->stmt->access->is_state && n->ntargets > 0;
}

/* Memory that all blocks see: a pointer that was loaded has to be the same for them. */
static bool is_for_all(csl_analysis *a, const csl_target *t) {
    const csl_object *o = csl_object_of_root(a, t->root);
    return o ? o->kind == CSL_OBJ_GLOBAL : csl_scope_of(a, t->root) == CSL_SCOPE_GRID;
}

static bool share_memory(csl_analysis *a, const csl_node *x, const csl_node *y) {
    for (uint32_t i = 0; i < x->ntargets; i++)
        for (uint32_t j = 0; j < y->ntargets; j++)
            if (x->targets[i].root == y->targets[j].root && is_for_all(a, &x->targets[i]))
                return true;
    return false;
}

/* ---- two blocks ------------------------------------------------------------------------------ */

/* Threads of two blocks touch the same bytes. `solver`: worth asking it. */
static csl_verdict of_two_blocks(finder *f, csl_node *x, csl_node *y, bool solver, csl_clash *out) {
    csl_analysis *a = f->a;
    csl_pair_query *p = CSL_NEW(a->pairs, csl_pair_query);
    *p = (csl_pair_query){
        .side = {{.node = x, .cond = csl_true(a->ctx)}, {.node = y, .cond = csl_true(a->ctx)}},
        .round = CSL_ROUND_FREE,
        .scope = CSL_SCOPE_GRID};
    csl_verdict worst = CSL_SAFE;
    for (uint32_t i = 0; i < x->ntargets; i++)
        for (uint32_t j = 0; j < y->ntargets && f->questions < MOST_QUESTIONS; j++) {
            *out = (csl_clash){.pair = p,
                               .relation = {.pair = CSL_PAIR_ANY,
                                            .share = CSL_SCOPE_GRID,
                                            .round = CSL_ROUND_FREE},
                               .target = &x->targets[i]};
            csl_query q;
            if (!is_for_all(a, &x->targets[i]) ||
                !csl_race_query(a, p, &out->relation, i, j, &q, &out->builder))
                continue;
            csl_expr *same = csl_true(a->ctx);
            for (uint32_t d = 0; d < 3; d++) {
                csl_expr *bid = csl_leaf(a->ctx, CSL_OP_BID, CSL_U32, d);
                same = csl_and(a->ctx, same,
                               csl_binary(a->ctx, CSL_OP_EQ, csl_side(out->builder, 0, bid),
                                          csl_side(out->builder, 1, bid)));
            }
            csl_builder_fact(out->builder, csl_not(a->ctx, same));
            out->query = csl_builder_query(out->builder, q.guard[0], q.guard[1]);
            for (int k = 0; k < 2; k++)
                out->query.offset[k] = q.offset[k], out->query.bytes[k] = q.bytes[k];
            f->questions++;
            csl_answer answer =
                csl_ask(a, &out->query, solver ? CSL_USE_WITNESS | CSL_USE_SOLVER : CSL_USE_PROOF);
            out->value = answer.value;
            if (answer.verdict == CSL_POSSIBLE)
                return CSL_POSSIBLE;
            if (answer.verdict == CSL_UNDECIDED)
                worst = CSL_UNDECIDED;
        }
    return worst;
}

/* Both may touch the same bytes, as far as anybody knows. */
static bool may_touch(finder *f, csl_node *x, csl_node *y) {
    csl_clash unused;
    if (!share_memory(f->a, x, y))
        return false;
    csl_verdict v = of_two_blocks(f, x, y, false, &unused);
    return v == CSL_POSSIBLE || v == CSL_UNDECIDED;
}

/* ---- findings -------------------------------------------------------------------------------- */

static csl_sure lower(csl_sure sure, csl_sureness most, const char *why) {
    return sure.level > most ? (csl_sure){most, why} : sure;
}

typedef struct loss {
    csl_analysis *a;
    const csl_gate *g;
    bool found;
} loss;

/* A value the analysis gave up on. What somebody reads to learn of other blocks is not such a value
 * here, although other blocks change it. */
static csl_expr *find_loss(void *user, csl_expr *leaf) {
    loss *l = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(l->a, leaf) : NULL;
    if (!s || l->g->made.has[leaf->index])
        return leaf;
    while (s->kind == CSL_SYM_EXIT || s->kind == CSL_SYM_BEFORE)
        s = l->a->syms.v[s->inner];
    bool looks =
        s->kind == CSL_SYM_LOAD && s->node && s->node->stmt->kind == CSL_STMT_ACCESS &&
        (s->node->stmt->access->is_volatile || s->node->stmt->access->atomic != CSL_ATOMIC_NONE);
    l->found |= s->approx && !looks;
    return leaf;
}

static bool is_lost(csl_analysis *a, const csl_gate *g, csl_expr *e) {
    loss l = {a, g, false};
    csl_map(a->ctx, csl_expand(a, e), find_loss, &l);
    return l.found;
}

static csl_sure how_sure(csl_analysis *a, const csl_gate *g, const csl_clash *c, bool back) {
    csl_expr *deciding[2] = {c->query.offset[0], c->query.offset[1]};
    csl_expr *reaching[2] = {csl_true(a->ctx), csl_true(a->ctx)}; /* what gates say is data */
    csl_sure sure = csl_how_sure(a, c->builder, &c->query, deciding, reaching);
    bool lost = is_lost(a, g, c->pair->side[0].node->reach);
    for (int s = 0; s < 2; s++)
        lost |= is_lost(a, g, c->pair->side[s].node->address);
    if (lost)
        return lower(sure, CSL_SURE_LOW, "depends on values the analysis does not know");
    if (!g->exact || back || g->kind == CSL_GATE_FLAG)
        return lower(sure, CSL_SURE_MEDIUM, "if the other block goes on because of this signal");
    return sure;
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
    bool known = u->store == store || u->nalso == MOST_ALSO;
    for (uint32_t i = 0; i < u->nalso; i++)
        known |= u->also[i] == store;
    if (known)
        return;
    if (!u->also)
        u->also = csl_alloc(a->ctx, MOST_ALSO * sizeof *u->also);
    u->also[u->nalso++] = store;
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
    u.sure = how_sure(a, g, c, back);
    if (u.sure.level == CSL_SURE_LOW)
        return;
    csl_solution solution = {a, c->builder, &c->relation, &c->query, c->value};
    u.witness = csl_tell(&solution, end, &u.sure);
    if (u.witness)
        CSL_PUSH(a->ctx, &a->unpublished, u);
}

/* ---- the search ------------------------------------------------------------------------------ */

static bool is_data(const csl_node *store, const csl_node *reader) {
    const csl_access *x = store->stmt->access, *y = reader->stmt->access;
    return x->mode != CSL_MODE_READ && y->mode != CSL_MODE_WRITE && x->atomic == CSL_ATOMIC_NONE;
}

/* The first read behind the gate that another block's store may have to be seen by. */
static bool find_reader(finder *f, const csl_gate *g, csl_node *signal, csl_node *store,
                        csl_clash *c) {
    csl_analysis *a = f->a;
    for (uint32_t i = g->node->order + 1; i < a->nodes.n; i++) {
        csl_node *r = a->nodes.v[i];
        if (is_access(r) && r != g->node && is_data(store, r) && share_memory(a, store, r) &&
            csl_is_gated(a, g, signal, r) && !may_touch(f, r, g->node) &&
            of_two_blocks(f, store, r, true, c) == CSL_POSSIBLE)
            return true;
    }
    return false;
}

static void judge_store(finder *f, const csl_gate *g, csl_node *signal, csl_node *store) {
    csl_analysis *a = f->a;
    bool back = store->order > signal->order;
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
    if (!narrow && !chain.fence && !chain.barrier)
        return;
    csl_unpublished *known = reported(a, u.kind, signal->stmt);
    if (may_touch(f, store, g->node) || !find_reader(f, g, signal, store, &c))
        return;
    u.reader = c.pair->side[1].node->stmt;
    if (known)
        add_store(a, known, store->stmt);
    else
        report(a, u, g, &c, back);
}

static bool comes_before(const csl_node *store, const csl_node *signal) {
    return store->order < signal->order || csl_common_loop(store->loop, signal->loop);
}

/* A loop that waits for a flag which the compiler may load once. */
static void judge_spin(csl_analysis *a, const csl_gate *g, const csl_node *signal) {
    if (!g->once || reported(a, CSL_UNPUBLISHED_SPIN, signal->stmt))
        return;
    csl_unpublished u = {.kind = CSL_UNPUBLISHED_SPIN,
                         .signal = signal->stmt,
                         .gate = g->node->stmt,
                         .object_name = g->node->stmt->access->through,
                         .sure = {CSL_SURE_MEDIUM, NULL}};
    CSL_PUSH(a->ctx, &a->unpublished, u);
}

/* How many accesses there are up to the last that may read what a plain store of the kernel leaves
 * in global memory. It does not matter who waits for whom behind that. */
static uint32_t up_to_last_reader(csl_analysis *a) {
    bool *stored = csl_alloc(a->pairs, a->kernel->nobjects + 1);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *w = a->nodes.v[i];
        bool plain = is_access(w) && w->stmt->access->mode == CSL_MODE_WRITE &&
                     w->stmt->access->atomic == CSL_ATOMIC_NONE;
        for (uint32_t t = 0; plain && t < w->ntargets; t++) {
            const csl_expr *root = w->targets[t].root;
            stored[root->op == CSL_OP_BASE ? root->index : a->kernel->nobjects] = true;
        }
    }
    for (uint32_t i = a->nodes.n; i-- > 0;) {
        const csl_node *r = a->nodes.v[i];
        bool reads = is_access(r) && r->stmt->access->mode != CSL_MODE_WRITE;
        for (uint32_t t = 0; reads && t < r->ntargets; t++) {
            const csl_expr *root = r->targets[t].root;
            if (stored[root->op == CSL_OP_BASE ? root->index : a->kernel->nobjects] &&
                is_for_all(a, &r->targets[t]))
                return i + 1;
        }
    }
    return 0;
}

static void judge_gate(finder *f, const csl_gate *g) {
    csl_analysis *a = f->a;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *signal = a->nodes.v[i];
        if (!is_access(signal) || !share_memory(a, signal, g->node) ||
            !csl_may_open(a, g, signal) || !may_touch(f, signal, g->node))
            continue;
        judge_spin(a, g, signal);
        for (uint32_t k = 0; k < a->nodes.n; k++) {
            csl_node *store = a->nodes.v[k];
            if (store != signal && store != g->node && is_access(store) &&
                store->stmt->access->mode == CSL_MODE_WRITE &&
                store->stmt->access->atomic == CSL_ATOMIC_NONE && comes_before(store, signal))
                judge_store(f, g, signal, store);
        }
    }
}

void csl_find_unpublished(csl_analysis *a) {
    if (a->kernel->helper)
        return; /* who signals and who reads is up to the caller */
    csl_gates gates = csl_find_gates(a, up_to_last_reader(a));
    finder f = {.a = a};
    for (uint32_t i = 0; i < gates.n; i++)
        judge_gate(&f, &gates.v[i]);
}

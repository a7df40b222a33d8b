/* Flags between blocks: thread 0 of a block sets one, once, and who waits until it is set comes
 * behind what that block has done before (a chained scan, one block that prepares for all). Flags
 * begin with 0, which the verdict lists. Each is set by one block at most: so who finds one set has
 * waited for the block that sets the flag at that place.
 *
 * Source of the semantics: as for flags.c; who only looks may do so by an atomic operation that
 * leaves there what it finds.
 *
 * Needs: csl_find_uniform().
 */
#include "gates.h"

typedef struct flags {
    csl_node *gate, *signal;
    csl_expr *root;
    csl_expr *set_at;    /* offset of the flag of a block, as its thread 0 sees it */
    csl_expr *sets;      /* ... and whether it sets it; true: the place alone tells blocks apart */
    csl_expr *waited_at; /* offset of the one that a thread looks at */
} flags;

static csl_expr *of_first(csl_analysis *a, csl_expr *e) {
    return csl_map(a->ctx, csl_expand(a, e), csl_first_thread, a);
}

/* The loop is left only with another value than 0, and looks always at one place. */
static bool waits(csl_analysis *a, const csl_node *gate) {
    const csl_loop *loop = gate->loop;
    csl_expr *zero = csl_const(a->ctx, a->syms.v[gate->sym]->type, 0);
    if (loop->parent || csl_mentions_loop(a, csl_expand(a, gate->targets[0].offset), loop))
        return false;
    for (uint32_t i = 0; i < loop->leaves.n; i++)
        if (!csl_is_false(
                csl_replace_sym(a, csl_expand(a, loop->leaves.v[i]->reach), gate->sym, zero)))
            return false;
    return loop->leaves.n > 0;
}

/* Leaves there something else than 0 if it finds 0. */
static bool sets(const csl_node *n) {
    const csl_access *x = n->stmt->access;
    return n->value && n->value->op == CSL_OP_CONST && n->value->value != 0 &&
           (x->mode == CSL_MODE_WRITE || x->atomic == CSL_ATOMIC_EXCH ||
            x->atomic == CSL_ATOMIC_ADD || x->atomic == CSL_ATOMIC_OR);
}

static bool cannot_be(csl_analysis *a, csl_builder *b, const csl_query *q) {
    const csl_verdict v = csl_ask(a, q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v == CSL_SAFE;
}

/* No thread but thread 0 of a block comes there. */
static bool is_by_first(csl_analysis *a, const csl_node *n) {
    csl_ctx *ctx = a->ctx;
    const csl_relation one = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_THREAD};
    csl_expr *first =
        csl_binary(ctx, CSL_OP_EQ, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 0));
    csl_builder *b = csl_builder_new(a, &one);
    const csl_query q = csl_builder_query(
        b, csl_side(b, 0, csl_and(ctx, n->reach, csl_not(ctx, first))), csl_true(ctx));
    return cannot_be(a, b, &q);
}

/* Two blocks set different flags. */
static bool are_apart(const csl_finder *f, const flags *g) {
    csl_analysis *a = f->a;
    const csl_relation two = {
        .pair = CSL_PAIR_ANY, .share = CSL_SCOPE_GRID, .round = CSL_ROUND_FREE};
    csl_builder *b = csl_builder_new(a, &two);
    csl_assume_two_blocks(f, b);
    csl_query q = csl_builder_query(b, csl_side(b, 0, g->sets), csl_side(b, 1, g->sets));
    for (int s = 0; s < 2; s++) {
        q.offset[s] = csl_side(b, s, g->set_at);
        q.bytes[s] = g->signal->stmt->access->bytes;
    }
    return cannot_be(a, b, &q);
}

/* The only access that changes memory of the flags is the signal. */
static bool find_signal(csl_analysis *a, flags *g) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (csl_may_do_anything(n->stmt))
            return false;
        bool there = false;
        for (uint32_t t = 0; csl_is_data_access(n) && t < n->ntargets; t++)
            there |= n->targets[t].root == g->root;
        if (!there || !csl_changes(n))
            continue;
        if (g->signal || n->ntargets != 1 || n->loop || !sets(n) ||
            !csl_is_strong(n, CSL_SCOPE_GRID) ||
            n->stmt->access->bytes != g->gate->stmt->access->bytes)
            return false;
        g->signal = n;
    }
    return g->signal != NULL;
}

static bool find_flags(const csl_finder *f, csl_node *gate, flags *g) {
    csl_analysis *a = f->a;
    *g = (flags){.gate = gate};
    if (csl_changes(gate) || gate->ntargets != 1 || !csl_is_strong(gate, CSL_SCOPE_GRID))
        return false;
    g->root = gate->targets[0].root;
    g->waited_at = gate->targets[0].offset;
    if (!csl_object_of_root(a, g->root) || csl_about_root(a, g->root) != CSL_ABOUT(GLOBAL) ||
        !waits(a, gate) || !find_signal(a, g) || !is_by_first(a, g->signal))
        return false;
    g->set_at = of_first(a, g->signal->targets[0].offset);
    g->sets = csl_true(a->ctx);
    if (csl_scope_of(a, g->set_at) < CSL_SCOPE_BLOCK)
        return false;
    if (are_apart(f, g))
        return true;
    g->sets = of_first(a, g->signal->reach);
    return csl_scope_of(a, g->sets) >= CSL_SCOPE_BLOCK && are_apart(f, g);
}

/* The thread of side `told`, or (`by_first`) thread 0 of its block, waits for the flag of the block
 * of the other side; NULL: that cannot be said. */
static csl_expr *waits_for_that(const csl_finder *f, csl_builder *b, const flags *g, int told,
                                bool by_first) {
    csl_analysis *a = f->a;
    csl_expr *place = g->waited_at, *comes = csl_true(a->ctx);
    if (by_first) {
        place = of_first(a, place);
        comes = of_first(a, g->gate->loop->node->reach);
        if (csl_scope_of(a, place) < CSL_SCOPE_BLOCK || csl_scope_of(a, comes) < CSL_SCOPE_BLOCK)
            return NULL;
    }
    csl_expr *same =
        csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 1 - told, g->set_at), csl_side(b, told, place));
    return csl_and(a->ctx, same,
                   csl_and(a->ctx, csl_side(b, 1 - told, g->sets), csl_side(b, told, comes)));
}

/* On side `told`, who comes to `after` has waited for the flag of the block of the other side. */
static csl_expr *has_waited_for(const csl_finder *f, csl_builder *b, const flags *g, int told,
                                const csl_node *after) {
    bool by_first;
    if (after->order <= g->gate->order || !csl_waits_before(f->a, g->gate, after, &by_first))
        return NULL;
    return waits_for_that(f, b, g, told, by_first);
}

csl_unheard csl_flag_unheard(const csl_finder *f, csl_builder *b, csl_node *const side[2]) {
    csl_analysis *a = f->a;
    const csl_gates *gates = csl_gates_of(a);
    for (uint32_t i = 0; i < gates->list.n; i++) {
        flags g;
        if (gates->list.v[i].kind != CSL_GATE_SPIN || !find_flags(f, gates->list.v[i].node, &g))
            continue;
        for (int told = 0; told < 2; told++) {
            bool by_first;
            const csl_lack lack = csl_lacks_behind(a, g.gate, side[told], &by_first);
            csl_expr *waits = lack && csl_is_told_by(a, side[1 - told], g.signal)
                                  ? waits_for_that(f, b, &g, told, by_first)
                                  : NULL;
            if (!waits)
                continue;
            csl_builder_fact(b, waits);
            return (csl_unheard){lack, g.gate, g.signal, told};
        }
    }
    return (csl_unheard){.lack = CSL_LACKS_NOTHING};
}

const csl_object *csl_assume_no_flag(const csl_finder *f, csl_builder *b, csl_node *const side[2]) {
    csl_analysis *a = f->a;
    const csl_gates *gates = csl_gates_of(a);
    const csl_object *used = NULL;
    for (uint32_t i = 0; i < gates->list.n; i++) {
        flags g;
        if (gates->list.v[i].kind != CSL_GATE_SPIN || !find_flags(f, gates->list.v[i].node, &g))
            continue;
        for (int told = 0; told < 2; told++) {
            csl_node *before = side[1 - told], *after = side[told];
            csl_expr *waited =
                csl_is_told_by(a, before, g.signal) ? has_waited_for(f, b, &g, told, after) : NULL;
            if (!waited)
                continue;
            csl_builder_fact(b, csl_not(a->ctx, waited));
            used = csl_object_of_root(a, g.root);
        }
    }
    return used;
}

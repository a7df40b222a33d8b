/* Accesses that a gate keeps in order: of one block before, of another behind it. */
#include "gates.h"

bool csl_comes_before(const csl_node *store, const csl_node *signal) {
    return store->order < signal->order || csl_common_loop(store->loop, signal->loop);
}

static bool is_plain(const csl_node *n) {
    return n->stmt->access->atomic == CSL_ATOMIC_NONE;
}

/* How many nodes there are up to the last that may read what the kernel leaves in global memory,
 * not both by atomics. It does not matter who waits for whom behind that. */
static uint32_t up_to_last_reader(csl_analysis *a) {
    uint32_t unknown = a->kernel->nobjects;
    bool *stored[2]; /* at all, and plainly */
    for (int plain = 0; plain < 2; plain++)
        stored[plain] = csl_alloc(a->pairs, unknown + 1);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *w = a->nodes.v[i];
        bool writes = csl_is_memory_access(w) && w->stmt->access->mode != CSL_MODE_READ;
        for (uint32_t t = 0; writes && t < w->ntargets; t++) {
            const csl_expr *root = w->targets[t].root;
            uint32_t object = root->op == CSL_OP_BASE ? root->index : unknown;
            stored[0][object] = true;
            stored[1][object] |= is_plain(w);
        }
    }
    for (uint32_t i = a->nodes.n; i-- > 0;) {
        const csl_node *r = a->nodes.v[i];
        bool reads = csl_is_memory_access(r) && r->stmt->access->mode != CSL_MODE_WRITE;
        for (uint32_t t = 0; reads && t < r->ntargets; t++) {
            const csl_expr *root = r->targets[t].root;
            uint32_t object = root->op == CSL_OP_BASE ? root->index : unknown;
            if (stored[!is_plain(r)][object] && csl_is_for_all(a, &r->targets[t]))
                return i + 1;
        }
    }
    return 0;
}

const csl_gates *csl_gates_of(csl_analysis *a) {
    if (!a->gates)
        a->gates = csl_find_gates(a, up_to_last_reader(a));
    return a->gates;
}

bool csl_may_be_told(csl_analysis *a, const csl_node *one, const csl_node *other) {
    const csl_gates *gates = csl_gates_of(a);
    for (uint32_t i = 0; i < gates->list.n; i++) {
        const csl_gate *g = &gates->list.v[i];
        if (csl_decides(a, g, one) && csl_decides(a, g, other))
            return true;
        if (g->node->order > other->order && !csl_common_loop(g->node->loop, other->loop))
            continue;
        for (uint32_t k = 0; k < a->nodes.n; k++) {
            const csl_node *signal = a->nodes.v[k];
            if (csl_is_memory_access(signal) && csl_share_memory(a, signal, g->node) &&
                csl_may_open(a, g, signal) && csl_comes_before(one, signal))
                return true;
        }
    }
    return false;
}

bool csl_is_let_through(csl_analysis *a, const csl_node *x, const csl_node *y) {
    const csl_gates *gates = csl_gates_of(a);
    for (uint32_t i = 0; i < gates->list.n; i++) {
        const csl_gate *g = &gates->list.v[i];
        if (g->kind != CSL_GATE_SPIN &&
            csl_mentions_sym(a, csl_expand(a, x->reach), g->node->sym) &&
            csl_mentions_sym(a, csl_expand(a, y->reach), g->node->sym))
            return true;
    }
    return false;
}

bool csl_is_published(csl_analysis *a, csl_node *store, csl_node *reader) {
    const csl_gates *gates = csl_gates_of(a);
    for (uint32_t i = 0; i < gates->list.n; i++) {
        const csl_gate *g = &gates->list.v[i];
        for (uint32_t k = 0; k < a->nodes.n; k++) {
            csl_node *signal = a->nodes.v[k];
            if (signal != store && csl_is_memory_access(signal) &&
                csl_share_memory(a, signal, g->node) && csl_may_open(a, g, signal) &&
                csl_is_gated(a, g, signal, reader) && csl_comes_before(store, signal) &&
                csl_follow_store(a, store, signal, store->order > signal->order).holds)
                return true;
        }
    }
    return false;
}

/* Where the result of an access goes: from term to term, and through shared memory, as when
 * thread 0 tells its block. What has a part in what is found once for a kernel. */
#include "gates.h"

typedef CSL_VEC(uint32_t) numbers;

/* Symbols by number, and behind them the nodes, by order: what a store leaves in memory. For each,
 * what it has a part in, and what has it as its value. */
struct csl_results {
    uint32_t nsyms;
    numbers *makes, *gives;
};

typedef struct linker {
    csl_analysis *a;
    struct csl_results *r;
    uint32_t to;
} linker;

static csl_expr *link_leaf(void *user, csl_expr *leaf) {
    const linker *l = user;
    if (leaf->op == CSL_OP_SYM)
        CSL_PUSH(l->a->pairs, &l->r->makes[leaf->index], l->to);
    return leaf;
}

/* What the term is made with has a part in it. */
static void link_made(linker *l, csl_expr *e) {
    if (e)
        csl_map(l->a->ctx, csl_expand(l->a, e), link_leaf, l);
}

/* The term is a symbol, perhaps converted, moved by a constant, or one of two values. */
static void link_given(linker *l, const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_SYM: CSL_PUSH(l->a->pairs, &l->r->gives[e->index], l->to); break;
    case CSL_OP_CAST: link_given(l, e->kids[0]); break;
    case CSL_OP_ITE:
        link_given(l, e->kids[1]);
        link_given(l, e->kids[2]);
        break;
    case CSL_OP_ADD:
    case CSL_OP_SUB:
        for (unsigned i = 0; i < 2; i++)
            if (e->kids[1 - i]->op == CSL_OP_CONST)
                link_given(l, e->kids[i]);
        break;
    default: break;
    }
}

static void link_value(linker *l, csl_expr *e, bool given) {
    link_made(l, e);
    if (e && given)
        link_given(l, csl_expand(l->a, e));
}

/* The load may read what the write stored in memory of the block. */
static bool may_pass_on(const csl_analysis *a, const csl_node *write, const csl_node *load) {
    if (write->order > load->order && !csl_common_loop(write->loop, load->loop))
        return false;
    for (uint32_t i = 0; i < write->ntargets; i++)
        for (uint32_t j = 0; j < load->ntargets; j++) {
            const csl_object *o = csl_object_of_root(a, write->targets[i].root);
            if (write->targets[i].root == load->targets[j].root && o && o->kind != CSL_OBJ_GLOBAL)
                return true;
        }
    return false;
}

/* The symbol may be what a store has left there. */
static void link_load(linker *l, const csl_sym *s) {
    if (!s->node || !csl_is_access(s->node) || s->node->stmt->access->mode != CSL_MODE_READ)
        return;
    for (uint32_t i = 0; i < l->a->nodes.n; i++) {
        const csl_node *w = l->a->nodes.v[i];
        if (!csl_is_access(w) || w->stmt->access->mode == CSL_MODE_READ ||
            !may_pass_on(l->a, w, s->node))
            continue;
        CSL_PUSH(l->a->pairs, &l->r->makes[l->r->nsyms + i], l->to);
        CSL_PUSH(l->a->pairs, &l->r->gives[l->r->nsyms + i], l->to);
    }
}

static void link_symbol(linker *l, const csl_sym *s) {
    switch (s->kind) {
    case CSL_SYM_PHI:
        link_value(l, s->init, true);
        link_value(l, s->next, true);
        break;
    case CSL_SYM_EXIT:
    case CSL_SYM_BEFORE:
        CSL_PUSH(l->a->pairs, &l->r->makes[s->inner], l->to);
        CSL_PUSH(l->a->pairs, &l->r->gives[s->inner], l->to);
        break;
    case CSL_SYM_SYNC:
        if (s->node)
            link_value(l, s->node->offered, s->node->stmt->sync->kind == CSL_SYNC_SHUFFLE);
        break;
    case CSL_SYM_LOAD: link_load(l, s); break;
    default: break;
    }
}

static const struct csl_results *results_of(csl_analysis *a) {
    if (a->results && a->results->nsyms == a->syms.n)
        return a->results;
    struct csl_results *r = CSL_NEW(a->pairs, struct csl_results);
    const uint32_t n = a->syms.n + a->nodes.n;
    *r = (struct csl_results){.nsyms = a->syms.n,
                              .makes = csl_alloc(a->pairs, n * sizeof *r->makes),
                              .gives = csl_alloc(a->pairs, n * sizeof *r->gives)};
    linker l = {.a = a, .r = r};
    for (l.to = 0; l.to < a->syms.n; l.to++)
        if (!a->syms.v[l.to]->def)
            link_symbol(&l, a->syms.v[l.to]);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *w = a->nodes.v[i];
        l.to = r->nsyms + i;
        if (!csl_is_access(w) || w->stmt->access->mode == CSL_MODE_READ)
            continue;
        link_value(&l, w->value, true);
        link_made(&l, w->reach);
    }
    return a->results = r;
}

/* All that the links lead to; stores that come before the access do not pass its result on. */
static csl_sym_set follow(csl_analysis *a, const numbers *links, const csl_node *from) {
    const uint32_t nsyms = a->results->nsyms, n = nsyms + a->nodes.n;
    csl_sym_set set = {.has = csl_alloc(a->pairs, n + 1)};
    numbers left = {0};
    CSL_PUSH(a->pairs, &left, from->sym);
    while (left.n > 0) {
        const uint32_t at = left.v[--left.n];
        if (set.has[at] || (at >= nsyms && at - nsyms <= from->order))
            continue;
        set.has[at] = true;
        set.bits |= at < nsyms ? UINT64_C(1) << at % 64 : 0;
        for (uint32_t i = 0; i < links[at].n; i++)
            CSL_PUSH(a->pairs, &left, links[at].v[i]);
    }
    return set;
}

void csl_follow_result(csl_analysis *a, const csl_node *from, csl_sym_set *made,
                       csl_sym_set *holds) {
    const struct csl_results *r = results_of(a);
    *made = follow(a, r->makes, from);
    *holds = follow(a, r->gives, from);
}

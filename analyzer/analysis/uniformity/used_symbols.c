/* The symbols that some condition or address depends on; the others need no answer. */
#include "uniformity.h"

typedef struct marker {
    csl_analysis *a;
    bool changed;
} marker;

static csl_expr *mark_leaf(void *user, csl_expr *leaf) {
    marker *m = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    csl_sym *s = csl_sym_of(m->a, leaf);
    m->changed |= !s->used;
    s->used = true;
    return leaf;
}

/* What is stored in the object of the thread's own. */
static void mark_stored(marker *m, uint32_t object) {
    csl_analysis *a = m->a;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        for (uint32_t t = 0; n->value && t < n->ntargets; t++)
            if (n->targets[t].root->op == CSL_OP_BASE && n->targets[t].root->index == object)
                csl_map(a->ctx, csl_expand(a, n->value), mark_leaf, m);
    }
}

static void mark_read(marker *m, const csl_node *load) {
    const csl_node *own = csl_own_store(m->a, load);
    if (own)
        csl_map(m->a->ctx, csl_expand(m->a, own->value), mark_leaf, m);
    for (uint32_t t = 0; t < load->ntargets; t++) {
        const csl_object *o = csl_object_of_root(m->a, load->targets[t].root);
        if (o && o->kind == CSL_OBJ_LOCAL)
            mark_stored(m, load->targets[t].root->index);
    }
}

/* Marks what the marked symbols depend on. */
static void mark_sources(marker *m) {
    csl_analysis *a = m->a;
    do {
        m->changed = false;
        for (uint32_t i = 0; i < a->syms.n; i++) {
            csl_sym *s = a->syms.v[i];
            if (!s->used || s->settled)
                continue;
            if (s->kind == CSL_SYM_PHI && !s->def) {
                csl_map(a->ctx, csl_expand(a, s->init), mark_leaf, m);
                if (s->next)
                    csl_map(a->ctx, csl_expand(a, s->next), mark_leaf, m);
            } else if (s->kind == CSL_SYM_EXIT || s->kind == CSL_SYM_BEFORE) {
                m->changed |= !a->syms.v[s->inner]->used;
                a->syms.v[s->inner]->used = true;
            } else if ((s->kind == CSL_SYM_SYNC || s->kind == CSL_SYM_HAVOC) && s->node) {
                if (s->node->offered)
                    csl_map(a->ctx, csl_expand(a, s->node->offered), mark_leaf, m);
                if (s->node->lane)
                    csl_map(a->ctx, csl_expand(a, s->node->lane), mark_leaf, m);
            } else if (s->kind == CSL_SYM_LOAD && s->node && !s->traced) {
                mark_read(m, s->node);
                s->traced = true;
            }
        }
    } while (m->changed);
}

void csl_mark_used(csl_analysis *a) {
    marker m = {a, false};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const bool decides = n->stmt->kind != CSL_STMT_IF || n->body || n->other;
        csl_expr *e[] = {n->reach, decides ? n->cond : NULL, n->bounds, n->mask};
        for (uint32_t j = 0; j < sizeof e / sizeof *e; j++)
            if (e[j])
                csl_map(a->ctx, csl_expand(a, e[j]), mark_leaf, &m);
        for (uint32_t j = 0; j < n->ntargets; j++) {
            csl_map(a->ctx, n->targets[j].root, mark_leaf, &m);
            csl_map(a->ctx, csl_expand(a, n->targets[j].offset), mark_leaf, &m);
            csl_map(a->ctx, csl_expand(a, n->targets[j].when), mark_leaf, &m);
        }
    }
    for (uint32_t i = 0; i < a->loops.n; i++) {
        a->syms.v[a->loops.v[i]->trips]->used = true;
        csl_map(a->ctx, csl_expand(a, a->loops.v[i]->stay), mark_leaf, &m);
    }
    mark_sources(&m);
}

void csl_find_uniform_value(csl_analysis *a, csl_expr *e) {
    marker m = {a, false};
    csl_map(a->ctx, csl_expand(a, e), mark_leaf, &m);
    if (!m.changed)
        return;
    mark_sources(&m);
    csl_find_uniform(a);
}

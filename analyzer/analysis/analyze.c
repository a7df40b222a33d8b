/* The analysis of one kernel, from IR to facts: the pipeline, read from top to bottom. */
#include "internal.h"

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

/* Marks what the marked symbols depend on. */
static void mark_sources(marker *m) {
    csl_analysis *a = m->a;
    do {
        m->changed = false;
        for (uint32_t i = 0; i < a->syms.n; i++) {
            csl_sym *s = a->syms.v[i];
            if (!s->used)
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
                const csl_node *own = csl_own_store(a, s->node);
                if (own)
                    csl_map(a->ctx, csl_expand(a, own->value), mark_leaf, m);
                s->traced = true;
            }
        }
    } while (m->changed);
}

/* Marks the symbols some condition or address depends on; the others need no answer. */
static void mark_used(csl_analysis *a) {
    marker m = {a, false};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        csl_expr *e[] = {n->reach, n->cond, n->bounds, n->mask};
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
    mark_sources(&m);
    csl_find_uniform(a);
}

static void mark_loops_with_barriers(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        for (csl_loop *l = a->nodes.v[i]->loop; l; l = l->parent) {
            l->syncs |= csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_BLOCK);
            l->warp_syncs |= csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_WARP);
        }
}

static bool two_global_objects(const csl_analysis *a) {
    uint32_t n = 0;
    bool written = false;
    for (uint32_t i = 0; i < a->kernel->nobjects; i++)
        if (a->kernel->objects[i].kind == CSL_OBJ_GLOBAL) {
            n++;
            written |= a->written[i];
        }
    return n > 1 && written;
}

static const char *doubt_text(const csl_analysis *a) {
    if (!a->doubt || !a->doubt_node || !a->doubt_node->stmt->place)
        return a->doubt;
    const csl_place *p = a->doubt_node->stmt->place;
    return csl_format(a->ctx, "line %u: %s", p->line, a->doubt);
}

const csl_facts *csl_analyse_kernel(csl_ctx *ctx, const csl_module *m, const csl_kernel *k,
                                    csl_decider *d, const csl_analysis_options *options) {
    csl_analysis *a = CSL_NEW(ctx, csl_analysis);
    a->ctx = ctx;
    a->module = m;
    a->kernel = k;
    a->decider = d;
    a->options = options;
    a->pairs = csl_ctx_new();

    if (k->guessed) {
        csl_doubt(a, NULL, k->guessed);
        csl_assume_that(a, k->guessed);
    }
    csl_find_shapes(a);
    csl_execute(a);
    csl_refine_shapes(a);
    csl_find_aliases(a);
    mark_used(a);
    csl_mark_not_followed(a);
    csl_bound_tables(a);
    csl_find_whole(a);
    mark_loops_with_barriers(a);
    a->met = csl_meet(a, CSL_SCOPE_BLOCK, NULL);
    if (options->dump_intervals) {
        csl_print_met(options->dump_intervals, a, CSL_SCOPE_BLOCK, &a->met);
        csl_met in_warp = csl_meet(a, CSL_SCOPE_WARP, NULL);
        csl_print_met(options->dump_intervals, a, CSL_SCOPE_WARP, &in_warp);
    }
    csl_find_uniform(a);
    csl_mark_lost(a);
    if (options->dump_uniformity)
        csl_print_symbols(options->dump_uniformity, a);
    csl_find_divergence(a);
    csl_find_races(a);
    if (options->find_redundant)
        csl_find_redundant(a);
    csl_find_strays(a); /* last: they take nothing from the patience with the others */
    csl_find_outsiders(a);
    csl_find_launched(a);
    csl_find_named(a);
    csl_find_miscounted(a);
    csl_find_unpublished(a);

    if (two_global_objects(a))
        csl_assume_that(a, "distinct pointer parameters point to distinct memory");
    csl_facts *f = CSL_NEW(ctx, csl_facts);
    *f = (csl_facts){
        .ctx = ctx,
        .module = m,
        .kernel = k,
        .divergences = a->divergences.v,
        .ndivergences = a->divergences.n,
        .strays = a->strays.v,
        .nstrays = a->strays.n,
        .misuses = a->misuses.v,
        .nmisuses = a->misuses.n,
        .races = a->races.v,
        .nraces = a->races.n,
        .unpublished = a->unpublished.v,
        .nunpublished = a->unpublished.n,
        .redundant = a->redundant.v,
        .nredundant = a->redundant.n,
        .doubt = doubt_text(a),
        .shapes = a->shape_words,
        .assumptions = a->assumptions.v,
        .nassumptions = a->assumptions.n,
        .safe = a->safe,
        .undecided = a->undecided,
        .racing = a->racing,
    };
    csl_ctx_free(a->pairs);
    csl_memo_clear(a->expanded);
    return f;
}

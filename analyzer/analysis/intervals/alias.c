/* Pointers that were themselves loaded: what they may point to.
 *
 * Accesses are compared when they have one root. Two different roots of which one was loaded may
 * still be the same memory. If both are parameters or were loaded from memory that nothing writes,
 * from different places, that they differ is an assumption, as it is for parameters; race_query.c
 * makes it of the passes of one load. Otherwise (a
 * pointer that the kernel itself stores, a list that it follows, `rows[i]` and `rows[i - 1]` of a
 * loop) the kernel cannot be proved.
 *
 * Needs: csl_execute(); csl_ask_aliases() also csl_find_uniform().
 */
#include "intervals.h"

typedef struct root {
    csl_expr *pointer;
    csl_node *node; /* the first access through it */
    bool written, loaded, shared, steady;
} root;
typedef CSL_VEC(root) roots;

static void note_root(csl_analysis *a, roots *all, csl_expr *pointer, csl_node *node) {
    const csl_object *o = csl_object_of_root(a, pointer);
    bool shared = o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC);
    if (o && !shared && o->kind != CSL_OBJ_GLOBAL)
        return;
    bool written = node->stmt->access->mode != CSL_MODE_READ;
    for (uint32_t i = 0; i < all->n; i++)
        if (all->v[i].pointer == pointer) {
            all->v[i].written |= written;
            return;
        }
    root r = {pointer, node, written, !o, shared, o || csl_steady_load(a, pointer)};
    CSL_PUSH(a->ctx, all, r);
}

static roots find_roots(csl_analysis *a) {
    roots all = {0};
    for (uint32_t i = 0; i < a->nodes.n; i++)
        for (uint32_t t = 0; t < a->nodes.v[i]->ntargets; t++)
            note_root(a, &all, a->nodes.v[i]->targets[t].root, a->nodes.v[i]);
    return all;
}

/* What lies behind a loaded pointer is only read, if other pointers are to other memory. */
static void mark_still(csl_analysis *a, const roots *all) {
    for (uint32_t i = 0; i < all->n; i++)
        if (a->kernel->shares_more || (all->v[i].written && !all->v[i].steady))
            return;
    for (uint32_t i = 0; i < all->n; i++)
        if (all->v[i].loaded && all->v[i].steady && !all->v[i].written)
            a->syms.v[all->v[i].pointer->index]->still = true;
}

void csl_find_aliases(csl_analysis *a) {
    const roots all = find_roots(a);
    mark_still(a, &all);
    for (uint32_t i = 0; i < all.n; i++)
        for (uint32_t j = 0; j < all.n; j++) {
            const root *p = &all.v[i], *q = &all.v[j];
            if (i == j || !p->loaded || (!p->written && !q->written))
                continue;
            if (p->steady && q->shared)
                continue; /* only the kernel can store a pointer to shared memory */
            if (p->steady && q->steady && a->kernel->shares_more)
                csl_obstruct(a, csl_about_root(a, p->pointer) | csl_about_root(a, q->pointer),
                             p->node, a->kernel->shares);
            else if (p->steady && q->steady)
                csl_assume_that(a, CSL_ASSUMED_LOADED_POINTERS, NULL, NULL,
                                "distinct loaded pointers point to distinct memory");
            else
                csl_obstruct(a, csl_about_root(a, p->pointer) | csl_about_root(a, q->pointer),
                             p->node,
                             "a loaded pointer may point to memory that another one points to");
        }
}

/* Some threads, in any passes, may load both pointers from one place. */
static bool may_be_one_place(csl_analysis *a, const csl_node *x, const csl_node *y) {
    const csl_target *s = x->targets, *t = y->targets;
    if (s->root != t->root ||
        (s->offset->op == CSL_OP_CONST && t->offset->op == CSL_OP_CONST && s->offset != t->offset))
        return false;
    const csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_GRID};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *o0 = csl_side(b, 0, s->offset), *o1 = csl_side(b, 1, t->offset);
    csl_expr *g0 = csl_side(b, 0, csl_and(a->ctx, x->reach, s->when));
    csl_expr *g1 = csl_side(b, 1, csl_and(a->ctx, y->reach, t->when));
    csl_query q = csl_builder_query(b, g0, g1);
    q.offset[0] = o0, q.offset[1] = o1;
    q.bytes[0] = x->stmt->access->bytes, q.bytes[1] = y->stmt->access->bytes;
    const bool may = csl_ask(a, &q, CSL_USE_PROOF).verdict != CSL_SAFE;
    csl_builder_done(b);
    return may;
}

void csl_ask_aliases(csl_analysis *a) {
    const roots all = find_roots(a);
    for (uint32_t i = 0; i < all.n; i++)
        for (uint32_t j = 0; j < i; j++) {
            const root *p = &all.v[i], *q = &all.v[j];
            const csl_node *x = csl_steady_load(a, p->pointer), *y = csl_steady_load(a, q->pointer);
            if (!x || !y || (!p->written && !q->written) || !may_be_one_place(a, x, y))
                continue;
            csl_obstruct(a, csl_about_root(a, p->pointer) | CSL_ABOUT(GRID), p->node,
                         csl_format(a->ctx, "the pointers `%s` and `%s` may be one", y->stmt->text,
                                    x->stmt->text));
        }
}

void csl_assume_distinct(csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    uint32_t n = 0;
    bool written = false, *used = csl_alloc(a->ctx, k->nobjects + 1);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        for (uint32_t t = 0; t < a->nodes.v[i]->ntargets; t++)
            if (csl_object_of_root(a, a->nodes.v[i]->targets[t].root))
                used[a->nodes.v[i]->targets[t].root->index] = true;
    for (uint32_t i = 0; i < k->nobjects; i++) {
        used[i] = (used[i] || a->given[i]) && k->objects[i].kind == CSL_OBJ_GLOBAL;
        n += used[i];
        written |= used[i] && a->written[i];
    }
    if (k->may_share && n > 1 && written)
        csl_obstruct(a, CSL_ABOUT(GLOBAL) | CSL_ABOUT(GRID), NULL, k->may_share);
    for (uint32_t i = 0; i < k->nobjects && n > 1 && written; i++)
        if (used[i])
            csl_assume_that(a, CSL_ASSUMED_DISTINCT_POINTERS, k->objects[i].name, NULL,
                            k->unread ? "distinct pointer parameters point to distinct memory, "
                                        "which not all host code was checked for"
                                      : "distinct pointer parameters point to distinct memory");
}

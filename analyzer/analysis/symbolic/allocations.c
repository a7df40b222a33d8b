/* Where tensor memory was allocated: what is read from a place of shared memory to which nothing
 * but the allocation stores is the number that stands for it (asm_tcgen05.c). Who reads it before,
 * races.
 *
 * Needs: csl_execute().
 */
#include "symbolic.h"

typedef struct place {
    const csl_expr *root;
    csl_range start; /* of the first byte */
    int64_t bytes;
} place;

static bool find_place(csl_analysis *a, const csl_node *n, uint32_t target, place *p) {
    const csl_target *t = &n->targets[target];
    const csl_object *o = csl_object_of_root(a, t->root);
    if (!o || (o->kind != CSL_OBJ_SHARED && o->kind != CSL_OBJ_DYNAMIC))
        return false;
    *p = (place){t->root, csl_range_of(a, csl_expand(a, t->offset)), n->stmt->access->bytes};
    return true;
}

/* They may share a byte; a tile reaches as far as it likes. */
static bool may_meet(const place *word, const place *other, bool is_tile) {
    return word->root == other->root && other->start.lo < word->start.hi + word->bytes &&
           (is_tile || other->start.hi + other->bytes > word->start.lo);
}

/* What the node reads, if only allocations store there, and all of them the same; else NULL. */
static csl_expr *allocated(csl_analysis *a, const csl_node *read) {
    place word, other;
    csl_expr *value = NULL;
    if (read->ntargets != 1 || !find_place(a, read, 0, &word) || word.start.lo != word.start.hi)
        return NULL;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (csl_may_do_anything(n->stmt))
            return NULL;
        if (n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode == CSL_MODE_READ)
            continue;
        for (uint32_t t = 0; t < n->ntargets; t++) {
            if (!csl_object_of_root(a, n->targets[t].root))
                return NULL; /* it may be anywhere */
            if (!find_place(a, n, t, &other) || !may_meet(&word, &other, n->stmt->access->is_box))
                continue;
            const bool same = other.start.lo == word.start.lo && other.start.hi == word.start.lo &&
                              other.bytes == word.bytes;
            if (!n->stmt->access->allocates || !same || !n->value || (value && value != n->value))
                return NULL;
            value = n->value;
        }
    }
    return value;
}

void csl_find_allocations(csl_analysis *a) {
    bool any = false, found = false;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        any |=
            a->nodes.v[i]->stmt->kind == CSL_STMT_ACCESS && a->nodes.v[i]->stmt->access->allocates;
    for (uint32_t i = 0; i < a->syms.n && any && !a->writes_unknown; i++) {
        csl_sym *s = a->syms.v[i];
        const csl_node *n = s->kind == CSL_SYM_LOAD ? s->node : NULL;
        csl_expr *value = n && n->stmt->kind == CSL_STMT_ACCESS && csl_type_integer(s->type) &&
                                  s->type != CSL_PTR && n->stmt->access->bytes == 4
                              ? allocated(a, n)
                              : NULL;
        if (!value)
            continue;
        s->def = csl_cast(a->ctx, s->type, value);
        found = true;
    }
    if (found)
        a->expanded = csl_memo_new(a->ctx);
}

/* Why threads part: not the condition that reads a value, but the memory that gave them two.
 *
 * Needs: csl_find_uniform().
 */
#include "divergence.h"
#include "../../limits/limits.h"

static bool decides(csl_builder *b, csl_expr *const deciding[2], uint32_t var) {
    return (deciding[0] && csl_term_has(b, deciding[0], var)) ||
           (deciding[1] && csl_term_has(b, deciding[1], var));
}

/* What is to blame for two values of a term. */
typedef struct blame {
    csl_analysis *a;
    csl_scope scope;
    bool *seen;     /* by symbol */
    unsigned looks; /* left */
    const csl_object *object;
    bool other; /* something else has a part in it */
} blame;

static void blame_term(blame *w, csl_expr *e);

static void blame_load(blame *w, const csl_node *load) {
    if (load->ntargets != 1 || csl_scope_of(w->a, load->address) < w->scope) {
        w->other = true;
        return;
    }
    const csl_object *from = csl_object_of_root(w->a, load->targets[0].root);
    w->other |= !from || (w->object && w->object != from);
    w->object = from;
}

/* A variable that a loop changes has two values if it was set to two, or behind the loop, if
 * threads leave it in different passes. */
static void blame_symbol(blame *w, uint32_t index) {
    const csl_sym *s = w->a->syms.v[index];
    if (s->uniform >= w->scope || w->seen[index])
        return;
    w->seen[index] = true;
    switch (s->kind) {
    case CSL_SYM_LOAD: blame_load(w, s->node); break;
    case CSL_SYM_PHI:
        blame_term(w, s->init);
        blame_term(w, s->next);
        break;
    case CSL_SYM_TRIPS:
        blame_term(w, s->of->entry);
        blame_term(w, s->of->stay);
        break;
    case CSL_SYM_BEFORE: blame_symbol(w, s->inner); break;
    case CSL_SYM_EXIT:
        blame_symbol(w, s->inner);
        blame_symbol(w, s->of->trips);
        break;
    default: w->other = true; break;
    }
}

static csl_expr *blame_leaf(void *user, csl_expr *leaf) {
    blame *w = user;
    if (leaf->op == CSL_OP_SYM)
        blame_symbol(w, leaf->index);
    else
        w->other |= csl_scope_of(w->a, leaf) < w->scope; /* who they are */
    return leaf;
}

static void blame_term(blame *w, csl_expr *e) {
    if (!e || w->looks == 0 || w->other) {
        w->other = true;
        return;
    }
    --w->looks;
    csl_map(w->a->ctx, csl_expand(w->a, e), blame_leaf, w);
}

const csl_object *csl_blamed(csl_analysis *a, csl_builder *b, const csl_query *q,
                             csl_expr *const deciding[2], csl_scope scope) {
    blame w = {.a = a, .scope = scope, .looks = CSL_LIMIT(blamed_terms)};
    w.seen = csl_alloc(a->ctx, a->syms.n + 1);
    for (uint32_t i = 0; i < q->nvars && !w.other; i++) {
        if (!decides(b, deciding, i))
            continue;
        if (i < CSL_DV_BDIM) /* who they are */
            return NULL;
        if (i < CSL_DV_FREE || q->vars[i].side == 0)
            continue; /* the same for both */
        const csl_node *load = csl_loaded_by(b, i);
        const uint32_t changed = csl_changed_by_loop(b, i);
        if (load)
            blame_load(&w, load);
        else if (changed != CSL_NO_VAR)
            blame_symbol(&w, changed);
        else
            return NULL;
    }
    return w.other ? NULL : w.object;
}

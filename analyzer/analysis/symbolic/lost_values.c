/* Loop-carried values that the analysis does not follow: what a query may choose for them may never
 * occur, so what it finds that way is of low confidence (confidence.c).
 *
 * Needs: csl_execute(), closed forms.
 */
#include "symbolic.h"
#include "../../limits/limits.h"

typedef struct look {
    csl_analysis *a;
    bool found;
    unsigned depth;
} look;

/* The symbol whose values these are. */
static const csl_sym *carried_by(const csl_analysis *a, const csl_sym *s) {
    return s->kind == CSL_SYM_EXIT ? a->syms.v[s->inner] : s;
}

static const csl_sym *carried(const csl_analysis *a, const csl_expr *leaf) {
    return carried_by(a, csl_sym_of(a, leaf));
}

static bool is_data_symbol(const csl_sym *s) {
    return s->kind == CSL_SYM_LOAD || s->kind == CSL_SYM_HAVOC || s->kind == CSL_SYM_SYNC ||
           (s->kind == CSL_SYM_PHI && !s->def && !s->lost);
}

static bool is_lost_symbol(const csl_sym *s) {
    return s->lost;
}

typedef struct sought {
    const csl_analysis *a;
    bool (*is)(const csl_sym *);
    uint64_t some;  /* in terms where none of these bits is set (csl_expr.syms) there is none */
    uint64_t *bits; /* ... by symbol: those of all symbols whose values it has */
} sought;

static sought look_for(csl_analysis *a, bool (*is)(const csl_sym *)) {
    sought s = {.a = a, .is = is, .bits = csl_alloc(a->ctx, (a->syms.n + 1) * sizeof *s.bits)};
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *of = a->syms.v[i];
        const uint64_t bit = UINT64_C(1) << i % 64;
        s.bits[of->kind == CSL_SYM_EXIT ? of->inner : i] |= bit;
        if (is(carried_by(a, of)))
            s.some |= bit;
    }
    return s;
}

static bool is_sought(void *user, csl_expr *e) {
    const sought *s = user;
    return e->op == CSL_OP_SYM && s->is(carried(s->a, e));
}

static bool holds(csl_analysis *a, sought *s, csl_expr *e) {
    e = e ? csl_expand(a, e) : NULL;
    return e && e->syms & s->some && csl_find_part(a->ctx, e, is_sought, s);
}

/* The value itself is made of data, not only the choice between values. A choice between more
 * values than `left` counts as data. */
static bool is_data(csl_analysis *a, sought *data, csl_expr *e, unsigned *left) {
    if (*left == 0)
        return true;
    --*left;
    if (e->op == CSL_OP_ITE)
        return is_data(a, data, e->kids[1], left) || is_data(a, data, e->kids[2], left);
    return holds(a, data, e);
}

static csl_expr *apart_leaf(void *user, csl_expr *leaf) {
    look *l = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? carried(l->a, leaf) : NULL;
    l->found |= leaf->op == CSL_OP_TID;
    if (s && s->kind == CSL_SYM_PHI && !s->def && !l->found && l->depth > 0) {
        l->depth--;
        csl_map(l->a->ctx, csl_expand(l->a, s->init), apart_leaf, l);
        l->depth++;
    }
    return leaf;
}

/* Each thread starts from a value of its own. */
static bool starts_apart(csl_analysis *a, csl_expr *init) {
    look l = {.a = a, .depth = CSL_LIMIT(loops_in_a_chain)};
    csl_map(a->ctx, csl_expand(a, init), apart_leaf, &l);
    return l.found;
}

/* Data makes the value what it is; or threads that start together take steps that data decides, so
 * that they may come to anything. Threads that start apart and go on by such steps (a slot of a
 * stack of one's own, a list that is walked with a stride) are not followed. */
static bool may_be_anything(csl_analysis *a, sought *data, const csl_sym *phi) {
    if (phi->def || !phi->next)
        return true;
    csl_expr *next = csl_expand(a, phi->next);
    unsigned left = CSL_LIMIT(choices_of_value);
    if (holds(a, data, phi->init) || is_data(a, data, next, &left))
        return true;
    return holds(a, data, next) && !starts_apart(a, phi->init);
}

/* What a variable of the thread's own holds that was handed to a function which is not followed. */
static bool given_away(const csl_analysis *a, const csl_sym *s) {
    const csl_node *n = s->kind == CSL_SYM_LOAD ? s->node : NULL;
    for (uint32_t i = 0; n && i < n->ntargets; i++) {
        const csl_expr *root = n->targets[i].root;
        const csl_object *o = csl_object_of_root(a, root);
        if (o && o->kind == CSL_OBJ_LOCAL && a->given[root->index])
            return true;
    }
    return false;
}

void csl_mark_lost_values(csl_analysis *a) {
    for (uint32_t i = 0; i < a->syms.n; i++)
        a->syms.v[i]->lost |= given_away(a, a->syms.v[i]);
    for (uint32_t i = 0; i < a->syms.n; i++)
        a->syms.v[i]->lost |= a->syms.v[i]->kind == CSL_SYM_PHI;
    sought data = look_for(a, is_data_symbol);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < a->syms.n; i++) {
            csl_sym *s = a->syms.v[i];
            if (s->kind != CSL_SYM_PHI || !s->lost || !may_be_anything(a, &data, s))
                continue;
            s->lost = false;
            again = true;
            data.some |= data.bits[i];
        }
    }
}

void csl_mark_values_of_lost(csl_analysis *a) {
    sought lost = look_for(a, is_lost_symbol);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < a->syms.n; i++) {
            csl_sym *s = a->syms.v[i];
            if (s->kind != CSL_SYM_PHI || s->lost || s->def || s->uniform >= CSL_SCOPE_BLOCK ||
                !(holds(a, &lost, s->init) || holds(a, &lost, s->next)))
                continue;
            s->lost = again = true;
            lost.some |= lost.bits[i];
        }
    }
}

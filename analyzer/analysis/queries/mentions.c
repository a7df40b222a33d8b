/* What an instantiated term mentions. */
#include "builder.h"

typedef struct var_search {
    uint32_t var;
    bool found;
} var_search;

static csl_expr *var_leaf(void *user, csl_expr *leaf) {
    var_search *s = user;
    s->found |= leaf->op == CSL_OP_SYM && leaf->index == s->var;
    return leaf;
}

bool csl_term_has(csl_builder *b, csl_expr *e, uint32_t var) {
    if (!(e->syms >> var % 64 & 1) || b->vars.n <= 64)
        return e->syms >> var % 64 & 1;
    var_search s = {var, false};
    csl_map(b->a->ctx, e, var_leaf, &s);
    return s.found;
}

typedef struct role_search {
    const csl_builder *b;
    csl_role role;
    const char *name;
    bool found;
} role_search;

static csl_expr *role_leaf(void *user, csl_expr *leaf) {
    role_search *s = user;
    if (leaf->op == CSL_OP_SYM && s->b->vars.v[leaf->index].role == s->role && !s->found) {
        s->found = true;
        s->name = s->b->vars.v[leaf->index].name;
    }
    return leaf;
}

bool csl_has_role(const csl_builder *b, csl_expr *e, csl_role role, const char **name) {
    role_search s = {b, role, NULL, false};
    csl_map(b->a->ctx, e, role_leaf, &s);
    if (name && s.found)
        *name = s.name;
    return s.found;
}

static const csl_sym *symbol_of(const csl_builder *b, uint32_t var) {
    for (uint32_t i = 0; i < b->made.n; i++) {
        const csl_instance *m = &b->made.v[i];
        if (m->op == CSL_OP_SYM && m->var == var)
            return b->a->syms.v[m->index];
    }
    return NULL;
}

typedef struct way_out {
    const csl_builder *b;
    bool only, left;
} way_out;

/* Also how many passes the loop has made, beside what a caller gives: it leaves for any number. */
static csl_expr *last_leaf(void *user, csl_expr *leaf) {
    way_out *w = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? symbol_of(w->b, leaf->index) : NULL;
    const bool left = s && (s->kind == CSL_SYM_EXIT || s->kind == CSL_SYM_TRIPS);
    const bool given =
        s && s->kind == CSL_SYM_HAVOC && s->uniform >= CSL_SCOPE_BLOCK && w->b->a->kernel->helper;
    w->left |= left;
    w->only &= leaf->op == CSL_OP_CONST || left || given;
    return leaf;
}

csl_expr *csl_without_ways_out(csl_builder *b, csl_expr *guard) {
    csl_expr *rest = csl_true(b->a->ctx);
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&guard, &n);
    for (uint32_t i = 0; i < n; i++) {
        way_out w = {.b = b, .only = csl_has_role(b, part[i], CSL_ROLE_LOST, NULL)};
        csl_map(b->a->ctx, part[i], last_leaf, &w);
        if (!w.only || !w.left)
            rest = csl_and(b->a->ctx, rest, part[i]);
    }
    return rest;
}

const csl_node *csl_loaded_by(const csl_builder *b, uint32_t var) {
    const csl_sym *s = symbol_of(b, var);
    return s && s->kind == CSL_SYM_LOAD ? s->node : NULL;
}

uint32_t csl_changed_by_loop(const csl_builder *b, uint32_t var) {
    for (uint32_t i = 0; i < b->made.n; i++) {
        const csl_instance *m = &b->made.v[i];
        const csl_sym *s = m->op == CSL_OP_SYM && m->var == var ? b->a->syms.v[m->index] : NULL;
        if (s && (s->kind == CSL_SYM_PHI || s->kind == CSL_SYM_EXIT || s->kind == CSL_SYM_BEFORE))
            return m->index;
    }
    return CSL_NO_VAR;
}

bool csl_is_voted(const csl_builder *b, uint32_t var) {
    const csl_sym *s = symbol_of(b, var);
    return s && s->kind == CSL_SYM_SYNC && s->node->stmt->sync->makes == CSL_MASK_BALLOT;
}

bool csl_is_summed(const csl_builder *b, uint32_t var) {
    const csl_sym *s = symbol_of(b, var);
    return s && csl_is_sum_before(s);
}

static bool mentions(csl_builder *b, csl_expr *const side[2], uint32_t var) {
    return (side[0] && csl_term_has(b, side[0], var)) || (side[1] && csl_term_has(b, side[1], var));
}

static const csl_sym *source_of(const csl_builder *b, const csl_instance *m) {
    const csl_sym *s = m->op == CSL_OP_SYM ? b->a->syms.v[m->index] : NULL;
    while (s && (s->kind == CSL_SYM_EXIT || s->kind == CSL_SYM_BEFORE))
        s = b->a->syms.v[s->inner];
    return s;
}

static bool is_result(const csl_sym *s) {
    return s->kind == CSL_SYM_HAVOC && s->node && s->node->stmt->kind == CSL_STMT_CALL;
}

/* The same value as another thread has it, or as it is in another pass. */
static bool is_counterpart(const csl_instance *m, const csl_instance *other) {
    return other != m && other->op == m->op && other->index == m->index;
}

csl_expr *csl_number_of_pass(csl_builder *b, const csl_instance *m, const csl_loop *loop) {
    csl_expr *pass = NULL;
    for (uint32_t i = 0; i < b->made.n; i++) {
        const csl_instance *k = &b->made.v[i];
        if (k->op == CSL_OP_SYM && k->index == loop->iter && k->variant == m->variant &&
            (k->side == m->side || k->side == -1))
            pass = csl_leaf(b->a->ctx, CSL_OP_SYM, CSL_I32, k->var);
    }
    return pass;
}

/* The number of the pass in whose first what a loop carries along is still what it was before the
 * loop; NULL if that is not known either. The query knows already what a whole number is then. */
static csl_expr *pass_if_first(csl_builder *b, const csl_instance *m) {
    const csl_sym *s = m->op == CSL_OP_SYM ? b->a->syms.v[m->index] : NULL;
    if (!s || s->kind != CSL_SYM_PHI || s->type == CSL_PTR || !csl_type_integer(s->type) ||
        b->r.brief)
        return NULL;
    csl_expr *pass = csl_number_of_pass(b, m, s->loop);
    for (int side = 0; side < 2 && pass; side++)
        if (m->side != 1 - side && csl_has_role(b, csl_side(b, side, s->init), CSL_ROLE_LOST, NULL))
            return NULL;
    return pass;
}

/* For each variable, the one that stands for it; or that it is 0, for numbers of passes. */
typedef struct merged {
    csl_ctx *ctx;
    const uint32_t *into;
    const bool *zero; /* NULL: none */
} merged;

static csl_expr *merged_leaf(void *user, csl_expr *leaf) {
    const merged *m = user;
    const csl_type type = (csl_type)leaf->type;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    if (m->zero && m->zero[leaf->index])
        return csl_const(m->ctx, type, 0);
    const uint32_t into = m->into[leaf->index];
    return into == leaf->index ? leaf : csl_leaf(m->ctx, CSL_OP_SYM, type, into);
}

/* Those that others are replaced by are shared by both threads. */
static void share(csl_dvar *vars, uint32_t n, const uint32_t *into) {
    for (uint32_t i = 0; i < n; i++)
        if (into[i] != i)
            vars[into[i]].side = 0, vars[into[i]].uniform = false;
}

/* The query with one variable, which both threads share, where others are replaced by it: that is
 * searched far better than that they are equal. */
static void merge(csl_ctx *ctx, csl_query *q, const uint32_t *into, const bool *zero) {
    merged m = {ctx, into, zero};
    csl_dvar *vars = csl_alloc(ctx, (q->nvars + 1) * sizeof *vars);
    csl_expr **steady = csl_alloc(ctx, (q->nsteady + 1) * sizeof *steady);
    for (uint32_t i = 0; i < q->nvars; i++)
        vars[i] = q->vars[i];
    share(vars, q->nvars, into);
    for (uint32_t i = 0; i < q->nsteady; i++)
        steady[i] = csl_map(ctx, q->steady[i], merged_leaf, &m);
    *q = csl_map_query(q, merged_leaf, &m);
    q->vars = vars;
    q->steady = steady;
}

bool csl_merges(const csl_query *q, const uint32_t *into) {
    for (uint32_t i = 0; i < q->nvars; i++)
        if (into[i] != i)
            return true;
    return false;
}

const uint32_t *csl_if_agreed(csl_builder *b, const csl_query *q, csl_expr *const deciding[2],
                              csl_query *with) {
    csl_ctx *ctx = b->a->ctx;
    uint32_t *into = csl_alloc(ctx, (q->nvars + 1) * sizeof *into);
    bool *zero = csl_alloc(ctx, (q->nvars + 1) * sizeof *zero), any = false;
    csl_expr *first = csl_true(ctx);
    for (uint32_t i = 0; i < q->nvars; i++)
        into[i] = i;
    csl_expr *guard[2] = {csl_without_ways_out(b, q->guard[0]),
                          csl_without_ways_out(b, q->guard[1])};
    *with = *q;
    for (uint32_t i = 0, n = b->made.n; i < n; i++) {
        const csl_instance *m = &b->made.v[i];
        if (q->vars[m->var].role != CSL_ROLE_LOST)
            continue;
        bool decides = mentions(b, deciding, m->var);
        if (!decides && !mentions(b, guard, m->var))
            continue;
        csl_expr *pass = pass_if_first(b, m);
        if (pass) {
            first =
                csl_and(ctx, first, csl_binary(ctx, CSL_OP_EQ, pass, csl_const(ctx, CSL_I32, 0)));
            zero[pass->index] = any = true;
            continue;
        }
        const csl_sym *s = source_of(b, m);
        if (!s || !(s->disputed || (is_result(s) && !decides)))
            return NULL;
        for (uint32_t j = 0; j < b->made.n; j++) {
            const csl_instance *o = &b->made.v[j];
            if (!is_counterpart(m, o) ||
                (!mentions(b, deciding, o->var) && !mentions(b, guard, o->var)))
                continue;
            if (!s->disputed)
                return NULL; /* how the two results belong together is not known */
            if (o->variant == m->variant && j < i)
                into[m->var] = into[o->var];
        }
    }
    if (any || csl_merges(q, into))
        merge(ctx, with, into, zero);
    with->fact = csl_and(ctx, with->fact, first);
    return into;
}

enum { MOST_PLACES = 3 };
typedef struct one_place {
    csl_analysis *a;
    csl_scope scope;
    unsigned depth; /* of places that say where the next one is */
} one_place;

static bool is_of_one_place(const one_place *p, const csl_sym *s);

static bool differs(void *user, csl_expr *e) {
    const one_place *p = user;
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(p->a, e) : NULL;
    return e->nkids == 0 && csl_scope_of(p->a, e) < p->scope && !(s && is_of_one_place(p, s));
}

/* It loads one place for all threads of the scope, as `s[s[0]]` does. */
static bool is_of_one_place(const one_place *p, const csl_sym *s) {
    if (!s || s->kind != CSL_SYM_LOAD || !s->node->address || p->depth == 0 ||
        s->node->stmt->access->mode != CSL_MODE_READ)
        return false;
    for (uint32_t i = 0; i < s->node->ntargets; i++) {
        const csl_object *o = csl_object_of_root(p->a, s->node->targets[i].root);
        if (o && o->kind == CSL_OBJ_LOCAL)
            return false;
    }
    one_place next = {p->a, p->scope, p->depth - 1};
    return !csl_find_part(p->a->ctx, csl_expand(p->a, s->node->address), differs, &next);
}

/* Others store there only in passing, each thread at a place of its own: `s[t] &= m` while all test
 * `s[i]`. What one thread sets for all is meant to be seen. */
static bool is_swept_over(csl_analysis *a, const csl_node *load) {
    bool any = false;
    for (uint32_t i = 0; i < a->met.n; i++) {
        const csl_open *side = a->met.v[i]->side;
        if (side[0].node != load && side[1].node != load)
            continue;
        const csl_node *store = side[side[0].node == load].node;
        if (!store->address || csl_scope_of(a, store->address) >= CSL_SCOPE_BLOCK)
            return false;
        any = true;
    }
    return any && !a->met.cut;
}

const char *csl_if_places_agree(csl_builder *b, const csl_query *q, csl_expr *const deciding[2],
                                csl_scope scope, csl_query *with) {
    uint32_t *into = csl_alloc(b->a->ctx, (q->nvars + 1) * sizeof *into);
    const char *name = NULL;
    const one_place place = {b->a, scope, MOST_PLACES};
    for (uint32_t i = 0; i < q->nvars; i++)
        into[i] = i;
    for (uint32_t i = 0; i < b->made.n; i++) {
        const csl_instance *m = &b->made.v[i];
        if (q->vars[m->var].role != CSL_ROLE_DATA || q->vars[m->var].side == 0 ||
            !mentions(b, deciding, m->var) || !is_of_one_place(&place, source_of(b, m)) ||
            !is_swept_over(b->a, source_of(b, m)->node))
            continue;
        for (uint32_t j = 0; j < i; j++) {
            const csl_instance *o = &b->made.v[j];
            if (is_counterpart(m, o) && o->variant == m->variant) {
                into[m->var] = into[o->var];
                name = q->vars[m->var].name;
            }
        }
    }
    *with = *q;
    if (csl_merges(q, into))
        merge(b->a->ctx, with, into, NULL);
    return name;
}

void csl_builder_agree(csl_builder *b, const csl_query *with, const uint32_t *into) {
    merged m = {b->a->ctx, into, NULL};
    share(b->vars.v, with->nvars, into);
    for (uint32_t i = 0; i < b->made.n; i++)
        if (b->made.v[i].var < with->nvars)
            b->made.v[i].var = into[b->made.v[i].var];
    b->fact = csl_map(b->a->ctx, b->fact, merged_leaf, &m);
    b->nseen = 0;
}

/* It loads memory that may be changed at any time, and not by the kernel itself: a kernel that sets
 * its own flags has a protocol for them. A flag that is looked at once was set before. */
static bool is_foreign(const csl_analysis *a, const csl_sym *s) {
    const csl_node *n = s && s->kind == CSL_SYM_LOAD && s->disputed ? s->node : NULL;
    return n && n->loop && !csl_is_plain(n->stmt->access) && n->ntargets == 1 &&
           n->targets[0].root->op == CSL_OP_BASE && csl_never_written(a, n->targets[0].root->index);
}

bool csl_rereads(csl_builder *b, const csl_query *q, csl_expr *const deciding[2]) {
    bool any = false;
    for (uint32_t i = 0; i < b->made.n; i++) {
        const csl_instance *m = &b->made.v[i];
        if (q->vars[m->var].role != CSL_ROLE_LOST || !mentions(b, deciding, m->var))
            continue;
        if (!is_foreign(b->a, source_of(b, m)))
            return false;
        any = true;
    }
    return any;
}

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

const csl_node *csl_loaded_by(const csl_builder *b, uint32_t var) {
    for (uint32_t i = 0; i < b->made.n; i++) {
        const csl_instance *m = &b->made.v[i];
        const csl_sym *s = m->op == CSL_OP_SYM && m->var == var ? b->a->syms.v[m->index] : NULL;
        if (s)
            return s->kind == CSL_SYM_LOAD ? s->node : NULL;
    }
    return NULL;
}

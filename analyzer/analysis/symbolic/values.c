/* The term that an expression of the IR stands for, where the thread is. */
#include "exec.h"
#include "../../limits/limits.h"

#include <string.h>

static csl_expr *leaf_value(void *user, csl_expr *leaf) {
    csl_exec *x = user;
    if (leaf->op != CSL_OP_VAR)
        return leaf;
    uint32_t slot = leaf->index;
    if (!x->slots.v[slot].value) { /* read before it was written */
        const csl_var *v = &x->a->kernel->vars[slot];
        csl_slot_set(x, slot, csl_unknown(x, CSL_SYM_HAVOC, v->type, v->name, NULL), NULL);
    }
    return x->slots.v[slot].value;
}

static bool takes_bits(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_REM || e->op == CSL_OP_BAND || e->op == CSL_OP_BOR ||
           e->op == CSL_OP_BXOR;
}

/* The term of a small expression, with what takes bits of shared addresses looked at. */
static csl_expr *term_by_parts(csl_exec *x, csl_expr *e) {
    enum { MAX_KIDS = 3 };
    if (e->nkids > MAX_KIDS || !csl_find_part(x->ctx, e, takes_bits, NULL))
        return csl_map(x->ctx, e, leaf_value, x);
    csl_expr *kids[MAX_KIDS];
    for (unsigned i = 0; i < e->nkids; i++)
        kids[i] = term_by_parts(x, e->kids[i]);
    csl_expr *term = csl_rebuild(x->ctx, e, kids);
    return takes_bits(NULL, term) ? csl_without_start(x->a, term) : term;
}

/* The term an IR expression stands for now. */
csl_expr *csl_term_of(csl_exec *x, csl_expr *e) {
    if (!e)
        return NULL;
    return x->dynamic && csl_is_small(e, CSL_LIMIT(brief_term)) ? term_by_parts(x, e)
                                                                : csl_map(x->ctx, e, leaf_value, x);
}

const char *csl_name_of_result(const char *spelled) {
    return spelled && (!strchr(spelled, '.') || strchr(spelled, '(')) ? spelled : "";
}

void csl_name_result(csl_exec *x, const csl_expr *value, uint32_t var) {
    while (value->op == CSL_OP_CAST)
        value = value->kids[0];
    csl_sym *s = value->op == CSL_OP_SYM ? csl_sym_of(x->a, value) : NULL;
    if (s && (s->kind == CSL_SYM_SYNC || s->kind == CSL_SYM_LOAD) && !*s->name)
        s->name = x->a->kernel->vars[var].name;
}

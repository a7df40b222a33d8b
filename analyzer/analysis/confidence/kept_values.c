/* Stores that only keep a value from being left out: `if (sum != 0) *out = sum;` at the end of a
 * kernel that measures something. The test never holds for the data that it is run with.
 */
#include "caveats.h"

/* A number that was loaded, or that a loop has made, which threads of a block have each of its own.
 */
static bool is_own(csl_analysis *a, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    return s &&
           (s->kind == CSL_SYM_LOAD || s->kind == CSL_SYM_PHI || s->kind == CSL_SYM_EXIT ||
            s->kind == CSL_SYM_HAVOC) &&
           csl_scope_of(a, (csl_expr *)e) < CSL_SCOPE_BLOCK;
}

typedef struct stored {
    csl_analysis *a;
    csl_expr *in; /* where it is looked for */
} stored;

static bool is_part_of(void *user, csl_expr *e) {
    const stored *s = user;
    return is_own(s->a, e) && csl_mentions_sym(s->a, s->in, e->index);
}

static bool is_constant(const csl_expr *e) {
    return csl_without_casts(e)->op == CSL_OP_CONST;
}

/* `value != 0`, `value < 0`: a test of what is stored against a constant. */
static bool tests_value(csl_analysis *a, const csl_expr *part, csl_expr *value) {
    while (part->op == CSL_OP_NOT)
        part = part->kids[0];
    if (part->op == CSL_OP_AND || part->op == CSL_OP_OR) {
        for (unsigned i = 0; i < part->nkids; i++)
            if (tests_value(a, part->kids[i], value))
                return true;
        return false;
    }
    if (part->op != CSL_OP_EQ && part->op != CSL_OP_NE && part->op != CSL_OP_LT &&
        part->op != CSL_OP_LE)
        return false;
    const int of = is_constant(part->kids[0]);
    stored s = {a, part->kids[of]};
    return is_constant(part->kids[!of]) && csl_find_part(a->ctx, value, is_part_of, &s);
}

/* No thread reads the object, nor does anything else with it. */
static bool is_written_only(const csl_analysis *a, const csl_expr *root, const csl_stmt *by) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        for (uint32_t t = 0; t < n->ntargets; t++)
            if (n->targets[t].root == root && n->stmt != by)
                return false;
    }
    return true;
}

bool csl_only_keeps_value(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                          const csl_query *q) {
    const csl_node *n = p->side[0].node;
    if (n->stmt != p->side[1].node->stmt || n->stmt->access->mode != CSL_MODE_WRITE || !n->value ||
        n->ntargets != 1 || !is_written_only(a, n->targets[0].root, n->stmt))
        return false;
    for (uint32_t i = 0; i < q->nvars; i++)
        if ((i < CSL_DV_BDIM || q->vars[i].side != 0) && csl_term_has(b, q->offset[0], i))
            return false;
    uint32_t parts;
    csl_expr *reach = csl_expand(a, n->reach), *value = csl_expand(a, n->value);
    csl_expr *const *part = csl_conjuncts(&reach, &parts);
    for (uint32_t i = 0; i < parts; i++)
        if (tests_value(a, part[i], value))
            return true;
    return false;
}
